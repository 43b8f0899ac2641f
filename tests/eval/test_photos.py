"""Photographs become a set: masks standardise screens, hands stay, shared pictures are one file, labels follow."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import yaml

from bench_eval.episodes import load_episodes
from bench_eval.photos.prepare import foreground

Command = Callable[..., subprocess.CompletedProcess[str]]
SIZE = (480, 640)
DISPLAYS = {"laptop": (60, 120, 220, 140), "tablet": (380, 150, 140, 100), "phone": (300, 330, 50, 90)}
SKIN = (205, 150, 120)


def photograph(hand_on: str | None, seed: int) -> np.ndarray:
    """A desk with three devices whose screens show something, and a hand that covers a corner of one."""
    rng = np.random.default_rng(seed)
    picture = np.clip(np.full((*SIZE, 3), (120, 128, 138), float) + rng.normal(0, 3, (*SIZE, 3)), 0, 255)
    for x, y, w, h in DISPLAYS.values():
        picture[y - 6 : y + h + 6, x - 6 : x + w + 6] = 40
        picture[y : y + h, x : x + w] = rng.integers(60, 120, 3)
    if hand_on:
        x, y, w, h = DISPLAYS[hand_on]
        cv2.circle(picture, (x + w - 10, y + h - 5), 24, SKIN, -1)
        cv2.line(picture, (x + w - 10, y + h), (x + w + 20, SIZE[0] - 1), SKIN, 30)
    return picture.astype(np.uint8)


def moment(photo: str, say: str, **more: Any) -> dict[str, Any]:
    return {"photo": photo, "say": say, **more}


def intent(action: str | None, target: str, constraint: str) -> dict[str, Any]:
    return {"sentence": f"The user wants {action} of {target}.", "action": action, "target": target,
            "device": "any", "constraint": constraint}  # fmt: skip


def manifest() -> dict[str, Any]:
    def episode(engaged: str, decoy: str) -> dict[str, Any]:
        order = {2: engaged, 3: "laptop", 4: "tablet", 5: engaged, 6: engaged, 7: decoy, 8: engaged, 9: None}
        says = {3: "Here the reservation time is 7:30.", 4: "This one says the reservation time is 8:00."}
        frames = {}
        for number, device in order.items():
            photo = f"photos/{device or 'nobody'}.jpg"
            frames[number] = moment(photo, says.get(number, "Hmm, this is interesting."), contact=device,
                                    lit=[device] if device else [])  # fmt: skip
            if number in says:
                frames[number]["states"] = says[number].split()[-1].rstrip(".")
        asks = {"action": "light", "scope": "any"}
        say = "Before I forget, dim the lights, by any means available here."
        frames[9] |= {"say": say, "asks": asks, "intent": intent("light", "lights", "any")}
        return {"engaged": engaged, "decoy": decoy, "frames": frames}

    devices = sorted(DISPLAYS)
    recall = "What was the reservation time of the restaurant I was busy with?"
    request = "Please book the restaurant I have been looking at."
    last = "Last thing: message everyone the reservation time of the restaurant I was busy with, "
    last += "by any means available here."
    book, message = {"action": "book", "scope": "any"}, {"action": "message", "scope": "any", "fact": True}
    know, tell = intent(None, "time", ""), intent("message", "time", "any")
    by_phone = {"contact": "phone", "recalls": True}
    shared = {
        1: moment("photos/nobody.jpg", "Today I want to settle on a restaurant."),
        10: moment("photos/nobody.jpg", request, asks=book, intent=intent("book", "restaurant", "any")),
        11: moment("photos/phone.jpg", recall, intent=know, **by_phone),
        12: moment("photos/phone.jpg", last, asks=message, intent=tell, **by_phone),
    }
    return {
        "pair": "birthday",
        "topic": "restaurant",
        "roster": [
            {"device": d, "category": d, "appearance": f"a {d}", "glow": g}
            for d, g in zip(devices, ("blue", "green", "red"), strict=True)
        ],
        "abilities": {"laptop": ["book"], "phone": ["message", "light"], "tablet": ["message"]},
        "answers": {
            "eng": ["laptop", "phone", "tablet"],
            "inf": ["7:30", "8:00", "none"],
            "rsp": devices,
            "nxt": sorted(f"{a}@{d}" for a in ("book", "light", "message") for d in devices),
        },
        "masks": {device: f"masks/{device}.png" for device in devices},
        "shared": shared,
        "episodes": {"A": episode("laptop", "tablet"), "B": episode("tablet", "laptop")},
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "mine"
    (root / "photos").mkdir(parents=True)
    (root / "masks").mkdir()
    for number, device in enumerate((*sorted(DISPLAYS), None)):
        picture = photograph(device, number)
        cv2.imwrite(str(root / f"photos/{device or 'nobody'}.jpg"), picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95])
    for device, (x, y, w, h) in DISPLAYS.items():
        mask = np.zeros(SIZE, np.uint8)
        mask[y : y + h, x : x + w] = 255
        cv2.imwrite(str(root / f"masks/{device}.png"), mask)
    (root / "photos.yaml").write_text(yaml.safe_dump(manifest()))
    return root


def test_photographs_are_prepared_once_and_hands_stay(folder: Path, evaluate: Command, tmp_path: Path) -> None:
    done = evaluate("photos", folder, "--out", tmp_path / "set")
    assert done.returncode == 0, done.stderr
    a, b = load_episodes(tmp_path / "set")
    for number in (1, 10, 11, 12):
        assert a.content.frames[number - 1].image == b.content.frames[number - 1].image
    assert a.content.frames[9].image == a.content.frames[0].image  # nobody, all dark: one file
    episodes = {e.id: e for e in (a, b)}
    labels = [json.loads(p.read_text()) for p in sorted((tmp_path / "set/ua/construction/photos").glob("*.json"))]
    frame = episodes[labels[0]["episode"]].content.frames[4]  # A f5: a hand on the lit laptop
    picture = a.image(frame)
    x, y, w, h = DISPLAYS["laptop"]
    inside = picture[y : y + h, x : x + w].reshape(-1, 3).astype(int)
    hand = np.abs(inside - SKIN).max(axis=1) < 25
    glow = np.median(inside[~hand], axis=0)
    assert 150 < hand.sum() < 3000
    assert glow[2] > 200
    assert glow[0] < 120  # blue, as the roster says
    x, y, w, h = DISPLAYS["tablet"]
    assert picture[y : y + h, x : x + w].max() < 40
    assert str(folder) not in "".join(p.read_text() for p in (tmp_path / "set").rglob("*.json"))


def test_they_are_scored_like_the_rest(folder: Path, evaluate: Command, tmp_path: Path) -> None:
    assert evaluate("photos", folder, "--out", tmp_path / "set").returncode == 0
    words = ("agent=[unified,frame_local]", "perception=oracle", f"output={tmp_path / 'run'}")
    done = evaluate("", f"data={tmp_path / 'set'}", *words)
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO((tmp_path / "run/scores.csv").read_text())))
    found = {(r["agent"], r["role"]): [float(r[d]) for d in ("eng", "inf", "rsp", "nxt")] for r in rows}
    assert found["unified", "A"] == found["unified", "B"] == [1.0, 1.0, 1.0, 1.0]
    assert found["frame_local", "A"][1] == 0.0
    assert evaluate("report", tmp_path / "run").returncode == 0
    page = evaluate("page", tmp_path / "run", "--data", tmp_path / "set", "--perception", "oracle",
                    "--episode", load_episodes(tmp_path / "set")[0].id)  # fmt: skip
    assert page.returncode == 0, page.stderr


def test_skin_of_any_tone_is_foreground_and_furniture_is_not() -> None:
    for tone in ((240, 205, 180), (205, 150, 120), (150, 100, 75), (95, 60, 45)):
        picture = np.full((200, 200, 3), (120, 128, 138), np.uint8)
        cv2.circle(picture, (100, 100), 30, tone, -1)
        found = foreground(picture)
        assert found[100, 100]
        assert not found[10, 10]


def test_a_face_on_a_screen_is_no_hand() -> None:
    picture = np.full((200, 200, 3), (120, 128, 138), np.uint8)
    cv2.circle(picture, (100, 100), 30, SKIN, -1)
    display = np.zeros((200, 200), bool)
    display[60:140, 60:140] = True
    assert not foreground(picture, display).any()
    cv2.line(picture, (100, 100), (100, 199), SKIN, 30)
    assert foreground(picture, display)[100, 100]


def _outside(m: dict[str, Any], folder: Path) -> str:
    m["shared"][1]["photo"] = "../secret.jpg"
    return "photo"


def _no_mask(m: dict[str, Any], folder: Path) -> str:
    del m["masks"]["tablet"]
    return "no mask"


def _small_mask(m: dict[str, Any], folder: Path) -> str:
    cv2.imwrite(str(folder / "masks/phone.png"), np.zeros((10, 10), np.uint8))
    return "10x10"


def _unknown_device(m: dict[str, Any], folder: Path) -> str:
    m["episodes"]["A"]["frames"][5]["contact"] = "radio"
    return "'radio' is not on the roster"


def _wrong_label(m: dict[str, Any], folder: Path) -> str:
    for number in (2, 5, 6):
        m["episodes"]["A"]["frames"][number]["contact"] = "tablet"
    return "laptop more often than any other"


def _not_a_picture(m: dict[str, Any], folder: Path) -> str:
    (folder / "photos/phone.jpg").write_text("no picture")
    return "not a picture"


def _no_swap(m: dict[str, Any], folder: Path) -> str:
    m["episodes"]["B"]["decoy"] = "phone"
    return "swap"


@pytest.mark.parametrize(
    "spoil", [_outside, _no_mask, _small_mask, _unknown_device, _wrong_label, _not_a_picture, _no_swap]
)
def test_what_is_wrong_is_named_and_nothing_is_left(
    spoil: Callable[[dict[str, Any], Path], str], folder: Path, evaluate: Command, tmp_path: Path
) -> None:
    shutil.copy(folder / "photos/nobody.jpg", tmp_path / "secret.jpg")
    content = manifest()
    says = spoil(content, folder)
    (folder / "photos.yaml").write_text(yaml.safe_dump(content))
    done = evaluate("photos", folder, "--out", tmp_path / "set")
    assert done.returncode == 2, done.stderr
    assert says in done.stderr
    assert not (tmp_path / "set").exists()
