"""Shapes are closed, wound outwards, and as large as asked."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh

from assets import shapes
from assets.model import Material, Primitive

M = Material()
HELIX = np.stack([np.cos(np.linspace(0, 3, 20)), np.linspace(0, 1, 20), np.sin(np.linspace(0, 3, 20))], axis=1)
L_SHAPE = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]


@pytest.mark.parametrize(
    ("solid", "volume"),
    [
        (shapes.box((1, 2, 3), (4, 5, 6), M), 6.0),
        (shapes.box((1, 2, 3), (0, 0, 0), M, radius=0.05), 5.93),
        (shapes.cylinder(0.5, 2, (1, 0, 0), M, segments=64), np.pi / 2),
        (shapes.lathe([(0, 0), (1, 0), (0.5, 1), (0, 1)], (0, 0, 0), M, segments=64), np.pi * 1.75 / 3),
        (shapes.tube(HELIX, 0.1, M, segments=32), np.pi * 0.01 * 3.16),
        (shapes.prism(L_SHAPE, 0, 1, M), 3.0),
        (shapes.prism(L_SHAPE[::-1], 0, 1, M), 3.0),
        (shapes.prism(L_SHAPE, -1, 1, M, axis="z"), 6.0),
        (shapes.prism(L_SHAPE, -1, 1, M, axis="x"), 6.0),
    ],
)
def test_solids_are_outward_and_have_their_volume(solid: Primitive, volume: float) -> None:
    mesh = trimesh.Trimesh(solid.positions, solid.triangles, process=True)
    mesh.merge_vertices(merge_norm=True, merge_tex=True)
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(volume, rel=0.02)
    face = np.cross(*(solid.positions[solid.triangles[:, i]] - solid.positions[solid.triangles[:, 0]] for i in (1, 2)))
    vertex = solid.normals[solid.triangles].mean(axis=1)
    assert (np.einsum("ij,ij->i", face, vertex) >= -1e-9).all()
    np.testing.assert_allclose(np.linalg.norm(solid.normals, axis=1), 1, atol=1e-5)


def test_quad_faces_its_viewer() -> None:
    front = shapes.quad([(1, 1, 0), (-1, 1, 0), (-1, 0, 0), (1, 0, 0)], M)
    np.testing.assert_allclose(front.normals, [[0, 0, -1]] * 4)
    face = np.cross(*(front.positions[front.triangles[:, i]] - front.positions[front.triangles[:, 0]] for i in (1, 2)))
    assert (face[:, 2] < 0).all()
