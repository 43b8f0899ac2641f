"""How systems, perceivers, decoders and judges are found: by registered name, or as `package.module:name`."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.metadata import entry_points
from typing import TypeVar

from assets.errors import InputError

E = TypeVar("E")
_PATH = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


def find(registry: dict[str, E], name: str, field: str) -> E:
    """The entry of a registry, of an installed package's entry point in the group `crossroom.<field>`, or of a module.

    Raises:
        InputError: when there is no such entry; the known names are said.
    """
    if name in registry:
        return registry[name]
    for point in entry_points(group=f"crossroom.{field}"):
        if point.name == name:
            found: E = point.load()
            return found
    if _PATH.fullmatch(name):
        module, _, attribute = name.partition(":")
        try:
            loaded: E = getattr(import_module(module), attribute)
        except (ImportError, AttributeError) as error:
            raise InputError(f"cannot load {name!r}: {error}", field=field, expected="package.module:name") from None
        return loaded
    known = ", ".join(sorted(registry))
    raise InputError(f"no {field} {name!r}", field=field, expected=f"{known}, or package.module:name")
