"""Shooting a pair: from its script and a layout to frames, maps and records on disk."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from bench_gen.ua.cast import Cast
from bench_gen.ua.disk import agent_episode, episode_id, files_of, pair_path, sha256, write_json, write_vocabulary
from bench_gen.ua.measure import UserPoints, measure_devices, measure_user
from bench_gen.ua.publish import write_frame
from bench_gen.ua.schema import (
    ROLES,
    EntityRow,
    EpisodeRecord,
    FrameRecord,
    FrameScript,
    PairRecord,
    PairScript,
    Renderer,
    Role,
)
from bench_gen.ua.seeds import digest
from bench_gen.ua.studio import Studio
from bench_gen.ua.targets import targets
from bench_gen.ua.worlds import SetUp, Worlds, moment_of
from sim.layout import CastMember, Layout
from sim.layout import Role as LayoutRole
from sim.user import PosedUser
from sim.world import World


def layout_cast(cast: Cast, studio: Studio) -> tuple[CastMember, ...]:
    """The cast as the layout places it: each device with builds of its category for other supports after its own."""
    roles = {m.entry.device: LayoutRole.CANDIDATE for m in cast.candidates}
    roles |= {m.entry.device: LayoutRole.DISTRACTOR for m in cast.distractors}
    roles[cast.observer.entry.device] = LayoutRole.OBSERVER
    members = []
    for member in cast.members:
        if member.spec is None:
            continue
        own = member.spec
        others = [s for s in studio.workshop.catalogue.values() if s.category == own.category and s.name != own.name]
        order = [own.name, *sorted(s.name for s in others)]
        role = roles[member.entry.device]
        members.append(CastMember(member.entry.device, tuple(studio.workshop.device(name) for name in order), role))
    return tuple(members)


def with_appearances(script: PairScript, layout: Layout, studio: Studio) -> PairScript:
    """The script with the roster describing the devices that the layout used."""
    used = {placed.device_id: studio.workshop.catalogue[placed.spec].appearance for placed in layout.devices}
    roster = tuple(
        entry.model_copy(update={"appearance": used[entry.device]}) if entry.device in used else entry
        for entry in script.roster
    )
    return script.model_copy(update={"roster": roster})


def shoot(
    script: PairScript,
    stage: SetUp,
    studio: Studio,
    ua: Path,
    *,
    rejections: dict[str, int],
    origin: dict[str, str | int] | None = None,
    progress: Callable[[], None] = lambda: None,
) -> PairRecord:
    """Render every distinct frame once and write the pair, whole, under `ua`.

    Args:
        rejections: earlier tries at this pair, by reason; they are kept in the record.
        origin: where a pair that is laid out anew came from.
        progress: called after each rendered frame.

    Raises:
        sim.user.PoseError: when the user cannot take a pose that the script asks for.
    """
    worlds = Worlds(script, stage, studio)
    records: dict[Role, list[FrameRecord]] = {role: [] for role in ROLES}
    drawn: dict[str, FrameRecord] = {}
    world: World | None = None
    for role in ROLES:
        for frame in script.episodes[role].frames:
            shown = worlds.of(frame)
            world = shown.world
            state = worlds.state(world)
            if state not in drawn:
                picture = studio.renderer.render(worlds.lit(world), stage.camera)
                write_frame(
                    ua, state, picture, {e.instance_id: e.semantic_class for e in world.entities}, studio.classes
                )
                drawn[state] = FrameRecord(
                    frame=frame.frame,
                    state=state,
                    moment=moment_of(frame, stage.layout).value.replace("_", " "),
                    devices=measure_devices(picture, stage.camera, stage.devices),
                    user=measure_user(picture, stage.camera, user_points(shown.user, frame)),
                    page_strings=shown.texts,
                )
                progress()
            records[role].append(drawn[state].model_copy(update={"frame": frame.frame}))
    assert world is not None
    return _write(script, stage, studio, ua, world, records, rejections, origin or {})


def user_points(user: PosedUser, frame: FrameScript) -> UserPoints:
    """The landmarks that the record keeps."""
    error = user.pointing_error_deg if frame.pointed is not None else None
    return UserPoints(user.eye, user.shoulder, user.fingertip, error)


def _write(
    script: PairScript,
    stage: SetUp,
    studio: Studio,
    ua: Path,
    world: World,
    records: dict[Role, list[FrameRecord]],
    rejections: dict[str, int],
    origin: dict[str, str | int],
) -> PairRecord:
    write_vocabulary(ua, studio.workshop.vocabulary)
    states = sorted({record.state for role in ROLES for record in records[role]})
    for role in ROLES:
        episode = agent_episode(script, role, tuple(record.state for record in records[role]))
        write_json(ua / "agent" / "episodes" / f"{episode.episode}.json", episode)
    paths = files_of(states, [episode_id(script, role) for role in ROLES])
    assets = {"devices": digest(*(repr(d.device.spec) for d in stage.devices))[:16]}
    if stage.robot is not None:
        assets["unitree_g1"] = studio.workshop.robot.revision
    record = PairRecord(
        script=script,
        episodes={
            role: EpisodeRecord(
                episode=episode_id(script, role),
                frames=tuple(records[role]),
                targets=targets(script, role),
            )
            for role in ROLES
        },
        entities=tuple(
            EntityRow(instance_id=e.instance_id, name=e.name, semantic_class=e.semantic_class, kind=e.kind.value)
            for e in world.entities
        ),
        classes={e.semantic_class: studio.classes[e.semantic_class] for e in world.entities},
        scene={
            "ref": str(studio.ref),
            "id": studio.scene.scene_id,
            "revision": studio.scene.revision,
            "licence": studio.scene.licence,
            "evening": stage.evening,
        },
        layout=json.loads(json.dumps(stage.layout.to_json())),
        user=asdict(stage.appearance),
        assets=assets,
        renderer=Renderer(
            backend=studio.config.render.backend,
            driver=studio.renderer.driver(),
            width=stage.camera.width,
            height=stage.camera.height,
            **asdict(studio.workshop.settings),
        ),
        rejections=dict(sorted(rejections.items())),
        origin=origin,
        files={path: sha256(ua / path) for path in paths},
    )
    write_json(ua / pair_path(script.pair), record)
    return record
