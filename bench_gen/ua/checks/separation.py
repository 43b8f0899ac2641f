"""Are agent files apart from construction records, and do they say what the script says?"""

from __future__ import annotations

import json
from collections.abc import Iterator

from bench_gen.ua.checks.registry import check, wrong
from bench_gen.ua.disk import PairOnDisk, UnreadableFileError
from bench_gen.ua.schema import ROLES, AgentEpisode, Finding
from bench_gen.ua.settings import AdmissionSettings
from bench_gen.ua.wording import holds


@check("agent_fields", "agent files hold the agent inputs and nothing of the construction")
def agent_fields(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Checks the schema of the agent files and searches them for construction words and the pair's id."""
    hidden = (*pair.vocabulary.words.construction, pair.script.pair)
    for role in ROLES:
        text = pair.agent_text(role)
        for word in hidden:
            if holds(text, word):
                yield wrong(f"the agent file holds {word!r}", episode=role)
        try:
            document = json.loads(text)
            unknown = sorted(set(document) - set(AgentEpisode.model_fields))
            if unknown:
                yield wrong(f"the agent file has the field {unknown[0]!r}", episode=role)
            else:
                pair.agent(role)
        except (ValueError, UnreadableFileError) as error:
            yield wrong(f"the agent file breaks its schema: {error}", episode=role)


@check("agent_follows_script", "agent files carry the script's utterances, roster and card, and the recorded images")
def agent_follows_script(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """Compares each agent file with script and record."""
    for role in ROLES:
        agent, record = pair.agent(role), pair.episode(role)
        if agent.roster != pair.script.roster or agent.card != pair.script.card:
            yield wrong("roster or card differ from the script's", episode=role)
        if agent.episode != record.episode:
            yield wrong("the episode id differs from the record's", episode=role)
        for shown, scripted, drawn in zip(agent.frames, pair.script.episodes[role].frames, record.frames, strict=True):
            if shown.utterance != scripted.utterance:
                yield wrong("the utterance differs from the script's", episode=role, frame=scripted.frame)
            if shown.image != f"frames/{drawn.state}.png":
                yield wrong("the image is not the recorded one", episode=role, frame=scripted.frame)
