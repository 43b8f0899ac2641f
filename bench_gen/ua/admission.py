"""Admitting pairs: every registered check on what is on disk."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from bench_gen.ua.checks import CHECKS, Check
from bench_gen.ua.disk import PairOnDisk, UnreadableFileError, load_pair, pairs_in
from bench_gen.ua.schema import AdmissionReport, CheckReport, PairReport
from bench_gen.ua.settings import AdmissionSettings, load_settings


def admit_pair(pair: PairOnDisk, settings: AdmissionSettings | None = None) -> PairReport:
    """Run every registered check on one pair.

    Pixel figures of the settings are for images 640 pixels wide; they follow the width of the pair's images. A check
    that needs a broken file is skipped and says so; `file_integrity` or `agent_fields` rejects such a pair.
    """
    settings = (settings or load_settings()).at_width(pair.size[0])
    reports = tuple(_report(CHECKS[name], pair, settings) for name in sorted(CHECKS))
    return PairReport(pair=pair.script.pair, admitted=all(report.ok for report in reports), checks=reports)


def admit_directory(
    ua: Path,
    settings: AdmissionSettings | None = None,
    progress: Callable[[str], None] | None = None,
    *,
    workers: int = 1,
    known: Mapping[str, PairReport] | None = None,
) -> AdmissionReport:
    """Admit every pair of a set from its files alone.

    Args:
        ua: the folder that holds `agent/` and `construction/`, or the one above it.
        progress: called with each pair's id when it is done.
        workers: processes.
        known: reports of pairs that were checked just now, as they are; they are not checked again.

    Raises:
        InputError: when the folder holds no pairs, or a record cannot be used.
    """
    root = ua / "ua" if (ua / "ua").is_dir() else ua
    names, known = pairs_in(root), known or {}
    open_ = [name for name in names if name not in known]
    check = partial(_admit_named, root, settings)
    reports = []
    with ExitStack() as stack:
        if workers > 1 and len(open_) > workers:
            context = multiprocessing.get_context("spawn")
            pool = stack.enter_context(ProcessPoolExecutor(workers, mp_context=context))
            found: Iterator[PairReport] = pool.map(check, open_, chunksize=4)
        else:
            found = map(check, open_)
        for name in names:
            reports.append(known[name] if name in known else next(found))
            if progress is not None:
                progress(name)
    return AdmissionReport(pairs=tuple(reports))


def _admit_named(root: Path, settings: AdmissionSettings | None, name: str) -> PairReport:
    return admit_pair(load_pair(root, name), settings)


def _report(check: Check, pair: PairOnDisk, settings: AdmissionSettings) -> CheckReport:
    try:
        findings = tuple(check.run(pair, settings))
    except UnreadableFileError as error:
        return CheckReport(check=check.name, ok=True, findings=(), skipped=str(error))
    return CheckReport(check=check.name, ok=all(finding.ok for finding in findings), findings=findings)
