"""WebDataset shards: TAR files in which the files of one sample follow each other and share the name before the dot.

A sample of `agent-*.tar` is an episode: `<episode>.json` and `<episode>.f01.png` to `<episode>.f12.png`. `labels-*.tar`
holds one `<episode>.json` each. Names, owners and times in the archives are fixed: the same set gives the same bytes.
"""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Callable, Iterable
from pathlib import Path

from bench_gen.ua.disk import load_pair, write_text
from bench_gen.ua.export.card import dataset_card
from bench_gen.ua.export.registry import Options, export_format
from bench_gen.ua.export.rows import agent_row, label_rows, turns_of

EPISODES_A_SHARD = 40


@export_format("webdataset", "TAR shards that webdataset streams, agent's side and labels apart")
def write_webdataset(ua: Path, folder: Path, options: Options, progress: Callable[[], None]) -> None:
    """Fill `folder` with shards of both sides and a dataset card.

    Raises:
        InputError: for a set that cannot be used.
    """
    pairs = [load_pair(ua, name) for name in options.pairs]
    turns = turns_of(pairs)
    shards = [turns[i : i + EPISODES_A_SHARD] for i in range(0, len(turns), EPISODES_A_SHARD)]
    for number, shard in enumerate(shards):
        with _archive(folder / f"agent-{number:06d}.tar") as archive:
            for pair, role in shard:
                row = agent_row(pair, role, options)
                images = row.pop("images")
                row["card"] = json.loads(row["card"])
                _add(archive, f"{row['episode']}.json", _json(row))
                for frame, image in enumerate(images, start=1):
                    suffix = Path(image["path"]).suffix
                    _add(archive, f"{row['episode']}.f{frame:02d}{suffix}", image["bytes"])
                progress()
        with _archive(folder / f"labels-{number:06d}.tar") as archive:
            for pair, role in shard:
                rows = list(label_rows(pair, role))
                _add(archive, f"{rows[0]['episode']}.json", _json(rows))
    write_text(folder / "README.md", dataset_card(pairs, options, tar=True))


def _archive(path: Path) -> tarfile.TarFile:
    return tarfile.open(path, "w", format=tarfile.USTAR_FORMAT)


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(content), 0o644
    archive.addfile(entry, io.BytesIO(content))


def _json(value: dict[str, object] | Iterable[object]) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False).encode()
