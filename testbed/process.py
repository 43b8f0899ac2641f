"""A sandboxed process that is told what to do in JSON lines."""

from __future__ import annotations

import io
import json
import selectors
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

Screen = Callable[[dict[str, Any]], dict[str, Any]]


class GoneError(Exception):
    """The process has ended, or doesn't answer."""


class RefusedError(Exception):
    """The process could not do what it was asked."""


class Piped:
    """Starts a process, without waiting for it, and asks it one thing after another."""

    def __init__(self, words: list[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert self._process.stdout is not None
        self._waiting = selectors.DefaultSelector()
        self._waiting.register(self._process.stdout, selectors.EVENT_READ)
        self._rest = b""
        self._ready = False

    def wait(self, *, seconds: float = 20.0) -> None:
        """Wait until it is up; at once when it is.

        Raises:
            GoneError: when it doesn't come up in time.
        """
        if not self._ready:
            self._read(time.monotonic() + seconds)
            self._ready = True

    @property
    def pid(self) -> int:
        """Of the outermost process."""
        return self._process.pid

    def ask(self, what: dict[str, Any], *, seconds: float = 30.0, screen: Screen | None = None) -> Any:
        """Ask, wait, and return the value of the answer.

        Args:
            screen: answers what a command asks of the device's screen meanwhile.

        Raises:
            GoneError: when the process has ended or doesn't answer in time.
            RefusedError: when it could not.
        """
        self.wait()
        self._send(what)
        deadline = time.monotonic() + seconds
        while True:
            answer = self._read(deadline)
            if "screen" in answer:
                shown = screen(answer["screen"]) if screen else {"error": "this device has no screen"}
                self._send({"screen_answer": shown})
            elif answer["ok"]:
                return answer["value"]
            else:
                raise RefusedError(answer["error"])

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        self._waiting.close()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _send(self, what: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(what).encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise GoneError(f"the process has ended: {error}") from None

    def _read(self, deadline: float) -> dict[str, Any]:
        output = self._process.stdout
        assert isinstance(output, io.BufferedReader)
        while b"\n" not in self._rest:
            if not self._waiting.select(max(0.0, deadline - time.monotonic())):
                raise GoneError("no answer in time")
            data = output.read1(1 << 20)
            if not data:
                assert self._process.stderr is not None
                said = self._process.stderr.read().decode("utf-8", "replace").strip()
                raise GoneError(f"the process has ended: {said[-800:]}")
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        found: dict[str, Any] = json.loads(line)
        return found
