"""Ambient occlusion of everything that stands still, baked once a scene.

It gives contact shadows and room corners at no cost a frame. Openness of a vertex is the cosine-weighted share of its
hemisphere that nothing closes off nearby (a hit at distance d counts 1 - d / REACH), raised for the light that comes
off the walls again. Rays are traced with Embree in fixed directions, so a scene always gets the same values.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

from assets.model import Primitive
from sim.subdivision import divide
from sim.world import BakedOcclusion, Entity, Kind

RAYS = 48
REACH = 1.2
MAX_EDGE = {Kind.STAGE: 0.22, Kind.OBJECT: 0.30}
_LIFT = 0.004  # ray origins leave the surface by this much, metres
_INWARD = 0.2  # and start this share of the way to the middle of the vertex's triangles: corners touch other walls
_BOUNCE = 0.5  # reflectance of what closes a vertex off (Jimenez et al. 2016, section 6, with one colour for all)
_CHUNK = 1 << 15
_VERSION = 3


def bake(entities: Sequence[Entity], *, cache: Path | None = None) -> dict[int, BakedOcclusion]:
    """Occlusion of the static entities (stage and objects) by each other, by instance id.

    Args:
        entities: all entities of the scene; devices, user and robot are left out, since they come and go.
        cache: folder to keep the values in; None computes them anew.
    """
    static = [e for e in entities if e.kind in MAX_EDGE and e.model.triangle_count()]
    divided = {e.instance_id: tuple(_divided(e, p) for p in e.model.primitives) for e in static}
    count = sum(len(p.positions) for parts in divided.values() for p in parts)
    file = cache / f"occlusion-{_digest(static)}.npz" if cache is not None else None
    values = _load(file, count)
    if values is None:
        values = _trace(static, divided)
        if file is not None:
            _save(file, values)
    result, start = {}, 0
    for entity in static:
        openness = []
        for part in divided[entity.instance_id]:
            openness.append(values[start : start + len(part.positions)].astype(np.float32) / 255.0)
            start += len(part.positions)
        model = replace(entity.model, primitives=divided[entity.instance_id])
        result[entity.instance_id] = BakedOcclusion(model, tuple(openness))
    return result


def _divided(entity: Entity, primitive: Primitive) -> Primitive:
    return divide(primitive, MAX_EDGE[entity.kind], entity.pose[:3, :3])


def _digest(static: Sequence[Entity]) -> str:
    digest = hashlib.sha256(repr((_VERSION, RAYS, REACH, sorted(MAX_EDGE.items()), _LIFT)).encode())
    for entity in static:
        pose = np.round(entity.pose * 1e4).astype("<i8").tobytes()
        digest.update(f"{entity.instance_id} {entity.model.key} ".encode() + pose)
    return digest.hexdigest()[:24]


def _load(file: Path | None, count: int) -> NDArray[np.uint8] | None:
    if file is None or not file.exists():
        return None
    try:
        with np.load(file, allow_pickle=False) as stored:
            values = np.asarray(stored["openness"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None  # an unreadable cache is a missing one: it is computed again and replaced
    return values if values.shape == (count,) and values.dtype == np.uint8 else None


def _save(file: Path, values: NDArray[np.uint8]) -> None:
    """Write whole or not at all: two processes at once both leave a good file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.stem, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as out:
            np.savez_compressed(out, openness=values)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _trace(static: Sequence[Entity], divided: dict[int, tuple[Primitive, ...]]) -> NDArray[np.uint8]:
    """Openness of every vertex in order, 0 to 255."""
    if not static:
        return np.zeros(0, np.uint8)
    corners = [
        q.positions[q.triangles].reshape(-1, 3, 3)
        for e in static for p in e.model.primitives for q in [p.transformed(e.pose)]
    ]  # fmt: skip
    scene = EmbreeScene()
    TriangleMesh(scene, np.concatenate(corners).astype(np.float32))
    moved = [p.transformed(e.pose) for e in static for p in divided[e.instance_id]]
    positions = np.concatenate([_inward(p) for p in moved])
    normals = np.concatenate([p.normals for p in moved]).astype(np.float64)
    # Many vertices lie on one another (seams, hard edges met by equal normals): trace each once.
    rounded = np.round(np.concatenate([positions * 2e3, normals * 50], axis=1)).astype(np.int32)
    _, first, back = np.unique(rounded, axis=0, return_index=True, return_inverse=True)
    values = np.concatenate(
        [
            _openness(scene, positions[some], normals[some])
            for some in np.split(first, range(_CHUNK, len(first), _CHUNK))
        ]
    )
    return np.asarray(values[back.ravel()], np.uint8)


def _openness(scene: EmbreeScene, points: NDArray[np.float64], normals: NDArray[np.float64]) -> NDArray[np.uint8]:
    local = _hemisphere(RAYS)
    side, other = _tangents(normals)
    directions = (
        local[:, 0, None, None] * side + local[:, 1, None, None] * other + local[:, 2, None, None] * normals
    )  # fmt: skip
    origins = np.broadcast_to(points + _LIFT * normals, directions.shape)
    distances: NDArray[np.float32] = scene.run(
        np.ascontiguousarray(origins.reshape(-1, 3), np.float32),
        np.ascontiguousarray(directions.reshape(-1, 3), np.float32),
        query="DISTANCE",
    )
    closed = np.clip(1.0 - distances.reshape(RAYS, -1) / REACH, 0.0, 1.0).mean(axis=0)
    lit = (1.0 - closed) / (1.0 - _BOUNCE * closed)
    return np.asarray(np.round(255 * lit), np.uint8)


def _inward(primitive: Primitive) -> NDArray[np.float64]:
    """Vertices, (N, 3), drawn a little towards the middle of the triangles that they are corners of."""
    positions = primitive.positions.astype(np.float64)
    middles = np.repeat(positions[primitive.triangles].mean(axis=1), 3, axis=0)
    total, uses = np.zeros_like(positions), np.zeros(len(positions))
    np.add.at(total, primitive.triangles.ravel(), middles)
    np.add.at(uses, primitive.triangles.ravel(), 1.0)
    target = np.where(uses[:, None] > 0, total / np.maximum(uses, 1.0)[:, None], positions)
    return np.asarray(positions + _INWARD * (target - positions))


def _hemisphere(count: int) -> NDArray[np.float64]:
    """(count, 3) unit vectors about +z, cosine-weighted: a Fibonacci spiral on the disc, lifted up."""
    index = np.arange(count)
    radius = np.sqrt((index + 0.5) / count)
    angle = index * np.pi * (3.0 - np.sqrt(5.0))
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.sqrt(1.0 - radius**2)], axis=1)


def _tangents(normals: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Two unit vectors square to each of (N, 3) normals and to each other (Duff et al., JCGT 2017)."""
    x, y, z = normals.T
    sign = np.where(z >= 0, 1.0, -1.0)
    a = -1.0 / (sign + z)
    b = x * y * a
    side = np.stack([1.0 + sign * x * x * a, sign * b, -sign * x], axis=1)
    return side, np.stack([b, sign + y * y * a, -y], axis=1)
