"""An Android screen through `input`, `am` and `uiautomator`."""

from __future__ import annotations

import re
from shlex import quote
from typing import Final

from testbed.actions import GuiAction, Outcome
from testbed.adb.connection import Connection
from testbed.adb.hierarchy import HierarchyError, Shown, as_text, elements
from testbed.process import RefusedError
from testbed.services.model import SERVICES

PORT: Final = 8080
_DUMP: Final = "/data/local/tmp/crossroom-window.xml"
_KEYS: Final = {
    "Enter": "ENTER", "Tab": "TAB", "Backspace": "DEL", "Delete": "FORWARD_DEL", "Escape": "ESCAPE",
    "Home": "MOVE_HOME", "End": "MOVE_END", "ArrowUp": "DPAD_UP", "ArrowDown": "DPAD_DOWN", "ArrowLeft": "DPAD_LEFT",
    "ArrowRight": "DPAD_RIGHT", "Space": "SPACE",
}  # fmt: skip
_KEY = re.compile(r"[A-Z0-9_]{1,40}")
_PACKAGE = re.compile(r"[A-Za-z]\w*(\.[A-Za-z]\w*)+")
_TREE: Final = 20_000


class AdbScreen:
    """One device's screen."""

    def __init__(self, connection: Connection) -> None:
        self._adb = connection
        self._size: tuple[int, int] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, of an override when there is one.

        Raises:
            RefusedError: when the device does not say.
        """
        if self._size is None:
            said = self._adb.must("wm size")
            found = re.findall(r"(\d+)x(\d+)", said)
            if not found:
                raise RefusedError(f"wm size: {said[:80]}")
            self._size = int(found[-1][0]), int(found[-1][1])
        return self._size

    def act(self, action: GuiAction) -> Outcome:
        """Do one thing, and say what the screen shows."""
        try:
            self._do(action)
            return self._shown("ok", "")
        except (RefusedError, HierarchyError) as error:
            return self._shown("failed", str(error))

    def elements(self) -> list[Shown]:
        """What it shows.

        Raises:
            HierarchyError, RefusedError: when it cannot be told.
        """
        self._adb.must(f"uiautomator dump {_DUMP}")
        return elements(self._adb.read(_DUMP).decode("utf-8", "replace"))

    def _shown(self, status: str, result: str) -> Outcome:
        try:
            shown = self.elements()
        except (RefusedError, HierarchyError) as error:
            return Outcome("failed", result or str(error), {"address": "", "tree": ""})
        text = "\n".join(one.name for one in shown if one.role == "text")[:4000]
        return Outcome(status, result or text, {"address": "", "tree": as_text(shown)[:_TREE]})  # type: ignore[arg-type]

    def _do(self, action: GuiAction) -> None:
        what = action.action
        if what == "open":
            self._open(action.text)
        elif what == "click":
            self._tap(*self._point(action))
        elif what == "type":
            self._tap(*self._point(action))
            self._type(action.text)
        elif what == "select":
            self._tap(*self._point(action))
            self._tap(*self._found(None, action.text).centre)
        elif what == "key":
            self._key(action.text)
        elif what == "scroll":
            width, height = self.size
            start = height // 2
            end = min(height - 1, max(0, start - int(action.y or 0)))
            self._adb.must(f"input swipe {width // 2} {start} {width // 2} {end} 300")
        elif what == "back":
            self._adb.must("input keyevent KEYCODE_BACK")
        elif what == "upload":
            raise RefusedError("upload is not possible on this device: choose the file in its own picker")

    def _open(self, app: str) -> None:
        if not app:
            self._adb.must("input keyevent KEYCODE_HOME")
        elif app in SERVICES:
            self._adb.must(f"am start -W -a android.intent.action.VIEW -d http://127.0.0.1:{PORT}/{app}/")
        elif _PACKAGE.fullmatch(app):
            self._adb.must(f"monkey -p {app} -c android.intent.category.LAUNCHER 1")
        else:
            raise RefusedError(f"no app {app[:40]!r}: give a service's name, or a package's as com.example.app")

    def _point(self, action: GuiAction) -> tuple[int, int]:
        if action.element is not None:
            found = self._found(action.element.role, action.element.name)
            if not found.enabled:
                raise RefusedError(f"{found.name!r} is disabled")
            return found.centre
        if action.x is None or action.y is None:
            raise RefusedError("give an element or a point")
        width, height = self.size
        if not (0 <= action.x < width and 0 <= action.y < height):
            raise RefusedError(f"the screen is {width} by {height}")
        return int(action.x), int(action.y)

    def _found(self, role: str | None, name: str) -> Shown:
        for one in self.elements():
            if one.name == name and role in (None, one.role):
                return one
        raise RefusedError(f"there is no {role or 'choice'} {name!r} on the screen")

    def _tap(self, x: int, y: int) -> None:
        self._adb.must(f"input tap {x} {y}")

    def _type(self, text: str) -> None:
        """Replace what a field holds."""
        if not text.isascii() or any(not c.isprintable() for c in text):
            raise RefusedError("adb types printable ASCII alone")
        self._adb.must("input keycombination KEYCODE_CTRL_LEFT KEYCODE_A && input keyevent KEYCODE_DEL")
        if text:
            self._adb.must(f"input text {quote(text.replace(' ', '%s'))}")

    def _key(self, name: str) -> None:
        code = _KEYS.get(name, name.upper())
        if not _KEY.fullmatch(code):
            raise RefusedError(f"no key {name[:40]!r}")
        self._adb.must(f"input keyevent KEYCODE_{code}")
