"""The testbed's costs: starting four devices, resetting them, one act by each modality, and memory.

python benchmarks/live_devices.py
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import psutil

from testbed.actions import action_from
from testbed.device import SandboxedDevice
from testbed.site import State, Testbed

START = State(
    records={"notes": [{"title": f"note {n}", "body": "text"} for n in range(20)]},
    files={name: {f"Documents/{n}.txt": b"text" * 100 for n in range(20)} for name in ("linux-1", "phone-1")},
)
ACTS = {
    "api": {"modality": "api", "method": "GET", "path": "/notes"},
    "cli": {"modality": "cli", "command": "notes list"},
    "cli, shell alone": {"modality": "cli", "command": "true"},
    "gui": {"modality": "gui", "action": "open", "text": "notes"},
}


def milliseconds(act: Callable[[], object], times: int = 10) -> float:
    """Median of several."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        act()
        found.append(time.perf_counter() - start)
    return 1000 * statistics.median(found)


def main() -> None:
    """Print the figures."""
    start = time.perf_counter()
    with Testbed(screens=False) as testbed:
        plain = time.perf_counter() - start
        device = testbed.devices["linux-1"]
        assert isinstance(device, SandboxedDevice)

        def again() -> None:
            device.close()
            device.start()
            device.wait()

        print(f"start of one device: {milliseconds(again):.0f} ms")
    start = time.perf_counter()
    with Testbed() as testbed:
        print(f"start: four devices and services {plain:.2f} s, with browser {time.perf_counter() - start:.2f} s")
        print(f"reset of all four: {milliseconds(lambda: testbed.restore(START)):.0f} ms")
        print(f"snapshot of everything: {milliseconds(testbed.snapshot):.0f} ms")
        device = testbed.devices["linux-1"]
        for name, act in ACTS.items():
            action = action_from({"device": "linux-1", **act})
            print(f"{name}: {milliseconds(lambda action=action: device.execute(action)):.0f} ms")  # type: ignore[misc]
        for other in testbed.devices.values():
            other.execute(action_from({"device": other.name, "modality": "gui", "action": "open", "text": "notes"}))
        below = psutil.Process().children(recursive=True)
        sizes = [(p.memory_full_info().pss, p.name()) for p in below if p.is_running()]
        browser = sum(size for size, name in sizes if "chrom" in name or "node" in name)
        print(
            f"memory (PSS): {sum(size for size, _ in sizes) / 2**20:.0f} MiB, {browser / 2**20:.0f} of it the browser"
        )


if __name__ == "__main__":
    main()
