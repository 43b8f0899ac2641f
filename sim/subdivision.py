"""Divides long triangles for shading, on the same surface: no vertex moves and no crack opens."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assets.model import Primitive

_ROUNDS = 9
_KEEP_BELOW = 400_000  # triangles; denser meshes have vertices enough


def divide(
    primitive: Primitive, max_edge: float, linear: NDArray[np.float64], where: NDArray[np.bool_] | None = None
) -> Primitive:
    """Split every edge longer than `max_edge` metres at its middle until none is left.

    Whether an edge is split depends on its length alone, so triangles that share it agree and the surface stays closed.

    Args:
        primitive: any triangles; returned as it is when nothing is too long.
        max_edge: metres in the world.
        linear: (3, 3) part of the model's pose, since scales change lengths.
        where: (M,) the triangles to divide; None divides all.
    """
    attributes = np.concatenate([primitive.positions, primitive.normals, primitive.uvs], axis=1).astype(np.float64)
    triangles = primitive.triangles.astype(np.int64)
    chosen = np.ones(len(triangles), bool) if where is None else where
    whole, triangles = triangles[~chosen], triangles[chosen]
    changed = False
    for _ in range(_ROUNDS):
        if len(triangles) > _KEEP_BELOW:
            break
        attributes, triangles, split = _split_once(attributes, triangles, max_edge, linear)
        if not split:
            break
        changed = True
    if not changed:
        return primitive
    normals = attributes[:, 3:6]
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return Primitive(
        np.ascontiguousarray(attributes[:, :3], np.float32),
        np.ascontiguousarray(normals / np.where(length > 0, length, 1.0), np.float32),
        np.ascontiguousarray(attributes[:, 6:], np.float32),
        np.ascontiguousarray(np.concatenate([triangles, whole]), np.uint32),
        primitive.material,
    )


def _split_once(
    attributes: NDArray[np.float64], triangles: NDArray[np.int64], max_edge: float, linear: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.int64], bool]:
    """One round: 2, 3 or 4 triangles from each that has 1, 2 or 3 long edges."""
    world = attributes[:, :3] @ linear.T
    edges = np.stack([triangles, np.roll(triangles, -1, axis=1)], axis=-1)  # (M, 3, 2): ab, bc, ca
    long = np.linalg.norm(world[edges[..., 0]] - world[edges[..., 1]], axis=-1) > max_edge
    if not long.any():
        return attributes, triangles, False
    pairs, index = np.unique(np.sort(edges[long], axis=1), axis=0, return_inverse=True)
    middle = np.full(long.shape, -1, np.int64)
    middle[long] = len(attributes) + index.ravel()
    attributes = np.concatenate([attributes, attributes[pairs].mean(axis=1)])
    count = long.sum(axis=1)
    # Turn each triangle so that its split edges come first (one: ab; two: ab and bc).
    turn = np.where(count == 1, np.argmax(long, axis=1), np.where(count == 2, (np.argmin(long, axis=1) + 1) % 3, 0))
    order = (turn[:, None] + np.arange(3)) % 3
    a, b, c = np.take_along_axis(triangles, order, axis=1).T
    ab, bc, ca = np.take_along_axis(middle, order, axis=1).T
    whole, one, two, three = (count == n for n in range(4))

    def pick(mask: NDArray[np.bool_], *triples: tuple[NDArray[np.int64], ...]) -> list[NDArray[np.int64]]:
        return [np.stack([v[mask] for v in triple], axis=1) for triple in triples]

    pieces = [
        *pick(whole, (a, b, c)),
        *pick(one, (a, ab, c), (ab, b, c)),
        *pick(two, (a, ab, c), (ab, bc, c), (ab, b, bc)),
        *pick(three, (a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)),
    ]
    return attributes, np.concatenate(pieces), True
