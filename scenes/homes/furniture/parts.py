"""The parts furniture is put together from: boards, rods, turned pieces, upholstery and sheets of cloth.

All take a `Stuff`, so that textures keep their physical scale. Metres, y up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assets.model import Primitive
from assets.shapes import box, cylinder, lathe, primitive, tube
from scenes.homes.furniture.materials import Stuff

Points = NDArray[np.float64]
Vector = Sequence[float]


def _scaled(part: Primitive, stuff: Stuff) -> Primitive:
    return replace(part, uvs=np.ascontiguousarray(part.uvs / np.asarray(stuff.tile, np.float32)))


def board(size: Vector, center: Vector, stuff: Stuff, *, grain: str | None = None, bevel: float = 0.003) -> Primitive:
    """A (w, h, d) board with softened edges whose grain runs along "x", "y" or "z" (default: its longest side).

    Boards show different parts of the timber according to where they stand; `bevel` 0 keeps sharp edges.
    """
    # The softened edge of a slender bar or a thin sheet is below a pixel, and costs nine times the triangles.
    edge = 0.0 if min(size) < 0.012 or sorted(size)[1] < 0.03 else min(bevel, min(size) * 0.35)
    part = box(size, center, stuff.material, radius=edge, segments=2)
    along = "xyz".index(grain) if grain else int(np.argmax(size))
    face = np.arange(len(part.positions)) // (len(part.positions) // 6) // 2  # the axis each face looks along
    local = part.positions - np.asarray(center, np.float32)
    u_axis = np.where(face == along, (along + 1) % 3, along)
    v_axis = 3 - face - u_axis
    shift = np.asarray(center, np.float32) @ np.array([[1.7, 3.1], [2.3, 1.3], [0.9, 2.9]], np.float32)
    rows = np.arange(len(local))
    uv = np.stack([local[rows, u_axis], local[rows, v_axis]], axis=1) + shift
    return _scaled(replace(part, uvs=np.ascontiguousarray(uv, np.float32)), stuff)


def rod(start: Vector, end: Vector, radius: float, stuff: Stuff, *, end_radius: float | None = None,
        segments: int = 12) -> Primitive:  # fmt: skip
    """A round rod between two points, tapering to `end_radius`, closed at both ends."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    length = float(np.linalg.norm(b - a))
    part = cylinder(radius, length, (0, 0, 0), stuff.material, top_radius=end_radius, segments=segments)
    up = (b - a) / length
    side = np.cross(up, [0.0, 0.0, 1.0] if abs(up[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    matrix = np.eye(4)
    matrix[:3, 0], matrix[:3, 1], matrix[:3, 2], matrix[:3, 3] = side, up, np.cross(side, up), a
    swapped = replace(part, uvs=np.ascontiguousarray(part.uvs[:, ::-1]))  # the grain runs along the rod
    return _scaled(swapped, stuff).transformed(matrix)


def turned(profile: Sequence[tuple[float, float]], center: Vector, stuff: Stuff, *, segments: int = 24,
           smooth: bool = True) -> Primitive:  # fmt: skip
    """A (radius, height) profile turned about the vertical, listed bottom to top on the outside."""
    return _scaled(lathe(profile, center, stuff.material, segments=segments, smooth=smooth), stuff)


def disc(radius: float, thickness: float, center: Vector, stuff: Stuff, *, segments: int = 40) -> Primitive:
    """A round board standing on `center`: flat faces, a softened rim."""
    r, e = radius, min(0.004, thickness * 0.3)
    profile = [(0.0, 0.0), (r - e, 0.0), (r, e), (r, thickness - e), (r - e, thickness), (0.0, thickness)]
    part = lathe(profile, center, stuff.material, segments=segments)
    flat = np.abs(part.normals[:, 1]) > 0.99
    uv = np.where(flat[:, None], part.positions[:, [0, 2]], part.uvs)
    return _scaled(replace(part, uvs=np.ascontiguousarray(uv, np.float32)), stuff)


def bent(path: Sequence[Vector] | Points, radius: float, stuff: Stuff, *, segments: int = 8) -> Primitive:
    """A round bar along a path."""
    return _scaled(tube(np.asarray(path, float), radius, stuff.material, segments=segments), stuff)


def pad(
    size: Vector,
    center: Vector,
    stuff: Stuff,
    *,
    radius: float = 0.05,
    bulge: Vector = (0.0, 0.0, 0.0),
    wrinkle: float = 0.0,
    inner: int = 2,
) -> Primitive:
    """Upholstery: a (w, h, d) box with round edges whose faces swell outward by `bulge` along each axis.

    `size` includes the swelling. `wrinkle` metres of slow waves keep large cushions from looking moulded.
    """
    half = np.asarray(size, float) / 2 - np.asarray(bulge, float)
    radius = min(radius, float(half.min()) * 0.98)
    shell = _shell(half, radius, inner if wrinkle > 0 or any(bulge) else 0)  # flat faces need no inner points
    points, triangles, face = shell
    q = np.clip(points / half, -1, 1)
    room = 1 - q**2
    swell = np.stack([room[:, 1] * room[:, 2], room[:, 0] * room[:, 2], room[:, 0] * room[:, 1]], axis=1)
    points = points + points / half * np.asarray(bulge, float) * swell
    if wrinkle > 0:
        waves = np.sin(points[:, [1, 2, 0]] * 23 + np.asarray(center, float) * 7) * np.sin(
            points[:, [2, 0, 1]] * 17 + 1
        )
        points = points + wrinkle * waves * swell
    u_axis, v_axis = np.array([2, 0, 0])[face], np.array([1, 2, 1])[face]
    rows = np.arange(len(points))
    uv = np.stack([points[rows, u_axis], -points[rows, v_axis]], axis=1)
    return _scaled(
        primitive(points + np.asarray(center, float), smooth_normals(points, triangles), uv, triangles, stuff.material),
        stuff,
    )


def _shell(half: Points, radius: float, inner: int) -> tuple[Points, NDArray[np.int64], NDArray[np.int64]]:
    """A rounded box as six grids: points, triangles, and the axis (0, 1, 2) that each point's face looks along."""
    arc = np.tan(np.linspace(-np.pi / 4, 0, 3)) * radius
    points, triangles, axes = [], [], []
    offset = 0
    for axis in range(3):
        u_axis, v_axis = (axis + 1) % 3, (axis + 2) % 3
        columns = []
        for other in (u_axis, v_axis):
            flat = half[other] - radius
            middle = np.linspace(-flat, flat, inner + 2)[1:-1]
            columns.append(np.concatenate([arc - flat, middle, flat - arc[::-1]]))
        for sign in (1.0, -1.0):
            vv, uu = np.meshgrid(columns[1], columns[0], indexing="ij")
            p = np.zeros((uu.size, 3))
            p[:, axis], p[:, u_axis], p[:, v_axis] = sign * half[axis], uu.ravel(), vv.ravel()
            core = np.clip(p, radius - half, half - radius)
            out = p - core
            p = core + radius * out / np.linalg.norm(out, axis=1, keepdims=True)
            index = np.arange(uu.size).reshape(uu.shape) + offset
            a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
            t = np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])
            points.append(p)
            triangles.append(t if sign > 0 else t[:, ::-1])
            axes.append(np.full(uu.size, axis))
            offset += uu.size
    return np.concatenate(points), np.concatenate(triangles), np.concatenate(axes)


def smooth_normals(points: Points, triangles: NDArray[np.int64]) -> Points:
    """Area-weighted vertex normals (N, 3); vertices at one place (to 10 micrometres) share theirs."""
    _, place = np.unique(np.round(points, 5), axis=0, return_inverse=True)
    a, b, c = (points[triangles[:, i]] for i in range(3))
    normal = np.cross(b - a, c - a)
    total = np.zeros((int(place.max()) + 1, 3))
    for i in range(3):
        np.add.at(total, place[triangles[:, i]], normal)
    length = np.linalg.norm(total, axis=1, keepdims=True)
    total = np.where(length > 0, total / np.where(length > 0, length, 1), [0.0, 1.0, 0.0])
    return np.asarray(total[place])


def sheet(points: Points, stuff: Stuff, *, unit_uv: bool = False) -> Primitive:
    """A surface through an (R, C, 3) grid of points, front where (along columns) x (down rows) points away.

    UVs are metres along columns and rows over the stuff's tile, or 0 to 1 when `unit_uv`.
    """
    rows, columns = points.shape[:2]
    index = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    triangles = np.concatenate([np.stack([a, d, c], -1).reshape(-1, 3), np.stack([a, c, b], -1).reshape(-1, 3)])
    flat = points.reshape(-1, 3)
    if unit_uv:
        v, u = np.meshgrid(np.linspace(0, 1, rows), np.linspace(0, 1, columns), indexing="ij")
    else:
        u = np.concatenate([np.zeros((rows, 1)), np.cumsum(np.linalg.norm(np.diff(points, axis=1), axis=2), 1)], 1)
        v = np.concatenate([np.zeros((1, columns)), np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=2), 0)], 0)
    uv = np.stack([u, v], -1).reshape(-1, 2)
    part = primitive(flat, smooth_normals(flat, triangles), uv, triangles, stuff.material)
    return part if unit_uv else _scaled(part, stuff)


