"""The 158 instances: seed tasks under runtime conditions, dealt so that injectors and tasks are spread.

The counts of a condition are those that the Perfect Pass percentages of the paper's table 2 imply (12/23, 23/42, 12/36,
18/57).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from bench_gen.cape.players import peers_of
from bench_gen.cape.schema import Instance, Level, Seed, Strike
from bench_gen.cape.strikes import strikes_on
from bench_gen.cape.tasks import filled, request_of
from bench_gen.ua.seeds import digest, generator
from testbed.perturbations import INJECTORS

COUNTS: Final[Mapping[Level, int]] = {"none": 23, "modality": 42, "device": 36, "mixed": 57}


def candidates(seed: int, tasks: Mapping[str, Seed]) -> Iterator[Instance]:
    """Those of every condition, one condition after another."""
    for level in COUNTS:
        yield from candidates_of(level, seed, tasks)


def candidates_of(level: Level, seed: int, tasks: Mapping[str, Seed]) -> Iterator[Instance]:
    """More instances of a condition than are wanted, in the order in which they are tried; certification rejects some.

    Tasks take turns; of a task's perturbations the one whose injectors were dealt least comes first.
    """
    order = sorted(tasks)
    order = [order[int(index)] for index in generator(seed, "cape", "tasks").permutation(len(order))]
    first = list(COUNTS).index(level) * len(order) // len(COUNTS)  # a small subset holds other tasks in each condition
    said = {name: filled(tasks[name], seed, level) for name in order[first:] + order[:first]}
    pools = {name: _pool(seed, task, level) for name, task in said.items()}
    used: Counter[str] = Counter()
    number = 0
    while any(pools.values()):
        for name, pool in pools.items():
            if not pool:
                continue
            best = min(range(len(pool)), key=lambda i: (_often(pool[i], used), i))
            strikes = pool.pop(best)
            used.update(strike.injector for strike in strikes)
            opaque = digest(seed, "cape", name, level, number)[:12]  # agents see it: it says nothing
            yield instance_of(said[name], level, strikes, opaque)
            number += 1


def _often(strikes: tuple[Strike, ...], used: Counter[str]) -> int:
    return sum(used[strike.injector] for strike in strikes)


def _pool(seed: int, said: Seed, level: Level) -> list[tuple[Strike, ...]]:
    """The combinations of perturbations for a filled task, in an order of its own."""
    if level == "none":
        return [()]
    found: list[tuple[Strike, ...]]
    if level == "mixed":
        device = list(strikes_on(said, "device"))
        found = [
            (one, other)
            for one in strikes_on(said, "modality")
            for other in device
            if not set(moved(said, other)) & set(one.affected)
            and one.device != other.device
            and _reached(said, one, other)
            and _reached(said, other, one)
        ]
    else:
        found = [(strike,) for strike in strikes_on(said, level)]
    order = generator(seed, "cape", said.id, level).permutation(len(found))
    return [found[int(index)] for index in order]


def _reached(task: Seed, strike: Strike, other: Strike) -> bool:
    """Whether so many steps are done before a strike's own, where the other strike has made some fail."""
    failing = dependents(task, set(other.affected))
    names = [step.id for step in task.steps]
    return sum(name not in failing for name in names[: names.index(strike.step)]) >= strike.after


def dependents(task: Seed, steps: set[str]) -> set[str]:
    """These steps and all that need them."""
    found = set(steps)
    for step in task.steps:
        if found & {*step.needs, *([step.together] if step.together else [])}:
            found.add(step.id)
    return found


def moved(task: Seed, strike: Strike) -> tuple[str, ...]:
    """Steps that a device-level perturbation lets a peer do: those affected, and what shares their files."""
    found = list(strike.affected)
    for step in task.steps:
        if step.together in found and step.id not in found:
            found.append(step.id)
    return tuple(found)


def instance_of(task: Seed, level: Level, strikes: tuple[Strike, ...], name: str) -> Instance:
    """An instance; steps that a device-level perturbation moves count on a peer of the same kind as well."""
    allowed: dict[str, tuple[str, ...]] = {step.id: (step.device,) for step in task.steps}
    for strike in strikes:
        if INJECTORS[strike.injector].level == "device":
            for step in task.steps:
                if step.id in moved(task, strike):
                    allowed[step.id] = (step.device, *peers_of(step.device))
    return Instance(
        id=name, seed_task=task.id, level=level, task=task, request=request_of(task), strikes=strikes, allowed=allowed
    )
