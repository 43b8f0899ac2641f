"""Parametric solids that furniture and devices are built from.

Every builder returns a `Primitive` in metres, y up. UVs are metres along the surface divided by `tile`, so that a
texture which repeats every `tile` metres keeps its physical scale on any part.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from assets.model import Material, Primitive

Points = NDArray[np.float64]
_FACES = (  # outward axis, its sign, then u and v axes with u x v = outward
    (0, 1.0, 2, -1.0, 1), (0, -1.0, 2, 1.0, 1), (1, 1.0, 0, 1.0, 2), (1, -1.0, 0, 1.0, 2), (2, 1.0, 0, 1.0, 1),
    (2, -1.0, 0, -1.0, 1),
)  # fmt: skip


def primitive(
    positions: Points, normals: Points, uvs: Points, triangles: NDArray[np.int64], material: Material
) -> Primitive:
    """Pack arrays into a `Primitive` with its dtypes."""
    return Primitive(
        np.ascontiguousarray(positions, np.float32),
        np.ascontiguousarray(normals, np.float32),
        np.ascontiguousarray(uvs, np.float32),
        np.ascontiguousarray(triangles, np.uint32),
        material,
    )


def join(parts: Sequence[Primitive], material: Material | None = None) -> Primitive:
    """Concatenate primitives into one that has the given material (default: the first one's)."""
    offsets = np.cumsum([0] + [len(p.positions) for p in parts[:-1]])
    return primitive(
        np.concatenate([p.positions for p in parts]).astype(np.float64),
        np.concatenate([p.normals for p in parts]).astype(np.float64),
        np.concatenate([p.uvs for p in parts]).astype(np.float64),
        np.concatenate([p.triangles.astype(np.int64) + o for p, o in zip(parts, offsets, strict=True)]),
        material or parts[0].material,
    )


def _grid(rows: int, columns: int) -> NDArray[np.int64]:
    """Triangles of a (rows, columns) vertex grid, counter-clockwise when u x v points outward."""
    index = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    return np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])


def _without_slivers(positions: Points, triangles: NDArray[np.int64]) -> NDArray[np.int64]:
    """Drop triangles of no area, as at the poles of a lathe."""
    a, b, c = (positions[triangles[:, i]] for i in range(3))
    keep: NDArray[np.bool_] = np.linalg.norm(np.cross(b - a, c - a), axis=1) > 1e-12
    return np.asarray(triangles[keep])


def box(
    size: Sequence[float],
    center: Sequence[float],
    material: Material,
    *,
    radius: float = 0.0,
    segments: int = 3,
    tile: float = 1.0,
) -> Primitive:
    """A box with (w, h, d) `size` about `center`; `radius` > 0 rounds edges and corners with smooth normals."""
    half = np.asarray(size, float) / 2
    radius = min(radius, float(half.min()) * 0.999)
    parts: list[tuple[Points, Points, Points]] = []
    triangles: list[NDArray[np.int64]] = []
    count = 0
    for axis, sign, u_axis, u_sign, v_axis in _FACES:
        v_sign = 1.0 if axis != 1 else -sign
        if radius > 0:
            # Ends at the arc's tangent point, so that the face between the edges is flat and at its full height.
            turn = np.tan(np.linspace(-np.pi / 4, 0, segments)) * radius
            u = np.concatenate([turn - half[u_axis] + radius, half[u_axis] - radius - turn[::-1]])
            v = np.concatenate([turn - half[v_axis] + radius, half[v_axis] - radius - turn[::-1]])
        else:
            u, v = np.array([-1, 1]) * half[u_axis], np.array([-1, 1]) * half[v_axis]
        vv, uu = np.meshgrid(v, u, indexing="ij")
        points = np.zeros((uu.size, 3))
        points[:, axis] = sign * half[axis]
        points[:, u_axis] = u_sign * uu.ravel()
        points[:, v_axis] = v_sign * vv.ravel()
        if radius > 0:
            inner = np.clip(points, -half + radius, half - radius)
            normals = points - inner
            normals /= np.linalg.norm(normals, axis=1, keepdims=True)
            points = inner + radius * normals
        else:
            normals = np.zeros_like(points)
            normals[:, axis] = sign
        uv = np.stack([uu.ravel() + half[u_axis], half[v_axis] - vv.ravel()], axis=1) / tile
        parts.append((points + np.asarray(center, float), normals, uv))
        triangles.append(_grid(len(v), len(u)) + count)
        count += len(points)
    return primitive(
        np.concatenate([p[0] for p in parts]),
        np.concatenate([p[1] for p in parts]),
        np.concatenate([p[2] for p in parts]),
        np.concatenate(triangles),
        material,
    )


