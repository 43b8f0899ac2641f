"""Replies on disk, by everything that the request holds: a rerun costs nothing, and a crash loses no paid reply."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any


class ReplyCache:
    """A folder of replies; files appear whole or not at all, so processes can share it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, request: dict[str, Any]) -> Path:
        """Where the reply to a request lies."""
        text = json.dumps(request, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        digest = hashlib.sha256(text.encode()).hexdigest()
        return self._folder / digest[:2] / f"{digest}.json"

    def get(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """The kept reply; None without one, or when it cannot be read: it is then asked for again."""
        try:
            kept = json.loads(self.path(request).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return kept if isinstance(kept, dict) and isinstance(kept.get("text"), str) else None

    def put(self, request: dict[str, Any], reply: dict[str, Any]) -> None:
        """Keep a reply; two threads that asked the same at once both leave a good file."""
        path = self.path(request)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, scratch = tempfile.mkstemp(dir=path.parent, suffix=".partial")
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(json.dumps(reply, sort_keys=True, ensure_ascii=False) + "\n")
        Path(scratch).replace(path)
