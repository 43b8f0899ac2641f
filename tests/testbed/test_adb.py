"""The device behind adb, held to what it says to an adb server and makes of its answers; no Android is here."""

from __future__ import annotations

import io
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from assets.errors import InputError
from testbed.actions import Outcome, action_from
from testbed.adb import IMPOSSIBLE
from testbed.adb import device as adb_device
from testbed.adb.hierarchy import HierarchyError, elements
from testbed.perturbations import INJECTORS, Target
from testbed.site import State, Testbed
from tests.testbed.adb_server import SERIAL, AdbServer

WINDOW = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]" text="" content-desc="">
  <node class="android.view.View" text="Shopping" clickable="true" bounds="[40,300][540,380]" enabled="true"/>
  <node class="android.widget.TextView" text="Two notes" clickable="false" bounds="[40,200][540,260]" enabled="true"/>
  <node class="android.widget.EditText" text="milk" hint="Title" clickable="true" bounds="[40,400][540,480]"/>
  <node class="android.widget.Button" text="Save" clickable="true" bounds="[40,500][240,580]" enabled="true"/>
  <node class="android.widget.Button" text="Send" clickable="true" bounds="[300,500][500,580]" enabled="false"/>
</node></hierarchy>"""
START = State(
    records={"notes": [{"title": "Shopping", "body": "milk"}]},
    files={"phone-1": {"Documents/a b.txt": b"alpha", "Documents/big.bin": bytes(200_000)}},
    settings={"phone-1": {"system/volume": "5", "global/mode": "quiet"}},
)
Do = Callable[..., Outcome]


@pytest.fixture
def phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AdbServer]:
    server = AdbServer(tmp_path / "phone")
    (server.folder / "window.xml").write_text(WINDOW)
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.port))
    yield server
    server.close()


@pytest.fixture
def testbed(phone: AdbServer) -> Iterator[Testbed]:
    with Testbed(screens=False, adb={"phone-1": SERIAL}) as site:
        site.restore(START)
        yield site


@pytest.fixture
def do(testbed: Testbed) -> Do:
    def act(**action: Any) -> Outcome:
        return testbed.devices["phone-1"].execute(action_from({"device": "phone-1", **action}))

    return act


def run(do: Do, command: str) -> Outcome:
    return do(modality="cli", command=command)


def test_commands_run_in_its_folder_and_say_how_they_ended(do: Do) -> None:
    assert run(do, "cat 'Documents/a b.txt'").result.strip() == "alpha"
    assert run(do, "echo out; echo err >&2; exit 3").observation["code"] == 3
    assert run(do, "echo out; echo err >&2").result.split() == ["out", "err"]
    assert run(do, "echo crossroom-exit:0; false").status == "failed"  # what a command prints is not believed
    assert run(do, "read line; echo [$line]").result.strip() == "[]"


def test_endless_and_flooding_commands_are_stopped(do: Do, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(adb_device, "COMMAND_SECONDS", 1.0)
    assert run(do, "echo begun; sleep 60").observation["stopped"] == "time"
    flood = run(do, "yes")
    assert flood.observation["stopped"] in ("output", "time")
    assert len(flood.result) < 25_000


def test_its_state_is_put_back_and_its_owners_settings_too(do: Do, testbed: Testbed, phone: AdbServer) -> None:
    before = testbed.snapshot()["devices"]["phone-1"]
    assert before["files"]["Documents/a b.txt"]["base64"] == "YWxwaGE="
    assert "base64" not in before["files"]["Documents/big.bin"]
    assert before["state"]["settings"] == {"system/volume": "5", "global/mode": "quiet"}
    run(do, "rm -r Documents; echo x > Download/new; settings put system volume 9")
    assert testbed.snapshot()["devices"]["phone-1"] != before
    testbed.restore(START)
    assert testbed.snapshot()["devices"]["phone-1"] == before
    (phone.folder / "sdcard/DCIM").mkdir()
    testbed.close()
    assert not list((phone.folder / "settings").rglob("volume"))
    assert [path.name for path in (phone.folder / "sdcard").iterdir()] == ["DCIM"]  # the owner's files stay


def test_acts_become_input_events(do: Do, phone: AdbServer) -> None:
    shown = do(modality="gui", action="open", text="notes")
    assert shown.status == "ok"
    assert '- link "Shopping"' in shown.observation["tree"]
    assert '- textbox "Title": milk' in shown.observation["tree"]
    assert shown.result == "Two notes"
    first = len(phone.said)
    do(modality="gui", action="click", element={"role": "link", "name": "Shopping"})
    do(modality="gui", action="type", element={"role": "textbox", "name": "Title"}, text="it's 5 o'clock; $HOME")
    do(modality="gui", action="click", x=10, y=20)
    do(modality="gui", action="scroll", y=400)
    do(modality="gui", action="key", text="Enter")
    do(modality="gui", action="back")
    do(modality="gui", action="open", text="")
    do(modality="gui", action="open", text="com.example.maps")
    assert phone.said[first:] == [
        "input tap 290 340",
        "input tap 290 440",
        "input keycombination KEYCODE_CTRL_LEFT KEYCODE_A",
        "input keyevent KEYCODE_DEL",
        "input text it's%s5%so'clock;%s$HOME",
        "input tap 10 20",
        "input swipe 540 1200 540 800 300",
        "input keyevent KEYCODE_ENTER",
        "input keyevent KEYCODE_BACK",
        "input keyevent KEYCODE_HOME",
        "monkey -p com.example.maps -c android.intent.category.LAUNCHER 1",
    ]


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ({"action": "click", "element": {"role": "button", "name": "Send"}}, "disabled"),
        ({"action": "click", "element": {"role": "button", "name": "Nothing"}}, "no button 'Nothing'"),
        ({"action": "click", "x": 5000, "y": 1}, "1080 by 2400"),
        ({"action": "type", "x": 1, "y": 1, "text": "größer"}, "ASCII"),
        ({"action": "open", "text": "x; reboot"}, "no app"),
        ({"action": "key", "text": "A; reboot"}, "no key"),
        ({"action": "upload", "element": {"role": "button", "name": "File"}, "text": "a"}, "upload"),
    ],
)
def test_what_is_not_possible_says_why(action: dict[str, Any], why: str, do: Do) -> None:
    outcome = do(modality="gui", **action)
    assert outcome.status == "failed"
    assert why in outcome.result


def test_the_services_are_reached_through_reversed_ports_and_told_apart(
    do: Do, testbed: Testbed, phone: AdbServer
) -> None:
    address = f"http://127.0.0.1:{phone.reversed[8080]}/notes/"
    with urllib.request.urlopen(address) as page:
        assert b"Shopping" in page.read()
    assert do(modality="api", method="GET", path="/notes").observation["http_status"] == 200
    assert [(e["device"], e["modality"]) for e in testbed.events()] == [("phone-1", "gui"), ("phone-1", "api")]
    testbed.devices["phone-1"].set_network(up=False)
    with pytest.raises(OSError):
        urllib.request.urlopen(address)
    assert do(modality="api", method="GET", path="/notes").status == "failed"


def test_its_screen_is_a_picture(testbed: Testbed) -> None:
    assert Image.open(io.BytesIO(testbed.devices["phone-1"].screenshot())).size == (1080, 2400)


@pytest.mark.parametrize("name", sorted(INJECTORS))
def test_perturbations_are_made_and_undone_or_refused(name: str, do: Do, testbed: Testbed) -> None:
    def works() -> tuple[bool, bool, bool]:
        return (do(modality="api", method="GET", path="/notes").status == "ok", run(do, "echo x > y").status == "ok",
                do(modality="gui", action="look").status == "ok")  # fmt: skip

    found, target = INJECTORS[name], Target("phone-1", "notes", "list")
    if name in IMPOSSIBLE:
        with pytest.raises(InputError, match="behind adb"):
            found.apply(testbed, target)
        return
    assert works() == (True, True, True)
    found.apply(testbed, target)
    held = works()
    if found.modality == "api" or found.reach in ("account", "service"):
        assert not held[0] or found.modality in ("cli", "gui")
    if found.reach == "device":
        assert held == (False, False, False)
    found.revert(testbed, target)
    assert works() == (True, True, True)


def test_a_phone_that_is_gone_is_unreachable_not_a_crash(do: Do, phone: AdbServer, testbed: Testbed) -> None:
    phone.close()
    assert run(do, "ls").status == "unreachable"
    assert testbed.snapshot()["devices"]["phone-1"]["off"]
    with pytest.raises(InputError, match="phone-1 cannot be prepared"):
        testbed.devices["phone-1"].restore({}, {})


def test_an_unknown_or_unauthorized_device_is_named(phone: AdbServer) -> None:
    with pytest.raises(InputError, match=rf"{SERIAL} \(device\)"):
        Testbed(screens=False, adb={"phone-1": "R58M"})
    phone.state = "unauthorized"
    with pytest.raises(InputError, match="unauthorized"):
        Testbed(screens=False, adb={"phone-1": SERIAL})


@pytest.mark.parametrize(
    "xml", ["", "ERROR: null root node", "<!DOCTYPE x><hierarchy/>", "<hierarchy>", "x" * 5_000_000]
)
def test_an_unusable_screen_description_is_refused(xml: str) -> None:
    with pytest.raises(HierarchyError):
        elements(xml)
