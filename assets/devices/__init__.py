"""Parametric screen devices, built from the dimensions in `conf/device/`."""
