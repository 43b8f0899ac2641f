"""Convex pieces of models, contacts between them, and whether a device stands where it was put."""

from sim.physics.contacts import Penetration, penetrations
from sim.physics.convex import convex_pieces, prisms
from sim.physics.settle import Drift, settle
from sim.physics.solid import Solid, solid_of

__all__ = ["Drift", "Penetration", "Solid", "convex_pieces", "penetrations", "prisms", "settle", "solid_of"]
