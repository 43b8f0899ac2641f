"""Generating a set: instances are dealt, certified on live devices, and written when they pass."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from assets.errors import InputError
from bench_gen.cape.bench import certified, open_testbed
from bench_gen.cape.certify import Certificate
from bench_gen.cape.disk import known_certificate, summary_of, write_instance
from bench_gen.cape.instances import COUNTS, candidates_of
from bench_gen.cape.schema import Instance, Level, Seed
from bench_gen.cape.tasks import load_tasks
from bench_gen.command import progress_bar
from bench_gen.config import Config
from bench_gen.parent import end_with_parent
from bench_gen.ua.disk import write_json, write_text
from testbed import extensions
from testbed.services.describe import openapi

MOST_REJECTED = 40  # candidates of one condition in a row

Certify = Callable[[Sequence[Instance]], Iterator[Certificate]]


def generate(config: Config) -> int:
    """Make the instances that are missing; returns 0 when as many are certified as asked.

    Raises:
        InputError: for a configuration, a seed task or an output folder that cannot be used, or a system that lacks
            bubblewrap, Chromium or user namespaces.
    """
    extensions.load(config.benchmark.extensions)
    tasks = _chosen(load_tasks(*(Path(folder) for folder in config.benchmark.tasks)), config.benchmark.only)
    wanted = counts_for(config.benchmark.limit)
    root = Path(config.output or Path("outputs") / (config.name or "cape")) / "cape"
    try:
        write_text(root / "agent" / "openapi.json", openapi())
    except OSError as error:
        raise InputError(
            str(error.strerror), file=root, field="output", expected="a folder that can be written"
        ) from None
    admitted: list[Instance] = []
    rejected: list[Certificate] = []
    with progress_bar(sum(wanted.values()), "instance", "certify") as advance, _certifier(config.workers) as certify:
        for level, count in wanted.items():
            kept, turned_away = _fill(root, candidates_of(level, config.seed, tasks), count, certify, advance)
            admitted += kept
            rejected += turned_away
    write_json(root / "construction" / "summary.json", summary_of(config.seed, admitted, rejected))
    missing = sum(wanted.values()) - len(admitted)
    print(f"{len(admitted)} of {sum(wanted.values())} instances certified, {len(rejected)} candidates rejected")  # noqa: T201
    print(f"instances:    {root / 'agent' / 'instances'}")  # noqa: T201
    print(f"certificates: {root / 'construction' / 'certificates'}")  # noqa: T201
    return int(missing > 0)


def _chosen(tasks: dict[str, Seed], only: Sequence[str]) -> dict[str, Seed]:
    for name in only:
        if name not in tasks:
            raise InputError(f"no seed task {name!r}", field="benchmark.only", expected=", ".join(sorted(tasks)))
    return {name: tasks[name] for name in only} if only else tasks


def counts_for(limit: int | None) -> dict[Level, int]:
    """How many instances of each condition; a limit keeps the paper's mix, and one of each condition from 4 on.

    Raises:
        InputError: for a limit below 1.
    """
    whole = sum(COUNTS.values())
    if limit is None or limit >= whole:
        return dict(COUNTS)
    if limit < 1:
        raise InputError(f"{limit} is out of range", field="benchmark.limit", expected=f"1 to {whole}, or null")
    shares = {level: limit * count / whole for level, count in COUNTS.items()}
    found = {level: max(int(share), int(limit >= len(COUNTS))) for level, share in shares.items()}
    for level in sorted(COUNTS, key=lambda name: found[name] - shares[name]):
        if sum(found.values()) < limit:
            found[level] += 1
    return found


def _fill(
    root: Path, pool: Iterator[Instance], count: int, certify: Certify, advance: Callable[[], None]
) -> tuple[list[Instance], list[Certificate]]:
    """The first `count` candidates that pass, and the certificates of those that did not."""
    kept: list[Instance] = []
    rejected: list[Certificate] = []
    while len(kept) < count and len(rejected) < MOST_REJECTED:
        batch = [instance for _, instance in zip(range(count - len(kept)), pool, strict=False)]
        if not batch:
            break
        known = {instance.id: known_certificate(root, instance) for instance in batch}
        fresh = certify([instance for instance in batch if known[instance.id] is None])
        for instance in batch:
            certificate = known[instance.id] or next(fresh)
            if certificate.admitted:
                write_instance(root, instance, certificate)
                kept.append(instance)
                advance()
            else:
                write_json(root / "construction" / "rejected" / f"{instance.id}.json", certificate)
                rejected.append(certificate)
                _say(f"{instance.id} rejected by " + ", ".join(f.check for f in certificate.findings if not f.ok))
    return kept, rejected


@contextmanager
def _certifier(workers: int) -> Iterator[Certify]:
    """Certifies in this process or in several, each with a testbed of its own."""
    if workers <= 1:
        with open_testbed():
            yield lambda instances: map(certified, instances)
        return
    names = tuple(extensions.loaded())
    with ProcessPoolExecutor(workers, get_context("spawn"), _open_worker, (names,)) as pool:

        def certify(instances: Sequence[Instance]) -> Iterator[Certificate]:
            try:
                yield from pool.map(certified, instances)
            except BrokenProcessPool:
                raise InputError(
                    "a worker was lost, perhaps to a lack of memory",
                    field="workers",
                    remedy="run the same command again: what was certified is kept",
                ) from None

        yield certify


def _open_worker(names: Sequence[str]) -> None:
    end_with_parent()
    extensions.load(names)


def _say(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201
