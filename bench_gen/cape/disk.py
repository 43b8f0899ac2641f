"""A set of instances on disk.

<root>/cape/agent/instances/<id>.json             what an agent is told: request and devices
<root>/cape/agent/openapi.json                    the account's API
<root>/cape/construction/instances/<id>.json      the answer key: task, steps, perturbations
<root>/cape/construction/certificates/<id>.json   what certification saw
<root>/cape/construction/rejected/<id>.json       certificates of candidates that were turned away
<root>/cape/construction/summary.json             counts by condition, injector and seed task
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from assets.errors import InputError
from bench_gen.cape.certify import Certificate
from bench_gen.cape.instances import COUNTS
from bench_gen.cape.schema import Instance
from bench_gen.ua.disk import load_json, write_json
from testbed.fleet import DEVICES, kind_of
from testbed.perturbations import INJECTORS
from testbed.services.model import MODALITIES, SERVICES

AGAIN = "generate the set again"


class Brief(BaseModel):
    """What an agent is told of an instance, and nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1
    id: str
    request: str
    devices: dict[str, str]
    modalities: tuple[str, ...] = MODALITIES


class Summary(BaseModel):
    """What a set is made of."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1
    seed: int
    instances: int
    levels: dict[str, int]
    injectors: dict[str, int]
    seed_tasks: dict[str, int]
    rejected: dict[str, int]


def root_of(folder: Path) -> Path:
    """The `cape/` folder of a set, given the set's folder or the folder itself.

    Raises:
        InputError: when there is none.
    """
    for root in (folder / "cape", folder):
        if (root / "construction" / "instances").is_dir():
            return root
    raise InputError(
        "holds no instances", file=folder, expected="a folder that python -m bench_gen +benchmark=cape_full wrote"
    )


def brief_of(instance: Instance, adb: Iterable[str] = ()) -> Brief:
    """The agent's side of an instance; devices in `adb` are called what they are."""
    titles = {name: "Android" if name in adb else kind_of(name).title for name in DEVICES}
    return Brief(id=instance.id, request=instance.request, devices=titles)


def write_instance(root: Path, instance: Instance, certificate: Certificate) -> None:
    """Write an instance, its certificate last: with it, the instance is admitted."""
    write_json(root / "agent" / "instances" / f"{instance.id}.json", brief_of(instance))
    write_json(root / "construction" / "instances" / f"{instance.id}.json", instance)
    write_json(root / "construction" / "certificates" / f"{instance.id}.json", certificate)


def known_certificate(root: Path, instance: Instance) -> Certificate | None:
    """The certificate of exactly this instance, admitted or not, when a run made it before."""
    kept = root / "construction" / "instances" / f"{instance.id}.json"
    if kept.is_file() and load_json(kept, Instance, remedy=AGAIN) != instance:
        return None
    for folder in ("certificates", "rejected"):
        path = root / "construction" / folder / f"{instance.id}.json"
        if path.is_file():
            return load_json(path, Certificate, remedy=AGAIN)
    return None


def load_instances(root: Path) -> list[Instance]:
    """Every admitted instance, by condition and id.

    Raises:
        InputError: when there is none, or one breaks its schema.
    """
    paths = [path for path in sorted((root / "construction" / "instances").glob("*.json"))
             if (root / "construction" / "certificates" / path.name).is_file()]  # fmt: skip
    found = [load_json(path, Instance, remedy=AGAIN) for path in paths]
    if not found:
        raise InputError("holds no certified instance", file=root, remedy=AGAIN)
    for instance, path in zip(found, paths, strict=True):
        _check_known(instance, path)
    order = list(COUNTS)
    return sorted(found, key=lambda instance: (order.index(instance.level), instance.seed_task, instance.id))


def _check_known(instance: Instance, path: Path) -> None:
    wanted: tuple[tuple[str, Iterable[str], Iterable[str]], ...] = (
        ("device", (step.device for step in instance.task.steps), DEVICES),
        ("service", (str(step.act.service) for step in instance.task.steps if hasattr(step.act, "service")), SERVICES),
        ("perturbation", (strike.injector for strike in instance.strikes), INJECTORS),
    )
    for what, names, known in wanted:
        for name in names:
            if name not in known:
                raise InputError(
                    f"there is no {what} {name!r}", file=path, expected=", ".join(sorted(known)),
                    remedy="load the module that registers it: extensions=[MODULE] or --extension MODULE",
                )  # fmt: skip


def summary_of(seed: int, instances: Sequence[Instance], rejected: Iterable[Certificate]) -> Summary:
    """Counts."""
    failed = Counter(f.check for certificate in rejected for f in certificate.findings if not f.ok)
    return Summary(
        seed=seed,
        instances=len(instances),
        levels=_sorted(instance.level for instance in instances),
        injectors=_sorted(strike.injector for instance in instances for strike in instance.strikes),
        seed_tasks=_sorted(instance.seed_task for instance in instances),
        rejected=dict(sorted(failed.items())),
    )


def _sorted(names: Iterable[Any]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))
