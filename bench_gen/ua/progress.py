"""How far a run is: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import NoReturn

from tqdm import tqdm

FRAMES_A_PAIR = 20
_EVERY = 30.0  # seconds between lines where there is no terminal


class Progress:
    """Counts pairs, frames and rejections, and shows them with frames a second and the time that is left."""

    def __init__(self, pairs: int) -> None:
        self._pairs, self._done, self._failed = pairs, 0, 0
        self._rejected: Counter[str] = Counter()
        self._bar: tqdm[NoReturn] = tqdm(
            total=FRAMES_A_PAIR * pairs, unit="frame", desc=f"0/{pairs} pairs", disable=None, dynamic_ncols=True
        )
        self._started = self._said = time.monotonic()

    def frame(self) -> None:
        """A frame was drawn."""
        if self._bar.n < FRAMES_A_PAIR * (self._done + 1):  # frames of rejected tries don't count
            self._bar.update()

    def pair(self, admitted: bool, rejections: dict[str, int]) -> None:
        """A pair is through, after these rejected tries."""
        self._done += 1
        self._failed += not admitted
        self._rejected.update(rejections)
        self._bar.set_description(f"{self._done}/{self._pairs} pairs", refresh=False)
        if self._rejected:
            most = ", ".join(f"{name} {n}" for name, n in self._rejected.most_common(3))
            self._bar.set_postfix_str(f"rejected: {most}", refresh=False)
        self._bar.n = FRAMES_A_PAIR * self._done
        self._bar.refresh()
        now = time.monotonic()
        if self._bar.disable and self._pairs > 1 and now - self._said >= _EVERY:
            self._said = now
            print(self.line(now - self._started), file=sys.stderr, flush=True)  # noqa: T201

    def line(self, seconds: float) -> str:
        """One line that says it all after so many seconds."""
        rate = FRAMES_A_PAIR * self._done / max(seconds, 1e-9)
        left = (self._pairs - self._done) * seconds / max(self._done, 1)
        words = [f"{self._done} of {self._pairs} pairs", f"{rate:.1f} frames/s", f"{left / 60:.1f} min left"]
        if self._failed:
            words.append(f"{self._failed} failed")
        if self._rejected:
            words.append("rejected: " + ", ".join(f"{name} {n}" for name, n in self._rejected.most_common(3)))
        return ", ".join(words)

    def close(self) -> None:
        """Take the bar away."""
        self._bar.close()
