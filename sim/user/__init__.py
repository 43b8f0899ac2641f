"""The user: a dressed adult who stands, walks, sits, looks and points."""

from sim.user.appearance import APPEARANCES, Appearance, sample_appearance
from sim.user.body import PosedUser, UserBody
from sim.user.poses import PoseError

__all__ = ["APPEARANCES", "Appearance", "PoseError", "PosedUser", "UserBody", "sample_appearance"]
