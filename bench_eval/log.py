"""The log of a run: one file an episode and system, whole or not there, from which everything else is computed.

<output>/run.json                                        what the run was made with
<output>/records/<perception>/<episode>.json             shared perception, made once a setting
<output>/episodes/<perception>/<decoder>/<agent>/<trial>/<episode>.json
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from assets.errors import InputError
from bench_gen.ua.disk import load_json

MADE_AGAIN = "remove the file: the run makes it again"


class Moment(BaseModel):
    """What a system answered at one frame, and what it carries from there.

    Attributes:
        answers: by decision; None where it gave none.
        malformed: decisions whose answer had no usable form.
        before, after: what it carried, for people to read.
        carried: characters of the values it carries on (figure 5).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    frame: int
    answers: dict[str, str | tuple[str, ...] | None]
    malformed: tuple[str, ...] = ()
    before: str
    after: str
    carried: Annotated[int, Field(ge=0)]


class EpisodeLog(BaseModel):
    """One episode by one system. An episode that crashed keeps the moments it had; the missing ones score zero.

    `requests` and tokens are those that its answers took of a model, whether the replies came from the cache or not.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1
    episode: str
    agent: str
    perception: str
    decoder: str
    trial: int = 0
    moments: tuple[Moment, ...]
    crashed: str = ""
    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True)
class Setting:
    """A system under one perception and one decoder; trials of it differ by a sampled model alone."""

    perception: str
    decoder: str
    agent: str
    trial: int = 0

    def folder(self, output: Path) -> Path:
        """Where its episodes lie."""
        parts = (plain(self.perception), plain(self.decoder), plain(self.agent))
        return output.joinpath("episodes", *parts, str(self.trial))


def plain(name: str) -> str:
    """A name as a folder: `module:name` and commands hold what folders should not."""
    plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", name).strip(".-")[:80]
    return plain if plain == name else f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def load_log(path: Path) -> EpisodeLog | None:
    """A log, None when it isn't there.

    Raises:
        InputError: when it breaks its schema: somebody changed it.
    """
    return load_json(path, EpisodeLog, remedy=MADE_AGAIN) if path.is_file() else None


def logs_in(output: Path) -> Iterator[EpisodeLog]:
    """Every log under a run's output, in the order of their paths.

    Raises:
        InputError: when there is none.
    """
    paths = sorted((output / "episodes").glob("*/*/*/*/*.json"))
    if not paths:
        raise InputError("holds no logs", file=output, expected="a folder that python -m bench_eval wrote")
    for path in paths:
        log = load_log(path)
        if log is not None:
            yield log
