"""Projections and culling in float64, so that what reaches the GPU is rounded once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.world import Camera

Matrix = NDArray[np.float64]


def projection(camera: Camera) -> Matrix:
    """OpenGL clip space from camera space, (4, 4)."""
    x = 2 * camera.focal / camera.width
    y = 2 * camera.focal / camera.height
    near, far = camera.near, camera.far
    return np.array(
        [
            [x, 0, 0, 0],
            [0, y, 0, 0],
            [0, 0, -(far + near) / (far - near), -2 * far * near / (far - near)],
            [0, 0, -1, 0],
        ]
    )


def perspective(fov: float, near: float, far: float) -> Matrix:
    """Square perspective, `fov` in radians."""
    f = 1 / np.tan(fov / 2)
    return np.array(
        [
            [f, 0, 0, 0],
            [0, f, 0, 0],
            [0, 0, -(far + near) / (far - near), -2 * far * near / (far - near)],
            [0, 0, -1, 0],
        ]
    )


def metric_depth(depth: NDArray[np.float32], camera: Camera) -> NDArray[np.float32]:
    """Metres along the view axis from a depth buffer in [0, 1]; 0 where nothing was drawn."""
    near, far = camera.near, camera.far
    z = 2.0 * depth.astype(np.float64) - 1.0
    metres = 2.0 * far * near / (far + near - z * (far - near))
    return np.where(depth < 1.0, metres, 0.0).astype(np.float32)


def visible(clip_from_model: Matrix, corners: NDArray[np.float64]) -> bool:
    """False when all (8, 3) corners lie outside one plane of the view."""
    clip = np.c_[corners, np.ones(8)] @ clip_from_model.T
    w = clip[:, 3:]
    return not bool(((clip[:, :3] < -w).all(axis=0) | (clip[:, :3] > w).all(axis=0)).any())