def quad(
    corners: Sequence[Sequence[float]] | Points, material: Material, *, unit_uv: bool = True, tile: float = 1.0
) -> Primitive:
    """A flat quad. `corners`: top left, top right, bottom right, bottom left, seen from the front.

    UVs are (0, 0) at the top left to (1, 1) at the bottom right, or metres / tile when `unit_uv` is false.
    """
    c = np.asarray(corners, float)
    normal = np.cross(c[1] - c[0], c[0] - c[3])
    normal /= np.linalg.norm(normal)
    scale = np.ones(2) if unit_uv else np.array([np.linalg.norm(c[1] - c[0]), np.linalg.norm(c[3] - c[0])]) / tile
    uv = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float) * scale
    return primitive(c, np.tile(normal, (4, 1)), uv, np.array([[0, 3, 2], [0, 2, 1]]), material)


def lathe(
    profile: Sequence[tuple[float, float]],
    center: Sequence[float],
    material: Material,
    *,
    segments: int = 24,
    tile: float = 1.0,
    smooth: bool = False,
) -> Primitive:
    """Revolve a (radius, height) profile about +y. List it bottom to top on the outside; radius 0 closes an end.

    `smooth` averages normals along the profile; otherwise each profile edge keeps its own (crisp rims).
    """
    points = np.asarray(profile, float)
    angles = np.linspace(0, 2 * np.pi, segments + 1)
    ring = np.stack([np.cos(angles), np.zeros_like(angles), -np.sin(angles)], axis=1)
    edges = np.diff(points, axis=0)
    lengths = np.linalg.norm(edges, axis=1)
    slope = np.stack([edges[:, 1], -edges[:, 0]], axis=1) / np.where(lengths > 0, lengths, 1)[:, None]
    if smooth:
        vertex = np.zeros_like(points)
        vertex[:-1] += slope
        vertex[1:] += slope
        vertex /= np.linalg.norm(vertex, axis=1, keepdims=True)
        strips = [(points, vertex)]
    else:
        strips = [(points[i : i + 2], np.stack([slope[i]] * 2)) for i in range(len(edges)) if lengths[i] > 0]
    parts = []
    for strip, strip_normal in strips:
        along = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(strip, axis=0), axis=1))])
        position = ring[None] * strip[:, None, :1] + np.array([0, 1, 0]) * strip[:, None, 1:]
        normal = ring[None] * strip_normal[:, None, :1] + np.array([0, 1, 0]) * strip_normal[:, None, 1:]
        u = np.broadcast_to(angles * float(strip[:, 0].max()), (len(strip), len(angles)))
        v = np.broadcast_to(-along[:, None], u.shape)
        parts.append(
            primitive(
                position.reshape(-1, 3) + np.asarray(center, float),
                normal.reshape(-1, 3),
                np.stack([u, v], -1).reshape(-1, 2) / tile,
                _without_slivers(position.reshape(-1, 3), _grid(len(strip), len(angles))),
                material,
            )
        )
    return join(parts)


def cylinder(
    radius: float, height: float, base: Sequence[float], material: Material, *, top_radius: float | None = None,
    segments: int = 20, tile: float = 1.0,
) -> Primitive:  # fmt: skip
    """A closed cylinder or cone frustum standing on `base` (centre of its bottom)."""
    top = radius if top_radius is None else top_radius
    return lathe([(0, 0), (radius, 0), (top, height), (0, height)], base, material, segments=segments, tile=tile)


