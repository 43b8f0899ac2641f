"""A small set through the whole path: generated, killed, certified, admitted again, played; and broken ones."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from PIL import Image

from assets.errors import InputError
from bench_gen.cape.certify import CHECKS, certify
from bench_gen.cape.disk import load_instances
from bench_gen.cape.generate import counts_for
from bench_gen.cape.instances import COUNTS, candidates, instance_of
from bench_gen.cape.schema import Instance
from bench_gen.cape.start import expected_files, expected_values
from bench_gen.cape.tasks import filled, load_task, load_tasks
from testbed.perturbations import INJECTORS, Injector, Target
from testbed.site import Testbed
from tests.testbed.adb_server import SERIAL, AdbServer
from tests.testbed.processes import left_alive

ROOT = Path(__file__).parents[2]
LIMIT = 12


def command(*words: str | Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **({"PYTHONPATH": str(path)} if path else {})}
    return subprocess.run(
        [sys.executable, "-m", *map(str, words)], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False,
        env=environment,
    )  # fmt: skip


def files_of(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve instances; the run is killed on the way, leaves no process, and is run again."""
    output = tmp_path_factory.mktemp("cape") / "set"
    words = ["bench_gen", "+benchmark=cape_full", f"benchmark.limit={LIMIT}", f"output={output}"]
    two = [sys.executable, "-m", *words, "workers=2"]
    with subprocess.Popen(two, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 120
        certificates = output / "cape/construction/certificates"
        while time.monotonic() < deadline and len(list(certificates.glob("*.json"))) < 4:
            time.sleep(0.05)
        below = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGKILL)
    assert len(below) > 20  # two workers, each with four devices, services and a browser
    assert left_alive(below, 30) == []
    kept = files_of(output)
    done = command(*words)
    assert done.returncode == 0, done.stderr
    assert f"{LIMIT} of {LIMIT} instances certified" in done.stdout
    after = files_of(output)
    assert all(after[name] == content for name, content in kept.items() if "certificates" in name)
    return output


@pytest.fixture(scope="module")
def testbed() -> Iterator[Testbed]:
    with Testbed() as site:
        yield site


def test_every_seed_task_is_filled_and_agrees_with_its_request() -> None:
    tasks = load_tasks()
    assert len(tasks) == 23
    for seed in tasks.values():
        task = filled(seed, 0, "test")
        assert re.findall(r"\{[a-z_]+\}", task.model_dump_json().replace("{device}", "")) == []
        expected_files(task)
        for step in task.steps:
            for value in expected_values(task).get(step.id, {}).values():
                if isinstance(value, str) and value:
                    assert value.split()[0] in " ".join([task.intro, *(s.says for s in task.steps)])


def test_the_mix_is_the_papers_and_every_injector_is_used() -> None:
    found: dict[str, list[Instance]] = {level: [] for level in COUNTS}
    for instance in candidates(0, load_tasks()):
        if len(found[instance.level]) < COUNTS[instance.level]:
            found[instance.level].append(instance)
    assert {level: len(rows) for level, rows in found.items()} == {
        "none": 23,
        "modality": 42,
        "device": 36,
        "mixed": 57,
    }
    used = Counter(s.injector for rows in found.values() for i in rows for s in i.strikes)
    assert set(used) == set(INJECTORS)
    for level in ("modality", "device", "mixed"):
        assert len({i.seed_task for i in found[level]}) == 23
    ids = [i.id for rows in found.values() for i in rows]
    assert len(set(ids)) == len(ids) == 158


@pytest.mark.parametrize("limit", [1, 4, 12, 50, 158, 1000])
def test_a_subset_keeps_the_mix(limit: int) -> None:
    counts = counts_for(limit)
    assert sum(counts.values()) == min(limit, 158)
    if limit >= 4:
        assert min(counts.values()) >= 1


