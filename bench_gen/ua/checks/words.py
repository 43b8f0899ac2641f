"""What may not be said, drawn or written."""

from __future__ import annotations

from collections.abc import Iterator

from bench_gen.ua.checks.registry import check, wrong
from bench_gen.ua.disk import PairOnDisk
from bench_gen.ua.schema import NONE, ROLES, Finding
from bench_gen.ua.settings import AdmissionSettings
from bench_gen.ua.wording import forbidden_word, holds


@check("anonymous_wording", "no utterance names a device, its place or its glow")
def anonymous_wording(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Searches the words an agent hears for device nouns, places, glow names and roster names (B.3, invariant 4)."""
    roster = {text for entry in pair.script.roster for text in (entry.device, entry.category)}
    banned = (*pair.vocabulary.forbidden, *sorted(roster))
    for role in ROLES:
        for frame in pair.agent(role).frames:
            word = forbidden_word(frame.utterance, banned)
            if word:
                yield wrong(f"the utterance says {word!r}", episode=role, frame=frame.frame)


@check("recall_leak", "from f10 on no utterance holds a value")
def recall_leak(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Searches the shared request and recall frames for any closed answer (B.3, invariant 4)."""
    for role in ROLES:
        for frame in pair.agent(role).frames[9:]:
            for value in pair.script.card.answers.inf:
                if value != NONE and holds(frame.utterance, value):
                    yield wrong(f"the utterance gives away {value!r}", episode=role, frame=frame.frame)


@check("page_leak", "no drawn page shows a value")
def page_leak(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Searches the strings of every drawn page for any closed answer."""
    for role in ROLES:
        for frame in pair.episode(role).frames:
            for device, strings in sorted(frame.page_strings.items()):
                for value in pair.script.card.answers.inf:
                    if value != NONE and any(holds(text, value) for text in strings):
                        yield wrong(f"the page on {device} shows {value!r}", episode=role, frame=frame.frame)