def tube(path: Points, radius: float, material: Material, *, segments: int = 10, tile: float = 1.0) -> Primitive:
    """A round tube along an (N, 3) path, closed by flat caps."""
    path = np.asarray(path, float)
    tangent = np.gradient(path, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    seed = np.array([0.0, 1, 0]) if abs(tangent[0, 1]) < 0.9 else np.array([1.0, 0, 0])
    side = np.cross(seed, tangent[0])
    frames = []
    for t in tangent:
        side = side - t * (side @ t)
        side /= np.linalg.norm(side)
        frames.append((side.copy(), np.cross(t, side)))
    angles = np.linspace(0, 2 * np.pi, segments + 1)
    normals = np.stack([np.cos(angles)[:, None] * a + np.sin(angles)[:, None] * b for a, b in frames])
    positions = path[:, None] + radius * normals
    along = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    u = np.broadcast_to(angles * radius, (len(path), segments + 1))
    v = np.broadcast_to(along[:, None], u.shape)
    wall = primitive(
        positions.reshape(-1, 3), normals.reshape(-1, 3), np.stack([u, v], -1).reshape(-1, 2) / tile,
        _grid(len(path), segments + 1), material,
    )  # fmt: skip
    fan = np.stack([np.zeros(segments, int), np.arange(1, segments + 1), np.arange(2, segments + 2)], axis=1)
    caps = []
    for end, sign in ((0, -1.0), (-1, 1.0)):
        points = np.concatenate([path[end][None], positions[end]])
        caps.append(
            primitive(points, np.tile(sign * tangent[end], (len(points), 1)), np.zeros((len(points), 2)),
                      fan if sign > 0 else fan[:, ::-1], material)
        )  # fmt: skip
    return join([wall, *caps])


def prism(
    outline: Sequence[tuple[float, float]], low: float, high: float, material: Material, *, tile: float = 1.0,
    axis: str = "y",
) -> Primitive:  # fmt: skip
    """Extrude a simple polygon (any winding, may be concave).

    axis "y": outline is (x, z), extruded over y; "z": (x, y) over z; "x": (z, y) over x.
    """
    import mapbox_earcut
    from shapely.geometry import Polygon

    points = np.asarray(outline, float)
    if not Polygon(points).exterior.is_ccw:
        points = points[::-1]
    # Work in (a, b) with extrusion along c = b x a, then permute the axes.
    flat = mapbox_earcut.triangulate_float64(points, np.array([len(points)], np.uint32)).reshape(-1, 3).astype(int)
    n = len(points)

    def lift(p: Points, c: float) -> Points:
        return np.stack([p[:, 0], np.full(len(p), c), p[:, 1]], axis=1)

    a, b, c = (points[flat[:, i]] for i in range(3))
    ccw = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0]) > 0
    flat[ccw] = flat[ccw][:, ::-1]
    up = np.array([0.0, 1, 0])
    parts = [
        primitive(lift(points, high), np.tile(up, (n, 1)), points / tile, flat, material),
        primitive(lift(points, low), np.tile(-up, (n, 1)), points / tile, flat[:, ::-1], material),
    ]
    along = 0.0
    for i in range(n):
        p, q = points[i], points[(i + 1) % n]
        length = float(np.linalg.norm(q - p))
        corners = np.array([[p[0], low, p[1]], [q[0], low, q[1]], [q[0], high, q[1]], [p[0], high, p[1]]])
        normal = np.cross(corners[3] - corners[0], corners[1] - corners[0])
        normal /= np.linalg.norm(normal)
        uv = np.array([[along, high - low], [along + length, high - low], [along + length, 0], [along, 0]]) / tile
        parts.append(primitive(corners, np.tile(normal, (4, 1)), uv, np.array([[0, 2, 1], [0, 3, 2]]), material))
        along += length
    solid = join(parts)
    if axis == "y":
        return solid
    # (a, c, b) -> (x, y, z) for "z": x=a, y=b, z=c (a reflection); for "x": z=a, y=b, x=c (a rotation).
    order = [0, 2, 1] if axis == "z" else [1, 2, 0]
    return Primitive(
        np.ascontiguousarray(solid.positions[:, order]), np.ascontiguousarray(solid.normals[:, order]), solid.uvs,
        np.ascontiguousarray(solid.triangles[:, ::-1] if axis == "z" else solid.triangles), material,
    )  # fmt: skip
