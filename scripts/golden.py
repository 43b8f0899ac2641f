"""Write what must not depend on the machine: `python scripts/golden.py SET OUT.json`.

SET is a folder that `python -m bench_gen pairs=2 render=fast output=SET` wrote; OUT is tests/data/golden_home_01.json.
The image of the first pair's frame A f2 goes beside it, for the tolerance of pixels.
Run it when scripts, homes, devices, bodies or layouts were changed on purpose, and say so in the changelog.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from bench_gen.ua.disk import load_pair, pairs_in


def golden(output: Path) -> dict[str, Any]:
    """Scripts, labels, layouts and state hashes of a set, by pair."""
    result = {}
    for pair in pairs_in(output / "ua"):
        record = load_pair(output / "ua", pair).record.model_dump(mode="json")
        result[pair] = {
            "script": record["script"],
            "scene": record["scene"],
            "layout": record["layout"],
            "user": record["user"],
            "targets": {role: episode["targets"] for role, episode in record["episodes"].items()},
            "states": {role: [f["state"] for f in episode["frames"]] for role, episode in record["episodes"].items()},
        }
    return result


if __name__ == "__main__":
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    values = golden(source)
    target.write_text(json.dumps(values, sort_keys=True, indent=1) + "\n")
    shown = values[min(values)]["states"]["A"][1]
    shutil.copyfile(source / "ua/agent/frames" / f"{shown}.png", target.with_suffix(".png"))
