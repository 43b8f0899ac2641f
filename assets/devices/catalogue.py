"""The catalogue of devices: one YAML file each, checked against the builder that it names."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assets.devices import builders as _builders
from assets.devices.device import BUILDERS, DIMENSIONS, DeviceSpec, Finish, Support
from assets.errors import InputError

_ = _builders  # importing it registers the shapes that ship

_Channel = Annotated[int, Field(ge=0, le=255)]
_Color = tuple[_Channel, _Channel, _Channel]
_Noun = Annotated[str, Field(min_length=1, max_length=120)]


class _Entry(BaseModel):
    """A catalogue file as it stands on disk; the file's stem is the device's name."""

    model_config = ConfigDict(extra="forbid", strict=True)

    category: _Noun
    shape: _Noun
    support: Annotated[Support, Field(strict=False)]
    distractor: bool = False
    appearance: _Noun
    dimensions: dict[str, Annotated[float, Field(allow_inf_nan=False)]]
    body_color: Annotated[_Color, Field(strict=False)]
    bezel_color: Annotated[_Color, Field(strict=False)] = (14, 14, 16)
    finish: Annotated[Finish, Field(strict=False)] = Finish.PLASTIC
    camera_hfov: Annotated[float, Field(ge=20, le=140)] | None = None


def load_catalogue(*extra_dirs: Path) -> dict[str, DeviceSpec]:
    """Every device of `conf/device/` and of the given folders, by name, in ascending order.

    A file in a later folder takes the place of an earlier one of the same name.

    Raises:
        InputError: for a folder without entries, or the first entry that cannot be used (file, field, what to do).
    """
    catalogue = {f.name.removesuffix(".yaml"): _read(f) for f in _entries(resources.files("conf") / "device")}
    for folder in extra_dirs:
        if not folder.is_dir():
            raise InputError("not a folder", file=folder, expected="a folder of <device name>.yaml files")
        catalogue |= {f.name.removesuffix(".yaml"): _read(f) for f in _entries(folder)}
    return dict(sorted(catalogue.items()))


def _entries(folder: Traversable) -> list[Traversable]:
    found = sorted((f for f in folder.iterdir() if f.name.endswith(".yaml")), key=lambda f: f.name)
    if not found:
        raise InputError("no device in this folder", file=str(folder), expected="<device name>.yaml files")
    return found


def _read(file: Traversable) -> DeviceSpec:
    try:
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InputError(f"not readable as YAML: {error}", file=str(file)) from error
    if not isinstance(data, dict):
        raise InputError("not a mapping", file=str(file), expected="the fields of a device: category, shape, ...")
    try:
        entry = _Entry.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(
            first["msg"],
            file=str(file),
            field=".".join(str(part) for part in first["loc"]),
            expected=f"one of {', '.join(_Entry.model_fields)}" if first["type"] == "extra_forbidden" else None,
        ) from error
    _check_dimensions(file, entry)
    return DeviceSpec(name=file.name.removesuffix(".yaml"), **{k: getattr(entry, k) for k in _Entry.model_fields})


def _check_dimensions(file: Traversable, entry: _Entry) -> None:
    if entry.shape not in BUILDERS:
        raise InputError(
            f"no builder for the shape {entry.shape!r}",
            file=str(file),
            field="shape",
            expected=" or ".join(sorted(BUILDERS)),
            remedy="choose one of those, or register a builder with assets.devices.device.builder before loading",
        )
    ranges = DIMENSIONS[entry.shape]
    if not ranges:
        return
    names = f"{', '.join(ranges)} (metres or degrees) for the shape {entry.shape!r}"
    for name in sorted(ranges.keys() ^ entry.dimensions.keys()):
        what = "missing" if name in ranges else "not a dimension of this shape"
        raise InputError(what, file=str(file), field=f"dimensions.{name}", expected=names)
    for name, (low, high) in ranges.items():
        if not low <= entry.dimensions[name] <= high:
            raise InputError(
                f"{entry.dimensions[name]:g} is out of range",
                file=str(file),
                field=f"dimensions.{name}",
                expected=f"{low:g} to {high:g} (metres or degrees)",
            )
