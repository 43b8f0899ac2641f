"""The fetch of one scene, with the real Hugging Face client against a server on the loopback interface."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from assets.errors import InputError
from assets.model import Material, Model
from assets.shapes import box
from scenes.habitat.content import DatasetContent, ObjectTemplate, Placement, SceneContent
from scenes.habitat.reader import load_scene
from scenes.habitat.writer import write_dataset
from scenes.hssd import SCENE_IDS, ensure_scene

REVISION = "5" * 40


class Hub(ThreadingHTTPServer):
    """Enough of the Hub: repository info, file tree, and files with ETag and commit."""

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.folder = folder
        self.served: list[str] = []
        self.status = 200
        self.error_code = ""
        self.fail_after: int | None = None


class _Handler(BaseHTTPRequestHandler):
    server: Hub
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None: ...

    def reply(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        hub, path = self.server, unquote(urlsplit(self.path).path)
        if hub.status != 200 or self.headers.get("Authorization") != "Bearer hf_good":
            status = hub.status if hub.status != 200 else 401
            return self.reply(status, b'{"error": "no"}', X_Error_Code=hub.error_code, X_Error_Message="no")
        if path == "/api/datasets/hssd/hssd-hab":
            return self.reply(200, json.dumps({"id": "hssd/hssd-hab", "sha": REVISION}).encode())
        if path == f"/api/datasets/hssd/hssd-hab/tree/{REVISION}":
            files = sorted(p for p in hub.folder.rglob("*") if p.is_file())
            entries = [
                {"type": "file", "path": str(p.relative_to(hub.folder)), "size": p.stat().st_size, "oid": "0" * 40}
                for p in files
            ]
            return self.reply(200, json.dumps(entries).encode(), Content_Type="application/json")
        prefix = f"/datasets/hssd/hssd-hab/resolve/{REVISION}/"
        name = path.removeprefix(prefix)
        file = hub.folder / name
        if not path.startswith(prefix) or not file.is_file():
            return self.reply(404, b"{}", X_Error_Code="EntryNotFound")
        if self.command == "GET":
            if hub.fail_after is not None and len(hub.served) >= hub.fail_after:
                return self.reply(500, b"{}")
            hub.served.append(name)
        data = file.read_bytes()
        return self.reply(200, data, ETag=f'"{hashlib.sha256(data).hexdigest()}"', X_Repo_Commit=REVISION)


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    def template(stem: str) -> ObjectTemplate:
        solid = box((1, 1, 1), (0, 0.5, 0), Material())
        hull = solid.positions.astype(float)
        return ObjectTemplate(stem, stem, "stool", Model(stem, (solid,), (hull,)), 1)

    floor = Model("floor", (box((4, 0.1, 4), (0, -0.05, 0), Material()),))
    scenes = tuple(
        SceneContent(scene_id, floor, (Placement(stem, (0.0, 0.0, 0.0)),))
        for scene_id, stem in ((SCENE_IDS[0], "wanted"), (SCENE_IDS[1], "unwanted"))
    )
    folder = tmp_path / "hub"
    write_dataset(
        folder, DatasetContent("hssd-hab", (template("wanted"), template("unwanted")), scenes, "CC-BY-NC-4.0")
    )
    server = Hub(folder)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


PROGRAM = """
import sys
from pathlib import Path
from assets.errors import InputError
from scenes.hssd import ensure_scene
try:
    print(*ensure_scene(sys.argv[1], Path(sys.argv[2])))
except InputError as error:
    print(error)
    sys.exit(2)
"""


def fetch(hub: Hub, root: Path, name: str = "hssd_00", **environment: str) -> tuple[int, str]:
    """Run `ensure_scene` in a process of its own: the client reads its environment once, on import."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("HF_", "HUGGING"))}
    settings = {"HF_ENDPOINT": f"http://127.0.0.1:{hub.server_port}", "HF_HOME": str(root.parent / "hf")}
    settings |= {"HF_TOKEN": "hf_good", "HF_HUB_DISABLE_PROGRESS_BARS": "1", "NO_PROXY": "127.0.0.1"} | environment
    settings["HF_HUB_DISABLE_TELEMETRY"] = "1"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, name, str(root)],
        env=inherited | settings,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode in (0, 2), done.stderr
    return done.returncode, done.stdout


