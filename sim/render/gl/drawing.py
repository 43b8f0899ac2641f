"""Which programs a pass draws with, and the draw calls of a list of things."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from sim.render.gl.matrices import Matrix, visible
from sim.render.gl.programs import UNITS, set_bytes, set_value
from sim.render.gl.shaders import Lit, Surface
from sim.render.gl.upload import Batch, Library, Uploaded
from sim.world import Entity

Choose = Callable[[Lit, Surface], moderngl.Program]
"""The program of a pass for a surface that is lit in some way."""


@dataclass(frozen=True, eq=False)
class Drawable:
    """An entity on the GPU: `uploaded` is its surface, `outline` the same without vertices for light."""

    entity: Entity
    uploaded: Uploaded
    outline: Uploaded
    lit: Lit
    mirrored: bool
    world_from_model: bytes
    normal_from_model: bytes

    @staticmethod
    def of(entity: Entity, uploaded: Uploaded, outline: Uploaded, lit: Lit) -> Drawable:
        """With its matrices as shaders read them."""
        linear = entity.pose[:3, :3]
        normals = np.linalg.inv(linear)  # transposed twice: as the inverse transpose, and into columns
        return Drawable(
            entity, uploaded, outline, lit, bool(np.linalg.det(linear) < 0),
            columns(entity.pose), np.ascontiguousarray(normals, "<f4").tobytes(),
        )  # fmt: skip

    def corners(self) -> NDArray[np.float64]:
        """World corners, (8, 3), of the model's bounds."""
        return np.asarray(self.outline.corners @ self.entity.pose[:3, :3].T + self.entity.pose[:3, 3])


Part = tuple[Drawable, Batch]
"""A batch of a thing."""


def parts_in_view(drawables: Iterable[Drawable], clip_from_world: Matrix) -> list[Part]:
    """The batches of things that are not wholly outside the view."""
    found = []
    for drawable in drawables:
        clip_from_model = clip_from_world @ drawable.entity.pose
        batches = drawable.uploaded.batches
        if len(batches) == 1:
            found.append((drawable, batches[0]))
        else:
            found += [(drawable, batch) for batch in batches if visible(clip_from_model, batch.corners)]
    return found


def columns(matrix: Matrix) -> bytes:
    """A matrix as OpenGL stores it, rounded to float32 once."""
    return np.ascontiguousarray(matrix.T, "<f4").tobytes()


def draw(
    context: moderngl.Context,
    library: Library,
    parts: Iterable[Part],
    choose: Choose,
    clip_from_world: Matrix,
    *,
    culled: bool = True,
    outlines: bool = False,
    settled: bool = False,
) -> None:
    """Draw parts of things one after the other into the framebuffer in use; parts of one thing follow each other.

    Args:
        culled: leave out the back faces of what is not double-sided.
        outlines: what the parts' batches are of: the models without the vertices that only light needs.
        settled: draw only what has the very depth that an earlier pass left.
    """
    context.enable_only(moderngl.DEPTH_TEST)
    context.depth_func = "==" if settled else "<"
    culling, state = False, _State(library)
    for drawable, batches in groupby(parts, key=lambda part: part[0]):
        uploaded = drawable.outline if outlines else drawable.uploaded
        context.front_face = "cw" if drawable.mirrored else "ccw"
        uploaded.materials.use(UNITS["materials"])
        clip_from_model = columns(clip_from_world @ drawable.entity.pose)
        ready: set[int] = set()
        for _, batch in batches:
            program = choose(drawable.lit, batch.surface)
            if id(program) not in ready:
                ready.add(id(program))
                set_bytes(program, "clip_from_model", clip_from_model)
                set_bytes(program, "world_from_model", drawable.world_from_model)
                set_bytes(program, "normal_from_model", drawable.normal_from_model)
                set_value(program, "instance_id", drawable.entity.instance_id)
            state.bind("base_texture", batch.base_texture if "base_texture" in program else None)
            state.bind("emissive_texture", batch.emissive_texture if "emissive_texture" in program else None)
            if (culled and not batch.double_sided) != culling:
                culling = not culling
                (context.enable if culling else context.disable)(moderngl.CULL_FACE)
            uploaded.array(context, program).render(vertices=batch.count, first=batch.first)
    context.front_face, context.depth_func = "ccw", "<"


def outline_parts(drawables: Iterable[Drawable]) -> list[Part]:
    """All batches of things without the vertices that only light needs."""
    return [(drawable, batch) for drawable in drawables for batch in drawable.outline.batches]


class _State:
    """Binds textures that aren't bound yet."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._bound: dict[str, Any] = {}

    def bind(self, unit: str, texture: Any) -> None:
        if texture is not None and self._bound.get(unit) is not texture:
            self._library.texture(texture).use(UNITS[unit])
            self._bound[unit] = texture
