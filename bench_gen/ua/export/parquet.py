"""Parquet with embedded images, as `datasets.load_dataset(FOLDER, "agent")` and `(FOLDER, "labels")` open it.

The features of Hugging Face `datasets` lie in the schema's metadata, so that images come as pictures, not as bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from assets.errors import InputError
from bench_gen.ua.disk import load_pair, write_text
from bench_gen.ua.export.card import dataset_card, licence_of
from bench_gen.ua.export.croissant import write_croissant
from bench_gen.ua.export.registry import Options, export_format
from bench_gen.ua.export.rows import agent_row, label_rows, turns_of

EPISODES_A_SHARD = 40
_STRING: dict[str, Any] = {"dtype": "string", "_type": "Value"}
_STRINGS: dict[str, Any] = {"feature": _STRING, "_type": "List"}
_ROSTER: dict[str, Any] = {
    "device": _STRING,
    "category": _STRING,
    "appearance": _STRING,
    "glow": _STRING,
    "observer": {"dtype": "bool", "_type": "Value"},
}
_AGENT: dict[str, Any] = {
    "episode": _STRING,
    "roster": {"feature": _ROSTER, "_type": "List"},
    "card": _STRING,
    "utterances": _STRINGS,
    "images": {"feature": {"_type": "Image"}, "_type": "List"},
}
_LABELS: dict[str, Any] = {
    **dict.fromkeys(("episode", "pair", "role"), _STRING),
    "frame": {"dtype": "int32", "_type": "Value"},
    **dict.fromkeys(("kind", "scene", "topic"), _STRING),
    "lit": _STRINGS,
    **dict.fromkeys(("pointed", "stated_value", "requested_action", "eng", "int", "inf"), _STRING),
    "rsp": _STRINGS,
    "nxt": _STRING,
}


@export_format("parquet", "Parquet shards with embedded images, which datasets.load_dataset opens")
def write_parquet(ua: Path, folder: Path, options: Options, progress: Callable[[], None]) -> None:
    """Fill `folder` with `agent/`, `labels/`, a dataset card and Croissant metadata.

    Raises:
        InputError: without pyarrow, or for a set that cannot be used.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise InputError("pyarrow is missing", remedy="pip install 'crossroom[export]'") from None
    pairs = [load_pair(ua, name) for name in options.pairs]
    turns = turns_of(pairs)
    shards = [turns[i : i + EPISODES_A_SHARD] for i in range(0, len(turns), EPISODES_A_SHARD)]
    schema = _schema(pa, _AGENT)
    for number, shard in enumerate(shards):
        path = folder / "agent" / f"test-{number:05d}-of-{len(shards):05d}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        with pq.ParquetWriter(path, schema, compression="zstd") as writer:
            for pair, role in shard:
                writer.write_table(pa.Table.from_pylist([agent_row(pair, role, options)], schema))
                progress()
    rows = [row for pair, role in turns for row in label_rows(pair, role)]
    (folder / "labels").mkdir()
    labels = _schema(pa, _LABELS)
    pq.write_table(pa.Table.from_pylist(rows, labels), folder / "labels" / "test-00000-of-00001.parquet")
    write_text(folder / "README.md", dataset_card(pairs, options))
    write_croissant(folder, licence_of(pairs), image="jpg" if options.jpeg else "png")


def _schema(pa: Any, features: dict[str, Any]) -> Any:
    fields = [pa.field(name, _arrow(pa, feature)) for name, feature in features.items()]
    return pa.schema(fields, metadata={"huggingface": json.dumps({"info": {"features": features}})})


def _arrow(pa: Any, feature: dict[str, Any]) -> Any:
    kind = feature.get("_type")
    if kind == "List":
        return pa.list_(_arrow(pa, feature["feature"]))
    if kind == "Image":
        return pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    if kind == "Value":
        return {"string": pa.string(), "int32": pa.int32(), "bool": pa.bool_()}[feature["dtype"]]
    return pa.struct([(name, _arrow(pa, inner)) for name, inner in feature.items()])
