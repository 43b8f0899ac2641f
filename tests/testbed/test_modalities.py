"""Commands, requests and screens of both kinds of devices, each backed by the same real state."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

from PIL import Image

from testbed.actions import Outcome
from testbed.site import State, Testbed

Run = Callable[[str, str], Outcome]
Do = Callable[..., Outcome]


def test_one_record_is_seen_by_all_modalities(run: Run, do: Do, testbed: Testbed) -> None:
    made = do("linux-1", modality="api", method="POST", path="/notes", body={"title": "Trip", "body": "tickets"})
    assert json.loads(made.result)["id"] == 2
    assert '"Trip"' in run("linux-2", "notes list").result
    assert "title=Trip, body=tickets" in run("phone-1", "content query --uri content://notes").result
    assert 'link "Trip"' in do("phone-2", modality="gui", action="open", text="notes").observation["tree"]
    origins = [(e["device"], e["modality"]) for e in testbed.events()]
    assert origins == [("linux-1", "api"), ("linux-2", "cli"), ("phone-1", "cli"), ("phone-2", "gui")]


def test_the_api_covers_only_a_part(do: Do, run: Run) -> None:
    asked = {"recipient": "a@example.org", "subject": "x"}
    assert do("linux-1", modality="api", method="POST", path="/mail", body=asked).observation["http_status"] == 405
    assert do("linux-1", modality="api", method="GET", path="/messages").observation["http_status"] == 404
    assert run("linux-1", "bookmarks create --title x --address y").status == "failed"


def test_unusable_values_name_the_field(do: Do, run: Run) -> None:
    assert "title" in do("linux-1", modality="api", method="POST", path="/notes", body={"body": "x"}).result
    assert "amount" in run("linux-1", "expenses create --purpose x --amount much").result
    assert "colour" in run("linux-1", "notes create --title x --colour red").result


def test_a_file_goes_from_a_phone_through_the_drive_to_a_computer(do: Do, run: Run, testbed: Testbed) -> None:
    button = {"role": "button", "name": "File"}
    do("phone-1", modality="gui", action="open", text="drive")
    do("phone-1", modality="gui", action="click", element={"role": "link", "name": "New file"})
    do("phone-1", modality="gui", action="type", element={"role": "textbox", "name": "Name"}, text="from phone")
    assert do("phone-1", modality="gui", action="upload", element=button, text="Documents/a.txt").status == "ok"
    assert do("phone-1", modality="gui", action="click", element={"role": "button", "name": "Save"}).status == "ok"
    do("linux-2", modality="gui", action="open", text="drive")
    do("linux-2", modality="gui", action="click", element={"role": "link", "name": "from phone"})
    saved = do("linux-2", modality="gui", action="click", element={"role": "link", "name": "Download a.txt"})
    assert saved.result == "saved a.txt"
    assert testbed.devices["linux-2"].read("Downloads/a.txt") == b"alpha"
    assert run("linux-1", "drive get 2 --save file Desktop/b.txt").status == "ok"
    assert run("linux-1", "cat Desktop/b.txt").result == "alpha"


def test_the_phones_commands_act_on_its_screen_and_settings(run: Run, testbed: Testbed) -> None:
    assert run("phone-1", "settings put system volume 8; settings get system volume").result == "8\n"
    assert testbed.snapshot()["devices"]["phone-1"]["state"]["settings"] == {"system/volume": "8"}
    assert "package:org.example.notes" in run("phone-1", "pm list packages").result
    assert run("phone-1", "am start -n org.example.notes/.Main").status == "ok"
    assert 'link "Shopping"' in run("phone-1", "uiautomator dump /dev/stdout").result
    assert run("phone-1", "screencap -p Pictures/s.png").status == "ok"
    picture = Image.open(io.BytesIO(testbed.devices["phone-1"].read("Pictures/s.png")))
    assert picture.size == (412, 824)
    assert run("phone-1", "input tap 60 30").status == "ok"


def test_files_are_changed_from_pages(do: Do, testbed: Testbed) -> None:
    for role, name in (("link", "Documents"), ("link", "a.txt")):
        if name == "Documents":
            do("linux-1", modality="gui", action="open", text="files")
        assert do("linux-1", modality="gui", action="click", element={"role": role, "name": name}).status == "ok"
    do("linux-1", modality="gui", action="select", element={"role": "combobox", "name": "Folder"}, text="Desktop")
    assert do("linux-1", modality="gui", action="click", element={"role": "button", "name": "Move"}).status == "ok"
    files = testbed.snapshot()["devices"]["linux-1"]["files"]
    assert "Desktop/a.txt" in files
    assert "Documents/a.txt" not in files


def test_restoring_gives_the_same_state_to_the_byte(run: Run, testbed: Testbed, start: State) -> None:
    before = testbed.snapshot()
    run("linux-1", "rm -r Documents; echo x > y; notes create --title z")
    assert testbed.snapshot() != before
    testbed.restore(start)
    assert testbed.snapshot() == before
    assert testbed.events() == []
