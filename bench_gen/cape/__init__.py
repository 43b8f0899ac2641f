"""CAPEBench: cross-device tasks on live devices, perturbed and certified (OctoNest, section 3.1)."""
