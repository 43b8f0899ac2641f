"""The dataset config: which files of a dataset are stages, objects and scenes.

Source: habitat-sim's "Scene Dataset configuration" page. A path entry may name a file, a folder (HSSD does), or a glob
whose matches are files or folders; templates are known by their file stem.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assets.errors import InputError
from scenes.files import Json, read_json, resolve_inside

MAX_JSON_BYTES = 32 * 2**20
SUFFIXES = {
    "stages": ".stage_config.json",
    "objects": ".object_config.json",
    "scene_instances": ".scene_instance.json",
    "semantic_scene_descriptor_instances": ".semantic_config.json",
}
_CONFIG_SUFFIX = ".scene_dataset_config.json"
_REMEDY = "see https://aihabitat.org/docs/habitat-sim/attributesJSON.html, or restore the file"


@dataclass(frozen=True)
class Template:
    """Where the attributes of a stage, object or scene come from.

    Attributes:
        path: its JSON config, or a bare mesh file.
        overrides: attributes that the dataset config states on top.
    """

    path: Path
    overrides: dict[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Dataset:
    """An indexed dataset.

    Attributes:
        root: its folder; nothing outside it is read.
        config: the dataset config's path.
        licence: as stated in the config or README, else "unknown".
        defaults: `default_attributes` of each kind.
        templates: of each kind, by stem.
    """

    root: Path
    config: Path
    licence: str
    defaults: dict[str, dict[str, Json]]
    templates: dict[str, dict[str, Template]]

    def find(self, kind: str, name: str) -> Template | None:
        """The template that a scene calls `name`: a stem, a path, or a file name."""
        return self.templates[kind].get(stem_of(name))

    def attributes(self, kind: str, template: Template) -> dict[str, Json]:
        """Defaults, then the template's own file, then the dataset's overrides.

        Raises:
            InputError: when the file is missing or not a JSON object.
        """
        own = read_json(template.path, MAX_JSON_BYTES) if template.path.suffix == ".json" else {}
        own = own or {"render_asset": template.path.name}
        return {**self.defaults[kind], **own, **template.overrides}


def stem_of(name: str) -> str:
    """File stem of a template name: its last path component without the suffixes that Habitat uses."""
    stem = name.replace("\\", "/").rsplit("/", 1)[-1]
    for suffix in (*SUFFIXES.values(), ".json", ".glb", ".gltf"):
        if stem.endswith(suffix):
            return stem[: -len(suffix)]
    return stem


def open_dataset(root: Path, scene_id: str) -> Dataset:
    """Index the dataset in `root` that has the scene `scene_id`.

    Where several dataset configs list the scene, the one named like the folder is taken, then the one with the
    shortest name, then the first by name: so `hssd-hab` comes before `hssd-hab-articulated`.

    Raises:
        InputError: when there is no dataset config, it is damaged, or none lists the scene.
    """
    if not root.is_dir():
        raise InputError("no such folder", file=root, field="scenes.root", remedy="give the folder of a scene dataset")
    configs = sorted(root.glob(f"*{_CONFIG_SUFFIX}"), key=lambda p: _rank(p, root))
    if not configs:
        raise InputError(
            "no dataset config here",
            file=root,
            field="scenes.root",
            expected=f"a file *{_CONFIG_SUFFIX}",
            remedy="give the folder that holds it (HSSD: the top of hssd-hab)",
        )
    listed: set[str] = set()
    for path in configs:
        dataset = _index(root, path)
        if scene_id in dataset.templates["scene_instances"]:
            return dataset
        listed |= set(dataset.templates["scene_instances"])
    some = ", ".join(sorted(listed)[:6]) + (", ..." if len(listed) > 6 else "")
    raise InputError(
        f"no scene {scene_id!r} among {len(listed)}",
        file=root,
        field="scene_id",
        expected=f"one of {some}" if listed else "a dataset config that lists scenes",
        remedy="choose a listed scene, or complete the dataset",
    )


def _rank(path: Path, root: Path) -> tuple[bool, int, str]:
    name = path.name[: -len(_CONFIG_SUFFIX)]
    return name != root.resolve().name, len(name), name


def _index(root: Path, config: Path) -> Dataset:
    resolve_inside(root, config, named_by=config, field="dataset config")
    data = read_json(config, MAX_JSON_BYTES)
    defaults: dict[str, dict[str, Json]] = {}
    templates: dict[str, dict[str, Template]] = {}
    for kind, suffix in SUFFIXES.items():
        section = data.get(kind, {})
        if not isinstance(section, dict):
            raise InputError("not an object", file=config, field=kind, expected="a JSON object", remedy=_REMEDY)
        stated = section.get("default_attributes", {})
        defaults[kind] = stated if isinstance(stated, dict) else {}
        templates[kind] = _listed(root, config, kind, suffix, section)
    return Dataset(root, config, _licence(root, data), defaults, templates)


def _listed(root: Path, config: Path, kind: str, suffix: str, section: dict[str, Json]) -> dict[str, Template]:
    """Templates of one kind, by stem; configs win over bare meshes, earlier paths over later ones."""
    found: dict[str, Template] = {}
    paths = section.get("paths", {})
    if not isinstance(paths, dict):
        raise InputError("not an object", file=config, field=f"{kind}.paths", expected="lists by file suffix")
    for key in sorted(paths, key=lambda k: k != ".json"):
        entries = paths[key]
        where = f"{kind}.paths.{key}"
        if not isinstance(entries, list) or not all(isinstance(e, str) for e in entries):
            raise InputError(f"is {entries!r:.80}", file=config, field=where, expected="a list of paths")
        wanted = suffix if key == ".json" else key
        for entry in entries:
            for path in _matches(root, config, entry, wanted, where):
                found.setdefault(stem_of(path.name), Template(path))
    extra = section.get("configs", [])
    for index, item in enumerate(extra if isinstance(extra, list) else []):
        where = f"{kind}.configs[{index}]"
        stem, template = _stated(root, config, item, found, where)
        found[stem] = template
    return found


def _matches(root: Path, config: Path, entry: str, suffix: str, where: str) -> list[Path]:
    """Files with `suffix` that a path entry names: itself, what lies in a folder, or what a glob matches."""
    resolve_inside(root, root / re.split(r"[*?[]", entry, maxsplit=1)[0], named_by=config, field=where)
    if re.search(r"[*?[]", entry):
        resolve_inside(root, root / entry, named_by=config, field=where)
        hits = sorted(root.glob(entry))
    else:
        hits = [root / entry]
    files: list[Path] = []
    for hit in hits:
        if hit.is_dir():
            files += sorted(p for p in hit.iterdir() if p.name.endswith(suffix))
        elif hit.name.endswith(suffix) and hit.is_file():
            files.append(hit)
    return files


def _stated(root: Path, config: Path, item: Any, found: dict[str, Template], where: str) -> tuple[str, Template]:
    """A template that the dataset config itself states, as a copy of `original_file` with changed attributes."""
    attributes = item.get("attributes", {}) if isinstance(item, dict) else None
    original = item.get("original_file") if isinstance(item, dict) else None
    if not isinstance(attributes, dict) or not isinstance(original, str):
        raise InputError("unusable entry", file=config, field=where, expected="original_file and attributes")
    base = found.get(stem_of(original))
    path = base.path if base else resolve_inside(root, root / original, named_by=config, field=where)
    handle = item.get("template_handle", stem_of(original))
    return stem_of(str(handle)), Template(path, attributes)


def _licence(root: Path, data: dict[str, Json]) -> str:
    """Licence that the config (`user_defined.licence`) or a `license:` line of the README states."""
    stated = data.get("user_defined")
    if isinstance(stated, dict) and isinstance(stated.get("licence"), str):
        return str(stated["licence"])
    readme = root / "README.md"
    if readme.is_file() and not readme.is_symlink():
        for line in readme.read_text("utf-8", errors="replace")[:100_000].splitlines():
            key, colon, value = line.partition(":")
            if colon and key.strip().lower() in ("license", "licence") and value.strip():
                return value.strip()
    return "unknown"
