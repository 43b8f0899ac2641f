"""Judges of intent: does an answer mean what the reference means? Importing registers the built-in ones."""

from bench_eval.judges import mllm, normalised
from bench_eval.judges.registry import JUDGES, Judge, judge

__all__ = ["JUDGES", "Judge", "judge", "mllm", "normalised"]
