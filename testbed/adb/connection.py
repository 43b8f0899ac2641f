"""What is said to a device through adb: commands with bounded output, files, pictures."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Final

from adbutils import AdbDevice, AdbError

from testbed.process import GoneError, RefusedError

_ENDED = re.compile(rb"\ncrossroom-exit:(\d{1,3})\n?\Z")
_KEPT: Final = 64 << 10
_FLOOD: Final = 16 << 20
_LARGEST_FILE: Final = 8 << 20


@dataclass(frozen=True)
class Ran:
    """How a command ended; `stopped` is "" or "time" or "output"."""

    code: int
    output: str
    stopped: str = ""


class Connection:
    """One device.

    Every method raises GoneError when the device or the adb server does not answer.
    """

    def __init__(self, device: AdbDevice) -> None:
        self._device = device

    def run(self, command: str, seconds: float = 10.0) -> Ran:
        """Run a command in the device's shell to its end, or to a limit; closing the connection ends it there."""
        # Android before 7 tells no exit code: the shell says it itself, last.
        output, stopped = self._read(
            f"shell:( {command}\n) 2>&1 </dev/null; printf '\\ncrossroom-exit:%s\\n' $?", seconds
        )
        ended = _ENDED.search(output)
        text = (output[: ended.start()] if ended else output)[:_KEPT].decode("utf-8", "replace")
        return Ran(int(ended[1]) if ended else 255, text, stopped)

    def must(self, command: str) -> str:
        """Run a command that has to work.

        Raises:
            RefusedError: when it ends with anything but 0.
        """
        ran = self.run(command)
        if ran.code or ran.stopped:
            raise RefusedError(f"adb shell {command[:80]}: {ran.output.strip()[:200] or ran.stopped}")
        return ran.output.strip()

    def picture(self) -> bytes:
        """A PNG of the screen."""
        return self._read("exec:screencap -p", 10.0)[0]

    def read(self, path: str) -> bytes:
        """A file.

        Raises:
            RefusedError: when there is none, or it is too large.
        """
        content = bytearray()
        try:
            for chunk in self._device.sync.iter_content(path):
                content += chunk
                if len(content) > _LARGEST_FILE:
                    raise RefusedError(f"{path}: too large")
        except (AdbError, OSError) as error:
            raise RefusedError(f"{path}: {error}") from None
        return bytes(content)

    def write(self, path: str, content: bytes) -> None:
        """Write a file, making its folder.

        Raises:
            RefusedError: when it could not.
        """
        try:
            self._device.sync.push(content, path, 0o644)
        except (AdbError, OSError) as error:
            raise RefusedError(f"{path}: {error}") from None

    def reverse(self, remote: int, local: int) -> None:
        """Let the device's port lead to a port here."""
        try:
            self._device.reverse(f"tcp:{remote}", f"tcp:{local}")
        except (AdbError, OSError) as error:
            raise GoneError(f"adb reverse: {error}") from None

    def _read(self, what: str, seconds: float) -> tuple[bytes, str]:
        """Everything that a request of the adb protocol answers, and why it was cut off, if it was."""
        kept, total = bytearray(), 0
        deadline = time.monotonic() + seconds
        try:
            with self._device.open_transport() as connection:
                connection.send_command(what)
                connection.check_okay()
                while True:
                    connection.conn.settimeout(max(0.001, deadline - time.monotonic()))
                    chunk = connection.conn.recv(65_536)
                    if not chunk:
                        break
                    total += len(chunk)
                    kept += chunk[: max(0, _FLOOD - len(kept))]
                    if total > _FLOOD:
                        return bytes(kept[:_KEPT]), "output"
                    if time.monotonic() > deadline:
                        return bytes(kept), "time"
        except TimeoutError:
            return bytes(kept), "time"
        except (AdbError, OSError) as error:
            raise GoneError(f"the device does not answer: {error}") from None
        return bytes(kept), ""
