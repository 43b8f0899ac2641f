"""An offline judge: compares action, target, device and constraint in a normal form read off by closed lists.

It credits wording that names the same four things; it knows no synonyms beyond its lists, so it is stricter on free
prose than a model would be. Its scores are reported under its own name, never as the paper's judge's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bench_eval.judges.registry import Judge, judge
from bench_eval.resources import Resources
from bench_gen.ua.schema import Intent
from bench_gen.ua.vocabulary import Action, Vocabulary, load_vocabulary
from bench_gen.ua.wording import holds

# First match counts: "anything but the one used most" also holds "used most".
_SCOPES = (
    ("fallback", r"or else|otherwise|fall(?:ing)? back|prefer|if (?:it|that) (?:can't|cannot|is unable)|failing that"),
    (
        "other",
        r"\bbut (?:not )?(?:on )?the\b|any(?:thing|where)? (?:device )?(?:but|except|other than)|except|not on|off the",
    ),
    ("engaged", r"\bonly\b|\bjust\b|nowhere else|nothing but|strictly"),
    ("any", r"\bany\b|anything|whatever|everything|all (?:that|devices)"),
)
_FILLER = frozenset(("a", "an", "engaged", "most", "no", "of", "particular", "the", "thing", "to", "user", "with"))


@judge("normalised")
def normalised_judge(_: Resources | None = None, *, vocabulary: Vocabulary | None = None) -> Judge:
    """A judge with a vocabulary's actions, by default the built-in ones."""
    actions = (vocabulary or load_vocabulary()).actions

    def same(answer: str, reference: Intent) -> bool:
        wanted = [word for word in re.findall(r"[\w']+", reference.target.lower()) if word not in _FILLER]
        return (
            _action(answer, actions) == reference.action
            and all(holds(answer, word) for word in wanted)
            and (reference.action is None or _scope(answer) == reference.constraint)
        )

    return same


def _action(answer: str, actions: Mapping[str, Action]) -> str | None:
    """The action whose wording the answer holds, the longest one; else the one whose label it holds, if it is one."""
    worded = [name for name, action in sorted(actions.items()) if holds(answer, action.intent)]
    if worded:
        return max(worded, key=lambda name: len(actions[name].intent))
    labelled = [name for name in sorted(actions) if holds(answer, name)]
    return labelled[0] if len(labelled) == 1 else None


def _scope(answer: str) -> str:
    text = answer.lower()
    return next((name for name, pattern in _SCOPES if re.search(pattern, text)), "any")
