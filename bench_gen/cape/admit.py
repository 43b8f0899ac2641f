"""`python -m bench_gen.admit DIR` of a CAPEBench set: every instance must earn its certificate again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench_gen.cape.bench import certified, open_testbed
from bench_gen.cape.certify import Certificate
from bench_gen.cape.disk import AGAIN, load_instances, root_of
from bench_gen.command import progress_bar
from bench_gen.ua.disk import load_json
from testbed import extensions


def admit_again(folder: Path, modules: Sequence[str] = ()) -> int:
    """Certify every instance of a set anew; returns 0 when each passes and ends in the recorded state.

    Args:
        modules: extensions that the set was made with.

    Raises:
        InputError: when the folder holds no instances, or they need an extension that was not given.
    """
    extensions.load(modules)
    root = root_of(folder)
    instances, bad = load_instances(root), 0
    with open_testbed(), progress_bar(len(instances), "instance", "certify") as advance:
        for instance in instances:
            certificate = certified(instance)
            recorded = load_json(
                root / "construction" / "certificates" / f"{instance.id}.json", Certificate, remedy=AGAIN
            )
            failed = [finding.check for finding in certificate.findings if not finding.ok]
            if failed or certificate != recorded:
                bad += 1
                print(f"{instance.id}: {', '.join(failed) or 'not as its certificate says'}")  # noqa: T201
            advance()
    print(f"{len(instances) - bad} of {len(instances)} instances admitted")  # noqa: T201
    return int(bad > 0)
