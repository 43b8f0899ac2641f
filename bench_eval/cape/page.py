"""`python -m bench_eval.cape.page SET --instance ID`: play one episode and write a page to watch it on, step by step.

Four devices side by side (screen, last command and answer), the gold steps, perturbations as they set in, and
postconditions as they come to hold. The page stands alone: no script from elsewhere, and it opens from a file; with
`--live` it is also served while the episode is played.
"""

from __future__ import annotations

import argparse
import html
import io
import json
import signal
import sys
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from typing import Any

from PIL import Image

from assets.errors import InputError
from bench_eval.cape.agents import CONTROLS, find_player
from bench_eval.cape.live import LivePage
from bench_gen.cape.bench import open_testbed
from bench_gen.cape.disk import load_instances, root_of
from bench_gen.cape.episode import Moment, Played, Player, play
from bench_gen.cape.schema import Instance
from bench_gen.command import run
from bench_gen.ua.disk import write_text
from bench_gen.ua.new_folder import new_folder
from testbed import extensions
from testbed.actions import Outcome
from testbed.fleet import DEVICES, kind_of
from testbed.site import Testbed

_LONGEST = 1500


class Replay:
    """Plays the actions of a trace again."""

    def __init__(self, path: Path) -> None:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
            self._left = [dict(json.loads(line)["action"]) for line in lines]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"cannot be read: {error}", file=path, field="--trace", expected="the .jsonl beside an episode's log"
            ) from None

    def next(self, last: Outcome | None) -> Mapping[str, Any] | None:
        """The next recorded action."""
        del last
        return self._left.pop(0) if self._left else None


def write_page(
    testbed: Testbed, instance: Instance, agent: str, folder: Path, live: LivePage | None = None,
    player: Player | None = None,
) -> Played:  # fmt: skip
    """Play an episode and write `index.html` with a picture of each screen after each action.

    Args:
        agent: its name on the page, and what plays when there is no `player`.
        live: shows the episode meanwhile.

    Raises:
        InputError: for an unknown agent, or a folder that cannot be written.
    """
    moments: list[dict[str, Any]] = []
    data: dict[str, Any] = {
        "request": instance.request, "level": instance.level, "agent": agent,
        "devices": {name: kind_of(name).title for name in DEVICES},
        "steps": [{"id": s.id, "device": s.device, "says": s.says.replace("{device}", s.device)}
                  for s in instance.task.steps],
        "strikes": [{"injector": s.injector, "device": s.device, "after": s.after} for s in instance.strikes],
        "start": {"number": 0, "device": "", "shots": {}, "postconditions": {}},
        "moments": moments, "done": {}, "where": {}, "ended": "",
    }  # fmt: skip
    title = f"{instance.task.title} - {agent}"

    if live is not None:
        live.folder = folder

    def publish() -> None:
        if live is not None:
            text = json.dumps(data, sort_keys=True, ensure_ascii=False)
            live.publish(_page(title, data), text)

    def keep(moment: Moment) -> None:
        shots = {name: _shot(testbed, name, folder / f"{moment.number:03d}-{name}.jpg") for name in testbed.devices}
        moments.append(_told(moment, shots))
        for step in moment.done:
            data["done"][step], data["where"][step] = moment.number, moment.action.get("device")
        publish()

    publish()
    played = play(testbed, instance, player or find_player(agent)(instance), on_moment=keep)
    data |= {"done": dict(played.done), "where": dict(played.where), "ended": played.ended}
    publish()
    write_text(folder / "index.html", _page(title, data))
    return played


def _page(title: str, data: Mapping[str, Any]) -> str:
    template = files("bench_eval.cape").joinpath("page.html").read_text(encoding="utf-8")
    text = json.dumps(data, sort_keys=True, ensure_ascii=False).replace("<", "\\u003c")
    return template.replace("{{title}}", html.escape(title)).replace("{{data}}", text)


def _told(moment: Moment, shots: Mapping[str, str]) -> dict[str, Any]:
    action = {key: value for key, value in moment.action.items() if value not in (None, "")}
    return {
        "number": moment.number, "device": action.pop("device", ""), "modality": action.pop("modality", ""),
        "action": _said(action), "status": moment.outcome.status, "result": moment.outcome.result[:_LONGEST],
        "done": list(moment.done), "struck": list(moment.struck), "shots": dict(shots),
        "postconditions": dict(moment.postconditions),
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


def _told_to_end() -> threading.Event:
    """Set by Ctrl-C or SIGTERM, also where a shell started this in its background with SIGINT ignored."""
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    return ended


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0, or 2 for unusable input."""
    parser = argparse.ArgumentParser(prog="python -m bench_eval.cape.page", description="Watch one CAPEBench episode.")
    parser.add_argument("data", type=Path, help="a folder that python -m bench_gen +benchmark=cape_full wrote")
    parser.add_argument("--instance", help="its id (default: the first with perturbations)")
    parser.add_argument(
        "--agent", default="scripted", help=f"{', '.join(CONTROLS)}, or module:Class (default: scripted)"
    )
    parser.add_argument("--out", type=Path, help="a new folder (default: outputs/watch/<id>-<agent>)")
    parser.add_argument("--trace", type=Path, help="play an evaluated episode's trace (.jsonl) again")
    parser.add_argument("--live", action="store_true", help="show the episode while it is played, on loopback")
    parser.add_argument("--port", type=int, default=0, help="of --live (default: any that is free)")
    parser.add_argument(
        "--extension", action="append", default=[], help="a module that the set was made with; repeatable"
    )
    options = parser.parse_args(arguments)

    def work() -> int:
        extensions.load(options.extension)
        instances = {instance.id: instance for instance in load_instances(root_of(options.data))}
        traced = options.trace.stem if options.trace else None
        chosen = (
            options.instance or traced or next((i.id for i in instances.values() if i.strikes), next(iter(instances)))
        )
        if chosen not in instances:
            raise InputError(
                f"no instance {chosen!r}", file=options.data, field="--instance", expected="an id of the set"
            )
        agent = options.trace.parent.parent.name if options.trace else options.agent
        player = Replay(options.trace) if options.trace else None
        if player is None:
            find_player(agent)
        folder = options.out or Path("outputs") / "watch" / f"{chosen}-{agent.replace(':', '.')}"
        with ExitStack() as stack:
            live = LivePage(options.port) if options.live else None
            if live is not None:
                stack.callback(live.close)
                print(f"watch: {live.address}", flush=True)  # noqa: T201
            with new_folder(folder, "--out") as scratch, open_testbed() as testbed:
                write_page(testbed, instances[chosen], agent, scratch, live, player)
            if live is None:
                print(folder / "index.html")  # noqa: T201
                return 0
            live.folder = folder
            ended = _told_to_end()
            print(folder / "index.html", flush=True)  # noqa: T201
            print("the episode has ended; Ctrl-C ends serving it", file=sys.stderr)  # noqa: T201
            ended.wait()
        return 0

    return run(work)


if __name__ == "__main__":
    sys.exit(main())
