"""The vocabularies of UA-Bench: read once from YAML, strictly, and extended by a user's own folder.

A folder holds any of `topics.yaml`, `actions.yaml`, `abilities.yaml`, `words.yaml`, `glows.yaml`, `phrases.yaml`. An
extra folder adds entries (and paraphrases) to the built-in ones; it cannot redefine them.
"""

from __future__ import annotations

import string
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

import conf
from assets.errors import InputError
from bench_gen.ua.wording import forbidden_word, holds

BUILT_IN = Path(conf.__file__).parent / "vocabulary"
SCOPES = ("any", "engaged", "other", "fallback")
SLOTS = {
    "opening": {"a_noun"},
    "engage": set(),
    "state": {"attribute", "value"},
    "route": {"do", "scope"},
    "request": {"do"},
    "object": {"noun"},
    "recall": {"attribute", "object"},
    "fact": {"attribute", "object"},
    "recall_route": {"do", "scope"},
}
MIN_VALUES = 8
MIN_PHRASES = 6


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


Text = Annotated[str, Field(min_length=1)]


class Topic(_Strict):
    """Something people compare across devices.

    Attributes:
        title: heading of a drawn page.
        noun: what one candidate is called, after "the".
        article: goes before `noun` where its first letter misleads ("an hour", "a ukulele"); None: by that letter.
        attribute: the property whose value is stated and recalled.
        kind: what sort of value it is: time, price, name, ...
        page: drawing style of an app page.
        values: distinct closed answers; none contains another as whole words.
        requests: actions that the request frame may ask for.
    """

    title: Text
    noun: Text
    article: Literal["a", "an"] | None = None
    attribute: Text
    kind: Text
    page: Text
    values: Annotated[list[Text], Field(min_length=MIN_VALUES)]
    requests: Annotated[list[Text], Field(min_length=1)]

    @property
    def a_noun(self) -> str:
        """The noun with its indefinite article."""
        return f"{self.article or ('an' if self.noun[0].lower() in 'aeiou' else 'a')} {self.noun}"

    @model_validator(mode="after")
    def _values_tell_apart(self) -> Topic:
        for value in self.values:
            clash = [v for v in self.values if v is not value and holds(v, value)]
            if clash:
                raise ValueError(f"value {value!r} is contained in {clash[0]!r}")
        return self


class Action(_Strict):
    """Something a device can be asked to do; a missing form means that it is never asked for in that frame.

    Attributes:
        label: closed answer word.
        route: an order that stands alone (f9).
        request: an order about `{object}`, what the user looked at (f10).
        recall: an order that needs `{fact}`, a stated value (f12).
        intent: third-person form for the Int reference.
        physical: needs hands; only a robot's abilities hold such actions.
    """

    label: Text
    route: Text | None = None
    request: Text | None = None
    recall: Text | None = None
    intent: Text
    physical: bool = False


class Glow(_Strict):
    """A screen-glow colour: linear RGB, and HSV hue in degrees."""

    rgb: Annotated[list[float], Field(min_length=3, max_length=3)]
    hue: Annotated[float | int, Field(ge=0, lt=360)]


class Abilities(_Strict):
    """What devices may be able to do, by category; `default` and `distractor` for categories not listed."""

    default: list[Text]
    distractor: list[Text]
    categories: dict[str, list[Text]]


class Words(_Strict):
    """Word lists: device nouns, places and glow names are never uttered, construction words never in agent files."""

    devices: list[Text]
    places: list[Text]
    glows: list[Text]
    construction: list[Text]


class Phrases(_Strict):
    """Paraphrases by kind; `scopes` maps each scope to its own list."""

    opening: list[Text]
    engage: list[Text]
    state: list[Text]
    route: list[Text]
    request: list[Text]
    object: list[Text]
    recall: list[Text]
    fact: list[Text]
    recall_route: list[Text]
    scopes: dict[str, list[Text]]

    @model_validator(mode="after")
    def _slots(self) -> Phrases:
        for kind, slots in SLOTS.items():
            _paraphrases(kind, getattr(self, kind), slots)
        if set(self.scopes) != set(SCOPES):
            raise ValueError(f"scopes must be {', '.join(SCOPES)}")
        for scope in SCOPES:
            _paraphrases(f"scopes.{scope}", self.scopes[scope], set())
        return self


