"""Which perturbations can be aimed at which gold steps, and which other steps they would strike as well."""

from __future__ import annotations

from collections.abc import Iterator

from bench_gen.cape.paths import made_by, used_by
from bench_gen.cape.players import peers_of
from bench_gen.cape.schema import Download, OnFiles, Seed, Set, Step, Strike, Write
from bench_gen.cape.ways import modalities_of, operation_of
from testbed.fleet import DEVICES, kind_of
from testbed.perturbations import INJECTORS, Injector, Reach


def strikes_on(task: Seed, level: str) -> Iterator[Strike]:
    """Every single perturbation of a level that leaves the way out which the level promises.

    At modality level another modality of the same device remains for each affected step; at device level every affected
    step can move to a peer of the same kind.
    """
    for name, injector in sorted(INJECTORS.items()):
        if injector.level != level:
            continue
        for number, step in enumerate(task.steps):
            if not _suits(step, injector):
                continue
            affected = tuple(
                other.id for other in task.steps if other.device == step.device and _struck(injector, step, other)
            )
            if step.id not in affected or affected[0] != step.id:
                continue
            if not all(_recoverable(task, other, level, affected) for other in task.steps if other.id in affected):
                continue
            for after in dict.fromkeys((0, number)):
                yield Strike(
                    injector=name, step=step.id, device=step.device,
                    service=str(getattr(step.act, "service", "")), operation=operation_of(step.act), after=after,
                    affected=affected,
                )  # fmt: skip


def _suits(step: Step, injector: Injector) -> bool:
    """Whether the gold plan's way of doing a step meets a perturbation."""
    if injector.reach in ("files", "writes"):
        suits = isinstance(step.act, OnFiles)
    else:
        suits = injector.reach == "device" or hasattr(step.act, "service")
    return suits and injector.modality in (None, modalities_of(step, step.device)[0])


def _struck(injector: Injector, aim: Step, other: Step) -> bool:
    """Whether a perturbation aimed at a step takes the gold way from another step of the same device."""
    if injector.modality not in (None, modalities_of(other, other.device)[0]):
        return False
    act, own = other.act, getattr(other.act, "service", None)
    same = own is not None and own == getattr(aim.act, "service", None)
    aimed, operation = operation_of(aim.act), operation_of(act)
    struck: dict[Reach, bool] = {
        "device": True,
        "account": own is not None,
        "service": same,
        "forms": same and operation in ("create", "update", "delete"),
        "operation": same and operation == aimed,
        "command": same or (own is not None and kind_of(other.device).family == "android"),  # one `content` for all
        "files": isinstance(act, OnFiles),
        "writes": isinstance(act, Write | Download) or act.do == "copy",
    }
    return struck[injector.reach]


def _recoverable(task: Seed, step: Step, level: str, affected: tuple[str, ...]) -> bool:
    if level == "modality":
        return len(modalities_of(step, step.device)) > 1
    if not peers_of(step.device) or isinstance(step.act, Set):
        return False
    if step.together is not None and step.together not in affected:
        return False  # its file lies on a device that the perturbation leaves in order
    earlier = {made_by(other) for other in task.steps if other.id == step.together}
    kind = DEVICES[step.device]
    shared = task.files.get(kind, {})
    return all(path in shared or path in earlier for path in used_by(step))
