"""Everything that is drawn of one user in the rest pose: skin, eyes, clothes, shoes and hair with their materials."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assets.model import Material, Texture
from sim.user import hair, paint
from sim.user.appearance import CLOTH, Appearance
from sim.user.baked import adult, topology
from sim.user.clothes import Wardrobe
from sim.user.shell import Shell, compact, split_quads, vertex_normals
from sim.user.skeleton import Skeleton

SOLE_PART = -2  # where `dress` puts the soles


def dress(look: Appearance, bones: Skeleton) -> list[tuple[Shell, Material]]:
    """Skinned shells and their materials; the soles are at `SOLE_PART`."""
    shared, body = topology(), adult(look.adult)
    wardrobe = Wardrobe(shared, body.points, bones, look)
    on_head = shared.weights[:, bones.index["head"]] > 0.6
    head = np.intersect1d(np.flatnonzero(on_head), shared.quads["body"])
    hidden = wardrobe.hidden(body.points, shared.weights)
    hidden[head] |= hair.hidden_scalp(look.hair, body.points[head], bones)
    parts: list[tuple[Shell, Material]] = [(_skin(hidden, look), _material("skin", paint.skin(look), 0.55))]
    parts.extend((_eye(side, look, bones), _material("eye", paint.eye(look), 0.25)) for side in ("left", "right"))
    top = paint.cloth(look.top, look.top_colour, look.stripes)
    parts.append((wardrobe.top(), _material("top", top, 0.92)))
    bottom = paint.cloth(look.bottom, look.bottom_colour)
    shell = wardrobe.bottom() if look.bottom in {"jeans", "trousers"} else wardrobe.skirt()
    parts.append((shell, _material("bottom", bottom, 0.92)))
    upper, sole = wardrobe.shoes()
    shoe = Material("shoes", _linear(CLOTH[look.shoe_colour]), roughness=0.6, double_sided=True)
    parts += [(upper, shoe), (sole, replace(shoe, name="soles", base_color=_linear((206, 202, 194))))]
    locks = hair.build(look.hair, body.points[head], bones, len(bones.bones))
    parts.append((locks, _material("hair", paint.hair(look), 0.6)))
    return parts


def _linear(srgb: tuple[int, int, int]) -> tuple[float, float, float, float]:
    c = np.asarray(srgb, float) / 255
    r, g, b = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return float(r), float(g), float(b), 1.0


def _material(name: str, texture: Texture, roughness: float) -> Material:
    return Material(name, (1, 1, 1, 1), base_color_texture=texture, roughness=roughness, double_sided=True)


def _skin(hidden: NDArray[np.bool_], look: Appearance) -> Shell:
    """Skin that clothes and hair leave visible, split where texture coordinates are."""
    shared, body = topology(), adult(look.adult)
    quads = shared.quads["body"]
    normals = vertex_normals(body.points, split_quads(quads))
    # The mouth's inside lies in the last corner of texture space; no pose opens it.
    corner = shared.body_uvs[shared.body_quad_uvs].mean(axis=1)
    mouth = (corner[:, 0] > 0.74) & (corner[:, 1] < 0.15)
    keep = ~hidden[quads].all(axis=1) & ~mouth
    pairs = np.stack([quads[keep].ravel(), shared.body_quad_uvs[keep].ravel()], axis=1)
    corners, index = np.unique(pairs, axis=0, return_inverse=True)
    vertex, texel = corners[:, 0], corners[:, 1]
    uvs = shared.body_uvs[texel] * [1, -1] + [0, 1]
    triangles = split_quads(index.reshape(-1, 4))
    return compact(Shell(body.points[vertex], normals[vertex], uvs, shared.weights[vertex], triangles))


def _eye(side: str, look: Appearance, bones: Skeleton) -> Shell:
    """An eyeball whose texture coordinate is the angle off its axis."""
    shared, body = topology(), adult(look.adult)
    used, triangles = np.unique(split_quads(shared.quads[f"eye_{side}"]), return_inverse=True)
    triangles = triangles.reshape(-1, 3)
    points = body.points[used]
    bone = bones.index["eye.L" if side == "left" else "eye.R"]
    centre = (points.min(axis=0) + points.max(axis=0)) / 2
    line = points - centre
    around = line[:, :2] / np.maximum(np.linalg.norm(line[:, :2], axis=1, keepdims=True), 1e-9)
    off = np.arctan2(np.linalg.norm(line[:, :2], axis=1), -line[:, 2]) / np.pi
    weights = np.zeros((len(points), len(bones.bones)), np.float32)
    weights[:, bone] = 1.0
    uvs = 0.5 + around * np.minimum(off, 0.5)[:, None]
    return Shell(points, vertex_normals(points, triangles), uvs, weights, triangles)
