"""The page's own files: no build step, no outside script."""

from __future__ import annotations

from importlib.resources import files

_KINDS = {"index.html": "text/html", "app.js": "text/javascript", "style.css": "text/css"}
PAGE: dict[str, tuple[bytes, str]] = {
    name: (files(__package__).joinpath(name).read_bytes(), kind) for name, kind in _KINDS.items()
}
"""File name to content and media type."""
