"""Light at the vertices of a scene by ray tracing: direct light with soft shadows, one bounce, and ambient light.

Rays are traced with Embree in fixed directions, so one machine always computes the same values. Light is in the
renderers' unit: what a white surface gives off, so that a surface shows albedo x light.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

from assets.model import Material, Primitive
from sim.world import Ambient, Light, LightKind

VERSION = 3
RAYS = 32
REACH = 1.5  # metres within which a surface in the way replaces ambient light by its own
_LIFT = 0.004  # ray origins leave the surface by this much, metres
_PULL = 0.06  # and are this far from the borders of their faces, metres: a corner touches the other walls
_INSIDE = 0.25  # share of rays that meet back faces at once, above which a vertex is taken to be inside something
_BURIED = 0.6  # metres: how far a back face may be for that
_FAINT = 0.01  # light weaker than this is left out
_CHUNK = 1 << 14

Vectors = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Surfaces:
    """All triangles of a scene in the world frame.

    Attributes:
        positions, normals: (N, 3).
        triangles: (M, 3).
        albedo: (M, 3) linear RGB, the mean of each triangle's material.
    """

    positions: Vectors
    normals: Vectors
    triangles: NDArray[np.int64]
    albedo: Vectors

    @staticmethod
    def of(primitives: Sequence[Primitive]) -> Surfaces:
        """The primitives' triangles in order."""
        if not primitives:
            return Surfaces(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3), np.int64), np.zeros((0, 3)))
        offsets = np.cumsum([0, *(len(p.positions) for p in primitives)])
        return Surfaces(
            np.concatenate([p.positions for p in primitives]).astype(np.float64),
            np.concatenate([p.normals for p in primitives]).astype(np.float64),
            np.concatenate([p.triangles + np.int64(o) for p, o in zip(primitives, offsets[:-1], strict=True)]),
            np.concatenate([np.tile(mean_albedo(p.material), (len(p.triangles), 1)) for p in primitives]),
        )


def mean_albedo(material: Material) -> Vectors:
    """Linear RGB that a material reflects on average, (3,)."""
    factor = np.asarray(material.base_color[:3], np.float64)
    texture = material.base_color_texture
    if texture is not None:
        srgb = texture.pixels[::4, ::4, :3].reshape(-1, 3) / 255.0
        factor = factor * (srgb**2.2).mean(axis=0)
    return np.asarray(factor)


def trace(surfaces: Surfaces, lights: Sequence[Light], ambient: Ambient) -> NDArray[np.float32]:
    """(N, 6) light on each vertex: linear RGB of all but the main lights, then of the main lights."""
    if not len(surfaces.triangles):
        return np.zeros((len(surfaces.positions), 6), np.float32)
    scene = EmbreeScene()
    TriangleMesh(scene, surfaces.positions[surfaces.triangles].astype(np.float32))
    inner = _inward(surfaces)
    # Many vertices lie on one another (seams, hard edges met by equal normals): trace each once.
    rounded = np.round(np.concatenate([surfaces.positions * 1e3, surfaces.normals * 20], axis=1)).astype(np.int32)
    _, first, back = np.unique(rounded, axis=0, return_index=True, return_inverse=True)
    back = back.ravel()
    points, normals = _means(inner, back, len(first)), surfaces.normals[first]
    points = points + _LIFT * normals
    main = _direct(scene, points, normals, [light for light in lights if light.main])
    rest = _direct(scene, points, normals, [light for light in lights if not light.main])
    shining = (main + rest + _hemisphere_light(ambient, normals[:, 1]) * 0.8)[back]
    radiosity = surfaces.albedo * shining[surfaces.triangles].mean(axis=1)
    gathered, inside = _gather(scene, points, normals, ambient, radiosity)
    light = np.concatenate([rest + gathered, main], axis=1)
    light = _filled(light, inside, back[surfaces.triangles])
    return np.asarray(light[back], np.float32)


def _means(values: Vectors, groups: NDArray[np.int64], count: int) -> Vectors:
    sizes = np.bincount(groups, minlength=count)
    return np.stack([np.bincount(groups, values[:, i], count) / sizes for i in range(3)], axis=1)


