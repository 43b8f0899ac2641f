"""A system in a process of its own, in any language: JSON lines over standard input and output.

    agent="exec:node my_agent.js"

Each line in is `{"type": "reset", "brief": {...}}` or `{"type": "step", "observation": {...}}`; each is answered by one
line: `{}` to a reset, `{"answers": {...}, "carried": [...], "shown": "..."}` to a step (`carried` and `shown` may be
missing). What the process writes to standard error is passed on.
"""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Sequence
from typing import Any

from bench_eval.answers import Answers, Brief, Observation

TIMEOUT = 120.0  # seconds for one line
_LONGEST = 1 << 20  # bytes of one


class AgentProcessError(Exception):
    """The process ended, hung, or answered something else; it costs the episode."""


class ProcessAgent:
    """Starts the process at the first reset, and anew after a crash or a hang."""

    def __init__(self, command: Sequence[str], timeout: float = TIMEOUT) -> None:
        self._command, self._timeout = tuple(command), timeout
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._carried: tuple[str, ...] = ()
        self._shown = "-"

    def reset(self, brief: Brief) -> None:
        """A new episode begins.

        Raises:
            AgentProcessError: when the process cannot be started or does not answer.
        """
        self._carried, self._shown = (), "-"
        content = {
            "episode": brief.episode,
            "roster": [entry.model_dump(mode="json") for entry in brief.roster],
            "card": brief.card.model_dump(mode="json"),
        }
        self._exchange({"type": "reset", "brief": content})

    def step(self, observation: Observation) -> Answers:
        """One moment; raises like `reset`."""
        content = {
            "record": observation.record.model_dump(mode="json"),
            "utterance": observation.utterance,
            "image": str(observation.image) if observation.image else None,
        }
        reply = self._exchange({"type": "step", "observation": content})
        answers = reply.get("answers")
        if not isinstance(answers, dict):
            raise self._end("answered a step without `answers`")
        carried = reply.get("carried", [])
        self._carried = tuple(str(value) for value in carried) if isinstance(carried, list) else ()
        self._shown = str(reply.get("shown", ""))[:20_000] or "-"
        return answers

    def carried(self) -> tuple[str, ...]:
        """What it said that it carries."""
        return self._carried

    def shown(self) -> str:
        """What it said of it."""
        return self._shown

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def _exchange(self, message: dict[str, Any]) -> dict[str, Any]:
        process = self._started()
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
        except OSError:
            raise self._end("ended") from None
        try:
            line = self._lines.get(timeout=self._timeout)
        except queue.Empty:
            raise self._end(f"did not answer within {self._timeout:.0f} s") from None
        if not line:
            raise self._end("ended")
        try:
            reply = json.loads(line)
        except ValueError:
            raise self._end(f"answered {line[:80]!r}, which is no JSON") from None
        if not isinstance(reply, dict):
            raise self._end("answered something else than a JSON object")
        return reply

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(  # noqa: S603 - the user's own command
                    self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
            except OSError as error:
                raise AgentProcessError(f"{self._command[0]}: {error.strerror}") from None
            self._lines = queue.Queue()
            threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        return self._process

    def _end(self, what: str) -> AgentProcessError:
        code = self._process.poll() if self._process is not None else None
        self.close()
        with_code = f" with exit code {code}" if what == "ended" and code is not None else ""
        return AgentProcessError(f"{self._command[0]} {what}{with_code}")


def _read(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    """Hand over what the process says, a line at a time; an empty one at its end."""
    assert process.stdout is not None
    while line := process.stdout.readline(_LONGEST):
        lines.put(line)
    process.wait()
    lines.put(b"")
