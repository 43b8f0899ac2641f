"""Sampled layouts: where devices, user, robot and the observing camera stand, so that every frame reads at a glance."""

from sim.layout.dressed import Dressed
from sim.layout.person import Figure, Mannequin, Person
from sim.layout.plan import (
    ROBOT,
    CastMember,
    Layout,
    Moment,
    PlacedAt,
    PlacementError,
    Role,
    Seat,
    Standing,
    Viewpoint,
)
from sim.layout.sample import sample_layout
from sim.layout.verify import Stage, problems

__all__ = [
    "ROBOT", "CastMember", "Dressed", "Figure", "Layout", "Mannequin", "Moment", "Person", "PlacedAt", "PlacementError",
    "Role", "Seat", "Stage", "Standing", "Viewpoint", "problems", "sample_layout",
]  # fmt: skip
