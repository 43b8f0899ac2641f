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

VERSION = 2
_TARGET_TRIANGLES = 30_000
_CREASE = np.radians(35)

Arrays = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.uint32]]


def simplified_meshes(model: mujoco.MjModel, revision: str) -> dict[int, Arrays]:
    """Positions (N, 3), normals (N, 3) and triangles (M, 3) of each visual mesh, by mesh id, in MuJoCo's mesh frame.

    Triangles are shared out by each mesh's surface area and detail, so that a finger keeps its shape and a thigh does
    not keep ten thousand triangles nobody sees.
    """
    name = hashlib.sha256(f"{revision} {VERSION} {_TARGET_TRIANGLES}".encode()).hexdigest()[:16]
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
    meshes = {mesh: _mesh(model, mesh) for mesh in visual_mesh_ids(model)}
    weight = {i: float(np.sqrt(mesh.area) * np.sqrt(len(mesh.faces))) for i, mesh in meshes.items()}
    total = sum(weight.values())
    arrays: dict[str, Any] = {}
    for i, mesh in meshes.items():
        budget = max(200, int(_TARGET_TRIANGLES * weight[i] / total))
        if budget < len(mesh.faces):
            points, faces = fast_simplification.simplify(
                np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.int32), target_count=budget
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


def _mesh(model: mujoco.MjModel, mesh: int) -> trimesh.Trimesh:
    vertices = slice(model.mesh_vertadr[mesh], model.mesh_vertadr[mesh] + model.mesh_vertnum[mesh])
    faces = slice(model.mesh_faceadr[mesh], model.mesh_faceadr[mesh] + model.mesh_facenum[mesh])
    return trimesh.Trimesh(model.mesh_vert[vertices], model.mesh_face[faces], process=True)