def _inward(surfaces: Surfaces) -> Vectors:
    """Vertices, (N, 3), drawn up to `_PULL` towards the middle of the triangles that they are corners of.

    On flat faces alone: the middle of a triangle of a thin curved shell lies inside it.
    """
    positions, triangles = surfaces.positions, surfaces.triangles
    count = len(positions)
    middles = np.repeat(positions[triangles].mean(axis=1), 3, axis=0)
    uses = np.bincount(triangles.ravel(), minlength=count)
    total = np.stack([np.bincount(triangles.ravel(), middles[:, i], count) for i in range(3)], axis=1)
    pull = np.where(uses[:, None] > 0, total / np.maximum(uses, 1)[:, None] - positions, 0.0)
    length = np.maximum(np.linalg.norm(pull, axis=1, keepdims=True), 1e-9)
    off = np.einsum("ij,ij->i", pull, surfaces.normals)[:, None]
    flat = np.clip(1.0 - 10.0 * np.abs(off) / length, 0.0, 1.0)
    return np.asarray(positions + (pull - off * surfaces.normals) * flat * np.minimum(0.6, _PULL / length))


def _samples(light: Light) -> list[tuple[Vectors, float]]:
    """Points on a light with their weights, which sum up to 1."""
    center = np.asarray(light.position, np.float64)
    if light.kind is not LightKind.AREA:
        return [(center, 1.0)]
    forward = np.asarray(light.direction, np.float64)
    side = np.cross(forward, (0.0, 1.0, 0.0) if abs(forward[1]) < 0.9 else (1.0, 0.0, 0.0))
    side = side / np.linalg.norm(side)
    up = np.cross(side, forward)
    offsets = ((-0.35, -0.15), (0.15, -0.35), (0.35, 0.15), (-0.15, 0.35))
    return [(center + u * light.size[0] * side + v * light.size[1] * up, 1.0 / len(offsets)) for u, v in offsets]


def _direct(scene: EmbreeScene, points: Vectors, normals: Vectors, lights: Sequence[Light]) -> Vectors:
    """(N, 3) light that arrives straight from the lights, each point of them shadowed by itself."""
    total = np.zeros_like(points)
    for light in lights:
        color = np.asarray(light.color)
        share, _, _ = _unshadowed(points, normals, light, np.asarray(light.position, np.float64))
        worth = np.flatnonzero(share * color.max() > _FAINT)
        if not len(worth):
            continue
        some, facing, received = points[worth], normals[worth], np.zeros(len(worth))
        for at, weight in _samples(light):
            share, towards, distance = _unshadowed(some, facing, light, at)
            clear = scene.run(
                np.ascontiguousarray(some, np.float32),
                np.ascontiguousarray(towards, np.float32),
                dists=np.ascontiguousarray(distance - 0.02, np.float32),
                query="OCCLUDED",
            )
            received += share * (clear != 0) * weight  # 0 is the number of the mesh that is in the way
        total[worth] += received[:, None] * color
    return total


def _unshadowed(points: Vectors, normals: Vectors, light: Light, at: Vectors) -> tuple[Vectors, Vectors, Vectors]:
    """Share of the light's colour on each point, unit vectors to the light, and its distance."""
    if light.kind is LightKind.SUN:
        towards = np.broadcast_to(-np.asarray(light.direction, np.float64), points.shape)
        share, distance = np.ones(len(points)), np.full(len(points), 1e3)
    else:
        to = at - points
        distance = np.maximum(np.linalg.norm(to, axis=1), 1e-6)
        towards = to / distance[:, None]
        if light.kind is LightKind.AREA:
            area = light.size[0] * light.size[1]
            facing = np.maximum(-(towards @ np.asarray(light.direction)) * 0.9 + 0.1, 0.0)
            share = area * facing / (distance**2 + area)
        else:
            share = 1.0 / (distance**2 + 0.04)
    cosine = np.maximum(np.einsum("ij,ij->i", towards, normals), 0.0)
    return share * cosine / np.pi, towards, distance


