"""Shooting a pair: from its script and a layout to frames, maps and records on disk."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from assets.devices.device import ScreenState
from assets.pages import draw_page, page_text
from bench_gen.ua.cast import ROBOT, Cast
from bench_gen.ua.disk import agent_episode, episode_id, files_of, pair_path, sha256, write_json, write_vocabulary
from bench_gen.ua.measure import UserPoints, measure_devices, measure_user
from bench_gen.ua.publish import write_frame
from bench_gen.ua.schema import (
    ROLES,
    EntityRow,
    EpisodeRecord,
    FrameKind,
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
from sim.layout import CastMember, Layout, Moment
from sim.layout import Role as LayoutRole
from sim.layout.dressed import Dressed
from sim.lighting import light_scene
from sim.robot.g1 import PosedRobot
from sim.robot.held import Held, between, carton
from sim.staging import PlacedDevice, assemble, device_entities, held_entity, robot_entity, user_entity
from sim.state_hash import state_hash
from sim.user import Appearance, PosedUser, UserBody, sample_appearance
from sim.world import Camera, Entity, World

REQUEST_FRAME = 10  # from here on a standing user shifts their weight from frame to frame
_GESTURES = ("stand", "hold", "offer")


@dataclass(frozen=True, eq=False)
class SetUp:
    """A layout with everything built: what stays the same in all frames of a pair."""

    layout: Layout
    camera: Camera
    devices: tuple[PlacedDevice, ...]
    actor: Dressed
    appearance: Appearance
    robot: PosedRobot | None
    held: Held | None
    evening: bool


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


def dress(layout_seed: int) -> tuple[Appearance, Dressed]:
    """The user of a layout: who they are follows from its seed, so that a new layout brings a new person."""
    appearance = sample_appearance(np.random.default_rng([layout_seed, 3]))
    return appearance, Dressed(UserBody(appearance))


def set_up(layout: Layout, actor: tuple[Appearance, Dressed], studio: Studio, *, evening: bool) -> SetUp:
    """Build what a layout names: camera, devices and the robot, around the user that it was sampled for."""
    robot, held = pose_robot(layout, studio)
    devices = tuple(PlacedDevice(p.device_id, studio.workshop.device(p.spec), p.place.pose) for p in layout.devices)
    size = studio.config.render
    appearance, dressed = actor
    camera = layout.view.camera(size.width, size.height)
    return SetUp(layout, camera, devices, dressed, appearance, robot, held, evening)


def pose_robot(layout: Layout, studio: Studio) -> tuple[PosedRobot | None, Held | None]:
    """The robot of a layout and what it holds: it stands, holds a parcel, or offers a hand; an observer only stands."""
    if layout.robot is None:
        return None, None
    rng = np.random.default_rng([layout.seed, 4])
    place = layout.robot
    spot = (place.x, place.y, place.z)
    gesture = "stand" if layout.observer == ROBOT else _GESTURES[int(rng.integers(len(_GESTURES)))]
    if gesture == "hold":
        parcel = carton(rng)
        return studio.workshop.robot.hold(spot, place.yaw, width=parcel.width), parcel
    if gesture == "offer":
        return studio.workshop.robot.offer(spot, place.yaw), None
    return studio.workshop.robot.stand(spot, place.yaw), None


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
    lights, ambient, exposure = light_scene(
        studio.scene, evening=stage.evening, around=(stage.layout.user.x, stage.layout.user.z)
    )
    baked = studio.baked(evening=stage.evening)
    fixed: list[Entity] = [*studio.static]
    if stage.robot is not None:
        fixed.append(robot_entity(stage.robot.model, stage.robot.pose))
        if stage.held is not None:
            fixed.append(held_entity(stage.held, between(stage.robot.palms, stage.robot.pose)))
    records: dict[Role, list[FrameRecord]] = {role: [] for role in ROLES}
    drawn: dict[str, FrameRecord] = {}
    world: World | None = None
    for role in ROLES:
        for frame in script.episodes[role].frames:
            user = pose_user(frame, stage)
            states, texts = screen_states(frame, script, stage)
            moving = [*device_entities(stage.devices, states), user_entity(user.model, user.pose)]
            world = replace(assemble([*fixed, *moving], lights, ambient, exposure), baked=baked)
            state = state_hash(world, stage.camera, studio.config.render.backend, studio.workshop.settings)
            if state not in drawn:
                picture = studio.renderer.render(world, stage.camera)
                write_frame(
                    ua, state, picture, {e.instance_id: e.semantic_class for e in world.entities}, studio.classes
                )
                drawn[state] = FrameRecord(
                    frame=frame.frame,
                    state=state,
                    moment=moment_of(frame, stage.layout).value.replace("_", " "),
                    devices=measure_devices(picture, stage.camera, stage.devices),
                    user=measure_user(picture, stage.camera, user_points(user, frame)),
                    page_strings=texts,
                )
                progress()
            records[role].append(drawn[state].model_copy(update={"frame": frame.frame}))
    assert world is not None
    return _write(script, stage, studio, ua, world, records, rejections, origin or {})


def moment_of(frame: FrameScript, layout: Layout) -> Moment:
    """What the user does in a frame: for the recall they have sat down, where the layout has a seat for them."""
    if frame.kind is FrameKind.OPENING:
        return Moment.WALKING_UP
    if frame.pointed is not None:
        return Moment.POINTING
    recall = frame.kind in (FrameKind.RECALL, FrameKind.RECALL_ROUTING)
    return Moment.SEATED if recall and layout.seat is not None else Moment.STANDING


def pose_user(frame: FrameScript, stage: SetUp) -> PosedUser:
    """The user as the layout was checked with them."""
    doing, layout = moment_of(frame, stage.layout), stage.layout
    if doing is Moment.WALKING_UP:
        return stage.actor.posed(doing, layout.opening)
    if doing is Moment.SEATED and layout.seat is not None:
        return stage.actor.posed(doing, layout.seat)
    if doing is Moment.POINTING:
        target = next(d for d in stage.devices if d.device_id == frame.pointed).screen_corners().mean(axis=0)
        return stage.actor.posed(doing, layout.user, target)
    return stage.actor.posed(doing, layout.user, variation=max(0, frame.frame - REQUEST_FRAME))


def screen_states(
    frame: FrameScript, script: PairScript, stage: SetUp
) -> tuple[dict[str, ScreenState], dict[str, tuple[str, ...]]]:
    """The lit screens of a frame, and the text drawn on each."""
    glow_of = {entry.device: entry.glow for entry in script.roster if entry.glow is not None}
    states, texts = {}, {}
    for placed in stage.devices:
        if placed.device_id not in frame.lit:
            continue
        glow = script.glows[glow_of[placed.device_id]]
        variant = int(digest(script.pair, placed.device_id)[:8], 16) % 1000
        page = draw_page(script.page, glow, placed.device.resolution, variant, title=script.title)
        states[placed.device_id] = ScreenState(glow, page)
        texts[placed.device_id] = page_text(script.page, variant, title=script.title)
    return states, texts


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
