"""The embedded homes: generated from a seed, written in HSSD's layout, read back like any other scene."""
