"""Contact sheets: every frame of a pair with its semantics, what was said, and the labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from bench_gen.ua.disk import PairOnDisk, load_pair, pairs_in
from bench_gen.ua.schema import ENGAGEMENT, SHARED, FrameScript, Role, Targets
from sim.semantics import class_color
from sim.world import Kind

COLUMNS = 4
IMAGE = (360, 270)
SEMANTICS = (180, 135)
GAP = 14
TEXT = 86
CELL = (IMAGE[0] + SEMANTICS[0] + 6, IMAGE[1] + TEXT)
INK, SOFT, PAPER, ACCENT = (24, 26, 30), (104, 110, 120), (255, 255, 255), (178, 34, 52)
QUALITY = 88
MOST_IN_FULL = 12  # JPEG ends at 65,500 pixels, and nobody scrolls that far
THUMBNAIL, OVERVIEW_COLUMNS = (256, 192), 10


@dataclass(frozen=True)
class Cell:
    """One frame on the sheet."""

    role: Role
    frame: int
    heading: str


def write_sheet(ua: Path, path: Path, *, pairs: tuple[str, ...] | None = None) -> Path:
    """Write one JPEG with all (or the named) pairs of a set, one below the other; of large sets one image a pair.

    Raises:
        InputError: when the folder holds no pairs.
    """
    chosen = pairs or pairs_in(ua)
    if len(chosen) > MOST_IN_FULL:
        return save(draw_overview(ua, chosen), path)
    sheets = [draw_pair(load_pair(ua, pair)) for pair in chosen]
    height = sum(sheet.height for sheet in sheets)
    whole = Image.new("RGB", (sheets[0].width, height), PAPER)
    top = 0
    for sheet in sheets:
        whole.paste(sheet, (0, top))
        top += sheet.height
    return save(whole, path)


def save(picture: Image.Image, path: Path) -> Path:
    """Write a JPEG in one step; returns `path`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f".{path.name}.partial")
    picture.save(scratch, "JPEG", quality=QUALITY, optimize=True)
    scratch.replace(path)
    return path


