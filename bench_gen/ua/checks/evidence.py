"""Can the targets be had from the evidence, and does the script hold to its own rules?"""

from __future__ import annotations

from collections.abc import Iterator

from bench_gen.ua.checks.registry import check, wrong
from bench_gen.ua.disk import PairOnDisk
from bench_gen.ua.schema import ENGAGEMENT, ROLES, Finding
from bench_gen.ua.settings import AdmissionSettings
from bench_gen.ua.solver import solve, true_evidence
from bench_gen.ua.targets import joint_tally

REQUEST_FRAMES = (9, 10, 12)


@check("recoverable_targets", "a solver that sees only the true evidence, the card and the roster gets every target")
def recoverable_targets(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Compares the solver's answers with the recorded targets (paper, B.3: recoverable targets)."""
    for role in ROLES:
        answers = solve(pair.script.card, true_evidence(pair.script.episodes[role]), pair.reader)
        for target, answer in zip(pair.episode(role).targets, answers, strict=True):
            rsp = None if answer.rsp is None else tuple(sorted(answer.rsp))
            for name, want, got in (
                ("Eng", target.eng, answer.eng),
                ("Inf", target.inf, answer.inf),
                ("Rsp", target.rsp, rsp),
                ("Nxt", target.nxt, answer.nxt),
            ):
                if want is not None and want != got:
                    cause = f"{name} is recorded as {want!r}, the evidence gives {got!r}"
                    yield wrong(cause, episode=role, frame=target.frame)


@check("schedule", "f2 to f9 each have a lit screen and one candidate pointed at; elsewhere none; never a tie")
def schedule(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Checks the engagement schedule and the lead of the engaged device; the figure is the smallest lead."""
    candidates = pair.script.candidates
    leads = []
    for role in ROLES:
        episode = pair.script.episodes[role]
        for frame in episode.frames:
            number = frame.frame
            if number in ENGAGEMENT and not frame.lit:
                yield wrong("no screen is lit", episode=role, frame=number)
            if number in ENGAGEMENT and frame.pointed not in candidates:
                yield wrong(f"points at {frame.pointed}, no candidate", episode=role, frame=number)
            if number not in ENGAGEMENT and (frame.lit or frame.pointed):
                yield wrong("a screen is lit or pointed at outside f2 to f9", episode=role, frame=number)
        tally = joint_tally(episode, candidates)
        best_other = max(points for device, points in tally.items() if device != episode.engaged)
        leads.append(tally[episode.engaged] - best_other)
        if leads[-1] < 1:
            yield wrong(f"{episode.engaged} does not lead the joint tally {tally}", episode=role, figure=leads[-1])
    yield Finding(ok=min(leads) >= 1, cause="" if min(leads) >= 1 else "tie", figure=min(leads))


@check(
    "designated_frames",
    "values are stated twice in f2 to f8, actions asked for in f9, f10 and f12 only, as the words say",
)
def designated_frames(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Checks vocabulary and actions of each frame by reading its utterance (B.3: designated-frame constraints)."""
    actions, values = set(pair.vocabulary.actions), pair.script.card.answers.inf
    for role in ROLES:
        stated = 0
        for frame in pair.script.episodes[role].frames:
            said = pair.reader.read(frame.utterance, values)
            number, request = frame.frame, frame.request
            if (request is not None) != (number in REQUEST_FRAMES):
                yield wrong("a request is missing or out of place", episode=role, frame=number)
            if said.request != request:
                yield wrong(f"the words ask for {said.request}, the script for {request}", episode=role, frame=number)
            if request is not None and request.action not in actions:
                yield wrong(f"{request.action!r} is no action of the vocabulary", episode=role, frame=number)
            if said.queries != (number in (11, 12)):
                yield wrong("a recall question is missing or out of place", episode=role, frame=number)
            if said.value != (frame.statement.value if frame.statement else None):
                yield wrong(f"the words state {said.value}, the script {frame.statement}", episode=role, frame=number)
            if frame.statement is not None:
                stated += 1
                if frame.statement.device != frame.pointed or number not in range(2, 9):
                    yield wrong("a value is stated away from the device pointed at", episode=role, frame=number)
        if stated != 2:
            yield wrong(f"{stated} values are stated, not 2", episode=role, figure=stated)
