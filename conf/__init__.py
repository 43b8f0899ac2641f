"""Hydra configuration groups, one per choice a user makes."""
