"""`python -m bench_eval.photos FOLDER --out SET`: photographs as a set that `python -m bench_eval` takes."""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from assets.color import to_srgb
from assets.errors import InputError
from bench_eval.photos.labels import PhotoLabels, PhotoMoment
from bench_eval.photos.manifest import Moment, PhotoManifest, file_in, read_manifest
from bench_eval.photos.prepare import Image, prepared
from bench_gen.command import run
from bench_gen.ua.card import NEXT_RULE
from bench_gen.ua.disk import episode_path, image_path, write_json
from bench_gen.ua.images import png
from bench_gen.ua.new_folder import new_folder
from bench_gen.ua.routing import SCOPE_RULE
from bench_gen.ua.schema import (
    ENGAGEMENT,
    FRAMES,
    ROLES,
    SHARED,
    AgentEpisode,
    AgentFrame,
    DeviceCard,
    EpisodeScript,
    FrameScript,
    PairScript,
    Role,
    Statement,
    kind_of,
)
from bench_gen.ua.seeds import digest
from bench_gen.ua.targets import targets
from bench_gen.ua.vocabulary import load_vocabulary
from scenes.files import read_bytes

_LARGEST = 64 << 20
OBSERVATION_RULE = (
    "The images are photographs. In frames 2 to 9 a device counts as active, and the user attends to it, while a hand "
    "is on it; whether its screen is lit does not matter. A device's tally is the number of those frames. The engaged "
    "device, also called the one used most, is the one among the engagement answers with the largest tally. A value "
    "that the user states belongs to the device that the hand is on."
)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0, or 2 for unusable input."""
    parser = argparse.ArgumentParser(
        prog="python -m bench_eval.photos",
        description="Prepare a folder of your own photographs (photos.yaml, see docs/photos.md): displays are lit or "
        "darkened by their masks, hands are kept, each picture is prepared once.",
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, required=True, help="a folder that does not exist yet")
    options = parser.parse_args(arguments)

    def work() -> int:
        manifest = read_manifest(options.folder)
        with new_folder(options.out, "--out") as scratch:
            _write(options.folder, manifest, scratch / "ua")
        print(options.out)
        return 0

    return run(work)


def _write(folder: Path, manifest: PhotoManifest, ua: Path) -> None:
    masks = {device: _mask(folder, device, name) for device, name in sorted(manifest.masks.items())}
    script = script_of(manifest)
    for role in ROLES:
        frames, moments = [], []
        for number in range(1, FRAMES + 1):
            moment = _moment(manifest, role, number)
            name = _picture(folder, manifest, moment, masks, ua)
            frames.append(AgentFrame(frame=number, image=f"frames/{name}.png", utterance=moment.say))
            moments.append(PhotoMoment(lit=tuple(sorted(moment.lit)), contact=moment.contact))
        episode = digest("photos", manifest.pair, role)[:16]
        agent = AgentEpisode(episode=episode, roster=manifest.roster, card=script.card, frames=tuple(frames))
        write_json(ua / episode_path(episode), agent)
        labels = PhotoLabels(
            pair=manifest.pair, role=role, episode=episode, moments=tuple(moments), targets=targets(script, role)
        )
        write_json(ua / "construction" / "photos" / f"{manifest.pair}-{role}.json", labels)


def script_of(manifest: PhotoManifest) -> PairScript:
    """The pair's script: targets follow from it as they do for rendered pairs."""
    episodes: dict[Role, EpisodeScript] = {}
    for role, episode in manifest.episodes.items():
        frames = []
        for number in range(1, FRAMES + 1):
            moment = _moment(manifest, role, number)
            stated = None
            if moment.states is not None and moment.contact is not None:
                stated = Statement(device=moment.contact, topic=manifest.topic, value=moment.states)
            frames.append(
                FrameScript(
                    frame=number,
                    kind=kind_of(number),
                    shared=number in SHARED,
                    lit=tuple(sorted(moment.lit)),
                    pointed=moment.contact,
                    utterance=moment.say,
                    statement=stated,
                    request=moment.asks,
                    queries=moment.recalls,
                    intent=moment.intent,
                )
            )
        stated_for = {f.statement.device for f in frames if f.statement}
        if episode.engaged not in stated_for:
            raise InputError(
                f"no value is stated for {episode.engaged}", field=f"episodes.{role}",
                expected="a moment with `states` and `contact` for the engaged device",
            )  # fmt: skip
        _leads(manifest, role, frames)
        episodes[role] = EpisodeScript(engaged=episode.engaged, decoy=episode.decoy, frames=tuple(frames))
    card = DeviceCard(
        abilities=manifest.abilities,
        observation_rule=OBSERVATION_RULE,
        scope_rule=SCOPE_RULE,
        next_rule=NEXT_RULE,
        answers=manifest.answers,
    )
    return PairScript(
        pair=manifest.pair, seed=0, name="photos", index=0, attempt=0, topic=manifest.topic, title="", noun="",
        attribute="", page="", candidates=manifest.answers.eng, roster=manifest.roster, card=card, glows={}, stratum={},
        episodes=episodes,
    )  # fmt: skip


