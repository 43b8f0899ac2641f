"""Croissant metadata (MLCommons, version 1.0) of a published folder of Parquet files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bench_gen.ua.disk import sha256, write_text

_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_SAYS = "Matched pairs of twelve-frame episodes in which one user turns to several screen devices at home."
_LICENCES = {
    "apache-2.0": "https://www.apache.org/licenses/LICENSE-2.0",
    "cc-by-nc-4.0": "https://creativecommons.org/licenses/by-nc/4.0/",
}
_SIDES = {
    "agent": (
        "What an agent is handed: one episode a record.",
        {
            "episode": ("sc:Text", "Opaque id.", False),
            "card": ("sc:Text", "The device card, JSON.", False),
            "utterances": ("sc:Text", "What the user says at each of twelve moments.", True),
        },
    ),
    "labels": (
        "What answers are scored against: one frame a record.",
        {
            "episode": ("sc:Text", "Id of the episode on the agent's side.", False),
            "pair": ("sc:Text", "Both episodes of a pair have the same.", False),
            "role": ("sc:Text", "A or B.", False),
            "frame": ("sc:Integer", "1 to 12.", False),
            "kind": ("sc:Text", "opening, engagement, request, recall or recall_routing.", False),
            "scene": ("sc:Text", "source:id of the home.", False),
            "topic": ("sc:Text", "What the user is about.", False),
            "lit": ("sc:Text", "Lit screens.", True),
            "pointed": ("sc:Text", "The device pointed at.", False),
            "stated_value": ("sc:Text", "A value said about it.", False),
            "requested_action": ("sc:Text", "An action asked for.", False),
            "eng": ("sc:Text", "Target of Eng: the engaged device.", False),
            "int": ("sc:Text", "Target of Int: what the user wants.", False),
            "inf": ("sc:Text", "Target of Inf: the value asked about.", False),
            "rsp": ("sc:Text", "Target of Rsp: the devices that respond.", True),
            "nxt": ("sc:Text", "Target of Nxt: action@device.", False),
        },
    ),
}


def write_croissant(folder: Path, licence: str, *, image: str) -> None:
    """Write `croissant.json` over the Parquet files in `folder`.

    Args:
        licence: as Hugging Face names it.
        image: "png" or "jpg".
    """
    distribution: list[dict[str, Any]] = []
    records = []
    for side, (says, columns) in _SIDES.items():
        files = sorted((folder / side).glob("*.parquet"))
        names = [f"{side}-{number:05d}" for number in range(len(files))]
        distribution += [_file(folder, path, name) for path, name in zip(files, names, strict=True)]
        source = names[0]
        if len(names) > 1:
            source = f"{side}-files"
            distribution.append(_file_set(source, names, side))
        fields = [_field(side, source, name, *what) for name, what in columns.items()]
        if side == "agent":
            fields.append(_images(source, image))
        records.append({"@type": "cr:RecordSet", "@id": side, "name": side, "description": says, "field": fields})
    metadata = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "UA-Bench",
        "description": _SAYS,
        "citeAs": "Unified Agent: Managing Interactions across Devices, arXiv 2608.05729",
        "url": "https://arxiv.org/abs/2608.05729",
        "license": _LICENCES.get(licence, licence),
        "version": "1.0.0",
        "distribution": distribution,
        "recordSet": records,
    }
    write_text(folder / "croissant.json", json.dumps(metadata, indent=1) + "\n")


def _file(folder: Path, path: Path, name: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": path.relative_to(folder).as_posix(),
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": "application/x-parquet",
        "sha256": sha256(path),
    }


def _file_set(name: str, parts: list[str], side: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileSet",
        "@id": name,
        "name": name,
        "containedIn": [{"@id": part} for part in parts],
        "encodingFormat": "application/x-parquet",
        "includes": f"{side}/*.parquet",
    }


def _field(side: str, source: str, name: str, kind: str, says: str, repeated: bool) -> dict[str, Any]:
    field: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": f"{side}/{name}",
        "name": name,
        "description": says,
        "dataType": kind,
        "source": {_kind(source): {"@id": source}, "extract": {"column": name}},
    }
    return {**field, "repeated": True} if repeated else field


def _images(source: str, image: str) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": "agent/images",
        "name": "images",
        "description": f"The picture of each of twelve moments, {image.upper()} bytes.",
        "dataType": "sc:ImageObject",
        "repeated": True,
        "source": {
            _kind(source): {"@id": source},
            "extract": {"column": "images"},
            "transform": {"jsonPath": "bytes"},
        },
    }


def _kind(source: str) -> str:
    return "fileSet" if source.endswith("-files") else "fileObject"
