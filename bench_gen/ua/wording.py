"""Whole-word matching, shared by the vocabulary loader and the wording checks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=4096)
def _pattern(phrase: str, plural: bool) -> re.Pattern[str]:
    body = r"[\s_-]+".join(re.escape(part) for part in re.split(r"[\s_-]+", phrase))
    return re.compile(rf"(?<![\w:.]){body}{'(?:s|es)?' if plural else ''}(?![\w:]|[.]\d)", re.IGNORECASE)


def holds(text: str, phrase: str) -> bool:
    """Whether `text` contains `phrase` as whole words, whatever the case: "7:30" is not in "17:30"."""
    return _pattern(phrase, plural=False).search(text) is not None


def forbidden_word(text: str, words: Iterable[str]) -> str | None:
    """The first of `words` that `text` contains, singular or plural; None when it contains none."""
    return next((word for word in words if _pattern(word, plural=True).search(text)), None)
