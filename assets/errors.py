"""The one error that bad input raises anywhere in Crossroom."""

from __future__ import annotations

from pathlib import Path


class InputError(Exception):
    """Input that cannot be used: says which file and field, what was expected, and what to do.

    Command lines print it as one message and exit with code 2.
    """

    def __init__(
        self,
        what: str,
        *,
        file: Path | str | None = None,
        field: str | None = None,
        expected: str | None = None,
        remedy: str | None = None,
    ) -> None:
        self.what = what
        self.file = str(file) if file is not None else None
        self.field = field
        self.expected = expected
        self.remedy = remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        where = ": ".join(part for part in (self.file, self.field) if part)
        lines = [f"{where}: {self.what}" if where else self.what]
        if self.expected:
            lines.append(f"  expected: {self.expected}")
        if self.remedy:
            lines.append(f"  what to do: {self.remedy}")
        return "\n".join(lines)
