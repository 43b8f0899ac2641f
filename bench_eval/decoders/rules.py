"""The deterministic decoder: the card's rules on the carried evidence. No model, no key, no network.

It is not a stand-in for one: it counts without mistakes and reads only sentences of the vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bench_eval.answers import Answers, Brief, Observation
from bench_eval.decoders.registry import decoder
from bench_eval.evidence import Evidence
from bench_eval.resources import Resources
from bench_gen.ua.schema import NONE, DeviceCard, Request
from bench_gen.ua.script import engaged_with, wants_done, wants_to_know
from bench_gen.ua.understanding import Reader, Understood
from bench_gen.ua.vocabulary import Vocabulary, load_vocabulary
from bench_gen.ua.wording import holds


@decoder("rules")
class RulesDecoder:
    """Decodes with a vocabulary, by default the built-in one."""

    reads = False

    def __init__(self, _: Resources | None = None, *, vocabulary: Vocabulary | None = None) -> None:
        self._vocabulary = vocabulary or load_vocabulary()
        self._reader = Reader(self._vocabulary)

    def compose(self, template: str, fields: Mapping[str, Any], limit: int) -> str | None:
        """Writes nothing."""
        del template, fields, limit
        return None

    def decode(self, brief: Brief, evidence: Evidence, observation: Observation) -> Answers:
        """Answers at one moment, the current observation standing in where nothing is carried."""
        said = self._reader.read(observation.utterance, brief.card.answers.inf)
        engaged = _engaged(brief.card, evidence, observation)
        standing = evidence.standing or observation.record.requested_action
        return {
            "eng": engaged,
            "int": self._intent(said, observation.utterance),
            "inf": _recalled(evidence, observation, engaged),
            "rsp": _responders(brief.card, said.request, engaged) if said.request else None,
            "nxt": f"{standing}@{engaged}" if standing and engaged else None,
        }

    def _intent(self, said: Understood, utterance: str) -> str:
        topic = self._vocabulary.topics.get(said.topic or "")
        about = f"the {topic.attribute} of {engaged_with(topic.noun)}" if topic else ""
        if said.request is not None:
            noun = self._noun(utterance)
            what = self._vocabulary.actions[said.request.action].intent
            return wants_done(what, about or (engaged_with(noun) if noun else ""), said.request.scope)
        return wants_to_know(about) if said.queries and about else "The user wants nothing in particular."

    def _noun(self, utterance: str) -> str | None:
        """What the request is about: the longest noun in it that something of some topic is called."""
        nouns = {topic.noun for topic in self._vocabulary.topics.values() if holds(utterance, f"the {topic.noun}")}
        return max(sorted(nouns), key=len, default=None)


def _engaged(card: DeviceCard, evidence: Evidence, observation: Observation) -> str | None:
    """The largest tally; among equals the one pointed at more, then the one attended to now, then by name."""
    record = observation.record
    activity, pointing = evidence.activity, evidence.pointing
    if not any(activity.values()) and not any(pointing.values()):
        activity = dict.fromkeys(record.active, 1)
        pointing = {record.attended: 1} if record.attended else {}
    order = [
        (activity.get(d, 0) + pointing.get(d, 0), pointing.get(d, 0), d == record.attended, d) for d in card.answers.eng
    ]
    order.sort(key=lambda row: (-row[0], -row[1], not row[2], row[3]))
    if order and order[0][0] > 0:
        return order[0][3]
    cached = evidence.cached["eng"] if evidence.cached else None
    return cached if isinstance(cached, str) else None


def _recalled(evidence: Evidence, observation: Observation, engaged: str | None) -> str:
    """The value of the topic asked for: the engaged device's, else one that belongs to no device, else none."""
    record = observation.record
    if record.topic is None or record.value is not None:
        return NONE
    for device in (engaged, None):
        for fact in evidence.facts:
            if fact.topic == record.topic and fact.device == device:
                return fact.value
    cached = evidence.cached["inf"] if evidence.cached else None
    return cached if isinstance(cached, str) else NONE


def _responders(card: DeviceCard, request: Request, engaged: str | None) -> tuple[str, ...]:
    """The card's scope rule. Without any abilities on the card, every device may be able to."""
    everyone = card.abilities or dict.fromkeys(card.answers.rsp, (request.action,))
    able = {device for device, actions in everyone.items() if request.action in actions}
    if request.scope == "engaged":
        able &= {engaged or ""}
    elif request.scope == "other":
        able -= {engaged or ""}
    elif request.scope == "fallback" and engaged in able:
        able = {str(engaged)}
    return tuple(sorted(able))