def test_certificates_hold_and_agents_see_the_request_alone(made: Path) -> None:
    root = made / "cape"
    instances = load_instances(root)
    assert len(instances) == LIMIT
    assert len({i.seed_task for i in instances}) >= 10
    for instance in instances:
        certificate = json.loads((root / f"construction/certificates/{instance.id}.json").read_text())
        assert certificate["admitted"]
        assert {f["check"] for f in certificate["findings"]} == set(CHECKS)
        brief = json.loads((root / f"agent/instances/{instance.id}.json").read_text())
        assert set(brief) == {"schema_version", "id", "request", "devices", "modalities"}
        assert brief["devices"]["phone-1"] == "Android-like"
        for strike in instance.strikes:
            assert strike.injector not in json.dumps(brief)


def test_the_controls_score_as_they_must(made: Path, tmp_path: Path) -> None:
    output = tmp_path / "run"
    words = ["bench_eval", "benchmark=cape", f"data={made}", f"output={output}",
             "agent=[scripted,fixed_plan,idle]", "screenshots=false"]  # fmt: skip
    done = command(*words)
    assert done.returncode == 0, done.stderr
    logs = [json.loads(path.read_text()) for path in sorted((output / "cape").glob("*/0/*.json"))]
    assert len(logs) == 3 * LIMIT
    for log in logs:
        if log["agent"] == "scripted":
            assert (log["completion"], log["adherence"], log["perfect"]) == (1.0, 1.0, True)
        if log["agent"] == "fixed_plan":
            assert log["perfect"] == (log["level"] == "none")
        if log["agent"] == "idle":
            assert (log["completion"], log["adherence"], log["actions"]) == (0.0, 0.0, 0)
    with (output / "cape/quality.csv").open() as file:
        rows = {(row["Agent"], row["Condition"]): row for row in csv.DictReader(file)}
    assert rows["scripted", "all"]["PP (%)"].startswith("100.0")
    assert rows["fixed_plan", "mixed"]["PP (%)"].startswith("0.0")
    with (output / "cape/adaptation.csv").open() as file:
        adapted = {row["Agent"]: row for row in csv.DictReader(file)}
    assert [adapted["scripted"][name] for name in ("Feasible", "Preferred", "Boundary (mod.)", "Recovered (dev.)")] == [
        "100.0"
    ] * 4
    assert adapted["fixed_plan"]["Recovered (mod.)"] == adapted["fixed_plan"]["Boundary (mod.)"] == "0.0"
    before = files_of(output)
    victim = next((output / "cape/idle/0").glob("*.json"))
    victim.unlink()  # as if the run had been killed before it was written
    assert command(*words).returncode == 0
    assert files_of(output) == before


def test_random_actions_come_to_nothing(made: Path, tmp_path: Path) -> None:
    words = ["bench_eval", "benchmark=cape", f"data={made}", f"output={tmp_path}", "agent=random", "limit=4"]
    done = command(*words, "screenshots=false")
    assert done.returncode == 0, done.stderr
    logs = [json.loads(path.read_text()) for path in sorted((tmp_path / "cape/random/0").glob("*.json"))]
    assert len(logs) == 4
    for log in logs:
        assert log["actions"] == 40
        assert any(row["status"] == "ok" for row in log["trace"])
        assert log["adherence"] < 0.5
        assert not log["perfect"]
    with (tmp_path / "cape/adaptation.csv").open() as file:
        assert next(csv.DictReader(file))["Feasible"] == "0.0"  # right modalities for the wrong things cover nothing


OWN_AGENT = '''
class Reader:
    """Opens every app of one device, then breaks, then ends."""

    tokens = 7

    def reset(self, brief):
        assert not hasattr(brief, "task")
        self.left = ["notes", "mail", "nonsense app", None]

    def act(self, last):
        assert last is None or last.status == "failed" or last.screenshot.startswith(b"\\x89PNG")
        name = self.left.pop(0)
        if name is None:
            return None
        return {"device": "phone-1", "modality": "gui", "action": "open", "text": name}


class Broken(Reader):
    def act(self, last):
        raise RuntimeError("lost my way")
'''