def _leads(manifest: PhotoManifest, role: Role, frames: list[FrameScript]) -> None:
    """The engaged device must have the most contact, or the label would be wrong."""
    contact = [f.pointed for f in frames if f.frame in ENGAGEMENT and f.pointed]
    counts = {device: contact.count(device) for device in manifest.answers.eng}
    best = manifest.episodes[role].engaged
    if any(count >= counts.get(best, 0) for device, count in counts.items() if device != best):
        raise InputError(
            f"hands are on {counts} at f2 to f9",
            field=f"episodes.{role}.engaged",
            expected=f"{best} more often than any other",
        )


def _moment(manifest: PhotoManifest, role: Role, number: int) -> Moment:
    return manifest.shared[number] if number in SHARED else manifest.episodes[role].frames[number]


def _picture(
    folder: Path, manifest: PhotoManifest, moment: Moment, masks: dict[str, NDArray[np.bool_]], ua: Path
) -> str:
    """Write a prepared photograph under the hash of its pixels; what is shared is the same file."""
    photo = _read(file_in(folder, moment.photo, "photo"))
    for device, mask in masks.items():
        if mask.shape != photo.shape[:2]:
            raise InputError(
                f"{mask.shape[1]}x{mask.shape[0]}, the photograph {moment.photo} is {photo.shape[1]}x{photo.shape[0]}",
                file=folder / manifest.masks[device], expected="a mask of the photographs' size",
            )  # fmt: skip
    vocabulary = load_vocabulary().glows
    glows: dict[str, tuple[int, int, int] | None] = {}
    for entry in manifest.roster:
        lit = entry.device in moment.lit
        if lit and entry.glow not in vocabulary:
            known = ", ".join(sorted(vocabulary))
            raise InputError(f"glow {entry.glow!r}", file=folder, field=f"roster.{entry.device}", expected=known)
        glows[entry.device] = to_srgb(vocabulary[entry.glow or ""].rgb) if lit else None
    picture = prepared(photo, masks, glows)
    name = hashlib.sha256(picture.tobytes()).hexdigest()[:32]
    path = ua / image_path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file():
        path.write_bytes(png(picture))  # anew: no place or time of the photo
    return name


def _mask(folder: Path, device: str, name: str) -> NDArray[np.bool_]:
    picture = _read(file_in(folder, name, f"masks.{device}"))
    return np.asarray(picture.max(axis=2) > 127)


def _read(path: Path) -> Image:
    data = np.frombuffer(read_bytes(path, _LARGEST), np.uint8)
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if picture is None:
        raise InputError("not a picture", file=path, expected="JPEG or PNG")
    return np.ascontiguousarray(picture[:, :, ::-1])


if __name__ == "__main__":
    sys.exit(main())
