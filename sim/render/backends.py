"""Registers the built-in back ends. Each imports its own graphics stack only when it is made."""

from __future__ import annotations

from sim.render.renderer import RENDERERS, Renderer, RenderSettings


def _gl(settings: RenderSettings) -> Renderer:
    from sim.render.gl.renderer import GlRenderer

    return GlRenderer(settings)


def _pyrender(settings: RenderSettings) -> Renderer:
    from sim.render.cross_check import PyrenderRenderer

    return PyrenderRenderer(settings)


RENDERERS.setdefault("gl", _gl)
RENDERERS.setdefault("pyrender", _pyrender)