def test_an_agent_of_your_own_is_a_class_and_its_crash_costs_an_episode(made: Path, tmp_path: Path) -> None:
    (tmp_path / "own_agents.py").write_text(OWN_AGENT)
    output = tmp_path / "run"
    done = command("bench_eval", "benchmark=cape", f"data={made}", f"output={output}", "limit=2",
                   "agent=['own_agents:Reader','own_agents:Broken']", path=tmp_path)  # fmt: skip
    assert done.returncode == 1, done.stderr
    logs = [json.loads(path.read_text()) for path in sorted((output / "cape").glob("*/0/*.json"))]
    assert len(logs) == 4
    assert {log["crashed"] for log in logs} == {"", "RuntimeError: lost my way"}
    assert {log["tokens"] for log in logs if not log["crashed"]} == {7}
    path = next((output / "cape").glob("*Reader*/0/*.jsonl"))
    trace = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["status"] for line in trace] == ["ok", "ok", "failed"]
    assert [Image.open(path.parent / line["screenshot"]).size for line in trace] == [(412, 824)] * 3


ADB_AGENT = """
class Shell:
    tokens = 0

    def reset(self, brief):
        assert brief.devices["phone-1"] == "Android" and brief.devices["phone-2"] == "Android-like"
        self.left = [{"device": "phone-1", "modality": "cli", "command": "pwd"},
                     {"device": "phone-1", "modality": "gui", "action": "look"}]

    def act(self, last):
        return self.left.pop(0) if self.left else None
"""


def test_an_android_device_takes_a_phones_place_and_tables_say_so(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "adb_agents.py").write_text(ADB_AGENT)
    server = AdbServer(tmp_path / "phone")
    (server.folder / "window.xml").write_text("<hierarchy/>")
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.port))
    words = ["bench_eval", "benchmark=cape", f"data={made}", f"output={tmp_path / 'run'}", "limit=2"]
    done = command(*words, "agent='adb_agents:Shell'", f"+adb.phone-1={SERIAL}", path=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "phone-1 was a real Android device" in done.stdout
    trace = next((tmp_path / "run/cape").glob("*/0/*.jsonl")).read_text().splitlines()
    assert [json.loads(line)["status"] for line in trace] == ["ok", "ok"]
    assert json.loads(trace[0])["result"].strip().endswith("/sdcard/crossroom")
    assert "input keyevent KEYCODE_WAKEUP" in server.said
    without = command(*words, "agent='adb_agents:Shell'", path=tmp_path)
    assert without.returncode == 2
    assert "made on other devices" in without.stderr
    scripted = command(*words, "agent=scripted", f"+adb.phone-1={SERIAL}")
    assert scripted.returncode == 2
    assert "sandboxed devices alone" in scripted.stderr
    server.close()


OWN_TASK = """
id: water_meter
title: The water meter
intro: The meter was read.
params: {reading: ['418', '733']}
records: {notes: [{title: Meter, body: '{reading}'}]}
steps:
  - id: read
    device: phone-1
    act: {do: read, service: notes, match: {title: Meter}}
    says: 'On {device}, open the note "Meter"'
  - id: mail
    device: linux-1
    act: {do: create, service: mail, values: {recipient: water@example.org, subject: 'Reading {reading}'}}
    says: 'From {device}, mail water@example.org with the subject "Reading {reading}"'
  - id: keep
    device: linux-1
    act: {do: write, path: Documents/meter.txt, content: '{reading}'}
    says: 'On {device}, write "{reading}" into Documents/meter.txt'
"""


def test_a_task_of_your_own_is_one_file(tmp_path: Path, testbed: Testbed) -> None:
    (tmp_path / "water_meter.yaml").write_text(OWN_TASK)
    tasks = load_tasks(tmp_path)
    assert len(tasks) == 24
    mine = next(i for i in candidates(3, {"water_meter": tasks["water_meter"]}) if i.level == "modality")
    certificate = certify(testbed, mine)
    assert certificate.admitted, certificate


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("linux-1", "toaster", "steps.1.device"),
        ("service: mail", "service: fax", "steps.1.act.service"),
        ("subject:", "colour:", "steps.1.act"),
        ("on {device}", "here", "says"),
        ("do: write", "do: dance", "steps.2.act"),
    ],
)
def test_an_unusable_task_names_the_field(old: str, new: str, field: str, tmp_path: Path) -> None:
    path = tmp_path / "task.yaml"
    text = OWN_TASK.replace("On {device}, write", "here write") if field == "says" else OWN_TASK.replace(old, new)
    path.write_text(text)
    with pytest.raises(InputError, match=field):
        load_task(path)


