"""What a set was made with, kept beside it in `construction/set.json`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from assets.devices import load_catalogue
from assets.errors import InputError
from bench_gen.config import Config
from bench_gen.ua.disk import write_text
from bench_gen.ua.scenes_of import SceneRef
from bench_gen.ua.seeds import digest
from bench_gen.ua.studio import own_folders
from bench_gen.ua.vocabulary import Vocabulary

SET_RECORD = "construction/set.json"
_SET_KEYS = {"name", "scenes", "seed", "attempts", "layout", "cast", "render", "script", "admission"}


def write_set_record(ua: Path, config: Config, name: str, scenes: Sequence[SceneRef], vocabulary: Vocabulary) -> None:
    """Keep what the set was made with beside it.

    Raises:
        InputError: when the folder holds a set that was made with something else.
    """
    record = set_record(config, name, scenes, vocabulary)
    path = ua / SET_RECORD
    if path.is_file():
        kept = json.loads(path.read_text(encoding="utf-8"))
        different = sorted(key for key in {*kept, *record} if kept.get(key) != record.get(key))
        if different:
            raise InputError(
                f"holds a set made with another {', '.join(different)}",
                file=path,
                remedy="set another output=, or remove the folder",
            )
        return
    write_text(path, json.dumps(record, sort_keys=True, indent=1) + "\n")


def set_record_of(folder: Path) -> dict[str, Any]:
    """What the set in a folder was made with.

    Raises:
        InputError: when the folder holds no set.
    """
    path = folder / "ua" / SET_RECORD
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            "not a set", file=path, expected="a folder written by python -m bench_gen", remedy="name such a folder"
        ) from error
    if not isinstance(record, dict) or not set(record) >= _SET_KEYS:
        raise InputError("not a set record", file=path, expected=", ".join(sorted(_SET_KEYS)))
    return record


def set_record(config: Config, name: str, scenes: Sequence[SceneRef], vocabulary: Vocabulary) -> dict[str, Any]:
    """What decides a set's bytes: no path, no worker count, and no number of pairs, so that a set can grow.

    Vocabulary and device catalogue, folders of one's own included, are told by a digest of what they hold.
    """
    everything = asdict(config)
    kept = {key: everything[key] for key in ("seed", "attempts", "layout", "cast", "render", "admission")}
    catalogue = load_catalogue(*own_folders(config.cast.devices))
    kept["cast"]["devices"] = digest(*(repr(spec) for spec in catalogue.values()))[:16]
    kept["script"] = {"vocabulary": digest(json.dumps(vocabulary.model_dump(mode="json"), sort_keys=True))[:16]}
    return {"schema_version": 1, "name": name, "scenes": [str(scene) for scene in scenes], **kept}
