"""What every command line shares: one clear error, exit code 2, a progress bar."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm

from assets.errors import InputError


def run(main: Callable[[], int]) -> int:
    """Run `main`; print an `InputError` as one message and return 2; 130 after Ctrl-C."""
    try:
        return main()
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)  # noqa: T201
        return 2
    except KeyboardInterrupt:
        print("interrupted; what was finished is kept", file=sys.stderr)  # noqa: T201
        return 130


@contextmanager
def progress_bar(total: int, unit: str, what: str | None = None) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, nothing elsewhere; gives what to call after each unit."""
    with tqdm(total=total, unit=unit, desc=what, disable=None) as bar:

        def advance() -> None:
            bar.update()

        yield advance
