"""The layouts that ship; importing this package registers them all."""

from __future__ import annotations

from assets.pages.layouts import lists, media, planning

__all__ = ["lists", "media", "planning"]