def test_just_the_scenes_files_are_fetched(hub: Hub, tmp_path: Path) -> None:
    root = tmp_path / "data" / "hssd-hab"
    code, output = fetch(hub, root)
    assert (code, output.split()) == (0, [str(root), SCENE_IDS[0]])
    scene = load_scene(root, SCENE_IDS[0])
    assert scene.notes == ("the dataset states no rooms; 1 derived from the stage's floor.",)
    assert [(o.category, len(o.model.colliders)) for o in scene.objects] == [("stool", 1)]
    assert not any("unwanted" in name or SCENE_IDS[1] in name for name in hub.served)
    assert not list((root / ".fetching").rglob("*.json"))


def test_what_is_there_is_not_asked_for_again(hub: Hub, tmp_path: Path) -> None:
    root = tmp_path / "hssd-hab"
    fetch(hub, root)
    hub.served.clear()
    hub.status = 500
    assert fetch(hub, root)[0] == 0
    assert hub.served == []


def test_an_interrupted_fetch_goes_on(hub: Hub, tmp_path: Path) -> None:
    root = tmp_path / "hssd-hab"
    hub.fail_after = 5
    code, output = fetch(hub, root)
    assert code == 2, output
    assert "500" in output
    assert not (root / f"scenes/{SCENE_IDS[0]}.scene_instance.json").exists()
    first = set(hub.served)
    hub.fail_after, hub.served = None, []
    assert fetch(hub, root)[0] == 0
    assert not first & set(hub.served)
    assert len(load_scene(root, SCENE_IDS[0]).objects) == 1


@pytest.mark.parametrize(
    ("status", "code", "words"),
    [(403, "GatedRepo", "licence has not been accepted"), (403, "", "403"), (404, "RepoNotFound", "404")],
)
def test_refusals_are_told_apart(hub: Hub, tmp_path: Path, status: int, code: str, words: str) -> None:
    hub.status, hub.error_code = status, code
    exit_code, output = fetch(hub, tmp_path / "hssd-hab")
    assert exit_code == 2
    assert words in output
    assert "hf auth login" in output


def test_a_bad_token(hub: Hub, tmp_path: Path) -> None:
    code, output = fetch(hub, tmp_path / "hssd-hab", HF_TOKEN="hf_bad")
    assert code == 2
    assert "401" in output


def test_no_token_says_what_to_do_and_asks_nobody(hub: Hub, tmp_path: Path) -> None:
    code, output = fetch(hub, tmp_path / "hssd-hab", HF_TOKEN="")
    assert code == 2
    for words in ("no Hugging Face token", "accept the licence", "hf auth login", "scenes.root", "home_01"):
        assert words in output
    assert hub.served == []


def test_offline(hub: Hub, tmp_path: Path) -> None:
    code, output = fetch(hub, tmp_path / "hssd-hab", HF_HUB_OFFLINE="1")
    assert code == 2
    assert "HF_HUB_OFFLINE" in output


def test_no_connection(hub: Hub, tmp_path: Path) -> None:
    code, output = fetch(hub, tmp_path / "hssd-hab", HF_ENDPOINT="http://127.0.0.1:9")
    assert code == 2
    assert "no connection" in output


def test_a_scene_that_the_repository_lacks(hub: Hub, tmp_path: Path) -> None:
    code, output = fetch(hub, tmp_path / "hssd-hab", name="hssd_02")
    assert code == 2
    assert SCENE_IDS[2] in output


@pytest.mark.parametrize("name", ["hssd_999", "hssd_", "home_01"])
def test_unknown_numbers(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="hssd_00 to hssd_"):
        ensure_scene(name, tmp_path)


def test_pinned_ids_are_distinct_and_enough() -> None:
    assert len(set(SCENE_IDS)) == len(SCENE_IDS) >= 46
