"""Writing a matched pair: from a seed, a vocabulary and a cast to two scripted episodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bench_gen.ua.card import make_card
from bench_gen.ua.cast import Cast
from bench_gen.ua.routing import EARLY, FINAL, Pattern, able_devices
from bench_gen.ua.schedule import DECOY, ENGAGED, Schedule, Stratum, draw_schedule, stratum
from bench_gen.ua.schema import (
    ENGAGEMENT,
    SHARED,
    EpisodeScript,
    FrameScript,
    Intent,
    PairScript,
    Request,
    Role,
    Scope,
    Statement,
    kind_of,
)
from bench_gen.ua.seeds import dealt, digest, generator
from bench_gen.ua.vocabulary import Topic, Vocabulary

DISTRACTOR_LIT = 0.3
SCOPE_INTENT = {
    "any": "on any device that can",
    "engaged": "only on the device used most",
    "other": "on any device but the one used most",
    "fallback": "on the device used most, or else on any that can",
}


@dataclass(frozen=True)
class _Plan:
    """What both episodes of a pair say: identical utterances, requests and intents, keyed by frame."""

    utterances: dict[int, str]
    requests: dict[int, Request]
    intents: dict[int, Intent]


def write_pair(seed: int, name: str, index: int, vocabulary: Vocabulary, cast: Cast, *, attempt: int = 0) -> PairScript:
    """Script pair `index` of a set.

    The dealt factors (topic, schedule stratum, request patterns) depend on seed, name and index alone; a later
    `attempt` draws everything else anew.

    Raises:
        RuntimeError: when no action of the vocabulary can show a dealt request pattern with this cast.
    """
    rng = generator(seed, name, "script", index, attempt)
    wanted = stratum(seed, name, index)
    topic_key = dealt(seed, name, "topic", index, sorted(vocabulary.topics))
    topic = vocabulary.topics[topic_key]
    candidates = sorted(member.entry.device for member in cast.candidates)
    order = [candidates[i] for i in rng.permutation(len(candidates))]
    schedule = draw_schedule(wanted, len(candidates), rng)
    values = [topic.values[i] for i in rng.permutation(len(topic.values))[:2]]
    stated = {order[ENGAGED]: values[0], order[DECOY]: values[1]}
    requests, able = _requests(seed, name, index, topic, order, cast, vocabulary, rng)
    plan = _plan(topic, schedule, order, stated, requests, vocabulary, rng)
    glow_lit = _lit_distractors(cast, rng)
    swapped = [order[DECOY], order[ENGAGED], *order[2:]]
    episodes: dict[Role, EpisodeScript] = {
        "A": _episode(schedule, order, stated, topic_key, plan, glow_lit),
        "B": _episode(schedule.partner(), swapped, stated, topic_key, plan, glow_lit),
    }
    roster = tuple(member.entry for member in cast.members)
    return PairScript(
        pair=digest(seed, name, "pair id", index)[:16],
        seed=seed,
        name=name,
        index=index,
        attempt=attempt,
        topic=topic_key,
        title=topic.title,
        noun=topic.noun,
        attribute=topic.attribute,
        page=topic.page,
        candidates=tuple(candidates),
        roster=roster,
        card=make_card(cast, vocabulary, topic, able, rng),
        glows={e.glow: _rgb(vocabulary.glows[e.glow].rgb) for e in roster if e.glow},
        stratum=_stratum_words(wanted, requests),
        episodes=episodes,
    )


def _requests(
    seed: int,
    name: str,
    index: int,
    topic: Topic,
    order: Sequence[str],
    cast: Cast,
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> tuple[dict[int, Request], dict[str, tuple[str, ...]]]:
    """Three different actions for f9, f10 and f12, and who shall be able to do those of f9 and f12."""
    asked = topic.requests[int(rng.integers(len(topic.requests)))]
    requests = {10: Request(action=asked, scope="any")}
    able: dict[str, tuple[str, ...]] = {}
    dealt_patterns = {12: dealt(seed, name, "final", index, FINAL), 9: dealt(seed, name, "early", index, EARLY)}
    for frame, pattern in dealt_patterns.items():
        taken = {request.action for request in requests.values()}
        action, devices = _action(frame, pattern, taken, order, cast, vocabulary, rng)
        requests[frame] = Request(action=action, scope=pattern.scope, fact=frame == 12)
        able[action] = devices
    return requests, able


def _action(
    frame: int,
    pattern: Pattern,
    taken: set[str],
    order: Sequence[str],
    cast: Cast,
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> tuple[str, tuple[str, ...]]:
    form = "recall" if frame == 12 else "route"
    names = [key for key in sorted(vocabulary.actions) if getattr(vocabulary.actions[key], form) and key not in taken]
    names = [names[i] for i in rng.permutation(len(names))]
    if cast.robot is not None and frame == 9:
        # Where a robot is fielded it is asked for by what only hands can do, whenever the pattern lets it.
        names.sort(key=lambda key: not vocabulary.actions[key].physical)
    for key in names:
        devices = able_devices(vocabulary.actions[key], pattern, order[ENGAGED], order[DECOY], cast, vocabulary, rng)
        if devices is not None:
            return key, devices
    raise RuntimeError(f"no action shows {pattern} in f{frame} with this cast")


def _plan(
    topic: Topic,
    schedule: Schedule,
    order: Sequence[str],
    stated: dict[str, str],
    requests: dict[int, Request],
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> _Plan:
    phrases, actions = vocabulary.phrases, vocabulary.actions

    def say(choices: Sequence[str], **slots: str) -> str:
        return choices[int(rng.integers(len(choices)))].format(**slots)

    def scope(request: Request) -> str:
        return say(phrases.scopes[request.scope])

    utterances = {1: say(phrases.opening, a_noun=topic.a_noun)}
    idle = [phrases.engage[i] for i in rng.permutation(len(phrases.engage))]
    for row, frame in enumerate(ENGAGEMENT):
        utterances[frame] = idle[row % len(idle)]
        if row in schedule.statements:
            device = order[schedule.statements.index(row)]
            utterances[frame] = say(phrases.state, attribute=topic.attribute, value=stated[device])
    early, asked, final = requests[9], requests[10], requests[12]
    utterances[9] = say(phrases.route, do=str(actions[early.action].route), scope=scope(early))
    what = say(phrases.object, noun=topic.noun)
    utterances[10] = say(phrases.request, do=str(actions[asked.action].request).format(object=what))
    utterances[11] = say(phrases.recall, attribute=topic.attribute, object=say(phrases.object, noun=topic.noun))
    fact = say(phrases.fact, attribute=topic.attribute, object=say(phrases.object, noun=topic.noun))
    utterances[12] = say(
        phrases.recall_route, do=str(actions[final.action].recall).format(fact=fact), scope=scope(final)
    )
    thing = engaged_with(topic.noun)
    intents = {
        9: _intent(actions[early.action].intent, early, "no particular thing"),
        10: _intent(actions[asked.action].intent, asked, thing),
        11: Intent(
            sentence=wants_to_know(f"the {topic.attribute} of {thing}"),
            action=None,
            target=thing,
            device="the device used most",
            constraint=topic.attribute,
        ),
        12: _intent(actions[final.action].intent, final, f"the {topic.attribute} of {thing}"),
    }
    return _Plan(utterances, requests, intents)


def engaged_with(noun: str) -> str:
    """What a request is about when it names no device."""
    return f"the {noun} the user engaged with most"


def wants_to_know(what: str) -> str:
    """The sentence of a recall's intent."""
    return f"The user wants to know {what}."


