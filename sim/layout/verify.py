"""The promises of a layout, each checked on its own: what the camera sees, what collides, what stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from numpy.typing import NDArray

from assets.devices.device import Device, Support
from scenes.geometry import parts_of, world_triangles
from scenes.scene import Scene
from sim.layout.choices import ARM_SHOWN, BEYOND
from sim.layout.compose import SEPARATION, image_line_clear
from sim.layout.person import Figure, Person, pointing_side, robot_pieces
from sim.layout.plan import Layout, Moment, Role, Seat, Standing
from sim.layout.sight import Blockers, Several, scene_blockers, screen_points
from sim.physics import Solid, penetrations, prisms, settle, solid_of
from sim.world import Camera

Points = NDArray[np.float64]

SCREEN_SEEN = 0.7  # share of a candidate's screen that nothing hides
BODY_SEEN = 0.6  # share of the user's body in the image and not hidden
SEATED_SEEN = 0.6  # the same for who sits, by surface: less than a head and knees behind a screen
LOWEST, TALLEST = 0.35, 0.85  # share of the image height that the standing user fills
SEAT_SLACK = 0.02  # metres by which limbs of the sitting user, round capsules, may stand in other things
_FINE, _NEARBY = 5000, 40.0  # triangles of a drawn body, under 3 cm each; pixels that one may cover
_ARM_SLACK = 0.97  # shoulders are not the chest
_POINTING_SLACK = 2.0  # degrees: shoulders move a little against the point that composition used


@dataclass(frozen=True, eq=False)
class Stage:
    """A layout with everything needed to check it: `devices` by device id."""

    scene: Scene
    layout: Layout
    devices: Mapping[str, Device]
    person: Person


def problems(stage: Stage) -> Iterator[str]:
    """What is wrong with a layout, cheapest checks first; nothing when it keeps every promise."""
    stage = replace(stage, person=_Remembered(stage.person))
    try:
        yield from unseen(stage)
        yield from unclear(stage)
    except ValueError as error:  # of `Person.figure`
        yield f"user: cannot point there ({str(error).split(':')[0]})"
    yield from unsteady(stage)
    yield from unseated(stage)


def figures(stage: Stage) -> Iterator[tuple[str, Figure]]:
    """The user in every pose of the episode, with a name for it."""
    layout = stage.layout
    yield "walking up", stage.person.figure(Moment.WALKING_UP, layout.opening)
    yield "standing", stage.person.figure(Moment.STANDING, layout.user)
    if layout.seat:
        yield "seated", stage.person.figure(Moment.SEATED, layout.seat)
    for device_id, corners in screens(stage, Role.CANDIDATE).items():
        target = corners.mean(axis=0)
        yield f"pointing at {device_id}", stage.person.figure(Moment.POINTING, layout.user, target)


def screens(stage: Stage, *roles: Role) -> dict[str, Points]:
    """World corners, (4, 3), of every screen with one of these roles, by device id."""
    found = {}
    for placed in stage.layout.devices:
        if placed.role in roles:
            pose = placed.place.pose
            found[placed.device_id] = stage.devices[placed.device_id].screen @ pose[:3, :3].T + pose[:3, 3]
    return found


def seat_problems(stage: Stage) -> Iterator[str]:
    """What is wrong with the seat of a layout that is sound otherwise."""
    if stage.layout.seat:
        yield from unseen(stage, [("seated", stage.person.figure(Moment.SEATED, stage.layout.seat))])
        yield from unseated(stage)


def unseen(stage: Stage, poses: Iterable[tuple[str, Figure]] | None = None) -> Iterator[str]:
    """Users and candidate screens that the camera does not see well enough in some pose, by default in any."""
    layout = stage.layout
    camera = layout.view.camera()
    start = np.asarray(camera.pose[:3, 3] - camera.near * camera.pose[:3, 2])
    things = [world_triangles(stage.devices[p.device_id].body, p.place.pose) for p in layout.devices]
    if layout.robot and layout.observer != "robot":
        things += [_skin(piece) for piece in robot_pieces(layout.robot)]
    fixed = Several((scene_blockers(stage.scene), Blockers(np.concatenate(things) if things else np.zeros((0, 3, 3)))))
    shown = screens(stage, Role.CANDIDATE)
    points = screen_points(np.stack(list(shown.values()))) if shown else np.zeros((0, 25, 3))
    hidden = fixed.blocked(start, points.reshape(-1, 3)).reshape(points.shape[:2])
    for pose, figure in poses or figures(stage):
        body = Blockers(_in_front(camera, figure.triangles, points))
        gone = hidden | body.blocked(start, points.reshape(-1, 3)).reshape(points.shape[:2])
        for device_id, share in zip(shown, 1 - gone.mean(axis=1), strict=True):
            if share < SCREEN_SEEN:
                yield f"{device_id}: screen hidden while the user is {pose.split(' at ')[0]}"
        flat = camera.project(figure.landmarks)
        inside = (flat[:, 2] > 0) & ((flat[:, :2] >= 0) & (flat[:, :2] <= [camera.width, camera.height])).all(axis=1)
        seen = inside & ~fixed.blocked(start, figure.landmarks)
        if seen.mean() < (SEATED_SEEN if pose == "seated" else BODY_SEEN):
            yield f"user hidden while {pose.split(' at ')[0]}"
        ends = camera.project(figure.essentials)
        if not ((ends[:, :2] >= 4) & (ends[:, :2] <= [camera.width - 4, camera.height - 4])).all():
            yield f"user's head or arms outside the image while {pose.split(' at ')[0]}"
        height = float(np.ptp(np.clip(flat[:, 1], 0, camera.height))) / camera.height
        if pose == "standing" and not LOWEST <= height <= TALLEST:
            yield "user too large or too small in the image"


def unclear(stage: Stage) -> Iterator[str]:
    """Candidates that pointing does not single out, in space or in the image."""
    camera = stage.layout.view.camera()
    everything = {k: v.mean(axis=0) for k, v in screens(stage, Role.CANDIDATE, Role.DISTRACTOR).items()}
    flat = {k: camera.project(v[None])[0] for k, v in everything.items()}
    corners = {k: camera.project(v) for k, v in screens(stage, Role.CANDIDATE, Role.DISTRACTOR).items()}
    outlines = {k: shapely.Polygon(v[:, :2]) for k, v in corners.items() if (v[:, 2] > 0).all()}
    standing = stage.person.figure(Moment.STANDING, stage.layout.user)
    body = float(np.ptp(camera.project(standing.landmarks)[:, 1]))
    for target in screens(stage, Role.CANDIDATE):
        figure = stage.person.figure(Moment.POINTING, stage.layout.user, everything[target])
        side = pointing_side(stage.layout.user, everything[target])
        shoulder = figure.shoulders[side]
        origin = camera.project(shoulder[None])[0, :2]
        arm = float(np.linalg.norm(camera.project(figure.hands[side][None])[0, :2] - origin))
        if arm < ARM_SHOWN * _ARM_SLACK * body:
            yield f"{target}: the arm that points at it comes at the camera"
        for other in everything:
            if other == target:
                continue
            a, b = everything[target] - shoulder, everything[other] - shoulder
            angle = np.degrees(np.arccos(np.clip(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)), -1, 1)))
            if angle < SEPARATION - _POINTING_SLACK:
                yield f"{target} and {other} in the same direction"
            if flat[other][2] > 0 and not image_line_clear(origin, flat[target][:2], flat[other][:2]):
                yield f"{target} and {other} on one line in the image"
            way = shapely.LineString([origin, origin + (1 + BEYOND) * (flat[target][:2] - origin)])
            if other in outlines and way.intersects(outlines[other]):
                yield f"{target} and {other} one behind the other in the image"


def unsteady(stage: Stage) -> Iterator[str]:
    """Devices, bodies and the robot that collide with anything, and devices that would not stay."""
    movers = solids(stage)
    fixed = surroundings(stage.scene, movers)
    for hit in penetrations(movers, fixed):
        yield f"{_kind(stage, hit.first)} stands in {_kind(stage, hit.second)}"
    free = [m for m in movers if m.name in stage.devices and stage.devices[m.name].spec.support != Support.WALL]
    for drift in settle(free, fixed):
        if not drift.stands:
            yield f"{drift.name}: would not stand still"


def unseated(stage: Stage) -> Iterator[str]:
    """What the sitting user, if the layout has a seat, stands in or sinks into too deep."""
    seat = stage.layout.seat
    if seat is None:
        return
    user = Solid("seated user", stage.person.figure(Moment.SEATED, seat).pieces)
    others = [m for m in solids(stage) if not m.name.startswith("user")]
    fixed = surroundings(stage.scene, [user]) + others
    for hit in penetrations([user], [s for s in fixed if s.name != seat.name], tolerance=SEAT_SLACK):
        other = hit.second if hit.first == user.name else hit.first
        yield f"{user.name} stands in {_kind(stage, other)}"


def solids(stage: Stage) -> list[Solid]:
    """Devices, the user at both stations and the robot, as solids."""
    layout = stage.layout
    found = [solid_of(p.device_id, stage.devices[p.device_id].body, p.place.pose) for p in layout.devices]
    for name, place in (("user", layout.user), ("user walking up", layout.opening)):
        found.append(Solid(name, stage.person.figure(Moment.STANDING, place).pieces))
    if layout.robot:
        found.append(Solid("robot", robot_pieces(layout.robot)))
    return found


def surroundings(scene: Scene, movers: Sequence[Solid], reach: float = 0.15) -> list[Solid]:
    """What of a scene is within `reach` metres of any mover: the stage's faces as thin walls, objects whole."""
    boxes = np.concatenate([np.stack([m.bounds[:, 0].min(axis=0), m.bounds[:, 1].max(axis=0)])[None] for m in movers])
    low, high = boxes[:, 0] - reach, boxes[:, 1] + reach
    objects = {o.index: o for o in scene.objects}
    found = []
    for part in parts_of(scene):
        if not ((part.bounds[0] <= high) & (part.bounds[1] >= low)).all(axis=1).any():
            continue
        if part.index >= 0:
            o = objects[part.index]
            found.append(solid_of(o.name, o.model, o.transform))
            continue
        corners = part.triangles.min(axis=1)[:, None], part.triangles.max(axis=1)[:, None]
        near = ((corners[0] <= high) & (corners[1] >= low)).all(axis=2).any(axis=1)
        found.append(Solid("stage", prisms(part.triangles[near])))
    return found


