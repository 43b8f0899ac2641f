"""The G1's visual meshes, simplified to what a 640x480 view can tell apart, cached on disk."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import fast_simplification
import mujoco
import numpy as np
import trimesh
from numpy.typing import NDArray

from assets.cache import cache_dir, publish_once

VERSION = 4
_TARGET_TRIANGLES = 30_000
_FEWEST = 800  # triangles a simplified mesh keeps at least
_LIGHT = 5_000  # meshes up to this size stay whole: the lettering on the chest is one
_CREASE = np.radians(35)

Arrays = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.uint32]]


def simplified_meshes(model: mujoco.MjModel, revision: str) -> dict[int, Arrays]:
    """Positions (N, 3), normals (N, 3) and triangles (M, 3) of each visual mesh, by mesh id, in MuJoCo's mesh frame.

    Triangles are shared out by surface area, so that a thigh does not keep ten thousand that nobody sees.
    """
    name = hashlib.sha256(f"{revision} {VERSION}".encode()).hexdigest()[:16]
    folder = publish_once(cache_dir() / "g1" / name, lambda staging: _simplify_all(model, staging))
    with np.load(folder / "meshes.npz", allow_pickle=False) as data:
        return {
            mesh: (data[f"{mesh}_positions"], data[f"{mesh}_normals"], data[f"{mesh}_triangles"])
            for mesh in visual_mesh_ids(model)
        }


def visual_mesh_ids(model: mujoco.MjModel) -> list[int]:
    """Ids of the meshes that visual geoms (group 2) use, ascending."""
    visual = (model.geom_group == 2) & (model.geom_type == mujoco.mjtGeom.mjGEOM_MESH)
    return sorted({int(mesh) for mesh in model.geom_dataid[visual]})


def _simplify_all(model: mujoco.MjModel, folder: Path) -> None:
    meshes = {mesh: visual_mesh(model, mesh) for mesh in visual_mesh_ids(model)}
    total = sum(float(mesh.area) for mesh in meshes.values())
    arrays: dict[str, Any] = {}
    for i, mesh in meshes.items():
        budget = max(_FEWEST, int(_TARGET_TRIANGLES * mesh.area / total))
        if len(mesh.faces) > max(budget, _LIGHT):
            # The default aggressiveness (7) eats whole parts of these CAD meshes; 3 keeps their area within 1 %.
            points, faces = fast_simplification.simplify(
                np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.int32), target_count=budget, agg=3
            )
            mesh = trimesh.Trimesh(points, faces, process=True)
        shaded = trimesh.graph.smooth_shade(mesh, angle=_CREASE)
        arrays[f"{i}_positions"] = np.asarray(shaded.vertices, np.float32)
        arrays[f"{i}_normals"] = _unit(np.asarray(shaded.vertex_normals, np.float32))
        arrays[f"{i}_triangles"] = np.asarray(shaded.faces, np.uint32)
    np.savez_compressed(folder / "meshes.npz", **arrays)


def _unit(normals: NDArray[np.float32]) -> NDArray[np.float32]:
    """Unit normals; those of slivers without area point up."""
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.where(length > 1e-6, normals / np.maximum(length, 1e-6), np.array([0, 0, 1], np.float32))


def visual_mesh(model: mujoco.MjModel, mesh: int) -> trimesh.Trimesh:
    """One visual mesh as Menagerie ships it, in MuJoCo's mesh frame."""
    vertices = slice(model.mesh_vertadr[mesh], model.mesh_vertadr[mesh] + model.mesh_vertnum[mesh])
    faces = slice(model.mesh_faceadr[mesh], model.mesh_faceadr[mesh] + model.mesh_facenum[mesh])
    return trimesh.Trimesh(model.mesh_vert[vertices], model.mesh_face[faces], process=True)
