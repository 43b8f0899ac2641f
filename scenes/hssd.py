"""HSSD (Habitat Synthetic Scenes Dataset): its scene ids, and a user's own copy of it.

HSSD is gated and CC BY-NC 4.0: nothing of it is shipped here. Its layout is known from habitat-sim, third-party loaders
and derived scenes; this code has not been tried on the real dataset.
"""

from __future__ import annotations

import re
from pathlib import Path

from assets.errors import InputError
from scenes.hub import fetch_scene

REPOSITORY = "hssd/hssd-hab"
PAGE = f"https://huggingface.co/datasets/{REPOSITORY}"

SCENE_IDS = (
    "102344022", "102344049", "102344193", "102344250", "102344280", "102344403", "102344457", "102344529",
    "102815835", "102815859", "102816009", "102816216", "102816756", "102817140", "102817200",
    "103997403_171030405", "103997424_171030444", "103997460_171030507", "103997895_171031182",
    "103997919_171031233", "104348010_171512832", "104348082_171512994", "104348361_171513414",
    "104348463_171513588", "104862621_172226772", "104862639_172226823", "104862660_172226844",
    "104862669_172226853", "104862681_172226874", "105515211_173104179", "105515448_173104512",
    "106366173_174226431", "106366353_174226695", "106366386_174226770", "106366410_174226806",
    "106878915_174887025", "106878945_174887058", "106878960_174887073", "106879044_174887172",
    "107733960_175999701", "107734176_176000019", "107734449_176000403", "107734479_176000442",
    "108294573_176710113", "108294870_176710551", "108294897_176710602", "108736635_177263256",
    "108736737_177263406", "108736824_177263559", "108736851_177263586", "108736872_177263607",
)  # fmt: skip
"""`hssd_NN` is entry NN. Append only: a number must keep its scene.

Seen in public sources: the 50 scenes of the PARTNR benchmark (facebookresearch/partnr-planner,
dataset_generation/benchmark_generation/README.md), and 103997403_171030405, the default scene of habitat-lab's
robot_teleop application (examples/hitl/robot_teleop/README.md).
"""


def ensure_scene(name: str, root: Path) -> tuple[Path, str]:
    """Make scene `hssd_NN` available in `root` and return (`root`, the scene's id there).

    A scene that the copy in `root` already has is used as it is. Otherwise just that scene's files are fetched into
    `root` with the user's Hugging Face token; an interrupted fetch goes on where it stopped.

    Raises:
        InputError: for a number that is not pinned, or when the scene is missing and cannot be fetched; the message
            says what to do.
    """
    match = re.fullmatch(r"hssd_(\d+)", name)
    if match is None or int(match[1]) >= len(SCENE_IDS):
        last = len(SCENE_IDS) - 1
        raise InputError(f"no scene {name!r}", field="scene", expected=f"hssd_00 to hssd_{last:02d}")
    scene_id = SCENE_IDS[int(match[1])]
    if not (root / f"scenes/{scene_id}.scene_instance.json").is_file():
        fetch_scene(REPOSITORY, scene_id, root)
    return root, scene_id
