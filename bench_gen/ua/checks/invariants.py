"""The invariants of a matched pair (paper, appendix B.3, 1 to 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bench_gen.ua.checks.registry import check, wrong
from bench_gen.ua.disk import PairOnDisk
from bench_gen.ua.schema import ENGAGEMENT, NONE, ROLES, SHARED, EpisodeScript, Finding
from bench_gen.ua.settings import AdmissionSettings


@check("shared_frames", "f1 and f10 to f12 are one and the same file, with the same words, in both episodes")
def shared_frames(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Invariant 1. The same file is the same bytes; `file_integrity` guards what the file holds."""
    a, b = pair.agent("A"), pair.agent("B")
    for number in SHARED:
        one, other = a.frames[number - 1], b.frames[number - 1]
        if one.image != other.image:
            yield wrong("the episodes show different images", frame=number)
        if one.utterance != other.utterance:
            yield wrong("the episodes say different words", frame=number)


@check("role_swap", "engaged and decoy change places between the episodes, and so do their counts in either channel")
def role_swap(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Invariant 2."""
    a, b = pair.script.episodes["A"], pair.script.episodes["B"]
    if a.engaged == a.decoy or (a.engaged, a.decoy) != (b.decoy, b.engaged):
        yield wrong(f"roles are {a.engaged}/{a.decoy} in A and {b.engaged}/{b.decoy} in B")
        return
    swap = {a.engaged: a.decoy, a.decoy: a.engaged}
    for channel, in_a, in_b in zip(("lit", "pointing"), _counts(a), _counts(b), strict=True):
        for device in sorted({*in_a, *in_b}):
            partner = swap.get(device, device)
            if in_a[device] != in_b[partner]:
                difference = in_a[device] - in_b[partner]
                yield wrong(f"{channel} count of {device} in A is not that of {partner} in B", figure=difference)


@check("value_collision", "two devices are given different values for the same topic, and the targets take theirs")
def value_collision(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Invariant 3, values: in script and targets."""
    for role in ROLES:
        episode = pair.script.episodes[role]
        stated = [f.statement for f in episode.frames if f.statement]
        if {s.device for s in stated} != {episode.engaged, episode.decoy}:
            yield wrong("values are not stated for the engaged device and the decoy", episode=role)
        if len({s.value.casefold() for s in stated}) != len(stated):
            yield wrong("the two values are the same", episode=role)
        if len({s.topic for s in stated}) > 1:
            yield wrong("the values are of different topics", episode=role)
        own = next((s.value for s in stated if s.device == episode.engaged), None)
        for target in pair.episode(role).targets:
            if target.inf not in (None, NONE, own):
                yield wrong(f"the target is {target.inf!r}, not the {own!r} of the engaged device", episode=role,
                            frame=target.frame)  # fmt: skip


@check("statement_order", "engaged first in one episode, decoy first in the other; the words of f2 to f9 are the same")
def statement_order(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Invariant 3, order. With the same words in both episodes, what tells them apart can only be seen."""
    first = {}
    for role in ROLES:
        episode = pair.script.episodes[role]
        stated = [f.statement.device for f in episode.frames if f.statement]
        first[role] = bool(stated) and stated[0] == episode.engaged
    if first["A"] == first["B"]:
        yield wrong("the order of statements is not reversed")
    for number in ENGAGEMENT:
        words = [pair.script.episodes[role].frames[number - 1].utterance for role in ROLES]
        if words[0] != words[1]:
            yield wrong("the episodes say different words", frame=number)


@check("intent_preserved", "Int is the authored sentence, the same in both episodes")
def intent_preserved(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Int survives the role swap (appendix B.2)."""
    for number in range(1, 13):
        a, b = (pair.episode(role).targets[number - 1].int_ for role in ROLES)
        if a != b:
            yield wrong("the intents of the episodes differ", frame=number)
        if number >= 9 and a != pair.script.episodes["A"].frames[number - 1].intent:
            yield wrong("the intent is not the authored one", frame=number)


@check("ability_routing", "those respond whose card covers the action, within the scope; f12 tells the episodes apart")
def ability_routing(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Invariant 5, by the card alone; the figure is the size of the larger final set."""
    card = pair.script.card
    final = []
    for role in ROLES:
        for frame, target in zip(pair.script.episodes[role].frames, pair.episode(role).targets, strict=True):
            if target.rsp is None:
                continue
            action = frame.request.action if frame.request else ""
            for device in target.rsp:
                if action not in card.abilities.get(device, ()):
                    yield wrong(f"{device} responds but cannot {action}", episode=role, frame=frame.frame)
        final.append(pair.episode(role).targets[11].rsp)
    if final[0] is None or final[0] == final[1]:
        yield wrong("the responding set is the same in both episodes", frame=12)
    else:
        yield Finding(ok=True, figure=max(len(rsp or ()) for rsp in final))


def _counts(episode: EpisodeScript) -> tuple[Counter[str], Counter[str]]:
    lit: Counter[str] = Counter()
    pointed: Counter[str] = Counter()
    for frame in episode.frames:
        lit.update(frame.lit)
        pointed.update([frame.pointed] if frame.pointed else [])
    return lit, pointed
