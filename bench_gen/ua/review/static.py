"""The page as a folder of files that opens without a server, to look at but not to decide."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from bench_gen.ua.disk import load_pair, write_text
from bench_gen.ua.review.content import detail_of, index_of
from bench_gen.ua.review.pictures import frame_jpeg, overlay_jpeg, states_of
from bench_gen.ua.review.web import PAGE
from bench_gen.ua.settings import AdmissionSettings

WIDTH = 480  # pixels of a picture


def write_static(
    ua: Path,
    names: Sequence[str],
    settings: AdmissionSettings,
    folder: Path,
    *,
    width: int = WIDTH,
    progress: Callable[[], None] = lambda: None,
) -> None:
    """Fill `folder` with the page, its data and its pictures as JPEG.

    Browsers let a page from the disk load scripts but not data, so each record is a script that hands itself over.

    Raises:
        InputError: when a record cannot be used.
        bench_gen.ua.disk.UnreadableFileError: when an image is missing or broken.
    """
    for name, (content, _) in PAGE.items():
        page = content.replace(b'data-mode="served"', b'data-mode="static"')
        (folder / name).write_bytes(page)
    _write_script(folder / "data/index.js", "index", {**index_of(ua, names), "token": ""})
    for name in names:
        pair = load_pair(ua, name)
        _write_script(folder / f"data/{name}.js", name, detail_of(pair, settings))
        for state in states_of(pair):
            for kind, content in (
                ("frames", frame_jpeg(pair, state, width)),
                ("classes", overlay_jpeg(pair, state, width)),
            ):
                path = folder / kind / name / f"{state}.jpg"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        progress()


def _write_script(path: Path, name: str, value: dict[str, object]) -> None:
    text = json.dumps(value, sort_keys=True, ensure_ascii=True)
    write_text(path, f"crossroomData({json.dumps(name)}, {text});\n")
