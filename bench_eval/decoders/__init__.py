"""Decoders: from what a system carries and what it sees now to answers. Importing registers the built-in ones."""

from bench_eval.decoders import mllm, rules
from bench_eval.decoders.registry import DECODERS, Decoder, decoder

__all__ = ["DECODERS", "Decoder", "decoder", "mllm", "rules"]
