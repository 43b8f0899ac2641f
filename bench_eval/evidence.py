"""What a decoder reads of what a system carries (paper, appendix A.2): tallies, facts, the standing request, text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bench_eval.answers import Answers


@dataclass(frozen=True)
class Fact:
    """A value that the user stated, for a device when that is known."""

    device: str | None
    topic: str
    value: str


@dataclass(frozen=True)
class Evidence:
    """Carried content in the decision interface's terms; each system fills what it carries.

    Attributes:
        activity, pointing: device to the number of moments with it active, or attended to.
        facts: in the order in which they were stated.
        standing: the latest requested action.
        cached: answers of the moment before.
        text: the same and whatever else is carried, in words, for decoders that read.
    """

    activity: Mapping[str, int] = field(default_factory=dict)
    pointing: Mapping[str, int] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    standing: str | None = None
    cached: Answers | None = None
    text: str = ""
