"""Thresholds of admission (`conf/admission/default.yaml`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

import conf
from assets.errors import InputError

WIDTH = 640
DEFAULT = Path(conf.__file__).parent / "admission" / "default.yaml"

Share = Annotated[float, Field(ge=0, le=1)]


class AdmissionSettings(BaseModel):
    """What the image checks ask for. Pixel figures are for images 640 pixels wide; see `at_width`.

    Attributes:
        min_screen_pixels: visible screen pixels of every candidate in every frame.
        min_user_pixels: visible pixels of the user in every frame.
        min_arm_pixels: image distance shoulder to fingertip while pointing: a shorter arm points at the camera.
        min_arm_share: the same over the square root of the user's visible area.
        max_pointing_error: degrees, in 3D.
        min_ray_gap: degrees in the image by which the arm's line misses every other candidate's screen.
        hue_tolerance: degrees of HSV hue.
        lit_share: least share of a lit screen's pixels that show its glow; `lit_brightness`: least mean brightness.
        dark_share, dark_brightness: the most a dark screen may show.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    min_screen_pixels: Annotated[int, Field(ge=1)]
    min_user_pixels: Annotated[int, Field(ge=1)]
    min_arm_pixels: Annotated[float, Field(gt=0)]
    min_arm_share: Annotated[float, Field(ge=0)]
    max_pointing_error: Annotated[float, Field(gt=0, le=90)]
    min_ray_gap: Annotated[float, Field(ge=0, le=90)]
    hue_tolerance: Annotated[float, Field(gt=0, le=60)]
    lit_share: Share
    lit_brightness: Share
    dark_share: Share
    dark_brightness: Share

    def at_width(self, width: int) -> AdmissionSettings:
        """The same demands on images of another width: lengths go with the width, areas with its square."""
        scale = width / WIDTH
        return self.model_copy(
            update={
                "min_screen_pixels": max(1, round(self.min_screen_pixels * scale**2)),
                "min_user_pixels": max(1, round(self.min_user_pixels * scale**2)),
                "min_arm_pixels": self.min_arm_pixels * scale,
            }
        )


def load_settings(overrides: Mapping[str, Any] | None = None) -> AdmissionSettings:
    """The defaults with some of them replaced.

    Raises:
        InputError: for an unknown key or a value out of range.
    """
    merged = {**yaml.safe_load(DEFAULT.read_text(encoding="utf-8")), **(overrides or {})}
    try:
        return AdmissionSettings.model_validate(merged)
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(
            first["msg"],
            field=".".join(["admission", *map(str, first["loc"])]),
            expected="see conf/admission/default.yaml",
        ) from None
