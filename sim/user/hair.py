"""Hair as a thick shell around the skull, cut by a hairline and textured with strands.

The skull is the convex hull of the head without ears, nose and jaw, so the shell's radius in any direction has a
closed form: the nearest hull plane along it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

from sim.user.shell import Shell, concatenate, vertex_normals
from sim.user.skeleton import Skeleton, unit

Array = NDArray[np.float64]
ROUND, DOWN = 60, 24

# style: thickness at the crown and at the rim (metres); hairline as elevation in degrees seen from the skull's centre
# at the azimuths of `_HAIRLINE_AT`; how far strands hang below that (metres).
STYLES: dict[str, tuple[float, float, tuple[float, ...], float]] = {
    "crop": (0.009, 0.003, (40, 31, 12, -26, -12, -30, -42, -44), 0.0),
    "short": (0.027, 0.006, (36, 26, 8, -30, -14, -34, -46, -48), 0.0),
    "bob": (0.023, 0.020, (38, 26, 0, -16, -24, -30, -36, -38), 0.085),
    "bun": (0.012, 0.004, (41, 33, 14, -20, -10, -26, -38, -40), 0.0),
    "long": (0.021, 0.018, (39, 26, 0, -16, -24, -30, -36, -38), 0.20),
}
# Degrees off the front: forehead, corner, temple, sideburn, over the ear, behind it, nape.
_HAIRLINE_AT = np.array([0.0, 38.0, 60.0, 76.0, 92.0, 112.0, 140.0, 180.0])


def _smoothstep(x: Array) -> Array:
    t = np.clip(x, 0, 1)
    return np.asarray(t * t * (3 - 2 * t))


def _skull(head_points: Array, bones: Skeleton) -> tuple[Array, Array]:
    """The skull's centre and its points without ears, nose and jaw."""
    eyes = (bones.head("eye.L") + bones.head("eye.R")) / 2
    above = head_points[head_points[:, 1] > eyes[1] + 0.03]
    middle = (above[:, 2].min() + above[:, 2].max()) / 2
    # Ears stand off the skull: leave out what is wider than the head a little higher up.
    half = float(np.abs(above[:, 0]).max()) + 0.001
    low_enough = head_points[:, 1] > np.where(head_points[:, 2] > middle - 0.045, eyes[1] - 0.10, eyes[1] + 0.01)
    centre = np.array([0.0, eyes[1] + 0.25 * (float(head_points[:, 1].max()) - eyes[1]), middle])
    return centre, head_points[low_enough & (np.abs(head_points[:, 0]) < half)]


def hidden_scalp(style: str, head_points: Array, bones: Skeleton) -> NDArray[np.bool_]:
    """Which of the (N, 3) head points lie well inside the hair."""
    centre, _ = _skull(head_points, bones)
    line = head_points - centre
    flat = np.hypot(line[:, 0], line[:, 2])
    elevation = np.degrees(np.arctan2(line[:, 1], flat))
    hairline = np.interp(np.degrees(np.arctan2(np.abs(line[:, 0]), -line[:, 2])), _HAIRLINE_AT, STYLES[style][2])
    return np.asarray((elevation > hairline + 12) & (elevation > 0))