BREAKAGES = ["solvable", "bites", "boundary", "not_free"]


@pytest.mark.parametrize("wanted", BREAKAGES)
def test_a_broken_instance_is_rejected_by_the_right_check(wanted: str, testbed: Testbed) -> None:
    tasks = load_tasks()
    pool = {level: next(i for i in candidates(0, tasks) if i.level == level) for level in COUNTS}
    good = pool["device" if wanted in ("solvable", "boundary") else "modality"]
    if wanted == "solvable":  # the peer doesn't count: nobody can satisfy it
        broken = good.model_copy(update={"allowed": {s.id: (s.device,) for s in good.task.steps}})
    elif wanted == "bites":  # a perturbation of a service that the step does not use
        strike = good.strikes[0].model_copy(update={"service": "music", "injector": "gui_error"})
        broken = good.model_copy(update={"strikes": (strike,)})
    elif wanted == "boundary":  # said to be of the whole device, but leaves another way there
        task = filled(tasks["visitor_arrives"], 0, "none")
        weak = next(i for i in candidates(0, {"visitor_arrives": tasks["visitor_arrives"]}) if i.level == "device")
        strike = weak.strikes[0].model_copy(
            update={"injector": "service_down", "service": "bookmarks", "affected": ("event",), "step": "event"}
        )
        broken = instance_of(task, "device", (strike,), "broken")
    else:  # a step's effect is there from the start
        task = good.task
        act = next(s.act for s in task.steps if s.act.do == "create")
        rows = {**task.records, act.service: [*task.records.get(act.service, []), dict(act.values)]}
        broken = good.model_copy(update={"task": task.model_copy(update={"records": rows})})
    certificate = certify(testbed, broken)
    assert not certificate.admitted
    assert wanted in {finding.check for finding in certificate.findings if not finding.ok}


class Moody:
    """Sets in every other time."""

    def __init__(self, base: Injector) -> None:
        self.base, self.times = base, 0
        self.level, self.modality, self.reach = base.level, base.modality, base.reach

    def apply(self, testbed: Testbed, target: Target) -> None:
        self.times += 1
        if self.times % 2:
            self.base.apply(testbed, target)

    def revert(self, testbed: Testbed, target: Target) -> None:
        self.base.revert(testbed, target)


class Untidy(Moody):
    """Leaves something that no reset takes away."""

    def apply(self, testbed: Testbed, target: Target) -> None:
        self.base.apply(testbed, target)
        restore = Testbed.restore
        left = {target.device: {"system/left": "over"}}
        testbed.restore = lambda state: restore(testbed, replace(state, settings={**state.settings, **left}))  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("wanted", "broken"),
    [(["deterministic"], Moody), (["clean", "deterministic"], Untidy)],  # what is left over is there at the end too
)
def test_a_broken_perturbation_is_rejected_by_the_right_check(
    wanted: list[str], broken: type[Moody], testbed: Testbed, monkeypatch: pytest.MonkeyPatch
) -> None:
    instance = next(i for i in candidates(0, load_tasks()) if i.level == "modality")
    monkeypatch.setattr(testbed, "restore", testbed.restore)  # what the injector does to it ends with the test
    base = INJECTORS[instance.strikes[0].injector]
    monkeypatch.setitem(INJECTORS, "broken", broken(base))
    strike = instance.strikes[0].model_copy(update={"injector": "broken"})
    certificate = certify(testbed, instance.model_copy(update={"strikes": (strike,)}))
    assert [finding.check for finding in certificate.findings if not finding.ok] == wanted


def test_a_changed_certificate_is_noticed(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made, tmp_path / "set")
    paths = sorted((tmp_path / "set/cape/construction/certificates").glob("*.json"))
    for path in paths[4:]:
        path.unlink()
    text = json.loads(paths[0].read_text())
    text["findings"][0]["evidence"] = {}
    paths[0].write_text(json.dumps(text))
    done = command("bench_gen.admit", tmp_path / "set")
    assert done.returncode == 1
    assert "not as its certificate says" in done.stdout
    assert "3 of 4 instances admitted" in done.stdout
