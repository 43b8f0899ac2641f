"""One episode as a shortcut may see it: the true evidence, the agent-facing card and roster, sizes in the image."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from bench_gen.ua.disk import load_pair, pairs_in
from bench_gen.ua.schema import ENGAGEMENT, ROLES, EpisodeScript, PairRecord, PairScript, Role, Targets
from bench_gen.ua.targets import targets


@dataclass(frozen=True)
class View:
    """One episode.

    Attributes:
        areas: mean visible screen pixels of each candidate, by device; empty where nothing was rendered.
        distances: pixels from the user's eye to each candidate's screen centre at f10, by device; likewise.
    """

    script: PairScript
    role: Role
    targets: tuple[Targets, ...]
    areas: dict[str, float] = field(default_factory=dict)
    distances: dict[str, float] = field(default_factory=dict)

    @property
    def pair(self) -> str:
        """The pair's id."""
        return self.script.pair

    @property
    def episode(self) -> EpisodeScript:
        """Its twelve frames."""
        return self.script.episodes[self.role]

    @property
    def candidates(self) -> tuple[str, ...]:
        """Devices that may be engaged, sorted."""
        return self.script.candidates

    @property
    def pointed(self) -> list[str]:
        """The device pointed at in f2 to f9."""
        return [str(self.episode.frames[number - 1].pointed) for number in ENGAGEMENT]

    @property
    def lit(self) -> list[list[str]]:
        """The candidates lit in f2 to f9."""
        rows = (self.episode.frames[number - 1].lit for number in ENGAGEMENT)
        return [[device for device in row if device in self.candidates] for row in rows]

    @property
    def stated(self) -> list[tuple[str, str]]:
        """(device, value) of each statement, in order."""
        return [(f.statement.device, f.statement.value) for f in self.episode.frames if f.statement]


def views_of_script(script: PairScript) -> tuple[View, ...]:
    """Both episodes of a pair that need not have been rendered."""
    return tuple(View(script, role, targets(script, role)) for role in ROLES)


def views_of_set(ua: Path) -> tuple[View, ...]:
    """Every episode of a set on disk, by pair.

    Raises:
        InputError: when the folder holds no pairs, or a record cannot be used.
    """
    return tuple(view for name in pairs_in(ua) for view in _rendered(load_pair(ua, name).record))


def _rendered(record: PairRecord) -> tuple[View, ...]:
    views = []
    for role in ROLES:
        frames = record.episodes[role].frames
        areas = {
            device: sum(f.devices[device].screen_pixels for f in frames) / len(frames)
            for device in record.script.candidates
        }
        distances = {}
        eye = frames[9].user.eye
        for device in record.script.candidates:
            corners = frames[9].devices[device].corners
            if eye is not None and corners is not None:
                x, y = (sum(corner[axis] for corner in corners) / 4 for axis in (0, 1))
                distances[device] = ((x - eye[0]) ** 2 + (y - eye[1]) ** 2) ** 0.5
        views.append(View(record.script, role, record.episodes[role].targets, areas, distances))
    return tuple(views)
