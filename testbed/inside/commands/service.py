#!/usr/bin/env python3
"""Commands of a Linux device for the account's services: `notes list`, `mail create --recipient ...`."""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from asking import fail, file_value, services

USAGE = """usage: {name} list [WORDS...]
       {name} get ID [--save FIELD FILE]
       {name} create --FIELD VALUE ...     (a file field takes a path as @PATH)
       {name} update ID --FIELD VALUE ...
       {name} delete ID"""


def main(name: str, words: list[str]) -> None:
    """Run one command."""
    if not words or words[0] in ("-h", "--help"):
        print(USAGE.format(name=name))
        return
    operation, rest = words[0], words[1:]
    if operation == "list":
        for row in services(name, "list", None, {"q": " ".join(rest)} if rest else {}):
            print(json.dumps(_short(row), ensure_ascii=False))
        return
    if operation == "create":
        print(json.dumps(_short(services(name, "create", None, _values(rest))), ensure_ascii=False))
        return
    if operation not in ("get", "update", "delete") or not rest or not rest[0].isdigit():
        fail(USAGE.format(name=name), 64)
    number, rest = int(rest[0]), rest[1:]
    if operation == "get" and rest[:1] == ["--save"] and len(rest) == 3:
        held = services(name, "get", number).get(rest[1])
        if not isinstance(held, dict):
            fail(f"{name}: {rest[1]} holds no file")
        try:
            Path(rest[2]).write_bytes(base64.b64decode(held["base64"]))
        except OSError as error:
            fail(f"{name}: {rest[2]}: {error.strerror}")
        print(f"saved {rest[2]}")
        return
    print(json.dumps(_short(services(name, operation, number, _values(rest))), ensure_ascii=False))


def _values(words: list[str]) -> dict[str, object]:
    if len(words) % 2 or not all(word.startswith("--") for word in words[::2]):
        fail("expected --FIELD VALUE ...", 64)
    return {flag[2:]: _value(value) for flag, value in zip(words[::2], words[1::2])}


def _value(text: str) -> object:
    if not text.startswith("@"):
        return text
    return file_value(text[1:])


def _short(row: dict[str, object]) -> dict[str, object]:
    """A record to print: of a file its name alone."""
    return {key: value["name"] if isinstance(value, dict) else value for key, value in row.items()}


if __name__ == "__main__":
    main(Path(sys.argv[0]).name, sys.argv[1:])
