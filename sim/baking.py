"""Light of everything that stands still, computed once a scene with rays and kept at the vertices.

It gives soft shadows, contact shadows and light off walls and furniture at no cost a frame. The lights at the ceilings
are kept apart from the rest, so that a frame can shade their share where someone moving stands in their way. Which of
them throws the shadows of a frame makes no difference here: a scene needs one bake by day and one in the evening.
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
from numpy.typing import NDArray

from assets.model import Primitive
from sim.raytracing import VERSION, Surfaces, trace
from sim.subdivision import divide
from sim.world import Ambient, BakedLight, Entity, Kind, Light, LightKind

MAX_EDGE = {Kind.STAGE: 0.26, Kind.OBJECT: 0.6}
_THIN = 0.15  # metres; what is nowhere wider (skirtings, frames) gets edges twice as long


def bake(
    entities: Sequence[Entity], lights: Sequence[Light], ambient: Ambient, *, cache: Path | None = None
) -> dict[int, BakedLight]:
    """Light on the static entities (stage and objects), by instance id.

    Args:
        entities: all entities of the scene; devices, user and robot are left out, since they come and go.
        lights: all lights of the scene; which one casts the frame's shadows is not looked at.
        ambient: light from all sides.
        cache: folder to keep the values in; None computes them anew.
    """
    static = [e for e in entities if e.kind in MAX_EDGE and e.model.triangle_count()]
    divided = {e.instance_id: tuple(_divided(e, p, lights) for p in e.model.primitives) for e in static}
    count = sum(len(p.positions) for parts in divided.values() for p in parts)
    file = cache / f"light-{_digest(static, lights, ambient)}.npz" if cache is not None else None
    values = _load(file, count)
    if values is None:
        moved = [p.transformed(e.pose) for e in static for p in divided[e.instance_id]]
        values = trace(Surfaces.of(moved), lights, ambient).astype(np.float16)
        if file is not None:
            _save(file, values)
    result, start = {}, 0
    for entity in static:
        shares = []
        for part in divided[entity.instance_id]:
            shares.append(values[start : start + len(part.positions)])
            start += len(part.positions)
        model = replace(entity.model, primitives=divided[entity.instance_id])
        result[entity.instance_id] = BakedLight(model, tuple(shares))
    return result


def _divided(entity: Entity, primitive: Primitive, lights: Sequence[Light]) -> Primitive:
    """The surface with vertices for light to live on, where any light can come."""
    world = primitive.transformed(entity.pose)
    corners = world.positions[primitive.triangles].astype(np.float64)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    edge = MAX_EDGE[entity.kind]
    longest = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1, initial=0.0)
    if (longest <= edge).all():
        return primitive
    if float((np.linalg.norm(across, axis=1) / np.maximum(longest, 1e-9)).max()) < _THIN:
        edge *= 2.0
    if not primitive.material.double_sided:
        normals = np.einsum("mij->mj", world.normals[primitive.triangles].astype(np.float64))
        return divide(primitive, edge, entity.pose[:3, :3], _faces(corners, normals, lights))
    return divide(primitive, edge, entity.pose[:3, :3])


def _faces(corners: NDArray[np.float64], normals: NDArray[np.float64], lights: Sequence[Light]) -> NDArray[np.bool_]:
    """Which of (M, 3, 3) triangles face a light of a zone that they reach into: not the outside of a house."""
    low, high = corners.min(axis=1), corners.max(axis=1)
    facing = np.zeros(len(corners), bool)
    for light in lights:
        if light.kind is LightKind.SUN or light.zone is None:
            return np.ones(len(corners), bool)
        x0, z0, x1, z1 = light.zone
        near = (low[:, 0] < x1) & (high[:, 0] > x0) & (low[:, 2] < z1) & (high[:, 2] > z0)
        facing |= near & (np.einsum("mj,mj->m", np.asarray(light.position) - corners[:, 0], normals) > 0)
    return facing


def _digest(static: Sequence[Entity], lights: Sequence[Light], ambient: Ambient) -> str:
    sources = [replace(light, casts_shadow=False) for light in lights]
    digest = hashlib.sha256(repr((VERSION, sorted(MAX_EDGE.items()), _THIN, sources, ambient)).encode())
    for entity in static:
        pose = np.round(entity.pose * 1e4).astype("<i8").tobytes()
        digest.update(f"{entity.instance_id} {entity.model.key} ".encode() + pose)
    return digest.hexdigest()[:24]


def _load(file: Path | None, count: int) -> NDArray[np.float16] | None:
    if file is None or not file.exists():
        return None
    try:
        with np.load(file, allow_pickle=False) as stored:
            values = np.asarray(stored["light"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None  # an unreadable cache is a missing one: it is computed again and replaced
    return values if values.shape == (count, 6) and values.dtype == np.float16 else None


def _save(file: Path, values: NDArray[np.float16]) -> None:
    """Write whole or not at all: two processes at once both leave a good file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.stem, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as out:
            np.savez(out, light=values)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
