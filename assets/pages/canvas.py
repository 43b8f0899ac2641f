"""What layouts draw on: a page in one hue, with shapes, pictures and grey bars that stand for text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from assets.color import Srgb, to_srgb
from assets.model import Rgb

SUPERSAMPLING = 2
Box = tuple[float, float, float, float]
"""Left, top, right, bottom in canvas pixels, y down."""


def mix(a: Srgb, b: Srgb, share: float) -> Srgb:
    """The sRGB colour `share` of the way from `a` to `b`; towards black, white or grey the hue stays."""
    r, g, c = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return r, g, c


@dataclass(frozen=True)
class Palette:
    """The page's colours, all of the glow's hue: from far away the whole page is one colour."""

    glow: Srgb
    header: Srgb
    back: Srgb
    card: Srgb
    ink: Srgb
    text: Srgb

    @staticmethod
    def of(glow: Rgb) -> Palette:
        """The palette of a linear RGB glow."""
        hue = to_srgb(glow)
        white, black = (255, 255, 255), (0, 0, 0)
        return Palette(
            glow=hue,
            header=mix(hue, black, 0.10),
            back=mix(hue, white, 0.14),
            card=mix(hue, white, 0.44),
            ink=mix(hue, black, 0.72),
            text=mix(hue, black, 0.40),
        )


class Canvas:
    """A page under construction.

    Attributes:
        width, height: canvas pixels (the page's, times `SUPERSAMPLING`).
        unit: a hundredth of the shorter side.
        rng: what varies between pages of one layout.
        title: the heading that the layout draws.
    """

    def __init__(self, size: tuple[int, int], palette: Palette, title: str, rng: np.random.Generator) -> None:
        self.width, self.height = size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING
        self.unit = min(self.width, self.height) / 100
        self.palette, self.title, self.rng = palette, title, rng
        self._image = Image.new("RGB", (self.width, self.height), palette.back)
        self._draw = ImageDraw.Draw(self._image)

    @property
    def wide(self) -> bool:
        """Whether the page is square or wider than high: rows side by side rather than stacked."""
        return self.width > 0.85 * self.height

    def pixels(self) -> NDArray[np.uint8]:
        """The finished page: (H, W, 4) uint8, opaque."""
        small = self._image.resize((self.width // SUPERSAMPLING, self.height // SUPERSAMPLING), Image.Resampling.BOX)
        return np.asarray(small.convert("RGBA"), dtype=np.uint8).copy()

    def block(self, box: Box, color: Srgb, radius: float = 0.0) -> None:
        """A filled rectangle with rounded corners; nothing when it has no extent."""
        if box[2] - box[0] >= 1 and box[3] - box[1] >= 1:
            most = min(box[2] - box[0], box[3] - box[1]) / 2
            self._draw.rounded_rectangle(box, min(radius, most), fill=color)

    def disc(self, x: float, y: float, radius: float, color: Srgb) -> None:
        """A filled circle."""
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=color)

    def ring(self, x: float, y: float, radius: float, width: float, color: Srgb, start: float, end: float) -> None:
        """An arc from `start` to `end` degrees, clockwise from the right."""
        self._draw.arc((x - radius, y - radius, x + radius, y + radius), start, end, fill=color, width=round(width))

    def polygon(self, points: list[tuple[float, float]], color: Srgb) -> None:
        """A filled polygon."""
        self._draw.polygon(points, fill=color)

    def line(self, points: list[tuple[float, float]], color: Srgb, width: float) -> None:
        """A polyline with round joints."""
        self._draw.line(points, fill=color, width=max(1, round(width)), joint="curve")

    def words(
        self, x: float, y: float, width: float, lines: int, *, size: float = 3.4, color: Srgb | None = None
    ) -> None:
        """Bars that stand for lines of text, `size` units high; the last one is short."""
        height = size * self.unit
        for i in range(lines):
            share = self.rng.uniform(0.78, 1.0) if i < lines - 1 else self.rng.uniform(0.4, 0.72)
            top = y + i * 1.9 * height
            self.block((x, top, x + width * share, top + height), color or self.palette.text, height / 2)

    def picture(self, box: Box) -> None:
        """A drawn picture: sky, a sun and two hills, in shades of the page's hue."""
        p, (left, top, right, bottom) = self.palette, box
        width, height = right - left, bottom - top
        if width < 2 or height < 2:
            return
        self.block(box, mix(p.glow, (255, 255, 255), 0.45))
        sun = 0.11 * min(width, height)
        self.disc(
            left + width * self.rng.uniform(0.2, 0.8), top + height * 0.3, sun, mix(p.glow, (255, 255, 255), 0.85)
        )
        for base, color in ((0.48, mix(p.glow, (0, 0, 0), 0.18)), (0.72, mix(p.glow, (0, 0, 0), 0.45))):
            heights = base + self.rng.uniform(-0.12, 0.12, size=5)
            crest = [(left + width * i / 4, top + height * float(h)) for i, h in enumerate(heights)]
            self.polygon([(left, bottom), *crest, (right, bottom)], color)

    def header(self) -> Box:
        """Draw the title bar; returns the area that is left for the page's body, inside its margins."""
        u, p = self.unit, self.palette
        height = (15 if self.wide else 17) * u
        self.block((0, 0, self.width, height), p.header)
        self.disc(9 * u, height / 2, 3.6 * u, p.card)
        self.disc(self.width - 8 * u, height / 2, 2.6 * u, p.card)
        light = 0.299 * p.header[0] + 0.587 * p.header[1] + 0.114 * p.header[2] > 120
        color = p.ink if light else (255, 255, 255)
        size = 9.0 * u
        space = self.width - 29 * u
        while self._text_width(size) > space:
            size *= 0.94
        font = ImageFont.load_default(size)
        self._draw.text((16 * u, height / 2), self.title, fill=color, font=font, anchor="lm")
        return 4 * u, height + 4 * u, self.width - 4 * u, self.height - 4 * u

    def _text_width(self, size: float) -> float:
        return ImageFont.load_default(size).getlength(self.title)

    def grid(self, box: Box, columns: int, rows: int, gap: float) -> list[Box]:
        """Equal cells, row by row, `gap` units apart."""
        g = gap * self.unit
        width = (box[2] - box[0] - g * (columns - 1)) / columns
        height = (box[3] - box[1] - g * (rows - 1)) / rows
        return [
            (box[0] + c * (width + g), box[1] + r * (height + g), box[0] + c * (width + g) + width,
             box[1] + r * (height + g) + height)
            for r in range(rows) for c in range(columns)
        ]  # fmt: skip
