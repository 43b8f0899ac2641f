"""Seconds and peak memory of one pair on home_01: with empty caches, then with warm ones, and where the time goes.

python benchmarks/pair.py [--scene home_01] [--workers 1]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
STEPS = (
    ("scene load", "bench_gen.ua.studio", "load_scene"),
    ("layout", "bench_gen.ua.make", "sample_layout"),
    ("light bake", "bench_gen.ua.studio", "bake"),
    ("posing", "bench_gen.ua.shoot", "pose_user"),
    ("files", "bench_gen.ua.shoot", "write_frame"),
    ("admission", "bench_gen.ua.make", "admit_pair"),
)


def measured(scene: str, output: Path) -> dict[str, Any]:
    """Make one pair in this process and return seconds by step and peak memory."""
    sys.path.insert(0, str(ROOT))
    import importlib

    from bench_gen.config import Config, SceneConf
    from bench_gen.ua.generate import generate
    from sim.render.gl.renderer import GlRenderer

    spent: Counter[str] = Counter()
    calls: Counter[str] = Counter()

    def timed(label: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            start = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                spent[label] += time.perf_counter() - start
                calls[label] += 1

        return run

    for label, module, name in STEPS:
        owner = importlib.import_module(module)
        setattr(owner, name, timed(label, getattr(owner, name)))
    GlRenderer.render = timed("render", GlRenderer.render)  # type: ignore[method-assign]
    start = time.perf_counter()
    code = generate(Config(scene=SceneConf("homes", scene), output=str(output)))
    total = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"code": code, "total": total, "peak_mib": peak, "spent": dict(spent), "calls": dict(calls)}


def main() -> None:
    """Run the measurement twice, each in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scene", default="home_01")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        print(json.dumps(measured(options.scene, options.inside)))
        return
    with tempfile.TemporaryDirectory() as scratch:
        environment = {**os.environ, "CROSSROOM_CACHE": f"{scratch}/cache"}
        # The robot's meshes are an outside asset: fetching them is no part of making a pair.
        subprocess.run([sys.executable, "-m", "assets", "fetch"], cwd=ROOT, env=environment, check=True,
                       stdout=subprocess.DEVNULL)  # fmt: skip
        for state in ("cold", "warm"):
            command = [sys.executable, __file__, "--scene", options.scene, "--inside", f"{scratch}/{state}"]
            done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
            result = json.loads(done.stdout.splitlines()[-1])
            print(
                f"one pair on {options.scene}, {state} caches: "
                f"{result['total']:.1f} s, {result['peak_mib']:.0f} MiB peak"
            )
            for label, seconds in sorted(result["spent"].items(), key=lambda item: -item[1]):
                print(f"  {label:12}{seconds:7.2f} s  {result['calls'][label]:4} calls")
            rest = result["total"] - sum(result["spent"].values())
            print(f"  {'the rest':12}{rest:7.2f} s")


if __name__ == "__main__":
    main()
