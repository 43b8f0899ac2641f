"""CAPEBench's evaluation: agents on live devices, metrics and reports."""
