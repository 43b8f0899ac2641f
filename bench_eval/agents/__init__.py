"""The compared systems, one file each. Importing this package registers the built-in ones."""

from bench_eval.agents import (
    answer_cache,
    count_free,
    debate_or_vote,
    frame_local,
    full_context,
    mem0,
    mixture_of_agents,
    mm_dst,
    no_pointing,
    observation_only,
    reduced_abilities,
    self_notes,
    text_only,
    unified,
)
from bench_eval.agents.registry import AGENTS, TITLES, Agent, agent, find_agent

__all__ = [
    "AGENTS",
    "TITLES",
    "Agent",
    "agent",
    "answer_cache",
    "count_free",
    "debate_or_vote",
    "find_agent",
    "frame_local",
    "full_context",
    "mem0",
    "mixture_of_agents",
    "mm_dst",
    "no_pointing",
    "observation_only",
    "reduced_abilities",
    "self_notes",
    "text_only",
    "unified",
]
