"""The fetcher: checked, atomic, shared by processes, clear when offline. Wheels come through the real pip."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from assets.cache import publish_once
from assets.errors import InputError
from assets.fetch import fetch
from assets.registry import Asset, WheelSource, load_registry

CONTENT = {"LICENSE": b"free", "meshes/a.stl": b"solid a", "meshes/b.stl": b"solid b"}


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A real wheel in a folder that pip is told to look in, and a private cache."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    path = folder / "tinybot-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in CONTENT.items():
            archive.writestr(f"tinybot/models/bot/{name}", data)
        archive.writestr("tinybot/models/bot/notes.txt", b"not needed")
        archive.writestr("tinybot-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tinybot\nVersion: 1.0\n")
        archive.writestr(
            "tinybot-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr("tinybot-1.0.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("CROSSROOM_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("CROSSROOM_OFFLINE", raising=False)
    return path


def tinybot(wheel: Path, **changes: str) -> dict[str, Asset]:
    lines = "".join(f"{name} {hashlib.sha256(data).hexdigest()}\n" for name, data in sorted(CONTENT.items()))
    source = WheelSource(kind="wheel", package="tinybot", version="1.0", folder="tinybot/models/bot",
                         sha256=changes.get("sha256", hashlib.sha256(wheel.read_bytes()).hexdigest()))  # fmt: skip
    return {"bot": Asset(title="Tiny bot", licence="CC0-1.0", origin="made for this test", override="BOT_ROOT",
                         content_sha256=changes.get("content", hashlib.sha256(lines.encode()).hexdigest()),
                         files=("LICENSE", "meshes/*.stl"), sources=(source,))}  # fmt: skip


def test_fetches_exactly_the_needed_files_and_only_once(wheel: Path) -> None:
    registry = tinybot(wheel)
    folder = fetch("bot", registry)
    found = {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    found.pop(".complete")
    assert found == CONTENT
    wheel.unlink()
    assert fetch("bot", registry) == folder


@pytest.mark.parametrize("change", ["sha256", "content"])
def test_wrong_bytes_leave_nothing_behind(wheel: Path, tmp_path: Path, change: str) -> None:
    with pytest.raises(InputError, match="could not be fetched") as error:
        fetch("bot", tinybot(wheel, **{change: "0" * 64}))
    assert "BOT_ROOT" in str(error.value)
    assert [p.name for p in (tmp_path / "cache" / "assets").iterdir() if p.suffix != ".lock"] == []


def test_offline_says_what_to_do(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSROOM_OFFLINE", "1")
    with pytest.raises(InputError, match="CROSSROOM_OFFLINE is set"):
        fetch("bot", tinybot(wheel))


def test_override_is_used_as_it_is_and_must_be_whole(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own" / "bot"
    (own / "meshes").mkdir(parents=True)
    (own / "LICENSE").write_bytes(b"x")
    monkeypatch.setenv("BOT_ROOT", str(own.parent))
    with pytest.raises(InputError, match="meshes"):
        fetch("bot", tinybot(wheel))
    (own / "meshes" / "a.stl").write_bytes(b"x")
    assert fetch("bot", tinybot(wheel)) == own


def test_unknown_asset_names_the_known_ones() -> None:
    with pytest.raises(InputError, match="unitree_g1"):
        fetch("hal9000")


_SLOW_FILL = """
import sys, time
from pathlib import Path
from assets.cache import publish_once
def fill(folder):
    (folder / "half").write_text("x")
    print("filling", flush=True)
    time.sleep(float(sys.argv[2]))
    (folder / "whole").write_text("x")
publish_once(Path(sys.argv[1]), fill)
print("done", flush=True)
"""


def _start(target: Path, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", _SLOW_FILL, str(target), str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1])


def test_a_killed_process_leaves_no_broken_cache(tmp_path: Path) -> None:
    target = tmp_path / "asset"
    process = _start(target, 60)
    assert process.stdout is not None
    assert process.stdout.readline() == "filling\n"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not target.exists()
    publish_once(target, lambda folder: (folder / "whole").write_text("x") and None)
    assert sorted(p.name for p in target.iterdir()) == [".complete", "whole"]
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ".partial"] == []


def test_two_processes_at_once_fill_once(tmp_path: Path) -> None:
    target = tmp_path / "asset"
    processes = [_start(target, 1.0) for _ in range(2)]
    outputs = [process.communicate(timeout=60)[0] for process in processes]
    assert sorted(outputs) == ["done\n", "filling\ndone\n"]
    assert (target / "whole").is_file()


def test_every_registered_asset_states_licence_and_origin() -> None:
    for asset in load_registry().values():
        assert asset.licence
        assert asset.origin
        assert len(asset.content_sha256) == 64


def test_a_broken_registry_names_the_field(tmp_path: Path) -> None:
    path = tmp_path / "registry.yaml"
    path.write_text(
        "bot: {title: x, licence: CC0, origin: here, content_sha256: aa, files: [a], sources: [{kind: ftp}]}"
    )
    with pytest.raises(InputError, match=r"bot\.sources"):
        load_registry(path)
