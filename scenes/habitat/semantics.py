"""What things are called: object categories from a dataset's tables, rooms from its semantic configs or its floor."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely import make_valid, polygons, union_all
from shapely.geometry import Polygon

from assets.errors import InputError
from assets.model import Model
from scenes.files import read_bytes, read_json, resolve_inside
from scenes.geometry import pieces, upness, world_triangles
from scenes.habitat.dataset import MAX_JSON_BYTES, Dataset
from scenes.scene import Region

MAX_TABLE_BYTES = 64 * 2**20
_TABLES = ("semantics/objects.csv", "semantics/*.csv", "metadata/*_condensed.csv", "metadata/*.csv")
_ID_COLUMNS = ("id", "objecthash", "objectid", "hash", "handle", "templatename")
_CATEGORY_COLUMNS = ("maincategory", "semanticcategory", "cleancategory", "category", "type", "wnsynsetkey")
_NAME_COLUMNS = ("name", "shortname", "objectname")
_PART = re.compile(r"^(.*?)_part_\d+$")
_MIN_ROOM_AREA = 2.0
_DEFAULT_HEIGHT = 2.7
_MAX_HEIGHT = 4.0


@dataclass(frozen=True)
class Label:
    """What a table says about one object template; empty strings where it says nothing."""

    name: str
    category: str


def read_labels(root: Path) -> dict[str, Label]:
    """Labels by template stem from every table that the dataset has; earlier tables win, empty cells never do.

    Raises:
        InputError: when a table is damaged or leads out of the dataset.
    """
    labels: dict[str, Label] = {}
    seen: set[Path] = set()
    for pattern in _TABLES:
        for path in sorted(root.glob(pattern)):
            if path not in seen:
                seen.add(path)
                _merge_table(root, path, labels)
    return labels


def _merge_table(root: Path, path: Path, labels: dict[str, Label]) -> None:
    resolve_inside(root, path, named_by=path, field="table")
    text = read_bytes(path, MAX_TABLE_BYTES).decode("utf-8-sig", errors="replace")
    try:
        rows = csv.reader(io.StringIO(text))
        header = [re.sub("[^a-z0-9]", "", cell.lower()) for cell in next(rows, [])]
        identity = next((header.index(c) for c in _ID_COLUMNS if c in header), None)
        if identity is None:
            return
        names = [header.index(c) for c in _NAME_COLUMNS if c in header]
        categories = [header.index(c) for c in _CATEGORY_COLUMNS if c in header]
        for row in rows:
            if len(row) > identity and row[identity].strip():
                key = row[identity].strip()
                old = labels.get(key, Label("", ""))
                name, category = _first(row, names), normal_category(_first(row, categories))
                labels[key] = Label(old.name or name, old.category or category)
    except csv.Error as error:
        raise InputError(f"not a CSV table ({error})", file=path, remedy="restore the file") from error


def _first(row: list[str], columns: list[int]) -> str:
    return next((row[c].strip() for c in columns if c < len(row) and row[c].strip()), "")


def normal_category(text: str) -> str:
    """A category as a noun in lower case with underscores; WordNet keys ("chair.n.01") lose their sense."""
    word = re.sub(r"\.[a-z]\.\d+$", "", text.strip().lower())
    return re.sub("[^a-z0-9]+", "_", word).strip("_")


def label_of(labels: dict[str, Label], stem: str) -> Label:
    """Label of a template; a decomposed part ("<hash>_part_3") takes its whole's where it has none."""
    found = labels.get(stem, Label("", ""))
    part = _PART.match(stem)
    if part and not (found.name and found.category):
        whole = labels.get(part[1], Label("", ""))
        return Label(found.name or whole.name, found.category or whole.category)
    return found


