"""What an agent cannot do from inside a device: each try is stopped, and the device works on."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from assets.errors import InputError
from testbed.actions import Outcome
from testbed.process import RefusedError
from testbed.sandbox import _forbidding
from testbed.site import Testbed
from tests.testbed.processes import left_alive

Run = Callable[[str, str], Outcome]
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("device", ["linux-1", "phone-1"])
def test_the_machine_is_out_of_sight(device: str, run: Run) -> None:
    assert run(device, "hostname").result.strip() == device
    assert run(device, "id -u").result.strip() == "1000"
    for path in (ROOT / "README.md", Path("/etc/shadow"), Path(sys.prefix) / "pyvenv.cfg"):
        assert path.exists()
        assert run(device, f"test -e {path}").status == "failed"
    assert run(device, "ls -A /run").result.split() == ["screen"]
    assert run(device, "ls -A /opt/crossroom").result == ""
    seen = run(device, "ls -A /proc").result
    assert len([line for line in seen.split() if line.isdigit()]) < 8  # its own few processes


def test_no_answer_key_lies_in_a_device(run: Run) -> None:
    words = "grep -rl 'strikes\\|allowed' /home /opt /run /tmp /etc /work /root/main 2>/dev/null | head"
    found = run("linux-1", words)
    assert found.result.strip() == ""


@pytest.mark.parametrize(
    "target", ["http://127.0.0.1:22", "http://10.0.0.1", "http://169.254.169.254", "http://phone-1"]
)
def test_there_is_no_network_but_the_accounts_services(target: str, run: Run) -> None:
    script = f"import urllib.request; print(urllib.request.urlopen('{target}', timeout=3).status)"
    assert run("linux-1", f'python3 -c "{script}"').status == "failed"


def test_paths_and_links_lead_nowhere(run: Run, testbed: Testbed) -> None:
    assert run("linux-1", "ln -s /etc/passwd link; ln -s / root").status == "ok"
    for path in ("link", "root/etc/passwd", "../../etc/passwd", "/etc/passwd"):
        with pytest.raises(RefusedError, match="outside"):
            testbed.devices["linux-1"].read(path)
    assert testbed.snapshot()["devices"]["linux-1"]["files"]["link"] == {"link": "/etc/passwd"}


def test_an_endless_command_is_stopped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("testbed.device.COMMAND_SECONDS", 1.0)
    outcome = run("linux-1", "sleep 100")
    assert outcome.status == "failed"
    assert outcome.observation["stopped"] == "time"
    assert run("linux-1", "pgrep sleep").status == "failed"


def test_a_fork_bomb_is_stopped(run: Run) -> None:
    outcome = run("linux-1", "f() { f | f & }; f; sleep 8")
    assert outcome.observation["stopped"] == "processes"
    assert run("linux-1", "echo alive").result == "alive\n"


def test_a_flood_of_output_is_stopped(run: Run) -> None:
    outcome = run("linux-1", "yes")
    assert outcome.observation["stopped"] == "output"
    assert len(outcome.result) < 100_000
    assert run("linux-1", "echo alive").result == "alive\n"


def test_storage_has_an_end(run: Run) -> None:
    outcome = run("linux-1", "dd if=/dev/zero of=big bs=1M count=60")
    assert outcome.status == "failed"
    assert "No space left" in outcome.result


def test_commands_cannot_change_the_system(run: Run) -> None:
    for command in (
        "touch /opt/bin/x",
        "touch /usr/bin/x",
        "mount -o remount,rw /usr",
        "kill -9 1 2",
        "rm /run/screen/socket",
    ):
        run("linux-1", command)
    assert run("linux-1", "notes list").status == "ok"
    assert run("linux-1", "ls /opt/bin/x /usr/bin/x").status == "failed"


def test_pages_reach_their_device_alone(testbed: Testbed) -> None:
    screen = testbed.devices["phone-1"].screen
    assert screen is not None
    for address in ("http://linux-1/", "http://127.0.0.1:9999/", "http://example.org/"):
        response = screen._page.goto(address)
        assert response is not None
        assert response.status == 403


def test_the_forbidding_setting_is_named(tmp_path: Path) -> None:
    setting = tmp_path / "user" / "max_user_namespaces"
    setting.parent.mkdir()
    setting.write_text("0\n")
    assert _forbidding(tmp_path) == "user.max_user_namespaces"
    setting.write_text("100\n")
    assert _forbidding(tmp_path) == ""


def test_without_bubblewrap_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(InputError, match="apt-get install bubblewrap"):
        Testbed()


def test_a_killed_harness_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(tempfile.mkdtemp(prefix="killed-", dir="/tmp"))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    script = textwrap.dedent("""
        import time
        from testbed.site import Testbed
        with Testbed():
            print("up", flush=True)
            time.sleep(100)
    """)
    environment = {**os.environ, "TMPDIR": str(folder), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        below = psutil.Process(process.pid).children(recursive=True)
        assert len(below) > 10
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert left_alive(below, 15) == []
    with Testbed(screens=False):  # the next one clears away what the killed one left
        assert len(list(folder.glob("xr-*.lock"))) == 1
        assert len([path for path in folder.glob("xr-*") if path.is_dir()]) == 1
    assert list(folder.iterdir()) == []
    folder.rmdir()


AS_NOBODY = """
import os
from testbed.actions import CliAction
from testbed.site import Testbed
assert os.getuid() != 0
with Testbed() as testbed:
    for device in testbed.devices.values():
        outcome = device.execute(CliAction(device=device.name, command="id -u; echo kept > a; cat a"))
        print(*outcome.result.split())
"""


def test_no_root_is_needed() -> None:
    """As root, in a process that becomes nobody, where folders that nobody may enter are laid open to it."""
    folder = Path(tempfile.mkdtemp(prefix="xr-nobody-", dir="/tmp"))
    folder.chmod(0o777)
    environment = {**os.environ, "HOME": str(folder), "TMPDIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    words = [sys.executable, "-c", AS_NOBODY]
    if os.getuid() == 0:
        words = ["unshare", "--mount", "sh", "-euc", _becoming_nobody(folder), "sh", *words]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, env=environment, cwd=ROOT)
    shutil.rmtree(folder, ignore_errors=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["1000 kept"] * 4


def _becoming_nobody(folder: Path) -> str:
    """A shell script that mounts, for itself alone, and runs its arguments as nobody."""
    wanted = [Path(sys.base_prefix), Path(sys.prefix), ROOT]
    kept = {path: folder / str(number) for number, path in enumerate(wanted)}
    closed = [next((p for p in reversed(path.parents) if not p.stat().st_mode & 0o1), None) for path in wanted]
    lines = [f"mkdir {there}; mount --bind {path} {there}" for path, there in kept.items()]
    lines += [f"mount -t tmpfs -o mode=755 tmpfs {path}" for path in dict.fromkeys(closed) if path]
    lines += [
        f"mkdir -p {path}; mount --bind {kept[path]} {path}" for path, top in zip(wanted, closed, strict=True) if top
    ]
    return "\n".join([*lines, f"cd {ROOT}", 'exec setpriv --reuid 65534 --regid 65534 --clear-groups "$@"'])
