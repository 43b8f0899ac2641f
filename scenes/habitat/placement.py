"""Where an instance of an asset stands: from Habitat's attributes to one affine matrix.

Worked out from habitat-sim's source (`RigidObject::finalizeObject`, `RigidObject::resetStateFromSceneInstanceAttr`,
`CoordinateFrame::rotationFrameToWorld`) and checked against its images:

    world = T(translation) R(rotation) diag(scale) T(-c) F

F turns the config's up and front onto +y and -z; c is zero where `translation_origin` is "asset_local", else the
config's `COM`, else the centre of the asset's nested bounding box.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assets.errors import InputError
from scenes.glb.reader import Box, rotation_matrix, transform_box

Matrix = NDArray[np.float64]

_LIMIT = 1e5


def numbers(owner: dict[str, Any], key: str, default: tuple[float, ...], file: Path, where: str) -> Matrix:
    """A vector of finite numbers as long as `default`.

    Raises:
        InputError: for anything else, or numbers over 100 km.
    """
    value = owner.get(key, default)
    good = isinstance(value, (list, tuple)) and len(value) == len(default)
    if not good or not all(_finite(v) for v in value):
        raise InputError(
            f"is {value!r:.100}",
            file=file,
            field=f"{where}.{key}",
            expected=f"{len(default)} numbers within {_LIMIT:g}",
            remedy="correct the value",
        )
    return np.asarray(value, np.float64)


def _finite(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= _LIMIT


def frame_rotation(config: dict[str, Any], file: Path) -> Matrix:
    """(4, 4) rotation F that turns the config's `up` and `front` onto +y and -z.

    Raises:
        InputError: when they are zero or not perpendicular.
    """
    up = numbers(config, "up", (0.0, 1.0, 0.0), file, "config")
    front = numbers(config, "front", (0.0, 0.0, -1.0), file, "config")
    lengths = np.linalg.norm(up), np.linalg.norm(front)
    if min(lengths) < 1e-6 or abs(up @ front) > 1e-3 * lengths[0] * lengths[1]:
        raise InputError(
            f"up {up.tolist()} and front {front.tolist()}", file=file, field="up, front",
            expected="two perpendicular directions", remedy="correct the config",
        )  # fmt: skip
    up, back = up / lengths[0], -front / lengths[1]
    matrix = np.eye(4)
    matrix[:3, :3] = np.stack([np.cross(up, back), up, back])
    return matrix


def instance_matrix(
    instance: dict[str, Any], config: dict[str, Any], box: Box, default_origin: str, file: Path, where: str
) -> Matrix:
    """(4, 4) asset frame to world of one instance.

    Args:
        instance: its entry in the scene instance file.
        config: its template's attributes.
        box: (2, 3) nested bounding box of the asset.
        default_origin: the scene's top-level `translation_origin`, "" when it has none (then "COM", as in Habitat).
        file: the scene instance file, for messages.
        where: the entry's path in that file, for messages.

    Raises:
        InputError: for numbers that are no transform.
    """
    scale = numbers(config, "scale", (1.0, 1.0, 1.0), file, f"{where} (config)")
    scale = scale * numbers(instance, "non_uniform_scale", (1.0, 1.0, 1.0), file, where)
    uniform = instance.get("uniform_scale", 1.0)
    if not _finite(uniform) or not np.all(np.abs(scale * uniform) > 1e-6):
        raise InputError(
            f"scale {(scale * float(uniform) if _finite(uniform) else uniform)!r:.80}", file=file, field=where,
            expected="a scale other than zero", remedy="correct the scale",
        )  # fmt: skip
    quaternion = numbers(instance, "rotation", (1.0, 0.0, 0.0, 0.0), file, where)
    if np.linalg.norm(quaternion) < 1e-6:
        raise InputError("a zero quaternion", file=file, field=f"{where}.rotation", expected="(w, x, y, z)")
    frame = frame_rotation(config, file)
    origin = str(instance.get("translation_origin", default_origin)).lower()
    if origin not in ("", "com", "asset_local", "unknown"):
        raise InputError(f"is {origin!r}", file=file, field=f"{where}.translation_origin", expected="COM, asset_local")
    center = np.zeros(3)
    if origin != "asset_local":
        stated = "COM" in config and config.get("compute_COM_from_shape") is not True
        boxed = transform_box(box, frame).mean(axis=0)
        center = numbers(config, "COM", (0.0, 0.0, 0.0), file, f"{where} (config)") if stated else boxed
    w, x, y, z = (float(v) for v in quaternion)
    linear = rotation_matrix((w, x, y, z)) * (scale * float(uniform))
    matrix = np.eye(4)
    matrix[:3, :3] = linear @ frame[:3, :3]
    matrix[:3, 3] = numbers(instance, "translation", (0.0, 0.0, 0.0), file, where) - linear @ center
    return matrix
