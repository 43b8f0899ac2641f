"""Can the frames be read? What `bench_gen.ua.pixels` sees of a set, against what is drawn in it (appendix C.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from bench_gen.ua.disk import load_pair, load_vocabulary_of
from bench_gen.ua.pixels import PixelPerceiver, Sight
from bench_gen.ua.schema import ROLES, FrameRecord, FrameScript, Role
from bench_gen.ua.set_f1 import set_f1

SEEN_PIXELS = 60  # a lit screen of which less is in the picture is not asked for
AIM_ACTIVE, AIM_POINTED = 0.95, 0.90


@dataclass(frozen=True)
class FrameSight:
    """One frame: what it shows and what was seen.

    Attributes:
        lit: devices whose lit screens are in the picture.
        pointed: the device pointed at; None in f1 and f10 to f12.
        sight: what was seen in temporal order, without later images.
        hindsight: the device said to be pointed at by somebody who has seen all twelve images.
    """

    pair: str
    role: Role
    frame: int
    state: str
    lit: tuple[str, ...]
    pointed: str | None
    sight: Sight
    hindsight: str | None

    @property
    def active_f1(self) -> float:
        """Set-F1 of the active screens; nothing against nothing is 1."""
        return set_f1(self.sight.active, self.lit)


@dataclass(frozen=True)
class Legibility:
    """Means over a set: set-F1 over all frames, pointed-device accuracy over pointing frames."""

    frames: tuple[FrameSight, ...]

    @property
    def active_f1(self) -> float:
        """Active-screen set-F1 over all frame instances."""
        return _mean(frame.active_f1 for frame in self.frames)

    @property
    def pointed(self) -> float:
        """Pointed-device accuracy in hindsight."""
        return _mean(frame.hindsight == frame.pointed for frame in self.frames if frame.pointed)

    @property
    def pointed_in_order(self) -> float:
        """Pointed-device accuracy in temporal order: a screen that was never lit must be known by its looks."""
        return _mean(frame.sight.attended == frame.pointed for frame in self.frames if frame.pointed)

    @property
    def mistaken(self) -> float:
        """Share of the frames without pointing in which somebody was said to point."""
        return _mean(frame.sight.attended is not None for frame in self.frames if not frame.pointed)

    @property
    def legible(self) -> bool:
        """Whether the set meets the aims."""
        return self.active_f1 >= AIM_ACTIVE and self.pointed >= AIM_POINTED

    def misread(self) -> tuple[FrameSight, ...]:
        """Frames that are read wrongly in hindsight."""
        return tuple(f for f in self.frames if f.active_f1 < 1 or (f.pointed and f.hindsight != f.pointed))


def look_at_pairs(ua: Path, pairs: Sequence[str], workers: int = 1) -> Iterator[tuple[FrameSight, ...]]:
    """The frames of each pair, in the order of `pairs`, as they are done.

    Raises:
        assets.errors.InputError: when the set cannot be read.
    """
    if workers == 1:
        yield from (look_at_pair(ua, pair) for pair in pairs)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(look_at_pair, [ua] * len(pairs), pairs)


def look_at_pair(ua: Path, name: str) -> tuple[FrameSight, ...]:
    """Both episodes of a pair, through the perceiver."""
    pair = load_pair(ua, name)
    hues = {glow: entry.hue for glow, entry in load_vocabulary_of(ua).glows.items()}
    rows = []
    for role in ROLES:
        episode = pair.agent(role)
        images = [pair.image(frame.state) for frame in pair.episode(role).frames]
        ordered = PixelPerceiver(episode.roster, hues)
        sights = [ordered.see(image) for image in images]
        known = PixelPerceiver(episode.roster, hues).watch(images)
        for number, (sight, later) in enumerate(zip(sights, known, strict=True), start=1):
            record, script = pair.frame(role, number), pair.script.episodes[role].frames[number - 1]
            lit = lit_in(script, record)
            rows.append(FrameSight(name, role, number, record.state, lit, script.pointed, sight, later.attended))
    return tuple(rows)


def lit_in(script: FrameScript, record: FrameRecord) -> tuple[str, ...]:
    """The lit screens that can be asked for: those of which more than next to nothing is in the picture."""
    shown = record.devices
    return tuple(d for d in script.lit if d in shown and shown[d].screen_pixels >= SEEN_PIXELS)


def as_text(result: Legibility) -> str:
    """The figures, then the pairs whose frames are misread."""
    pointing = [frame for frame in result.frames if frame.pointed]
    lines = [
        f"{len(result.frames)} frames, {len(pointing)} of them with pointing; read from pixels and roster alone",
        f"active screens, set-F1           {result.active_f1:.3f}  (aim: {AIM_ACTIVE:.2f})",
        f"pointed device, having seen all  {result.pointed:.3f}  (aim: {AIM_POINTED:.2f})",
        f"pointed device, in order         {result.pointed_in_order:.3f}",
        f"said to point, but does not      {result.mistaken:.3f}",
    ]
    by_episode: dict[tuple[str, Role], list[FrameSight]] = {}
    for frame in result.misread():
        by_episode.setdefault((frame.pair, frame.role), []).append(frame)
    for (pair, role), frames in sorted(by_episode.items(), key=lambda item: -len(item[1])):
        lines.append(f"misread: {pair} {role} " + ", ".join(_described(frame) for frame in frames))
    return "\n".join(lines) + "\n"


def as_json(result: Legibility) -> dict[str, object]:
    """The figures and the misread frames, as plain values."""
    return {
        "frames": len(result.frames),
        "active_f1": round(result.active_f1, 4),
        "pointed_in_hindsight": round(result.pointed, 4),
        "pointed_in_order": round(result.pointed_in_order, 4),
        "pointing_mistaken": round(result.mistaken, 4),
        "misread": [
            {
                "pair": frame.pair,
                "episode": frame.role,
                "frame": frame.frame,
                "state": frame.state,
                "lit": list(frame.lit),
                "seen_lit": list(frame.sight.active),
                "pointed": frame.pointed,
                "seen_pointed": frame.hindsight,
            }
            for frame in result.misread()
        ],
    }


def _described(frame: FrameSight) -> str:
    if frame.active_f1 < 1:
        return f"f{frame.frame} lit {'+'.join(frame.lit)} not {'+'.join(frame.sight.active)}"
    return f"f{frame.frame} {frame.pointed} not {frame.hindsight}"


def _mean(values: Iterable[float]) -> float:
    values = [float(value) for value in values]
    return sum(values) / len(values) if values else 1.0
