"""Perceivers: from an episode to one record a frame. Importing this package registers the built-in ones."""

from bench_eval.perception import mllm, oracle, pixels
from bench_eval.perception.registry import PERCEIVERS, Perceiver, perceiver

__all__ = ["PERCEIVERS", "Perceiver", "mllm", "oracle", "perceiver", "pixels"]
