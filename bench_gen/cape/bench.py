"""The testbed of this process: started when it is first wanted, closed at the process's end."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from contextlib import contextmanager

from bench_gen.cape.certify import Certificate, certify
from bench_gen.cape.schema import Instance
from testbed.site import Testbed

_open: list[Testbed] = []


def testbed() -> Testbed:
    """This process's testbed."""
    if not _open:
        _open.append(Testbed())
        atexit.register(close)
    return _open[0]


def close() -> None:
    """Close it, if it was started."""
    while _open:
        _open.pop().close()


@contextmanager
def open_testbed() -> Iterator[Testbed]:
    """This process's testbed, closed afterwards."""
    try:
        yield testbed()
    finally:
        close()


def certified(instance: Instance) -> Certificate:
    """Certify on this process's testbed; on a new one after an error, so that none outlives its cause."""
    try:
        return certify(testbed(), instance)
    except Exception:
        close()
        raise
