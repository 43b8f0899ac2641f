"""From a script and a layout to the world of each frame: what stands still is built once."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from assets.devices.device import ScreenState
from assets.pages import draw_page, page_text
from bench_gen.ua.cast import ROBOT
from bench_gen.ua.schema import FrameKind, FrameScript, PairScript
from bench_gen.ua.seeds import digest
from bench_gen.ua.studio import Studio
from sim.layout import Layout, Moment
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


@dataclass(frozen=True, eq=False)
class Shown:
    """What a frame shows: its world, the posed user in it, and the text on each lit screen."""

    world: World
    user: PosedUser
    texts: dict[str, tuple[str, ...]]


class Worlds:
    """The worlds of a pair's frames."""

    def __init__(self, script: PairScript, stage: SetUp, studio: Studio) -> None:
        self._script, self._stage, self._studio = script, stage, studio
        around = (stage.layout.user.x, stage.layout.user.z)
        self._light = light_scene(studio.scene, evening=stage.evening, around=around)
        fixed: list[Entity] = [*studio.static]
        if stage.robot is not None:
            fixed.append(robot_entity(stage.robot.model, stage.robot.pose))
            if stage.held is not None:
                fixed.append(held_entity(stage.held, between(stage.robot.palms, stage.robot.pose)))
        self._fixed = tuple(fixed)

    def of(self, frame: FrameScript) -> Shown:
        """What a frame shows, without baked light.

        Raises:
            sim.user.PoseError: when the user cannot take the pose that the script asks for.
        """
        user = pose_user(frame, self._stage)
        states, texts = screen_states(frame, self._script, self._stage)
        moving = [*device_entities(self._stage.devices, states), user_entity(user.model, user.pose)]
        return Shown(assemble([*self._fixed, *moving], *self._light), user, texts)

    def lit(self, world: World) -> World:
        """The same world with the scene's baked light, as it is rendered."""
        return replace(world, baked=self._studio.baked(evening=self._stage.evening))

    def state(self, world: World) -> str:
        """The state hash that a frame of this world is named by."""
        return state_hash(world, self._stage.camera, self._studio.config.render.backend, self._studio.workshop.settings)


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
