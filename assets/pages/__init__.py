"""App pages that lit screens show: drawn, not photographed, and without a single number on them."""

from __future__ import annotations

from assets.pages import layouts as _layouts
from assets.pages.draw import LAYOUTS, TOPICS, draw_page, layout, page_text

_ = _layouts  # importing it registers the layouts that ship

__all__ = ["LAYOUTS", "TOPICS", "draw_page", "layout", "page_text"]
