"""Commands on a device: each in a sandbox inside the device's, bounded in time, output, processes and memory."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MOST_PROCESSES: Final = 128
MOST_OUTPUT: Final = 64 << 10  # bytes that are kept
FLOOD: Final = 16 << 20  # bytes after which a command is stopped
MOST_MEMORY: Final = 1 << 30  # bytes a process
LARGEST_FILE: Final = 64 << 20


@dataclass(frozen=True)
class Ran:
    """How a command ended.

    Attributes:
        stopped: "" or why it was stopped: "time", "output" or "processes".
    """

    code: int
    output: str
    stopped: str = ""


def sandbox(storage: Path, hidden: Sequence[str], *, read_only: bool) -> list[str]:
    """The words before a command: no capabilities, own processes, the device's files and nothing of the harness."""
    words = ["bwrap", "--ro-bind", "/", "/", "--unshare-user", "--uid", "1000", "--gid", "1000", "--unshare-pid",
             "--unshare-ipc", "--proc", "/proc", "--dev", "/dev", "--die-with-parent", "--new-session",
             "--cap-drop", "ALL", "--size", str(16 << 20), "--tmpfs", "/tmp"]  # fmt: skip # noqa: S108
    for path in hidden:
        words += ["--tmpfs", path]
    words += ["--ro-bind" if read_only else "--bind", str(storage), str(storage), "--dir", "/run/screen",
              "--bind", "/run/screen", "/run/screen", "--chdir", str(storage)]  # fmt: skip
    return words


def _limits() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))


async def run(words: list[str], environment: dict[str, str], seconds: float) -> Ran:
    """Run a command to its end, or to a limit."""
    process = await asyncio.create_subprocess_exec(
        *words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment,
        preexec_fn=_limits,
    )  # fmt: skip
    kept, total, stopped = bytearray(), 0, ""
    assert process.stdout is not None
    deadline = asyncio.get_running_loop().time() + seconds
    before = _processes()
    while True:
        try:
            chunk = await asyncio.wait_for(process.stdout.read(65_536), 0.1)
        except TimeoutError:
            chunk = None
        if chunk == b"":
            break
        if chunk:
            total += len(chunk)
            kept += chunk[: max(0, MOST_OUTPUT - len(kept))]
        if asyncio.get_running_loop().time() > deadline:
            stopped = "time"
        elif total > FLOOD:
            stopped = "output"
        elif _processes() - before > MOST_PROCESSES:
            stopped = "processes"
        if stopped:
            process.send_signal(signal.SIGKILL)  # the command's own pid namespace dies with bwrap
            while await process.stdout.read(1 << 20):  # asyncio waits for the pipe's end before the process's
                pass
            break
    code = await process.wait()
    text = kept.decode("utf-8", "replace")
    if total > len(kept):
        text += f"\n[{total - len(kept)} bytes more]"
    return Ran(code, text, stopped)


def _processes() -> int:
    """How many processes this device runs; its /proc shows no others."""
    return sum(name.isdigit() for name in os.listdir("/proc"))  # noqa: PTH208