def wants_done(what: str, about: str, scope: Scope) -> str:
    """The sentence of a request's intent; `about` is empty when it is about nothing in particular."""
    return f"The user wants the agent to {what}{f', concerning {about}' if about else ''}, {SCOPE_INTENT[scope]}."


def _intent(what: str, request: Request, target: str) -> Intent:
    return Intent(
        sentence=wants_done(what, "" if target == "no particular thing" else target, request.scope),
        action=request.action,
        target=target,
        device=SCOPE_INTENT[request.scope],
        constraint=request.scope,
    )


def _episode(
    schedule: Schedule,
    order: Sequence[str],
    stated: dict[str, str],
    topic: str,
    plan: _Plan,
    distractors: dict[int, tuple[str, ...]],
) -> EpisodeScript:
    frames = []
    for frame in range(1, 13):
        engagement = frame in ENGAGEMENT
        row = frame - ENGAGEMENT[0]
        pointed = order[schedule.pointed[row]] if engagement else None
        lit = sorted([*(order[r] for r in schedule.lit[row]), *distractors[frame]]) if engagement else []
        statement = None
        if engagement and row in schedule.statements and pointed is not None:
            statement = Statement(device=pointed, topic=topic, value=stated[pointed])
        frames.append(
            FrameScript(
                frame=frame,
                kind=kind_of(frame),
                shared=frame in SHARED,
                lit=tuple(lit),
                pointed=pointed,
                utterance=plan.utterances[frame],
                statement=statement,
                request=plan.requests.get(frame),
                queries=frame in (11, 12),
                intent=plan.intents.get(frame),
            )
        )
    return EpisodeScript(engaged=order[ENGAGED], decoy=order[DECOY], frames=tuple(frames))


def _lit_distractors(cast: Cast, rng: np.random.Generator) -> dict[int, tuple[str, ...]]:
    """Distractor screens lit in each engagement frame: the same in both episodes, so they tell nothing."""
    names = [member.entry.device for member in cast.distractors]
    return {f: tuple(n for n in names if rng.random() < DISTRACTOR_LIT) for f in ENGAGEMENT}


def _stratum_words(wanted: Stratum, requests: dict[int, Request]) -> dict[str, str]:
    role = ("engaged", "decoy", "other")
    return {
        "carrier": wanted.carrier,
        "lit_leader": "other" if wanted.third_leads else ("engaged" if wanted.carrier == "lit" else "decoy"),
        "first_pointed": role[wanted.pointing_ends[0]],
        "last_pointed": role[wanted.pointing_ends[1]],
        "first_lit": role[wanted.lit_ends[0]],
        "last_lit": role[wanted.lit_ends[1]],
        "first_stated": "engaged" if wanted.engaged_first else "decoy",
        "early_scope": requests[9].scope,
        "final_scope": requests[12].scope,
    }


def _rgb(rgb: Sequence[float]) -> tuple[float, float, float]:
    return (float(rgb[0]), float(rgb[1]), float(rgb[2]))
