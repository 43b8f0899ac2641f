"""Are user and screens in the picture, and lit as scripted? Measured on the files, not taken from the record."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from bench_gen.ua.checks.registry import check, wrong
from bench_gen.ua.disk import PairOnDisk
from bench_gen.ua.schema import ROLES, Finding, Role
from bench_gen.ua.settings import AdmissionSettings

SATURATED = 0.35
BRIGHT = 0.30


@check("candidates_visible", "every candidate's screen can be seen in every frame")
def candidates_visible(pair: PairOnDisk, settings: AdmissionSettings) -> Iterator[Finding]:
    """Counts screen pixels in the instance maps; the figure is the smallest count."""
    smallest = None
    for role, number in _frames():
        for device in pair.script.candidates:
            pixels = int(screen_mask(pair, role, number, device).sum())
            smallest = pixels if smallest is None else min(smallest, pixels)
            if pixels < settings.min_screen_pixels:
                cause = (
                    f"{pixels} pixels of {device}'s screen are seen, at least {settings.min_screen_pixels} are needed"
                )
                yield wrong(cause, episode=role, frame=number, figure=pixels)
    yield Finding(ok=True, figure=smallest)


@check("screens_as_scripted", "lit screens glow in their own colour and dark ones are dark, in the picture itself")
def screens_as_scripted(pair: PairOnDisk, settings: AdmissionSettings) -> Iterator[Finding]:
    """Measures hue and brightness of the PNG inside each screen; screens too small to see are left to
    `candidates_visible`. The figure is the smallest share of glowing pixels on a lit screen.
    """
    hues = {entry.device: pair.vocabulary.glows[entry.glow].hue for entry in pair.script.roster if entry.glow}
    smallest = 1.0
    for role, number in _frames():
        lit = pair.script.episodes[role].frames[number - 1].lit
        image = pair.image(pair.frame(role, number).state)
        for device in sorted(pair.frame(role, number).devices):
            inside = screen_mask(pair, role, number, device)
            if device not in hues or inside.sum() < settings.min_screen_pixels:
                continue
            share, brightness = glow_share(image[inside], hues[device], settings.hue_tolerance)
            if device in lit:
                smallest = min(smallest, share)
                if share < settings.lit_share or brightness < settings.lit_brightness:
                    cause = f"{device} is lit by the script but {share:.2f} glowing, {brightness:.2f} bright"
                    yield wrong(cause, episode=role, frame=number, figure=share)
            elif share > settings.dark_share or brightness > settings.dark_brightness:
                cause = f"{device} is dark by the script but {share:.2f} glowing, {brightness:.2f} bright"
                yield wrong(cause, episode=role, frame=number, figure=share)
    yield Finding(ok=True, figure=smallest)


@check("user_visible", "the user can be seen in every frame")
def user_visible(pair: PairOnDisk, settings: AdmissionSettings) -> Iterator[Finding]:
    """Counts the user's pixels in the instance maps; the figure is the smallest count."""
    user = next((row.instance_id for row in pair.record.entities if row.kind == "user"), None)
    smallest = None
    for role, number in _frames():
        instances = pair.instances(pair.frame(role, number).state)
        pixels = 0 if user is None else int((instances == user).sum())
        smallest = pixels if smallest is None else min(smallest, pixels)
        if pixels < settings.min_user_pixels:
            cause = f"{pixels} pixels of the user are seen, at least {settings.min_user_pixels} are needed"
            yield wrong(cause, episode=role, frame=number, figure=pixels)
    yield Finding(ok=True, figure=smallest)


def screen_mask(pair: PairOnDisk, role: Role, number: int, device: str) -> NDArray[np.bool_]:
    """(H, W) pixels of a device, by the instance map, inside its projected screen; none when that is not recorded."""
    frame = pair.frame(role, number)
    instances = pair.instances(frame.state)
    measure, instance = frame.devices.get(device), pair.instance_id(device)
    if measure is None or measure.corners is None or instance is None:
        return np.zeros(instances.shape, dtype=np.bool_)
    corners = np.asarray(measure.corners)
    if not np.isfinite(corners).all():
        return np.zeros(instances.shape, dtype=np.bool_)
    inside = np.zeros(instances.shape, dtype=np.uint8)
    # Pixel centres lie at half-integers in the record and at integers for OpenCV.
    polygon = np.clip(np.rint((corners - 0.5) * 16), -(2**20), 2**20).astype(np.int32)
    cv2.fillConvexPoly(inside, polygon, 1, lineType=cv2.LINE_8, shift=4)
    return np.asarray((inside > 0) & (instances == instance))


def glow_share(pixels: NDArray[np.uint8], hue: float, tolerance: float) -> tuple[float, float]:
    """Share of (N, 3) sRGB pixels that show a glow hue, and their mean brightness (largest channel, 0 to 1)."""
    values = pixels.astype(np.float32) / 255
    hsv = cv2.cvtColor(values[None], cv2.COLOR_RGB2HSV)[0]
    apart = np.abs((hsv[:, 0] - hue + 180) % 360 - 180)
    glowing = (apart <= tolerance) & (hsv[:, 1] >= SATURATED) & (hsv[:, 2] >= BRIGHT)
    return float(glowing.mean()), float(hsv[:, 2].mean())


def _frames() -> Iterator[tuple[Role, int]]:
    for role in ROLES:
        for number in range(1, 13):
            yield role, number
