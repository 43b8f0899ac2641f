"""The renderer interface and its registry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from sim.world import Camera, Frame, World


@dataclass(frozen=True)
class RenderSettings:
    """What changes pixels besides world and camera; part of a frame's state hash.

    Attributes:
        samples: samples a pixel for colour (1 or 4). Ids and depth are always one un-blended sample at the
            pixel centre.
        shadows: whether the shadow-casting light has a shadow map.
        ambient_occlusion: whether baked per-vertex occlusion is applied.
    """

    samples: int = 4
    shadows: bool = True
    ambient_occlusion: bool = True


class Renderer(Protocol):
    """Draws worlds. Create one per process; not thread-safe; `close` frees the context."""

    def render(self, world: World, camera: Camera) -> Frame:
        """Draw one frame."""
        ...

    def driver(self) -> str:
        """Name and version of what computed the pixels, e.g. "llvmpipe (LLVM 15.0.6, 256 bits) Mesa 22.3.6"."""
        ...

    def close(self) -> None:
        """Free the graphics context."""
        ...


RENDERERS: dict[str, Callable[[RenderSettings], Renderer]] = {}


def create_renderer(name: str, settings: RenderSettings) -> Renderer:
    """Make the renderer registered under `name`.

    Raises:
        assets.errors.InputError: for a name that is not registered, or when no graphics driver can be opened.
    """
    from assets.errors import InputError

    import_module("sim.render.backends")  # registers the built-in back ends
    if name not in RENDERERS:
        raise InputError(
            f"no renderer {name!r}",
            field="render.backend",
            expected=" or ".join(sorted(RENDERERS)),
            remedy="choose one of those, or register your own in sim.render.renderer.RENDERERS",
        )
    return RENDERERS[name](settings)
