"""Which perturbations can be aimed at which gold steps, and which other steps they would strike as well."""

from __future__ import annotations

from collections.abc import Iterator

from bench_gen.cape.paths import made_by, used_by
from bench_gen.cape.players import peers_of
from bench_gen.cape.schema import Copy, Download, Rename, Seed, Set, Step, Strike, Write
from bench_gen.cape.ways import modalities_of, operation_of
from testbed.perturbations import INJECTORS
from testbed.services.model import Modality
from testbed.site import DEVICES


def strikes_on(task: Seed, level: str) -> Iterator[Strike]:
    """Every single perturbation of a level that leaves the way out which the level promises.

    At modality level another modality of the same device remains for each affected step; at device level every affected
    step can move to a peer of the same kind.
    """
    for name, injector in sorted(INJECTORS.items()):
        if injector.level != level:
            continue
        for number, step in enumerate(task.steps):
            service = str(getattr(step.act, "service", ""))
            if not _suits(step, injector.needs, injector.modality):
                continue
            affected = tuple(
                other.id
                for other in task.steps
                if other.device == step.device
                and _struck(name, injector.modality, service, operation_of(step.act), other)
            )
            if step.id not in affected or affected[0] != step.id:
                continue
            if not all(_recoverable(task, other, level, affected) for other in task.steps if other.id in affected):
                continue
            for after in dict.fromkeys((0, number)):
                yield Strike(
                    injector=name, step=step.id, device=step.device, service=service,
                    operation=operation_of(step.act), after=after, affected=affected,
                )  # fmt: skip


def _suits(step: Step, needs: str, modality: Modality | None) -> bool:
    """Whether the gold plan's way of doing a step meets a perturbation."""
    on_files = isinstance(step.act, Write | Copy | Rename | Download)
    if needs == "service" and not hasattr(step.act, "service"):
        return False
    if needs == "files" and not on_files:
        return False
    return modality is None or modalities_of(step, step.device)[0] == modality


def _struck(name: str, modality: Modality | None, service: str, operation: str | None, other: Step) -> bool:
    """Whether a perturbation aimed at (service, operation) takes the gold way from another step of the same device."""
    act, own = other.act, str(getattr(other.act, "service", ""))
    first = modalities_of(other, other.device)[0]
    phone = other.device.startswith("phone")
    if name in ("locked", "unreachable"):
        return True
    if name == "storage_full":
        return isinstance(act, Write | Download) or (isinstance(act, Copy) and act.do == "copy")
    if name in ("network_cut", "signed_out", "clock_wrong"):
        return bool(own)
    if name == "service_down":
        return own == service
    if first != modality:
        return False
    if name == "cli_read_only":
        return isinstance(act, Write | Copy | Rename | Download)
    if name == "command_missing":
        return bool(own) and (phone or own == service)
    if name == "token_stale":
        return bool(own)
    if name == "api_removed":
        listed = operation_of(act) not in ("create", None) and operation == "list"
        return own == service and (operation_of(act) == operation or listed)
    if name in ("gui_disabled",):
        return own == service and act.do in ("create", "update", "delete")
    return own == service


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