def draw_overview(ua: Path, pairs: Sequence[str]) -> Image.Image:
    """A grid with one engagement frame of every pair, and below it its scene, topic and pointed device."""
    width, height = THUMBNAIL
    columns = min(OVERVIEW_COLUMNS, len(pairs))
    rows = -(-len(pairs) // columns)
    whole = Image.new("RGB", (columns * (width + 6) + 6, rows * (height + 26) + 6), PAPER)
    draw = ImageDraw.Draw(whole)
    for number, name in enumerate(pairs):
        pair = load_pair(ua, name)
        left, top = 6 + number % columns * (width + 6), 6 + number // columns * (height + 26)
        frame = ENGAGEMENT[number % len(ENGAGEMENT)]
        picture = Image.fromarray(pair.image(pair.frame("A", frame).state))
        whole.paste(picture.resize(THUMBNAIL, Image.Resampling.LANCZOS), (left, top))
        pointed = pair.script.episodes["A"].frames[frame - 1].pointed
        text = f"{pair.record.scene['id']}  {pair.script.topic}  > {pointed}"
        draw.text((left, top + height + 3), text, fill=INK, font=font(13))
    return whole


def draw_pair(pair: PairOnDisk) -> Image.Image:
    """The sheet of one pair: shared frames in the first row, then A's and B's engagement frames, two rows each."""
    rows = [Cell("A", f, f"f{f}  shared") for f in SHARED]
    cells = [*rows, *(Cell(role, f, f"{role}  f{f}") for role in pair.record.episodes for f in ENGAGEMENT)]
    lines = -(-len(cells) // COLUMNS)
    header = 74
    size = (GAP + COLUMNS * (CELL[0] + GAP), header + lines * (CELL[1] + GAP))
    sheet = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(sheet)
    _header(draw, pair)
    for number, cell in enumerate(cells):
        left = GAP + (number % COLUMNS) * (CELL[0] + GAP)
        top = header + (number // COLUMNS) * (CELL[1] + GAP)
        _cell(sheet, draw, pair, cell, left, top)
    return sheet


def paint_classes(pair: PairOnDisk, instances: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """(H, W, 3) uint8: each pixel in the colour of its semantic class."""
    table = np.zeros((65_536, 3), np.uint8)
    for row in pair.record.entities:
        table[row.instance_id] = class_color(row.semantic_class, Kind(row.kind))
    return np.asarray(table[instances])


def _header(draw: ImageDraw.ImageDraw, pair: PairOnDisk) -> None:
    record, script = pair.record, pair.script
    title = f"{record.scene['id']}  ·  pair {script.pair}  ·  {script.noun}: {script.attribute}"
    draw.text((GAP, 12), title, INK, font=font(22))
    engaged = ", ".join(f"{role}: {e.engaged} (decoy {e.decoy})" for role, e in script.episodes.items())
    screens = ", ".join(f"{e.device} ({e.glow})" for e in script.roster if e.glow and not e.observer)
    watcher = next((e.device for e in script.roster if e.observer), "robot")
    draw.text((GAP, 42), f"engaged {engaged}   ·   screens {screens}   ·   seen by the {watcher}", SOFT, font=font(15))


def _cell(sheet: Image.Image, draw: ImageDraw.ImageDraw, pair: PairOnDisk, cell: Cell, left: int, top: int) -> None:
    record = pair.frame(cell.role, cell.frame)
    script = pair.script.episodes[cell.role].frames[cell.frame - 1]
    labels = pair.episode(cell.role).targets[cell.frame - 1]
    picture = Image.fromarray(pair.image(record.state)).resize(IMAGE, Image.Resampling.LANCZOS)
    classes = Image.fromarray(paint_classes(pair, pair.instances(record.state)))
    sheet.paste(picture, (left, top))
    side = left + IMAGE[0] + 6
    sheet.paste(classes.resize(SEMANTICS, Image.Resampling.NEAREST), (side, top))
    y = top + SEMANTICS[1] + 6
    draw.text((side, y), cell.heading, INK, font=font(17))
    for event in _events(script, record.moment):
        for line in _wrapped(draw, event, SEMANTICS[0], 13):
            y += 20
            draw.text((side, y), _fit(draw, line, SEMANTICS[0], 13), SOFT, font=font(13))
    y = top + IMAGE[1] + 5
    for line in _wrapped(draw, f"“{script.utterance}”", CELL[0], 15)[:2]:
        draw.text((left, y), line, INK, font=font(15))
        y += 19
    draw.text((left, top + IMAGE[1] + 46), _fit(draw, _labels(labels), CELL[0], 14), ACCENT, font=font(14))


def _events(script: FrameScript, moment: str) -> list[str]:
    lines = [f"user: {moment}"]
    if script.pointed:
        lines.append(f"points at: {script.pointed}")
    lines.append(f"lit: {', '.join(script.lit) or 'none'}")
    if script.statement:
        lines.append(f"states: {script.statement.value}")
    if script.request:
        lines.append(f"asks: {script.request.action} ({script.request.scope})")
    return lines


def _labels(labels: Targets) -> str:
    parts = []
    if labels.eng is not None:
        parts.append(f"Eng {labels.eng}")
    if labels.inf is not None:
        parts.append(f"Inf {labels.inf}")
    if labels.rsp is not None:
        parts.append(f"Rsp {{{', '.join(labels.rsp)}}}")
    if labels.nxt is not None:
        parts.append(f"Nxt {labels.nxt}")
    return "   ".join(parts)


def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The face that sheets are lettered in."""
    return ImageFont.load_default(size)


def _wrapped(draw: ImageDraw.ImageDraw, text: str, width: int, size: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and draw.textlength(longer, font=font(size)) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _fit(draw: ImageDraw.ImageDraw, text: str, width: int, size: int) -> str:
    while text and draw.textlength(text, font=font(size)) > width:
        text = text[:-2].rstrip() + "…" if len(text) > 2 else ""
    return text