def read_regions(dataset: Dataset, scene_id: str, notes: list[str]) -> tuple[Region, ...]:
    """Rooms from `<scene_id>.semantic_config.json`; empty where the dataset has none.

    Raises:
        InputError: when the file is damaged.
    """
    template = dataset.find("semantic_scene_descriptor_instances", scene_id)
    path = template.path if template else dataset.root / f"semantics/scenes/{scene_id}.semantic_config.json"
    if not path.is_file():
        return ()
    resolve_inside(dataset.root, path, named_by=path, field="semantic config")
    entries = read_json(path, MAX_JSON_BYTES).get("region_annotations", [])
    if not isinstance(entries, list):
        raise InputError("not an array", file=path, field="region_annotations", expected="a list of regions")
    regions: list[Region] = []
    for index, entry in enumerate(entries):
        region = _region(entry, index)
        if region is None:
            notes.append(f"{path.name}: region_annotations[{index}] has no usable poly_loop; left out.")
        else:
            regions.append(region)
    return tuple(regions)


def _region(entry: Any, index: int) -> Region | None:
    if not isinstance(entry, dict):
        return None
    try:
        loop = np.asarray(entry.get("poly_loop"), np.float64)
        floor = float(entry.get("floor_height", loop[:, 1].min()))
        ceiling = floor + float(entry.get("extrusion_height", _DEFAULT_HEIGHT))
    except (TypeError, ValueError, IndexError):
        return None
    if loop.ndim != 2 or loop.shape[1] != 3 or len(loop) < 3 or not np.isfinite([*loop.ravel(), floor, ceiling]).all():
        return None
    parts = pieces(make_valid(Polygon(loop[:, [0, 2]])))
    if not parts or ceiling <= floor:
        return None
    category = normal_category(str(entry.get("label", ""))) or "unknown"
    name = str(entry.get("name", "")).strip()[:80] or f"{category}.{index}"
    return Region(name, category, max(parts, key=lambda p: p.area), floor, ceiling)


def derive_regions(stage: Model, transform: NDArray[np.float64]) -> tuple[Region, ...]:
    """Rooms of a scene that states none: each connected piece of the stage's lowest large floor, over 2 m2.

    Floor levels are up-facing triangles grouped by height within 5 cm; a level counts when it has at least 30 % of
    the largest one's area. The ceiling is the lowest large down-facing level at least 1.8 m above the floor, else the
    stage's top.
    """
    corners = world_triangles(stage, transform)
    slope, area = upness(corners)
    height = corners[:, :, 1].mean(axis=1)
    flat = (slope > 0.95) & (area > 0)
    levels = _levels(height[flat], area[flat])
    if not levels:
        return ()
    largest = max(weight for _, weight in levels)
    floor = min(level for level, weight in levels if weight >= 0.3 * largest)
    chosen = flat & (np.abs(height - floor) < 0.05)
    above = (slope < -0.95) & (height > floor + 1.8)
    ceilings = [pair for pair in _levels(height[above], area[above]) if pair[1] >= 0.3 * largest]
    top = max(round(float(corners[:, :, 1].max()), 4), floor + 2.0)
    ceiling = ceilings[0][0] if ceilings else min(top, floor + _MAX_HEIGHT)
    shape = union_all(polygons(corners[chosen][:, :, [0, 2]]), grid_size=1e-4)
    shape = shape.buffer(0.005, join_style="mitre").buffer(-0.005, join_style="mitre").simplify(0.002)
    rooms = [p for p in pieces(shape) if p.area >= _MIN_ROOM_AREA]
    return tuple(Region(f"room.{i}", "unknown", room, floor, ceiling) for i, room in enumerate(rooms))


def _levels(height: NDArray[np.float64], area: NDArray[np.float64]) -> list[tuple[float, float]]:
    """Heights grouped by gaps over 5 cm: (area-weighted height rounded to 1e-4, total area), lowest first."""
    order = np.argsort(height, kind="stable")
    height, area = height[order], area[order]
    cuts = np.flatnonzero(np.diff(height) > 0.05) + 1
    groups = zip(np.split(height, cuts), np.split(area, cuts), strict=True)
    return [(round(float(np.average(h, weights=a)), 4), float(a.sum())) for h, a in groups if len(h) and a.sum() > 0]