class Vocabulary(_Strict):
    """Everything that utterances, cards and closed answers are made of."""

    topics: dict[str, Topic]
    actions: dict[str, Action]
    abilities: Abilities
    words: Words
    glows: dict[str, Glow]
    phrases: Phrases

    @model_validator(mode="after")
    def _hangs_together(self) -> Vocabulary:
        for name, topic in self.topics.items():
            for action in topic.requests:
                if action not in self.actions or self.actions[action].request is None:
                    raise ValueError(f"topics.{name}.requests: {action!r} is no action with a `request` form")
        for name, doing in self.actions.items():
            if doing.label != name:
                raise ValueError(f"actions.{name}.label: must be {name!r}, the answer word that cards show")
            for form, slots in (("route", set()), ("request", {"object"}), ("recall", {"fact"})):
                wording = getattr(doing, form)
                if wording is not None and _slots_of(wording) != slots:
                    raise ValueError(f"actions.{name}.{form}: needs the slots {sorted(slots)}, has {wording!r}")
        lists = {
            "default": self.abilities.default,
            "distractor": self.abilities.distractor,
            **self.abilities.categories,
        }
        for category, able in lists.items():
            unknown = sorted(set(able) - set(self.actions))
            if unknown:
                raise ValueError(f"abilities.{category}: {unknown[0]!r} is no action")
        for where, text in self._spoken():
            word = forbidden_word(text, self.forbidden)
            if word:
                raise ValueError(f"{where}: {text!r} names a device, place or glow ({word!r})")
        return self

    @cached_property
    def forbidden(self) -> tuple[str, ...]:
        """Words that no utterance may hold."""
        return tuple(sorted({*self.words.devices, *self.words.places, *self.words.glows, *self.abilities.categories}))

    def may(self, category: str, *, distractor: bool = False) -> tuple[str, ...]:
        """Actions that a device of this category may be able to do."""
        fallback = self.abilities.distractor if distractor else self.abilities.default
        return tuple(sorted(set(self.abilities.categories.get(category, fallback))))

    def _spoken(self) -> list[tuple[str, str]]:
        found = [(f"phrases.{kind}", text) for kind in SLOTS for text in getattr(self.phrases, kind)]
        found += [(f"phrases.scopes.{scope}", text) for scope in SCOPES for text in self.phrases.scopes[scope]]
        for name, topic in self.topics.items():
            found += [(f"topics.{name}", text) for text in (topic.noun, topic.attribute, *topic.values)]
        for name, action in self.actions.items():
            found += [(f"actions.{name}", text) for text in (action.route, action.request, action.recall) if text]
        return found


def load_vocabulary(extra: Path | None = None) -> Vocabulary:
    """Read the built-in vocabulary and, when given, a user's folder of further entries.

    Raises:
        InputError: naming file and field, for YAML that cannot be read, unknown or missing fields, entries that
            redefine a built-in one, values that cannot be told apart, or wording that names a device.
    """
    merged: dict[str, Any] = {}
    folders = [BUILT_IN] if extra is None else [BUILT_IN, extra]
    if extra is not None and not extra.is_dir():
        raise InputError("no such folder", file=extra, expected="a folder with topics.yaml, actions.yaml, ...")
    for folder in folders:
        for section in Vocabulary.model_fields:
            path = folder / f"{section}.yaml"
            if path.is_file():
                merged[section] = _merge(merged.get(section, {}), _read(path), path, "")
        _validate(merged, folder)
    return _validate(merged, folders[-1])


def _validate(merged: dict[str, Any], folder: Path) -> Vocabulary:
    try:
        return Vocabulary.model_validate(merged)
    except ValidationError as error:
        first = error.errors()[0]
        section, *rest = [str(part) for part in first["loc"]] or [""]
        message = first["msg"].removeprefix("Value error, ")
        if not section:
            where, _, message = message.partition(": ")
            section, *rest = where.split(".")
        raise InputError(
            message,
            file=folder / f"{section}.yaml",
            field=".".join(rest) or None,
            remedy="correct this entry; conf/vocabulary has examples of every kind",
        ) from None


def _read(path: Path) -> dict[str, Any]:
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InputError(f"not readable as YAML ({error})", file=path) from None
    if not isinstance(content, dict) or not all(isinstance(key, str) for key in content):
        raise InputError("not a mapping", file=path, expected="names as keys, one entry each")
    return content


def _merge(old: dict[str, Any], new: dict[str, Any], path: Path, prefix: str) -> dict[str, Any]:
    """Add entries; lists are extended, mappings of lists too, anything else may only be new."""
    merged = dict(old)
    for key, value in new.items():
        field = f"{prefix}{key}"
        if key not in old:
            merged[key] = value
        elif isinstance(old[key], list) and isinstance(value, list):
            merged[key] = [*old[key], *value]
        elif path.stem in {"phrases", "abilities"} and isinstance(old[key], dict) and isinstance(value, dict):
            merged[key] = _merge(old[key], value, path, f"{field}.")
        else:
            raise InputError("already defined", file=path, field=field, remedy="choose a name of your own")
    return merged


def _slots_of(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def _paraphrases(kind: str, texts: list[str], slots: set[str]) -> None:
    if len(set(texts)) < MIN_PHRASES:
        raise ValueError(f"phrases.{kind}: {len(set(texts))} different paraphrases, at least {MIN_PHRASES} are needed")
    for text in texts:
        if _slots_of(text) != slots:
            raise ValueError(f"phrases.{kind}: {text!r} must use the slots {sorted(slots)}")
