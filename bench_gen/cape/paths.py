"""Which files of its device a step uses, and which it puts there."""

from __future__ import annotations

from bench_gen.cape.schema import Copy, Download, Rename, Step, Write
from testbed.fleet import kind_of


def used_by(step: Step) -> tuple[str, ...]:
    """Files of its device that a step uses."""
    act = step.act
    if isinstance(act, Copy | Rename):
        return (act.path,)
    return tuple(str(value["path"]) for value in getattr(act, "values", {}).values() if isinstance(value, dict))


def made_by(step: Step) -> str:
    """The file that a step puts on its device, "" for none."""
    act = step.act
    if isinstance(act, Write):
        return act.path
    if isinstance(act, Copy):
        return f"{act.folder}/{act.path.rpartition('/')[2]}"
    if isinstance(act, Rename):
        return f"{act.path.rpartition('/')[0]}/{act.name}".strip("/")
    if isinstance(act, Download):
        return downloaded(act, step.device)
    return ""


def downloaded(act: Download, device: str) -> str:
    """Where a device's browser or command puts a download."""
    return f"{kind_of(device).downloads}/{act.name}"