class _Remembered:
    """A person whose figures are kept: several promises look at the same pose."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._figures: dict[tuple[Moment, Standing | Seat, tuple[float, ...] | None], Figure] = {}

    def figure(self, moment: Moment, place: Standing | Seat, target: Points | None = None) -> Figure:
        key = moment, place, None if target is None else tuple(float(v) for v in target)
        if key not in self._figures:
            self._figures[key] = self._person.figure(moment, place, target)
        return self._figures[key]


def _in_front(camera: Camera, triangles: Points, points: Points) -> Points:
    """The triangles that could hide any of (N, K, 3) groups of points: of a fine mesh, those near them in the image."""
    if len(triangles) < _FINE:
        return triangles
    flat = camera.project(triangles[:, 0])
    kept = flat[:, 2] < 0.5  # close to the lens, where small triangles cover many pixels
    for group in points:
        pixels = camera.project(group)[:, :2]
        low, high = pixels.min(axis=0) - _NEARBY, pixels.max(axis=0) + _NEARBY
        kept |= ((flat[:, :2] >= low) & (flat[:, :2] <= high)).all(axis=1)
    return triangles[kept]


def _kind(stage: Stage, name: str) -> str:
    """A name that counts alike for all furniture of one category."""
    own = {p.device_id for p in stage.layout.devices} | {"user", "user walking up", "robot", "stage"}
    return name if name in own else name.split(".")[0]


def _skin(piece: Points) -> Points:
    """Triangles, (12, 3, 3), of a box's eight corners in binary order."""
    quads = piece[[[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]]
    return np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
