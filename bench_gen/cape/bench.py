"""The testbed of this process: started when it is first wanted, closed at the process's end."""

from __future__ import annotations

import atexit
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from bench_gen.cape.certify import Certificate, certify
from bench_gen.cape.schema import Instance
from testbed.site import Testbed

_open: list[Testbed] = []
_adb: dict[str, str] = {}


def testbed() -> Testbed:
    """This process's testbed."""
    if not _open:
        _open.append(Testbed(adb=_adb))
        atexit.register(close)
    return _open[0]


def close() -> None:
    """Close it, if it was started."""
    while _open:
        _open.pop().close()


@contextmanager
def open_testbed(adb: Mapping[str, str] | None = None) -> Iterator[Testbed]:
    """This process's testbed, closed afterwards.

    Args:
        adb: device to the serial of an Android device that takes its place.
    """
    _adb.update(adb or {})
    try:
        yield testbed()
    finally:
        close()
        _adb.clear()


def certified(instance: Instance) -> Certificate:
    """Certify on this process's testbed; on a new one after an error, so that none outlives its cause."""
    try:
        return certify(testbed(), instance)
    except Exception:
        close()
        raise