def turn(angle: float, about: str = "y", origin: Vector = (0.0, 0.0, 0.0)) -> Points:
    """A (4, 4) rotation by `angle` radians about the axis "x", "y" or "z" through `origin`."""
    c, s = np.cos(angle), np.sin(angle)
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[about]
    matrix = np.eye(4)
    matrix[i, i], matrix[i, j], matrix[j, i], matrix[j, j] = c, -s, s, c
    o = np.asarray(origin, float)
    matrix[:3, 3] = o - matrix[:3, :3] @ o
    return matrix


def shift(x: float, y: float, z: float) -> Points:
    """A (4, 4) translation."""
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def four_legs(width: float, depth: float, height: float, stuff: Stuff, *, top: float, foot: float, splay: float = 0.0,
              inset: float = 0.04, square: bool = False) -> list[Primitive]:  # fmt: skip
    """Four legs under a (width, depth) top: `top` and `foot` are radii (half sides when square), `splay` metres out."""
    legs = []
    for sx in (-1, 1):
        for sz in (-1, 1):
            x, z = sx * (width / 2 - inset - top), sz * (depth / 2 - inset - top)
            if square:
                legs.append(board((2 * top, height, 2 * top), (x, height / 2, z), stuff, grain="y"))
            else:
                foot_at = (x + sx * splay, 0.0, z + sz * splay)
                legs.append(rod(foot_at, (x, height, z), foot, stuff, end_radius=top))
    return legs
