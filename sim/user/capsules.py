"""Collision capsules that follow the bones."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sim.user.skeleton import Skeleton

Array = NDArray[np.float64]
QUANTILE = 0.985  # share of its points that a capsule's radius holds in the rest pose


class CapsuleFit:
    """Capsules fitted to one dressed body in its rest pose."""

    def __init__(self, bones: Skeleton, points: Array) -> None:
        head, index = bones.head, bones.index
        self._heads = bones.heads

        def across(bone: str, height: float, depth: float, half: float) -> tuple[int, Array, int, Array]:
            return index[bone], np.array([-half, height, depth]), index[bone], np.array([half, height, depth])

        shoulder = abs(head("upperarm01.L")[0])
        hip = head("upperleg01.L")
        eyes = (head("eye.L") + head("eye.R")) / 2
        spine = head("spine03")
        capsules = [
            across("root", hip[1], hip[2], abs(hip[0]) * 0.75),
            across("spine04", head("spine04")[1], spine[2] - 0.03, 0.06),
            across("spine02", spine[1], spine[2] - 0.03, 0.07),
            across("spine01", head("upperarm01.L")[1] - 0.05, head("upperarm01.L")[2], shoulder * 0.72),
            (index["neck01"], head("neck01"), index["head"], head("head")),
            (index["head"], eyes + np.array([0, -0.03, 0.075]), index["head"], eyes + np.array([0, 0.05, 0.085])),
        ]
        chains = ("upperarm01", "lowerarm01", "wrist"), ("upperleg01", "lowerleg01", "foot")
        for side in "LR":
            for chain in chains:
                for start, end in pairwise(chain):
                    capsules.append((index[f"{start}.{side}"], head(f"{start}.{side}"), index[f"{end}.{side}"],
                                     head(f"{end}.{side}")))  # fmt: skip
            hand, foot = index[f"wrist.{side}"], index[f"foot.{side}"]
            knuckle, tip = head(f"finger2-1.{side}"), bones.tail(f"finger2-3.{side}")
            capsules.append((hand, head(f"wrist.{side}"), hand, head(f"finger3-1.{side}")))
            capsules.append((index[f"finger2-1.{side}"], knuckle, index[f"finger2-3.{side}"], tip))
            ankle = head(f"foot.{side}")
            capsules.append((foot, ankle * [1, 0, 1] + [0, points[:, 1].min() + 0.04, 0.02],
                             foot, ankle * [1, 0, 1] + [0, points[:, 1].min() + 0.04, -0.15]))  # fmt: skip
        self._capsules = capsules
        distance = np.stack([_distance(points, a, b) for _, a, _, b in capsules], axis=1)
        nearest = distance.argmin(axis=1)
        self.radii = np.array(
            [
                float(np.quantile(distance[nearest == k, k], QUANTILE)) if (nearest == k).sum() > 8 else 0.02
                for k in range(len(capsules))
            ]
        ).clip(0.015, 0.30)

    def posed(self, rotations: Array, positions: Array) -> Array:
        """(K, 7): two end points and a radius, in the frame of `positions`."""
        out = np.empty((len(self._capsules), 7))
        for k, (bone_a, a, bone_b, b) in enumerate(self._capsules):
            out[k, :3] = positions[bone_a] + rotations[bone_a] @ (a - self._heads[bone_a])
            out[k, 3:6] = positions[bone_b] + rotations[bone_b] @ (b - self._heads[bone_b])
            out[k, 6] = self.radii[k]
        return out


def _distance(points: Array, a: Array, b: Array) -> Array:
    """Distance of (N, 3) points to a segment."""
    line = b - a
    share = np.clip((points - a) @ line / max(float(line @ line), 1e-12), 0, 1)
    return np.asarray(np.linalg.norm(points - a - share[:, None] * line, axis=1))
