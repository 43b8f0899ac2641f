"""Targets as pure functions of script, card and roles (paper, appendix B.3).

Designated frames: Eng and Nxt on f10 to f12, Inf on f11 and f12, Rsp on f9 and f12 (appendix E); Int on f9 to f12,
where the user wants something. The paper's tables 5 and 6 are not in its text; where they would say more, this module
stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bench_gen.ua.schema import ENGAGEMENT, EpisodeScript, PairScript, Role, Scope, Targets

ENG_FRAMES = (10, 11, 12)
INT_FRAMES = (9, 10, 11, 12)
INF_FRAMES = (11, 12)
RSP_FRAMES = (9, 12)
NXT_FRAMES = (10, 11, 12)


def joint_tally(episode: EpisodeScript, candidates: Sequence[str]) -> dict[str, int]:
    """Lit frames plus pointing frames over f2 to f9, of every candidate."""
    count: Counter[str] = Counter()
    for frame in episode.frames:
        if frame.frame in ENGAGEMENT:
            count.update(frame.lit)
            count.update([frame.pointed] if frame.pointed else [])
    return {device: count[device] for device in candidates}


def responding(action: str, scope: Scope, engaged: str, abilities: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Devices that respond to a request, sorted (scope algebra: `bench_gen.ua.routing`)."""
    can = {device for device, able in abilities.items() if action in able}
    within = {
        "any": can,
        "engaged": can & {engaged},
        "other": can - {engaged},
        "fallback": {engaged} if engaged in can else can,
    }
    return tuple(sorted(within[scope]))


def next_action(action: str, engaged: str) -> str:
    """The label that joins the standing request with the engaged device."""
    return f"{action}@{engaged}"


def targets(script: PairScript, role: Role) -> tuple[Targets, ...]:
    """The targets of all twelve frames of one episode."""
    episode = script.episodes[role]
    stated = {f.statement.device: f.statement.value for f in episode.frames if f.statement}
    standing: str | None = None
    rows = []
    for frame in episode.frames:
        number, request = frame.frame, frame.request
        standing = request.action if request else standing
        rsp = None
        if request and number in RSP_FRAMES:
            rsp = responding(request.action, request.scope, episode.engaged, script.card.abilities)
        rows.append(
            Targets(
                frame=number,
                eng=episode.engaged if number in ENG_FRAMES else None,
                int_=frame.intent if number in INT_FRAMES else None,
                inf=stated[episode.engaged] if number in INF_FRAMES else None,
                rsp=rsp,
                nxt=next_action(standing, episode.engaged) if standing and number in NXT_FRAMES else None,
            )
        )
    return tuple(rows)