def build(style: str, head_points: Array, bones: Skeleton, width: int) -> Shell:
    """Hair for one head in the rest pose.

    Args:
        style: a key of `STYLES`.
        head_points: (N, 3) skin of the head.
        bones: gives the eyes and the head's pivot.
        width: number of bones, for the skin weights.
    """
    crown, rim, hairline, fall = STYLES[style]
    centre, skull = _skull(head_points, bones)
    planes = ConvexHull(skull).equations

    azimuth = np.linspace(0, 2 * np.pi, ROUND + 1)
    off_front = np.degrees(np.minimum(azimuth, 2 * np.pi - azimuth))
    low = np.radians(np.interp(off_front, _HAIRLINE_AT, hairline))
    rng = np.random.default_rng(31)
    low = low + np.radians(1.6) * np.append(rng.standard_normal(ROUND), 0.0) * (fall == 0)
    low[-1] = low[0]
    share = np.linspace(0, 1, DOWN)[:, None]
    elevation = np.pi / 2 + (low - np.pi / 2) * share
    direction = np.stack(
        [np.sin(azimuth) * np.cos(elevation), np.sin(elevation), -np.cos(azimuth) * np.cos(elevation)], axis=-1
    )
    along = direction @ planes[:, :3].T
    distance = np.where(along > 1e-6, -(planes[:, :3] @ centre + planes[:, 3]) / np.maximum(along, 1e-6), np.inf)
    radius = distance.min(axis=-1)

    # Locks: low waves around the head that deepen downwards, so that the outline is not a helmet's.
    waves = sum(
        a * np.sin(k * azimuth + p) for k, a, p in ((7, 0.5, 0.3), (11, 0.4, 2.1), (18, 0.35, 4.0), (29, 0.2, 1.2))
    )
    thickness = (
        crown + (rim - crown) * share**2 + 0.0045 * np.asarray(waves) * _smoothstep(share * 1.6) * (crown / 0.024)
    )
    if style == "short":  # more on top and swept to one side, close at the sides and the nape
        side = _smoothstep((off_front - 50) / 60)
        thickness = thickness * (1 - 0.45 * side * _smoothstep(share * 1.2))
        thickness = thickness + 0.010 * np.sin(azimuth + 0.6) * (1 - share) * _smoothstep(share * 2.5)
    radius = radius + thickness
    radius[-1] -= rim + 0.006  # the rim dives into the scalp
    points = centre + radius[..., None] * direction
    if style in {"crop", "bun"}:
        points = points + _grain(points.shape[:2], crown * 0.12)[..., None] * direction
    if fall:
        points = np.concatenate([points[:-1], _strands(points[-2], off_front, fall, np.asarray(waves))])
    rows = len(points)
    index = np.arange(rows * (ROUND + 1)).reshape(rows, ROUND + 1)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    triangles = np.concatenate([np.stack([a, c, d], -1).reshape(-1, 3), np.stack([a, b, c], -1).reshape(-1, 3)])
    flat = points.reshape(-1, 3)
    normals = vertex_normals(flat, triangles).reshape(rows, ROUND + 1, 3)
    seam = normals[:, 0] + normals[:, -1]
    normals[:, 0] = normals[:, -1] = seam / np.maximum(np.linalg.norm(seam, axis=1, keepdims=True), 1e-9)
    normals[0] = (0.0, 1.0, 0.0)
    # Where strands part at the face their rows coincide and have no area: face outwards there.
    outward = (points - centre) / np.linalg.norm(points - centre, axis=-1, keepdims=True)
    normals = np.where(np.linalg.norm(normals, axis=-1, keepdims=True) < 0.5, outward, normals)
    corners = flat[triangles]
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    triangles = triangles[area > 1e-9]
    v = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points[:, ROUND // 2], axis=0), axis=1))]) / 0.3
    uvs = np.stack(np.broadcast_arrays(np.linspace(0, 4, ROUND + 1)[None, :], v[:, None]), axis=-1).reshape(-1, 2)
    weights = np.zeros((len(flat), width), np.float32)
    weights[:, bones.index["head"]] = 1.0
    shell = Shell(flat, normals.reshape(-1, 3), uvs, weights, triangles)
    if style == "bun":
        shell = concatenate(shell, _bun(centre, float(radius[DOWN // 2, ROUND // 2]), bones, width))
    return shell


def _grain(shape: tuple[int, int], size: float) -> Array:
    """Small fixed bumps, the same at both ends of a row, none at the crown and at the rim."""
    bumps = np.random.default_rng(37).standard_normal(shape) * size
    bumps[:, -1] = bumps[:, 0]
    bumps[0] = bumps[-1] = 0.0
    return np.asarray(bumps)


def _strands(start: Array, off_front: Array, fall: float, waves: Array) -> Array:
    """Rows that hang from the (C, 3) last row, open at the face, turned in at the tips."""
    open_face = _smoothstep((off_front - 40) / 30)
    rows = []
    outward = start * np.array([1.0, 0.0, 1.0]) - np.array([0.0, 0.0, start[:, 2].mean()])
    outward /= np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-9)
    for share in np.linspace(0.12, 1, 9):
        drop = fall * share * open_face
        sway = 0.006 * np.sin(share * np.pi) + 0.004 * waves * share - 0.022 * share**4
        rows.append(start - np.array([0.0, 1.0, 0.0]) * drop[:, None] + outward * (sway * open_face)[:, None])
    tips = rows[-1] - outward * (0.012 * open_face)[:, None] + np.array([0.0, 0.004, 0.0])
    inner = start - outward * 0.022 + np.array([0.0, 0.01, 0.0])
    back = [tips, rows[4] - outward * 0.018, inner]
    return np.stack([*rows, *back])


def _bun(centre: Array, reach: float, bones: Skeleton, width: int) -> Shell:
    """A coiled knot at the back of the crown."""
    place = centre + unit(np.array([0.0, 0.52, 0.85])) * (reach + 0.022)
    turn_, rise = np.meshgrid(np.linspace(0, 2 * np.pi, 29), np.linspace(np.pi / 2, -np.pi / 2, 15))
    coil = 1 + 0.06 * np.sin(3 * turn_ + 9 * rise)
    ball = np.stack([np.cos(rise) * np.sin(turn_), 0.82 * np.sin(rise), -np.cos(rise) * np.cos(turn_)], -1)
    points = (place + 0.040 * coil[..., None] * ball).reshape(-1, 3)
    index = np.arange(15 * 29).reshape(15, 29)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    triangles = np.concatenate([np.stack([a, c, d], -1).reshape(-1, 3), np.stack([a, b, c], -1).reshape(-1, 3)])
    weights = np.zeros((len(points), width), np.float32)
    weights[:, bones.index["head"]] = 1.0
    uvs = np.stack([turn_ / np.pi + rise, rise * 0.3], axis=-1).reshape(-1, 2)
    normals = ball.reshape(-1, 3) / np.linalg.norm(ball.reshape(-1, 3), axis=1, keepdims=True)
    return Shell(points, normals, uvs, weights, triangles)
