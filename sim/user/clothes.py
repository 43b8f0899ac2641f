"""Clothes cut from the body's tights and skirt helpers, and the skin that they leave visible."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sim.user.appearance import Appearance
from sim.user.baked import Topology
from sim.user.shell import Shell, clip, hem, smooth, split_quads, vertex_normals
from sim.user.skeleton import Skeleton

Array = NDArray[np.float64]
CLOTH_TILE = 0.32  # metres a texture repeat
SLEEVE = {"t-shirt": 0.58, "shirt": 1.86, "jumper": 1.92, "dress": 0.52}  # 0 shoulder, 1 elbow, 2 wrist
LOOSE = {"t-shirt": 0.010, "shirt": 0.012, "jumper": 0.017, "dress": 0.008}
SOLE = 0.026


@dataclass(frozen=True, eq=False)
class Regions:
    """Where points lie on the body, for cutting; every field is (N,).

    Attributes:
        arm: along the nearer arm, 0 at the shoulder, 1 at the elbow, 2 at the wrist.
        on_arm, on_foot: skinned mostly to arm bones, to foot bones.
        on_neck: skinned mostly to neck or head bones.
    """

    arm: Array
    on_arm: NDArray[np.bool_]
    on_foot: NDArray[np.bool_]
    on_neck: NDArray[np.bool_]


def regions(points: Array, weights: NDArray[np.float32], bones: Skeleton) -> Regions:
    """Measure points against the skeleton they are skinned to."""

    def share(*stems: str) -> Array:
        columns = [i for i, name in enumerate(bones.bones) if name.startswith(stems)]
        return np.asarray(weights[:, columns].sum(axis=1), np.float64)

    arm = np.zeros(len(points))
    for side, sign in (("L", -1.0), ("R", 1.0)):
        joints = [bones.head(f"{name}.{side}") for name in ("upperarm01", "lowerarm01", "wrist")]
        mine = points[:, 0] * sign > 0
        upper, lower = joints[1] - joints[0], joints[2] - joints[1]
        first = (points - joints[0]) @ upper / (upper @ upper)
        second = (points - joints[1]) @ lower / (lower @ lower)
        arm = np.where(mine, np.where(second > 0, 1 + second, np.minimum(first, 1.0)), arm)
    return Regions(
        arm=arm,
        on_arm=share("upperarm", "lowerarm", "wrist", "finger", "metacarpal") > 0.5,
        on_foot=share("foot") > 0.5,
        on_neck=share("neck", "head") > 0.5,
    )


def _top_field(points: Array, where: Regions, bones: Skeleton, top: str, tucked: bool) -> Array:
    """Positive, in metres, inside the top."""
    upper = float(np.linalg.norm(bones.head("lowerarm01.L") - bones.head("upperarm01.L")))
    low = bones.head("upperleg01.L")[1] + (0.06 if tucked else -0.045)
    neck = bones.head("neck01")
    drop = {"shirt": 0.028, "jumper": 0.030, "t-shirt": 0.016, "dress": 0.0}[top]
    collar = drop - (points - neck) @ np.array([0.0, 0.88, -0.475])
    torso = np.minimum(points[:, 1] - low, collar)
    sleeve = (SLEEVE[top] - where.arm) * upper
    return np.where(where.on_arm, sleeve, torso)


def _bottom_field(points: Array, where: Regions, bones: Skeleton, ankle: float) -> Array:
    waist = bones.head("spine04")[1]
    field = np.minimum(waist - points[:, 1], points[:, 1] - ankle)
    return np.where(where.on_arm, -0.2, field)


class Wardrobe:
    """Cuts clothes for one body; shells are in the rest pose."""

    def __init__(self, shared: Topology, points: Array, bones: Skeleton, look: Appearance) -> None:
        self._shared, self._points, self._bones, self._look = shared, points, bones, look
        self._tucked = look.bottom in {"skirt", "dress"}
        self._floor = float(points[np.unique(shared.quads["body"])][:, 1].min())
        self._ankle = self._floor + 0.085

    def _raw(self, part: str, rounds: int) -> Shell:
        triangles = split_quads(self._shared.quads[part])
        used, index = np.unique(triangles, return_inverse=True)
        index = index.reshape(-1, 3)
        points = smooth(self._points[used], index, rounds)
        weights = self._shared.weights[used]
        return Shell(points, vertex_normals(points, index), self._cloth_uvs(points, weights), weights, index)

    def _cloth_uvs(self, points: Array, weights: NDArray[np.float32]) -> Array:
        """Around a limb and down it, in metres over the tile; mirrored at the middle, so without a seam."""
        bones = self._bones
        on_arm = weights[:, [i for i, b in enumerate(bones.bones) if b.startswith(("upperarm", "lowerarm", "wrist"))]]
        share = on_arm.sum(axis=1).astype(np.float64)
        shoulder, elbow = bones.head("upperarm01.R"), bones.head("lowerarm01.R")
        axis = (elbow - shoulder) / np.linalg.norm(elbow - shoulder)
        line = points - shoulder
        line[:, 0] = np.abs(points[:, 0]) - shoulder[0]
        down = line @ axis
        across = line - down[:, None] * axis
        up = np.array([0.0, 1, 0]) - axis * axis[1]
        round_arm = np.abs(np.arctan2(across @ up, across[:, 2])) * 0.055
        round_body = np.abs(np.arctan2(points[:, 0], -points[:, 2])) * 0.16
        u = round_body + (round_arm - round_body) * share
        v = -points[:, 1] + (down - shoulder[1] + 0.05 + points[:, 1]) * share
        return np.stack([u, v], axis=1) / CLOTH_TILE

    def top(self) -> Shell:
        """T-shirt, shirt, jumper or the upper half of a dress."""
        style = self._look.top
        shell = self._raw("tights", 4)
        where = regions(shell.points, shell.weights, self._bones)
        loose = LOOSE[style] + np.where(where.on_arm & (style == "t-shirt"), 0.010 * np.clip(where.arm, 0, 1), 0.0)
        low = np.clip((self._bones.head("spine03")[1] - shell.points[:, 1]) / 0.2, 0, 1) * ~where.on_arm
        loose = loose + low * (0.0 if self._tucked else 0.012) - where.on_neck * 0.004
        points = shell.points + loose[:, None] * shell.normals
        shell = replace(shell, points=points, normals=vertex_normals(points, shell.triangles))
        cut = clip(shell, _top_field(shell.points, where, self._bones, style, self._tucked))
        return hem(cut, 0.016)

    def bottom(self) -> Shell:
        """Jeans or trousers: legs hang from the calf to the hem and do not follow the ankle."""
        shell = self._raw("tights", 4)
        where = regions(shell.points, shell.weights, self._bones)
        wide = self._look.bottom == "trousers"
        knee = self._bones.head("lowerleg01.L")
        ankle = self._bones.head("foot.L")
        down = np.clip((knee[1] + 0.25 - shell.points[:, 1]) / 0.35, 0, 1)
        points = shell.points + (0.005 + (0.012 if wide else 0.007) * down)[:, None] * shell.normals
        share = np.clip((knee[1] - points[:, 1]) / (knee[1] - ankle[1]), 0, 1.1)[:, None]
        axis = knee + (ankle - knee) * share
        axis[:, 0] = np.where(points[:, 0] < 0, axis[:, 0], -axis[:, 0])
        axis[:, 2] += 0.008
        out = (points - axis) * np.array([1.0, 0.0, 1.0])
        radius = np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-6)
        least = (0.078 if wide else 0.066) * np.clip(share * 4, 0, 1)
        held = np.where(share > 0.8, least, np.maximum(radius, least))
        points = axis * [1, 0, 1] + points * [0, 1, 0] + out / radius * held
        shell = replace(shell, points=points, normals=vertex_normals(points, shell.triangles))
        cut = clip(shell, _bottom_field(shell.points, where, self._bones, self._ankle - 0.022))
        return hem(cut, 0.012)

    def skirt(self) -> Shell:
        """A knee-length skirt, alone or as the lower half of a dress."""
        shell = self._raw("skirt", 6)
        knee = self._bones.head("lowerleg01.L")[1]
        grown = 0.012 + 0.02 * np.clip((self._bones.head("spine04")[1] - shell.points[:, 1]) / 0.5, 0, 1)
        points = shell.points + grown[:, None] * shell.normals
        shell = replace(shell, points=points, normals=vertex_normals(points, shell.triangles))
        top = self._bones.head("spine04")[1] + 0.02
        return hem(clip(shell, np.minimum(points[:, 1] - knee + 0.04, top - points[:, 1])), 0.010)

    def shoes(self) -> tuple[Shell, Shell]:
        """Uppers and soles; rigid on the foot bones, soles flat at the lowest point."""
        shell = self._raw("tights", 2)
        where = regions(shell.points, shell.weights, self._bones)
        points = shell.points + 0.007 * shell.normals
        lowest = float(points[:, 1].min())
        points[:, 1] = np.where(points[:, 1] < lowest + 0.034, lowest, points[:, 1])
        weights = np.zeros_like(shell.weights)
        for side, sign in (("L", -1.0), ("R", 1.0)):
            weights[points[:, 0] * sign > 0, self._bones.index[f"foot.{side}"]] = 1.0
        shell = replace(shell, points=points, normals=vertex_normals(points, shell.triangles), weights=weights)
        field = np.where(where.on_arm, -0.2, self._ankle + 0.012 - points[:, 1])
        upper = hem(clip(shell, np.minimum(field, points[:, 1] - lowest - SOLE)), 0.006)
        grown = points + 0.005 * shell.normals * np.array([1.0, 0.0, 1.0])
        sole = clip(replace(shell, points=grown), lowest + SOLE - points[:, 1])
        return upper, hem(sole, 0.008)

    def hidden(self, points: Array, weights: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Which body points lie well under clothes, (N,)."""
        where = regions(points, weights, self._bones)
        margin = 0.022
        covered = _top_field(points, where, self._bones, self._look.top, self._tucked) > margin
        leg = ~where.on_arm
        if self._look.bottom in {"jeans", "trousers"}:
            covered |= _bottom_field(points, where, self._bones, self._ankle - 0.022) > margin
        else:
            knee = self._bones.head("lowerleg01.L")[1]
            waist = self._bones.head("spine04")[1] + 0.02
            covered |= leg & (points[:, 1] > knee + 0.10) & (points[:, 1] < waist)
        return np.asarray(covered | (leg & (points[:, 1] < self._ankle - 0.004)))
