#!/usr/bin/env python3
"""The `adb shell` commands that agents use, of an Android-like device."""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from asking import fail, file_value, screen, services


def content(words: list[str]) -> None:
    """`content query|insert|update|delete|read --uri content://SERVICE[/ID] [--bind FIELD:s:VALUE] [--field F]`."""
    if not words:
        fail("usage: " + (content.__doc__ or ""), 64)
    verb = words[0]
    binds: dict[str, str | dict[str, str]] = {}
    options: dict[str, str] = {}
    rest = iter(words[1:])
    for flag in rest:
        value = next(rest, "")
        if not value:
            fail(f"{flag} needs a value", 64)
        if flag == "--bind":
            name, kind, text = [*value.split(":", 2), "", ""][:3]
            binds[name] = _file(text) if kind == "f" else text
        else:
            options[flag] = value
    service, _, number = options.get("--uri", "").removeprefix("content://").strip("/").partition("/")
    if not service or (number and not number.isdigit()):
        fail("expected --uri content://SERVICE or content://SERVICE/ID", 64)
    one = int(number) if number else None
    if verb == "query":
        rows = [services(service, "get", one)] if one else services(service, "list", None, _words(options))
        for place, row in enumerate(rows):
            print(f"Row: {place} " + ", ".join(f"{key}={_shown(value)}" for key, value in row.items()))
        if not rows:
            print("No result found.")
    elif verb == "insert":
        services(service, "create", None, binds)
    elif verb in ("update", "delete") and one:
        services(service, verb, one, binds)
    elif verb == "read" and one:
        held = services(service, "get", one).get(options.get("--field", "file"))
        if not isinstance(held, dict):
            fail("holds no file")
        sys.stdout.buffer.write(base64.b64decode(held["base64"]))
    else:
        fail("usage: " + (content.__doc__ or ""), 64)


def _words(options: dict[str, str]) -> dict[str, str]:
    return {"q": options["--where"]} if "--where" in options else {}


def _shown(value: object) -> str:
    return str(value["name"]) if isinstance(value, dict) else "NULL" if value is None else str(value)


def _file(name: str) -> dict[str, str]:
    found: dict[str, str] = file_value(name)
    return found


def settings(words: list[str]) -> None:
    """`settings get|put|list NAMESPACE [NAME] [VALUE]`."""
    if len(words) == 2 and words[0] == "list":
        for name, value in screen({"setting": "list"}).items():
            if name.startswith(words[1] + "/"):
                print(f"{name.split('/', 1)[1]}={value}")
    elif len(words) == 3 and words[0] == "get":
        print(screen({"setting": "get", "name": "/".join(words[1:])}))
    elif len(words) == 4 and words[0] == "put":
        screen({"setting": "put", "name": "/".join(words[1:3]), "value": words[3]})
    else:
        fail("usage: " + (settings.__doc__ or ""), 64)


def am(words: list[str]) -> None:
    """`am start -n PACKAGE[/ACTIVITY]` opens an app."""
    if words[:2] != ["start", "-n"] or len(words) != 3:
        fail("usage: " + (am.__doc__ or ""), 64)
    app = words[2].split("/")[0].rsplit(".", 1)[-1]
    screen({"action": "open", "app": app})
    print(f"Starting: Intent {{ cmp={words[2]} }}")


def pm(words: list[str]) -> None:
    """`pm list packages`."""
    if words != ["list", "packages"]:
        fail("usage: " + (pm.__doc__ or ""), 64)
    for app in screen({"action": "apps"}):
        print(f"package:org.example.{app}")


def input_(words: list[str]) -> None:
    """`input tap X Y`, `input text WORDS`, `input keyevent NAME`, `input swipe X1 Y1 X2 Y2`."""
    if len(words) == 3 and words[0] == "tap":
        screen({"action": "click", "x": float(words[1]), "y": float(words[2])})
    elif len(words) == 2 and words[0] == "text":
        screen({"action": "type", "text": words[1].replace("%s", " ")})
    elif len(words) == 2 and words[0] == "keyevent":
        screen({"action": "key", "key": words[1].removeprefix("KEYCODE_").capitalize()})
    elif len(words) >= 5 and words[0] == "swipe":
        screen({"action": "scroll", "dy": float(words[2]) - float(words[4])})
    else:
        fail("usage: " + (input_.__doc__ or ""), 64)


def screencap(words: list[str]) -> None:
    """`screencap -p [FILE]` writes a PNG."""
    picture = base64.b64decode(screen({"action": "screenshot"}))
    paths = [word for word in words if word != "-p"]
    if paths:
        Path(paths[0]).write_bytes(picture)
    else:
        sys.stdout.buffer.write(picture)


def uiautomator(words: list[str]) -> None:
    """`uiautomator dump [FILE]` writes what is on the screen."""
    if words[:1] != ["dump"]:
        fail("usage: " + (uiautomator.__doc__ or ""), 64)
    path = Path(words[1]) if len(words) > 1 else Path("window_dump.txt")
    path.write_text(screen({"action": "tree"}), encoding="utf-8")
    print(f"UI hierarchy dumped to: {path}")


COMMANDS = {"am": am, "content": content, "input": input_, "pm": pm, "screencap": screencap, "settings": settings,
            "uiautomator": uiautomator}  # fmt: skip

if __name__ == "__main__":
    assert json
    COMMANDS[Path(sys.argv[0]).name](sys.argv[1:])
