"""Reading utterances with the vocabulary: the value stated, the action and scope asked for, whether one is recalled.

The inverse of `bench_gen.ua.script`, written apart from it: it knows templates and closed lists, never a script.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from bench_gen.ua.schema import Request
from bench_gen.ua.vocabulary import SCOPES, Vocabulary
from bench_gen.ua.wording import holds

_ANYTHING = "(?:.+?)"


@dataclass(frozen=True)
class Understood:
    """What an utterance says: the stated value, the request, whether it needs an earlier value; the topic of both."""

    value: str | None = None
    request: Request | None = None
    queries: bool = False
    topic: str | None = None


class Reader:
    """Parses utterances of one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def read(self, utterance: str, values: Iterable[str]) -> Understood:
        """Parse one utterance; `values` are the closed answers of the episode's card."""
        request = self._request(utterance)
        if request is not None:
            topic = self._topic(utterance) if request.fact else None
            return Understood(request=request, queries=request.fact, topic=topic)
        if any(pattern.fullmatch(utterance) for pattern in self._recalls):
            return Understood(queries=True, topic=self._topic(utterance))
        for topic, pattern in self._statements:
            match = pattern.fullmatch(utterance)
            if match and match["value"] in set(values):
                return Understood(value=match["value"], topic=topic)
        return Understood()

    def _topic(self, utterance: str) -> str | None:
        """The topic whose noun and attribute a question names."""
        for name, topic in sorted(self._vocabulary.topics.items()):
            if holds(utterance, topic.attribute) and holds(utterance, topic.noun):
                return name
        return None

    def _request(self, utterance: str) -> Request | None:
        for pattern in self._routings:
            match = pattern.fullmatch(utterance)
            if match:
                scope = next(s for s in SCOPES if match["scope"] in self._vocabulary.phrases.scopes[s])
                for form in ("route", "recall"):
                    action = self._action(match["do"], form)
                    if action:
                        return Request.model_validate({"action": action, "scope": scope, "fact": form == "recall"})
        for pattern in self._requests:
            match = pattern.fullmatch(utterance)
            action = self._action(match["do"], "request") if match else None
            if action:
                return Request(action=action, scope="any")
        return None

    def _action(self, do: str, form: str) -> str | None:
        slots = {"object": _ANYTHING, "fact": _any_of(self._facts)}
        for name, action in sorted(self._vocabulary.actions.items()):
            template = getattr(action, form)
            if template is not None and re.fullmatch(_regex(template, slots), do):
                return name
        return None

    @cached_property
    def _facts(self) -> list[str]:
        attributes = _any_of({re.escape(topic.attribute) for topic in self._vocabulary.topics.values()})
        return [_regex(fact, {"attribute": attributes, "object": _ANYTHING}) for fact in self._vocabulary.phrases.fact]

    @cached_property
    def _routings(self) -> list[re.Pattern[str]]:
        phrases = self._vocabulary.phrases
        scopes = _any_of(re.escape(text) for scope in SCOPES for text in phrases.scopes[scope])
        slots = {"do": "(?P<do>.+)", "scope": f"(?P<scope>{scopes})"}
        return [re.compile(_regex(text, slots)) for text in (*phrases.route, *phrases.recall_route)]

    @cached_property
    def _requests(self) -> list[re.Pattern[str]]:
        return [re.compile(_regex(text, {"do": "(?P<do>.+)"})) for text in self._vocabulary.phrases.request]

    @cached_property
    def _recalls(self) -> list[re.Pattern[str]]:
        attributes = _any_of({re.escape(topic.attribute) for topic in self._vocabulary.topics.values()})
        slots = {"attribute": attributes, "object": _ANYTHING}
        return [re.compile(_regex(text, slots)) for text in self._vocabulary.phrases.recall]

    @cached_property
    def _statements(self) -> list[tuple[str, re.Pattern[str]]]:
        patterns = []
        for name, topic in sorted(self._vocabulary.topics.items()):
            values = _any_of(re.escape(value) for value in topic.values)
            slots = {"attribute": re.escape(topic.attribute), "value": f"(?P<value>{values})"}
            patterns += [(name, re.compile(_regex(text, slots))) for text in self._vocabulary.phrases.state]
        return patterns


def _any_of(choices: Iterable[str]) -> str:
    return "(?:" + "|".join(sorted(choices, key=lambda text: (-len(text), text))) + ")"


def _regex(template: str, slots: dict[str, str]) -> str:
    """A template as a regular expression: literal text escaped, each slot replaced by its own expression."""
    parts = []
    for literal, slot, _, _ in string.Formatter().parse(template):
        parts.append(re.escape(literal))
        if slot is not None:
            parts.append(slots[slot])
    return "".join(parts)
