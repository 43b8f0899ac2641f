"""Admission checks, grouped by idea. Importing this package registers the built-in ones."""

from bench_gen.ua.checks import evidence, files, invariants, pointing, review, separation, visibility, words
from bench_gen.ua.checks.registry import CHECKS, Check, check, wrong

__all__ = [
    "CHECKS",
    "Check",
    "check",
    "evidence",
    "files",
    "invariants",
    "pointing",
    "review",
    "separation",
    "visibility",
    "words",
    "wrong",
]