def _gather(
    scene: EmbreeScene, points: Vectors, normals: Vectors, ambient: Ambient, radiosity: Vectors
) -> tuple[Vectors, NDArray[np.bool_]]:
    """(N, 3) light from all sides, and whether each point lies inside something solid."""
    parts = [
        _gather_some(scene, points[some], normals[some], ambient, radiosity)
        for some in np.split(np.arange(len(points)), range(_CHUNK, len(points), _CHUNK))
    ]
    return np.concatenate([light for light, _ in parts]), np.concatenate([inside for _, inside in parts])


def _gather_some(
    scene: EmbreeScene, points: Vectors, normals: Vectors, ambient: Ambient, radiosity: Vectors
) -> tuple[Vectors, NDArray[np.bool_]]:
    local = _hemisphere(RAYS)
    side, other = _tangents(normals)
    directions = local[:, 0, None, None] * side + local[:, 1, None, None] * other + local[:, 2, None, None] * normals
    flat = np.ascontiguousarray(directions.reshape(-1, 3), np.float32)
    origins = np.ascontiguousarray(np.broadcast_to(points, directions.shape).reshape(-1, 3), np.float32)
    hit = scene.run(origins, flat, query="INTERSECT", output=True)
    distance = hit["tfar"].reshape(RAYS, -1)
    back = (np.einsum("ij,ij->i", hit["Ng"], flat) > 0).reshape(RAYS, -1)
    inside = (back & (distance < _BURIED)).mean(axis=0) > _INSIDE
    closed = np.clip(1.0 - distance / REACH, 0.0, 1.0)
    bounced = radiosity[np.maximum(hit["primID"], 0)].reshape(RAYS, -1, 3)
    open_ = (1.0 - closed).mean(axis=0)[:, None] * _hemisphere_light(ambient, normals[:, 1])
    return open_ + (closed[..., None] * bounced).mean(axis=0), inside


def _hemisphere_light(ambient: Ambient, up: Vectors) -> Vectors:
    """(N, 3) ambient light on surfaces whose normals have these heights, as the shaders blend it."""
    sky, horizon, ground = (np.asarray(c) for c in (ambient.sky, ambient.horizon, ambient.ground))
    share = np.abs(up)[:, None]
    return np.asarray(horizon * (1 - share) + np.where(up[:, None] > 0, sky, ground) * share)


def _filled(light: Vectors, inside: NDArray[np.bool_], triangles: NDArray[np.int64]) -> Vectors:
    """Light of points inside something taken from their neighbours: where it shows, it is at the border to them."""
    known, light = ~inside, light.copy()
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    edges = np.concatenate([edges, edges[:, ::-1]])
    for _ in range(3):
        useful = edges[~known[edges[:, 0]] & known[edges[:, 1]]]
        uses = np.bincount(useful[:, 0], minlength=len(light))
        fresh = uses > 0
        for i in range(light.shape[1]):
            total = np.bincount(useful[:, 0], light[useful[:, 1], i], len(light))
            light[fresh, i] = total[fresh] / uses[fresh]
        known = known | fresh
    return light


def _hemisphere(count: int) -> Vectors:
    """(count, 3) unit vectors about +z, cosine-weighted: a Fibonacci spiral on the disc, lifted up."""
    index = np.arange(count)
    radius = np.sqrt((index + 0.5) / count)
    angle = index * np.pi * (3.0 - np.sqrt(5.0))
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.sqrt(1.0 - radius**2)], axis=1)


def _tangents(normals: Vectors) -> tuple[Vectors, Vectors]:
    """Two unit vectors square to each of (N, 3) normals and to each other (Duff et al., JCGT 2017)."""
    x, y, z = normals.T
    sign = np.where(z >= 0, 1.0, -1.0)
    a = -1.0 / (sign + z)
    b = x * y * a
    side = np.stack([1.0 + sign * x * x * a, sign * b, -sign * x], axis=1)
    return side, np.stack([b, sign + y * y * a, -y], axis=1)
