"""A renderer from outside the package is one class and one registration line."""

from __future__ import annotations

import numpy as np
import pytest

from assets.errors import InputError
from sim.render.renderer import RENDERERS, RenderSettings, create_renderer
from sim.world import Camera, Frame, World


class Flat:
    """Draws nothing but a colour."""

    def __init__(self, settings: RenderSettings) -> None:
        self.level = 10 * settings.samples

    def render(self, world: World, camera: Camera) -> Frame:
        size = (camera.height, camera.width)
        return Frame(np.full((*size, 3), self.level, np.uint8), np.zeros(size, np.uint16), np.zeros(size, np.float32))

    def driver(self) -> str:
        return "flat 1.0"

    def close(self) -> None:
        self.level = 0


def test_a_renderer_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RENDERERS, "flat", Flat)
    frame = create_renderer("flat", RenderSettings(samples=4)).render(World(()), Camera(np.eye(4), width=8, height=4))
    assert frame.color.shape == (4, 8, 3)
    assert (frame.color == 40).all()


def test_an_unknown_renderer_names_the_known_ones() -> None:
    with pytest.raises(InputError, match="gl or pyrender"):
        create_renderer("vulkan", RenderSettings())
