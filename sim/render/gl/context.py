"""Opens a headless OpenGL context, or says in one message what is missing."""

from __future__ import annotations

from typing import Any

import moderngl

from assets.errors import InputError

_LIBRARIES: dict[str, Any] = {"backend": "egl", "libegl": "libEGL.so.1", "libgl": "libGL.so.1"}
_REMEDY = (
    "install the software rasteriser: apt-get install libegl1 libgl1 libgl1-mesa-dri libegl-mesa0 "
    "(no display and no GPU are needed)"
)


def open_context() -> moderngl.Context:
    """A standalone OpenGL 3.3 context through EGL.

    The libraries are asked for by their run-time names: `libEGL.so` without a version comes with -dev packages only.

    Raises:
        InputError: when EGL can't be loaded or offers no context.
    """
    try:
        return moderngl.create_context(require=330, standalone=True, **_LIBRARIES)
    except Exception as error:  # glcontext raises bare Exception for a missing library and for a missing display
        raise InputError(
            f"no OpenGL context could be opened ({error})",
            field="render.backend=gl",
            expected="EGL with OpenGL 3.3",
            remedy=_REMEDY,
        ) from error
