"""What an Android screen shows, from the XML of `uiautomator dump`: elements by role and name, and where they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree

LARGEST: Final = 4 << 20
_BOUNDS = re.compile(r"\[(-?\d{1,6}),(-?\d{1,6})\]\[(-?\d{1,6}),(-?\d{1,6})\]")
_ROLES: Final = {
    "Button": "button",
    "CheckBox": "checkbox",
    "EditText": "textbox",
    "Image": "img",
    "ImageButton": "button",
    "ImageView": "img",
    "RadioButton": "radio",
    "SeekBar": "slider",
    "Spinner": "combobox",
    "Switch": "switch",
    "ToggleButton": "switch",
}


class HierarchyError(Exception):
    """A dump that cannot be read."""


@dataclass(frozen=True)
class Shown:
    """One element.

    Attributes:
        role: ARIA's word for it; "link" is whatever else can be clicked, "text" what cannot.
        depth: how deep it lies.
        bounds: left, top, right, bottom in pixels.
    """

    role: str
    name: str
    value: str
    enabled: bool
    depth: int
    bounds: tuple[int, int, int, int]

    @property
    def centre(self) -> tuple[int, int]:
        """Where to tap it."""
        left, top, right, bottom = self.bounds
        return (left + right) // 2, (top + bottom) // 2


def elements(xml: str) -> list[Shown]:
    """The named elements of a dump, in its order.

    Raises:
        HierarchyError: for what is no dump, or is too large.
    """
    if len(xml) > LARGEST or "<!DOCTYPE" in xml or "<!ENTITY" in xml:
        raise HierarchyError("the screen's description cannot be used")
    try:
        root = ElementTree.fromstring(xml[xml.index("<") :])  # noqa: S314 - no entities, bounded
    except (ElementTree.ParseError, ValueError) as error:
        raise HierarchyError(f"the screen could not be described: {error}") from None
    return list(_walk(root, 0))


def _walk(node: ElementTree.Element, depth: int) -> Iterator[Shown]:
    shown = _shown(node, depth)
    if shown is not None:
        yield shown
    for child in node:
        yield from _walk(child, depth + (shown is not None))


def _shown(node: ElementTree.Element, depth: int) -> Shown | None:
    given = node.attrib
    bounds = _BOUNDS.fullmatch(given.get("bounds", ""))
    role = _ROLES.get(given.get("class", "").rpartition(".")[2])
    text, label = given.get("text", "").strip(), given.get("content-desc", "").strip()
    if role is None:
        role = "link" if given.get("clickable") == "true" else "text"
    name = (label or given.get("hint", "").strip() or text) if role == "textbox" else (text or label)
    if bounds is None or not name:
        return None
    left, top, right, bottom = (int(number) for number in bounds.groups())
    value = text if role == "textbox" and text != name else ""
    return Shown(role, name, value, given.get("enabled", "true") == "true", depth, (left, top, right, bottom))


def as_text(shown: list[Shown]) -> str:
    """As an accessibility tree, a line an element: `- button "Save" [disabled]`."""
    lines = []
    for one in shown:
        marks = ("" if one.enabled else " [disabled]") + (f": {one.value}" if one.value else "")
        lines.append("  " * one.depth + f'- {one.role} "{one.name}"{marks}')
    return "\n".join(lines)
