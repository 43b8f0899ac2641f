"""Seeing an episode as an agent would: from its images and the roster alone, with OpenCV and no ground truth.

`PixelPerceiver` answers the two questions of the paper's appendix C.3 (which screens are active, which device does the
user point at), frame by frame in temporal order (C.2).
"""

from bench_gen.ua.pixels.perceiver import PixelPerceiver, Sight

__all__ = ["PixelPerceiver", "Sight"]
