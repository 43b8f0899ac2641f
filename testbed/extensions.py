"""Modules of one's own that register services, kinds of devices, devices and perturbations.

They are loaded by the harness, by each of its workers, and inside the sandboxes that need their services and kinds:
there a module sees the standard library, installed packages and `testbed`, and lies where no command can read it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from assets.errors import InputError

VARIABLE: Final = "CROSSROOM_EXTENSIONS"
_NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
_loaded: dict[str, Path] = {}


def load(names: Iterable[str]) -> None:
    """Load modules once each, in their order.

    Raises:
        InputError: when there is no such module, or it raises an error.
    """
    for name in names:
        if name in _loaded:
            continue
        try:
            if not _NAME.fullmatch(name):
                raise ImportError("not a module's name")
            top = find_spec(name.partition(".")[0])
            if top is None or top.origin is None:
                raise ImportError("there is no such module")
            import_module(name)
        except Exception as error:  # whatever a module of the user's raises
            raise InputError(
                f"cannot load {name!r}: {error}", field="extensions", expected="modules on Python's path"
            ) from error
        origin = Path(top.origin)
        _loaded[name] = origin.parent if origin.name == "__init__.py" else origin


def load_inside() -> None:
    """Load, inside a sandbox, what the harness has loaded outside."""
    for name in filter(None, os.environ.get(VARIABLE, "").split(",")):
        import_module(name)


def loaded() -> dict[str, Path]:
    """Module to the file or package folder that holds it."""
    return dict(_loaded)
