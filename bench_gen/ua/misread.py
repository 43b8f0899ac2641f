"""A sheet of the frames that a perceiver misread, to see whose fault it was."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

from bench_gen.ua.disk import load_pair
from bench_gen.ua.legibility import FrameSight, Legibility
from bench_gen.ua.sheet import font, save

_COLUMNS, _MOST = 4, 48
_WIDTH, _TEXT = 480, 44


def write_misread_sheet(ua: Path, result: Legibility, path: Path) -> Path:
    """Write up to 48 misread frames with what is true and what was seen; returns `path`."""
    frames = result.misread()[:_MOST]
    cells = [_cell(ua, frame) for frame in frames]
    height = max(cell.height for cell in cells)
    rows = -(-len(cells) // _COLUMNS)
    sheet = Image.new("RGB", (_WIDTH * min(_COLUMNS, len(cells)), height * rows), "white")
    for number, cell in enumerate(cells):
        sheet.paste(cell, (number % _COLUMNS * _WIDTH, number // _COLUMNS * height))
    return save(sheet, path)


def _cell(ua: Path, frame: FrameSight) -> Image.Image:
    pair = load_pair(ua, frame.pair)
    picture = Image.fromarray(pair.image(frame.state))
    picture = picture.resize((_WIDTH, round(_WIDTH * picture.height / picture.width)), Image.Resampling.LANCZOS)
    cell = Image.new("RGB", (_WIDTH, picture.height + _TEXT), "white")
    cell.paste(picture, (0, _TEXT))
    draw = ImageDraw.Draw(cell)
    draw.text((6, 4), f"{frame.pair} {frame.role} f{frame.frame}", fill="black", font=font(14))
    seen = f"points at {frame.pointed}, read as {frame.hindsight}"
    if frame.active_f1 < 1:
        seen = f"lit {', '.join(frame.lit)}, read as {', '.join(frame.sight.active)}"
    draw.text((6, 23), seen, fill="black", font=font(14))
    return cell
