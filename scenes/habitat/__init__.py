"""Habitat scene datasets: the folder layout that HSSD, ReplicaCAD and AI2-THOR-HAB share."""
