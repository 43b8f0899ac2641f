"""What all pages of the testbed share: how templates are read, and one style sheet."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.responses import Response

SHARED = Path(__file__).parent / "services" / "templates"


def environment(*folders: Path) -> Environment:
    """Templates of these folders, then the shared ones; what fills a slot is escaped."""
    return Environment(
        loader=FileSystemLoader([*folders, SHARED]),
        autoescape=select_autoescape(),
        trim_blocks=True,
        lstrip_blocks=True,
    )


def style() -> Response:
    """The style sheet."""
    return Response((SHARED / "style.css").read_text(encoding="utf-8"), media_type="text/css")
