"""The device card: abilities drawn for the pair, the rules of the game, and the closed answers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from bench_gen.ua.cast import Cast
from bench_gen.ua.routing import SCOPE_RULE
from bench_gen.ua.schema import NONE, Answers, DeviceCard
from bench_gen.ua.vocabulary import Topic, Vocabulary

ABLE_SHARE = 0.55
OBSERVATION_RULE = (
    "The images come from the camera of the roster's observing device. In frames 2 to 9 a screen counts as active when "
    "it is lit in its glow colour, and the user attends to the device they point at. A device's tally is the number of "
    "those frames in which it is active plus the number in which the user points at it. The engaged device, also "
    "called the one used most or looked at most, is the one among the engagement answers with the largest tally. "
    "Screens outside the engagement answers never count. A value that the user states belongs to the device they point "
    "at in that frame."
)
NEXT_RULE = (
    "The next action joins the latest requested action with the engaged device, as action@device, whether or not that "
    "device can do it itself."
)


def make_card(
    cast: Cast,
    vocabulary: Vocabulary,
    topic: Topic,
    able: Mapping[str, tuple[str, ...]],
    rng: np.random.Generator,
) -> DeviceCard:
    """The card of a pair.

    Args:
        able: for the actions that routing requests ask for, exactly the devices that can do them; all other abilities
            are drawn from what the category may do.
    """
    small = {member.entry.device for member in cast.distractors}
    abilities = {}
    for member in cast.members:
        device = member.entry.device
        drawn = []
        for action in vocabulary.may(member.entry.category, distractor=device in small):
            by_chance = bool(rng.random() < ABLE_SHARE)
            if device in able[action] if action in able else by_chance:
                drawn.append(action)
        abilities[device] = tuple(drawn)
    candidates = sorted(member.entry.device for member in cast.candidates)
    return DeviceCard(
        abilities=abilities,
        observation_rule=OBSERVATION_RULE,
        scope_rule=SCOPE_RULE,
        next_rule=NEXT_RULE,
        answers=Answers(
            eng=tuple(candidates),
            inf=(*sorted(topic.values), NONE),
            rsp=tuple(sorted(abilities)),
            nxt=tuple(f"{action}@{device}" for action in sorted(vocabulary.actions) for device in candidates),
        ),
    )
