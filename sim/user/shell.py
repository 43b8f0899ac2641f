"""Skinned triangle shells, and the cutting and thickening that turns body helpers into clothes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix, diags

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Shell:
    """A skinned mesh in the rest pose.

    Attributes:
        points, normals: (N, 3) metres, unit.
        uvs: (N, 2), v down.
        weights: (N, J) float32 skin weights.
        triangles: (M, 3), counter-clockwise from outside.
    """

    points: Array
    normals: Array
    uvs: Array
    weights: NDArray[np.float32]
    triangles: NDArray[np.int64]


def vertex_normals(points: Array, triangles: NDArray[np.int64]) -> Array:
    """Area-weighted unit normals, (N, 3)."""
    a, b, c = (points[triangles[:, i]] for i in range(3))
    face = np.cross(b - a, c - a)
    total = np.stack(
        [np.bincount(triangles.ravel(), np.repeat(face[:, k], 3), minlength=len(points)) for k in range(3)], axis=1
    )
    length = np.linalg.norm(total, axis=1, keepdims=True)
    return np.asarray(total / np.where(length > 0, length, 1))


def split_quads(quads: NDArray[np.int64]) -> NDArray[np.int64]:
    """Two triangles a quad."""
    return np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])


def smooth(points: Array, triangles: NDArray[np.int64], rounds: int, hold: NDArray[np.bool_] | None = None) -> Array:
    """Move points half way to the mean of their neighbours, `rounds` times; `hold` marks points that stay."""
    n = len(points)
    i = np.concatenate([triangles[:, k] for k in (0, 1, 2, 1, 2, 0)])
    j = np.concatenate([triangles[:, k] for k in (1, 2, 0, 0, 1, 2)])
    links = coo_matrix((np.ones(len(i)), (i, j)), shape=(n, n)).tocsr()
    links.data[:] = 1.0
    degree = np.asarray(links.sum(axis=1)).ravel()
    mean = diags(1 / np.where(degree > 0, degree, 1)) @ links
    out = points
    for _ in range(rounds):
        moved = 0.5 * out + 0.5 * (mean @ out)
        out = moved if hold is None else np.where(hold[:, None], out, moved)
    return np.asarray(out)


def clip(shell: Shell, field: Array) -> Shell:
    """Keep where the (N,) field is positive, cutting triangles along its zero line."""
    inside = field > 0
    triangles = shell.triangles
    count = inside[triangles].sum(axis=1)
    edges: dict[tuple[int, int], int] = {}
    cuts: list[tuple[int, int, float]] = []

    def cut(a: int, b: int) -> int:
        key = (min(a, b), max(a, b))
        if key not in edges:
            edges[key] = len(field) + len(cuts)
            cuts.append((*key, float(field[key[0]] / (field[key[0]] - field[key[1]]))))
        return edges[key]

    made: list[tuple[int, int, int]] = []
    for face in triangles[(count == 1) | (count == 2)]:
        flags = inside[face]
        lone = int(np.argmax(flags)) if flags.sum() == 1 else int(np.argmin(flags))
        a, b, c = (int(face[(lone + k) % 3]) for k in range(3))
        ab, ac = cut(a, b), cut(a, c)
        made.extend([(a, ab, ac)] if flags.sum() == 1 else [(ab, b, c), (ab, c, ac)])
    every = np.concatenate([triangles[count == 3], np.asarray(made, np.int64).reshape(-1, 3)])
    if cuts:
        start = np.array([c[0] for c in cuts])
        end = np.array([c[1] for c in cuts])
        share = np.array([c[2] for c in cuts])[:, None]

        def extended(values: NDArray[np.generic]) -> NDArray[np.float64]:
            wide = np.asarray(values, np.float64)
            return np.concatenate([wide, wide[start] * (1 - share) + wide[end] * share])

        normals = extended(shell.normals)
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
        weights = extended(shell.weights).astype(np.float32)
        shell = Shell(extended(shell.points), normals, extended(shell.uvs), weights, every)
    return compact(replace(shell, triangles=every))


def compact(shell: Shell) -> Shell:
    """Drop points that no triangle uses."""
    used, triangles = np.unique(shell.triangles, return_inverse=True)
    return Shell(
        shell.points[used],
        shell.normals[used],
        shell.uvs[used],
        shell.weights[used],
        triangles.reshape(-1, 3).astype(np.int64),
    )


def concatenate(*shells: Shell) -> Shell:
    """Several shells as one."""
    offsets = np.cumsum([0] + [len(s.points) for s in shells[:-1]])
    return Shell(
        np.concatenate([s.points for s in shells]),
        np.concatenate([s.normals for s in shells]),
        np.concatenate([s.uvs for s in shells]),
        np.concatenate([s.weights for s in shells]),
        np.concatenate([s.triangles + o for s, o in zip(shells, offsets, strict=True)]),
    )


def hem(shell: Shell, thickness: float) -> Shell:
    """Fold every open edge inwards by `thickness` metres, so that cloth ends in a rim and not in a knife edge."""
    directed = np.concatenate([shell.triangles[:, [0, 1]], shell.triangles[:, [1, 2]], shell.triangles[:, [2, 0]]])
    known = {(int(a), int(b)) for a, b in directed}
    rim = np.array([(a, b) for a, b in directed if (int(b), int(a)) not in known], np.int64).reshape(-1, 2)
    if not len(rim):
        return shell
    points, index = np.unique(rim, return_inverse=True)
    index = index.reshape(-1, 2)
    n, m = len(shell.points), len(points)
    outer = shell.points[points]
    inner = outer - thickness * shell.normals[points]
    # The rim faces away from the cloth: square to the hem's direction and to the cloth's normal.
    along = np.zeros((m, 3))
    step = outer[index[:, 1]] - outer[index[:, 0]]
    for k in (0, 1):
        np.add.at(along, index[:, k], step)
    away = np.cross(along, shell.normals[points])
    length = np.linalg.norm(away, axis=1, keepdims=True)
    away = np.where(length > 1e-9, away / np.maximum(length, 1e-9), shell.normals[points])
    a, b = index[:, 0] + n, index[:, 1] + n
    faces = np.concatenate([np.stack([b, a, a + m], 1), np.stack([b, a + m, b + m], 1)])
    return Shell(
        np.concatenate([shell.points, outer, inner]),
        np.concatenate([shell.normals, away, away]),
        np.concatenate([shell.uvs, shell.uvs[points], shell.uvs[points]]),
        np.concatenate([shell.weights, shell.weights[points], shell.weights[points]]),
        np.concatenate([shell.triangles, faces]),
    )
