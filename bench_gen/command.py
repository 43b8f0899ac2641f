"""What every command line shares: one clear error, exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Callable

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


class JobFailedError(Exception):
    """A job of a sweep ended with an exit code other than 0; it has said why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code

    def __str__(self) -> str:
        return f"a job ended with exit code {self.code}; its own messages say why"
