"""Seed tasks from `conf/cape/*.yaml` (or a folder of yours): read, filled with drawn values, said as a request."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from assets.errors import InputError
from bench_gen.cape.schema import Seed
from bench_gen.ua.seeds import generator
from testbed.fleet import DEVICES
from testbed.inside.kinds import KINDS
from testbed.services.model import SERVICES

_LARGEST = 1 << 18
_SLOT = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def load_tasks(*folders: Path) -> dict[str, Seed]:
    """The built-in seed tasks and those in further folders, by id.

    Raises:
        InputError: for a file that breaks the schema, or an id that is taken.
    """
    paths = sorted(Path(str(files("conf").joinpath("cape"))).glob("*.yaml"))
    for folder in folders:
        if not folder.is_dir():
            raise InputError("no such folder", file=folder, field="tasks", expected="a folder of seed tasks in YAML")
        paths += sorted(folder.glob("*.yaml"))
    found: dict[str, Seed] = {}
    for path in paths:
        seed = load_task(path)
        if seed.id in found:
            raise InputError(f"there is a seed task {seed.id!r} already", file=path, field="id")
        found[seed.id] = seed
    return found


def load_task(path: Path) -> Seed:
    """One seed task.

    Raises:
        InputError: naming the file and the field.
    """
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError("too large", file=path, expected=f"at most {_LARGEST} bytes")
        seed = Seed.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise InputError(str(error.strerror), file=path) from None
    except yaml.YAMLError as error:
        raise InputError(f"no YAML: {error}", file=path) from None
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(first["msg"], file=path, field=".".join(map(str, first["loc"]))) from None
    _check(seed, path)
    return seed


def _check(seed: Seed, path: Path) -> None:
    """What a schema cannot say: names that exist, steps that come earlier."""
    before: set[str] = set()
    for number, step in enumerate(seed.steps):
        where = f"steps.{number}"
        if step.device not in DEVICES:
            raise InputError(
                f"no device {step.device!r}", file=path, field=f"{where}.device", expected=", ".join(DEVICES)
            )
        service = getattr(step.act, "service", None)
        if service is not None and service not in SERVICES:
            raise InputError(
                f"no service {service!r}", file=path, field=f"{where}.act.service", expected=", ".join(sorted(SERVICES))
            )
        for name in (*getattr(step.act, "values", {}), *getattr(step.act, "match", {})):
            if SERVICES[str(service)].field(name) is None:
                known = ", ".join(field.name for field in SERVICES[str(service)].fields)
                raise InputError(f"no field {name!r}", file=path, field=f"{where}.act", expected=known)
        for other in (*step.needs, *([step.together] if step.together else [])):
            if other not in before:
                raise InputError(f"no earlier step {other!r}", file=path, field=f"{where}.needs")
        if step.id in before:
            raise InputError(f"two steps {step.id!r}", file=path, field=f"{where}.id")
        if "{device}" not in step.says:
            raise InputError(
                "does not say on which device", file=path, field=f"{where}.says", expected="{device} in it"
            )
        before.add(step.id)
    for name in seed.files:
        if name not in (*DEVICES, *KINDS):
            raise InputError(f"no device or kind {name!r}", file=path, field="files")


def filled(seed: Seed, number: int, name: str) -> Seed:
    """A seed task with a value drawn for every parameter, and no slot left."""
    random = generator(number, "cape", seed.id, name)
    values = {key: choices[int(random.integers(len(choices)))] for key, choices in sorted(seed.params.items())}
    content = _filled(seed.model_dump(mode="json", by_alias=True), values)
    return Seed.model_validate({**content, "params": {}})


def _filled(value: Any, values: dict[str, Any]) -> Any:
    if isinstance(value, str):
        whole = _SLOT.fullmatch(value)
        if whole and whole[1] in values:
            return values[whole[1]]
        return _SLOT.sub(lambda match: str(values.get(match[1], match[0])), value)
    if isinstance(value, list):
        return [_filled(item, values) for item in value]
    if isinstance(value, dict):
        return {_filled(key, values): _filled(item, values) for key, item in value.items()}
    return value


def request_of(task: Seed) -> str:
    """What an agent is told: the task's introduction and every step's part, each with its device."""
    parts = [step.says.replace("{device}", step.device) for step in task.steps]
    return f"{task.intro} " + " ".join(part if part.endswith(".") else part + "." for part in parts)
