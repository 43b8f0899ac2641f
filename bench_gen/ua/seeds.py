"""Seeds: an instance's generator is a hash of what it is, never a running counter.

Any worker can therefore make any instance, in any order, and get the same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")


def digest(*parts: str | int) -> str:
    """SHA-256 (hex) of the parts, each with its own length so that no two lists collide."""
    text = "".join(f"{len(str(part))}:{part}" for part in parts)
    return hashlib.sha256(text.encode()).hexdigest()


def generator(seed: int, name: str, *parts: str | int) -> np.random.Generator:
    """The generator of one named thing of a set, e.g. `generator(0, "home_01", "pair", 3)`."""
    return np.random.default_rng(int(digest(seed, name, *parts)[:32], 16))


def dealt(seed: int, name: str, factor: str, index: int, options: Sequence[T]) -> T:
    """The option that pair `index` gets: options are shuffled anew for every run of `len(options)` pairs.

    So each option comes up equally often in every such run, whichever worker makes the pairs.
    """
    block, place = divmod(index, len(options))
    order = generator(seed, name, "deal", factor, block).permutation(len(options))
    return options[int(order[place])]
