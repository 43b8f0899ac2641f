"""`python -m bench_eval.cape.page SET --instance ID`: play one episode and write a page to watch it on, step by step.

Four devices side by side (screen, last command and answer), the gold steps, perturbations as they set in, and
postconditions. The page stands alone: no script from elsewhere, and it opens from a file.
"""

from __future__ import annotations

import argparse
import html
import io
import json
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from PIL import Image

from assets.errors import InputError
from bench_eval.cape.agents import CONTROLS, find_player
from bench_gen.cape.bench import open_testbed
from bench_gen.cape.disk import load_instances, root_of
from bench_gen.cape.episode import Moment, Played, play
from bench_gen.cape.schema import Instance
from bench_gen.command import run
from bench_gen.ua.disk import write_text
from bench_gen.ua.new_folder import new_folder
from testbed import extensions
from testbed.fleet import DEVICES, kind_of
from testbed.site import Testbed

_LONGEST = 1500


def write_page(testbed: Testbed, instance: Instance, agent: str, folder: Path) -> Played:
    """Play an episode and write `index.html` with a picture of each screen after each action.

    Raises:
        InputError: for an unknown agent, or a folder that cannot be written.
    """
    moments: list[dict[str, Any]] = []

    def keep(moment: Moment) -> None:
        shots = {name: _shot(testbed, name, folder / f"{moment.number:03d}-{name}.jpg") for name in testbed.devices}
        moments.append(_told(moment, shots))

    played = play(testbed, instance, find_player(agent)(instance), on_moment=keep)
    data = {
        "request": instance.request, "level": instance.level, "agent": agent,
        "devices": {name: kind_of(name).title for name in DEVICES},
        "steps": [{"id": s.id, "device": s.device, "says": s.says.replace("{device}", s.device)}
                  for s in instance.task.steps],
        "strikes": [{"injector": s.injector, "device": s.device, "after": s.after} for s in instance.strikes],
        "moments": moments, "done": dict(played.done), "where": dict(played.where),
        "postconditions": dict(played.postconditions), "ended": played.ended,
    }  # fmt: skip
    template = files("bench_eval.cape").joinpath("page.html").read_text(encoding="utf-8")
    text = json.dumps(data, sort_keys=True, ensure_ascii=False).replace("<", "\\u003c")
    title = html.escape(f"{instance.task.title} - {agent}")
    write_text(folder / "index.html", template.replace("{{title}}", title).replace("{{data}}", text))
    return played


def _told(moment: Moment, shots: Mapping[str, str]) -> dict[str, Any]:
    action = {key: value for key, value in moment.action.items() if value not in (None, "")}
    return {
        "number": moment.number, "device": action.pop("device", ""), "modality": action.pop("modality", ""),
        "action": _said(action), "status": moment.outcome.status, "result": moment.outcome.result[:_LONGEST],
        "done": list(moment.done), "struck": list(moment.struck), "shots": dict(shots),
    }  # fmt: skip


def _said(action: Mapping[str, Any]) -> str:
    if "command" in action:
        return f"$ {action['command']}"
    if "method" in action:
        body = json.dumps(action["body"], ensure_ascii=False) if "body" in action else ""
        return f"{action['method']} {action['path']} {body}".strip()
    element = action.get("element") or {}
    return " ".join(str(part) for part in (action.get("action"), element.get("role"), element.get("name"),
                                           action.get("text")) if part)  # fmt: skip


def _shot(testbed: Testbed, name: str, path: Path) -> str:
    shown = testbed.devices[name].screenshot()
    if not shown:
        return ""
    picture = Image.open(io.BytesIO(shown)).convert("RGB")
    picture.thumbnail((512, 640))
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, "JPEG", quality=80)
    return path.name


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0, or 2 for unusable input."""
    parser = argparse.ArgumentParser(prog="python -m bench_eval.cape.page", description="Watch one CAPEBench episode.")
    parser.add_argument("data", type=Path, help="a folder that python -m bench_gen +benchmark=cape_full wrote")
    parser.add_argument("--instance", help="its id (default: the first with perturbations)")
    parser.add_argument(
        "--agent", default="scripted", help=f"{', '.join(CONTROLS)}, or module:Class (default: scripted)"
    )
    parser.add_argument("--out", type=Path, help="a new folder (default: outputs/watch/<id>-<agent>)")
    parser.add_argument(
        "--extension", action="append", default=[], help="a module that the set was made with; repeatable"
    )
    options = parser.parse_args(arguments)

    def work() -> int:
        extensions.load(options.extension)
        instances = {instance.id: instance for instance in load_instances(root_of(options.data))}
        chosen = options.instance or next((i.id for i in instances.values() if i.strikes), next(iter(instances)))
        if chosen not in instances:
            raise InputError(
                f"no instance {chosen!r}", file=options.data, field="--instance", expected="an id of the set"
            )
        find_player(options.agent)
        folder = options.out or Path("outputs") / "watch" / f"{chosen}-{options.agent.replace(':', '.')}"
        with new_folder(folder, "--out") as scratch, open_testbed() as testbed:
            write_page(testbed, instances[chosen], options.agent, scratch)
        print(folder / "index.html")  # noqa: T201
        return 0

    return run(work)


if __name__ == "__main__":
    sys.exit(main())
