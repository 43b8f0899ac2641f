"""Framebuffers of the gl back end."""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

from assets.errors import InputError
from sim.render.gl.programs import UNITS, set_units
from sim.render.gl.shaders import FULL_SCREEN_VERTEX, RESOLVE_FRAGMENT, SHADOW_SIZE


class Targets:
    """Colour, id, depth and shadow buffers, remade when the image size changes.

    Raises:
        InputError: when the driver can't give that many samples.
    """

    def __init__(self, context: moderngl.Context, samples: int) -> None:
        if samples not in (1, 4) or samples > max(context.max_samples, 1):
            raise InputError(
                f"{samples} samples a pixel are not to be had",
                field="render.samples",
                expected=f"1 or 4 (this driver offers up to {context.max_samples})",
                remedy="set render.samples=1 or use another driver",
            )
        self._context, self._samples = context, samples
        self._size = (0, 0)
        self._owned: list[moderngl.Texture | moderngl.Renderbuffer | moderngl.Framebuffer] = []
        self.shadow_map = context.depth_texture((SHADOW_SIZE, SHADOW_SIZE))
        self.shadow_map.compare_func = "<="
        self.shadow_map.filter = (moderngl.LINEAR, moderngl.LINEAR)
        self.shadow_map.repeat_x = self.shadow_map.repeat_y = False
        self._shadow = context.framebuffer([], self.shadow_map)
        program = context.program(vertex_shader=FULL_SCREEN_VERTEX, fragment_shader=RESOLVE_FRAGMENT)
        set_units(program)
        self._resolve = context.vertex_array(program, [])

    def resize(self, width: int, height: int) -> bool:
        """Make buffers of this size, unless they are; returns whether they are new."""
        size = (width, height)
        if size == self._size:
            return False
        for item in self._owned:
            item.release()
        context, self._size = self._context, size
        shown, instance = context.texture(size, 4), context.texture(size, 1, dtype="u2")
        self._depth = context.depth_texture(size)
        self._shown, self._instance = context.framebuffer([shown]), context.framebuffer([instance])
        self._owned = [shown, instance, self._depth, self._shown, self._instance]
        if self._samples == 1:
            self._visibility = context.framebuffer([instance], self._depth)
            self._color, self._blank = context.framebuffer([shown], self._depth), self._shown
        else:
            self._keys, self._roots = context.texture(size, 4), context.texture(size, 4)
            self._corner_keys = context.texture(size, 4, samples=self._samples)
            around = context.depth_renderbuffer(size, samples=self._samples)
            self._visibility = context.framebuffer([instance, self._keys], self._depth)
            self._color, self._blank = (
                context.framebuffer([self._roots], self._depth),
                context.framebuffer([self._roots]),
            )
            self._coverage = context.framebuffer([self._corner_keys], around)
            self._owned += [self._keys, self._roots, self._corner_keys, around, self._blank, self._coverage]
        self._owned += [self._visibility, self._color]
        self._color.depth_mask = False
        self._kept = [self._like(self._visibility)]
        if self._samples > 1:
            self._kept.append(self._like(self._coverage))
        self._owned += self._kept
        return True

    def _settling(self) -> list[moderngl.Framebuffer]:
        return [self._visibility] if self._samples == 1 else [self._visibility, self._coverage]

    def _like(self, other: moderngl.Framebuffer) -> moderngl.Framebuffer:
        """A framebuffer with attachments of its own of the same kinds."""
        context, size = self._context, self._size
        several = other is not self._visibility
        colors = [
            context.texture(size, t.components, dtype=t.dtype, samples=t.samples) for t in other.color_attachments
        ]
        depth = context.depth_renderbuffer(size, samples=self._samples) if several else context.depth_texture(size)
        self._owned += [*colors, depth]
        return context.framebuffer(colors, depth)

    def begin_shadow(self) -> None:
        """Draw into the shadow map."""
        self._shadow.use()
        self._shadow.clear(depth=1.0)

    def begin_visibility(self) -> None:
        """Draw ids and depth at pixel centres, and with several samples the keys of surfaces."""
        self._visibility.use()
        self._visibility.clear(0, 0, 0, 0, depth=1.0)

    def keep(self) -> None:
        """Keep what visibility and coverage hold now, to go on from it in other frames."""
        for kept, target in zip(self._kept, self._settling(), strict=True):
            self._context.copy_framebuffer(kept, target)

    def recall(self) -> None:
        """Bring back what was kept."""
        for kept, target in zip(self._kept, self._settling(), strict=True):
            self._context.copy_framebuffer(target, kept)

    def go_on_with_visibility(self) -> None:
        """Draw more of ids, depth and keys."""
        self._visibility.use()

    def go_on_with_coverage(self) -> None:
        """Draw more keys at several places in each pixel."""
        self._coverage.use()

    def depth(self) -> NDArray[np.float32]:
        """(H, W) the depth buffer in [0, 1], row 0 at the bottom."""
        width, height = self._size
        return np.frombuffer(self._depth.read(alignment=1), "<f4").reshape(height, width)

    def begin_color(self, background: tuple[float, float, float]) -> None:
        """Draw colour over the depth of the visibility pass, which stays as it is."""
        self._blank.clear(*background, 1.0)
        self._color.use()

    def begin_coverage(self) -> None:
        """Draw the keys of surfaces at several places in each pixel."""
        self._coverage.use()
        self._coverage.clear(0, 0, 0, 0, depth=1.0)

    def resolve(self) -> None:
        """Give each sample the colour of its surface, average them in linear light and encode to sRGB."""
        self._shown.use()
        self._context.disable(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        self._corner_keys.use(UNITS["samples"])
        self._keys.use(UNITS["keys"])
        self._roots.use(UNITS["roots"])
        self._resolve.render(moderngl.TRIANGLES, vertices=3)

    def read(self) -> tuple[NDArray[np.uint8], NDArray[np.uint16], NDArray[np.float32]]:
        """Colour (H, W, 3), ids (H, W) and the depth buffer (H, W) in [0, 1], row 0 at the top."""
        width, height = self._size
        color = np.frombuffer(self._shown.read(components=3, alignment=1), np.uint8).reshape(height, width, 3)
        ids = np.frombuffer(self._instance.read(components=1, alignment=1, dtype="u2"), "<u2").reshape(height, width)
        return color[::-1].copy(), ids[::-1].copy(), self.depth()[::-1].copy()
