"""The user's body: dressed once for an appearance, then posed as often as wanted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assets.model import Model, Primitive
from sim.user.appearance import Appearance
from sim.user.baked import adult, topology
from sim.user.capsules import CapsuleFit
from sim.user.dress import SOLE_PART, dress
from sim.user.poses import Build, Pose, Poser
from sim.user.skeleton import Skeleton
from sim.world import upright

Array = NDArray[np.float64]
Point = tuple[float, float, float]
SIDES = {"L": "left", "R": "right"}


@dataclass(frozen=True, eq=False)
class PosedUser:
    """The user in one pose. Points are world positions in metres.

    Attributes:
        model: in the user's own frame (origin on the floor below the pelvis, front -z); place it with `pose`.
        pose: (4, 4) model frame to world.
        eye: between the eyes. shoulder, elbow, wrist, knuckle, fingertip: of `hand`; the last two of its index.
        hand: "left" or "right": the hand that points, otherwise the right one.
        capsules: (K, 7) two end points and a radius, world; they hold at least 95 % of the body's vertices.
        pointing_error_deg: the larger of two angles, at the shoulder between the fingertip and the target, and at
            the knuckle between the index finger and the target; 0 when the user does not point.
    """

    model: Model
    pose: Array
    eye: Array
    shoulder: Array
    elbow: Array
    wrist: Array
    knuckle: Array
    fingertip: Array
    hand: str
    capsules: Array
    pointing_error_deg: float = 0.0


def _angle(a: Array, b: Array) -> float:
    return float(np.degrees(np.arctan2(np.linalg.norm(np.cross(a, b)), a @ b)))


class UserBody:
    """One dressed adult. Building takes about half a second, a pose about 20 ms; NumPy only.

    Places are rounded to 0.1 mm and angles to 1e-4 rad before use, so that keys agree on every machine. A `spot` is
    (x, floor height, z) in world metres, a `yaw` radians about +y (0 faces -z), a `gaze` a world point to look at.
    """

    def __init__(self, look: Appearance) -> None:
        shared, body = topology(), adult(look.adult)
        self.look = look
        self._bones = Skeleton(shared, body)
        parts = dress(look, self._bones)
        self._materials = [material for _, material in parts]
        self._shells = [shell for shell, _ in parts]
        self._ends = np.cumsum([len(s.points) for s in self._shells])
        self._points = np.concatenate([s.points for s in self._shells])
        self._normals = np.concatenate([s.normals for s in self._shells])
        self._weights = np.concatenate([s.weights for s in self._shells])
        self._sole = slice(int(self._ends[SOLE_PART - 1]), int(self._ends[SOLE_PART]))
        self._capsules = CapsuleFit(self._bones, self._points)
        seat = [self._bones.index[name] for name in ("root", "upperleg01.L", "upperleg01.R")]
        self._seat_points = self._weights[:, seat].sum(axis=1) > 0.6
        self._poser = Poser(self._bones, self._measure())

    def _measure(self) -> Build:
        sole = float(self._points[self._sole, 1].min())
        hip = self._bones.head("upperleg01.L")
        near = self._points[self._seat_points & (np.abs(self._points[:, 1] - hip[1]) < 0.12)]
        return Build(
            ankle=float(self._bones.head("foot.L")[1]) - sole,
            hips=float(np.abs(near[:, 0]).max()),
            thigh=float(near[:, 2].max() - hip[2]) * 0.75,
        )

    # Poses ------------------------------------------------------------------------------------------------------

    def stand(self, spot: Point, yaw: float, *, gaze: Point | None = None, variation: int = 0) -> PosedUser:
        """Stand at ease; `variation` picks among ways of putting one's weight."""
        shift = (0.0, 0.018, -0.018, 0.010)[variation % 4]
        stagger = (0.012, 0.0, -0.025, 0.03)[variation % 4]
        place, yaw = _round(spot), round(float(yaw), 4)
        pose = self._poser.standing(shift, stagger)
        self._relax(pose, "LR")
        return self._finish(f"stand:{variation % 4}", pose, place, yaw, gaze)

    def walk(self, spot: Point, yaw: float, phase: float, gaze: Point | None = None) -> PosedUser:
        """A moment of walking; `phase` 0 to 1 is one stride from left heel strike."""
        place, yaw, phase = _round(spot), round(float(yaw), 4), round(float(phase) % 1.0, 4)
        pose = self._poser.walking(phase)
        swing = 22 * float(np.cos(2 * np.pi * phase))
        self._poser.torso(pose, -swing * 0.2, 3.0)
        self._poser.hang(pose, "L", -swing)
        self._poser.hang(pose, "R", swing)
        return self._finish(f"walk:{phase:.4f}", pose, place, yaw, gaze)

    def sit(self, seat: Point, yaw: float, gaze: Point | None = None, *, floor: float = 0.0) -> PosedUser:
        """Sit with both hands on the lap. `seat` is (x, seat height, z) in the world, `floor` the floor's height."""
        place, yaw, floor = _round(seat), round(float(yaw), 4), round(float(floor), 4)
        pose = self._seated(place[1] - floor)
        for side in "LR":
            self._poser.lap(pose, side)
        return self._finish(f"sit:{place[1] - floor:.4f}", pose, (place[0], floor, place[2]), yaw, gaze)

    def point(
        self,
        spot: Point,
        yaw: float,
        target: Point,
        *,
        seated: float | None = None,
        hand: str = "auto",
        variation: int = 0,
    ) -> PosedUser:
        """Point at a world position and look at it.

        Args:
            spot: (x, floor height, z).
            yaw: where the feet face.
            target: what to point at.
            seated: seat height over the floor, or None to stand.
            hand: "left", "right" or "auto".
            variation: as for `stand`.

        Raises:
            sim.user.poses.PoseError: when the target is beyond the arm's limits or nearer than its length.
        """
        place, yaw = _round(spot), round(float(yaw), 4)
        local = self._local(place, yaw, _round(target))
        shift = (0.0, 0.018, -0.018, 0.010)[variation % 4]
        pose = self._poser.standing(shift) if seated is None else self._seated(round(float(seated), 4))
        # The model is put down on its soles after posing; aim from where it ends up.
        drop = self._ground(pose)
        side, chest = self._poser.choose_hand(pose, local, hand)
        self._poser.torso(pose, chest)
        other = "L" if side == "R" else "R"
        if seated is None:
            self._poser.hang(pose, other)
        else:
            self._poser.lap(pose, other)
        self._poser.point(pose, side, local + np.array([0, drop, 0]))
        how = f"point:{side}:{variation % 4}" if seated is None else f"point:{side}:sit:{seated:.4f}"
        key = f"{how}:{','.join(f'{c + 0.0:.4f}' for c in np.round(local, 4))}"
        return self._finish(key, pose, place, yaw, target, side=side, aim=local)

    # Parts of a pose ----------------------------------------------------------------------------------------------

    def _relax(self, pose: Pose, sides: str) -> None:
        self._poser.torso(pose, 0.0, 1.0)
        for side in sides:
            self._poser.hang(pose, side)

    def _seated(self, height: float) -> Pose:
        """Sit, then lower or raise the pelvis until cloth meets seat."""
        pelvis = height + self._poser.build.thigh
        pose = self._poser.sitting(pelvis)
        for _ in range(3):
            points = self._skin_points(*self._poser.forward(pose), self._seat_points)
            pelvis -= float(points[:, 1].min()) - self._ground(pose) - height
            pose = self._poser.sitting(pelvis)
        self._poser.torso(pose, 0.0, -2.0)
        return pose

    def _ground(self, pose: Pose) -> float:
        """How far the lowest sole point is above (positive) or below the floor."""
        rotations, positions = self._poser.forward(pose)
        return float(self._skin_points(rotations, positions, self._sole)[:, 1].min())

    def _local(self, place: Point, yaw: float, point: Point) -> Array:
        inverse = np.linalg.inv(upright(place[0], place[1], place[2], yaw))
        return np.asarray(np.round(inverse[:3, :3] @ np.asarray(point) + inverse[:3, 3], 4))

    def _skin_points(self, rotations: Array, positions: Array, which: NDArray[np.bool_] | slice) -> Array:
        offset = positions - np.einsum("jab,jb->ja", rotations, self._bones.heads)
        moved = np.concatenate([rotations.reshape(-1, 9), offset], axis=1)
        blend = self._weights[which] @ moved
        return np.asarray(np.einsum("nab,nb->na", blend[:, :9].reshape(-1, 3, 3), self._points[which]) + blend[:, 9:])

    def _finish(
        self,
        key: str,
        pose: Pose,
        place: Point,
        yaw: float,
        gaze: Point | None,
        *,
        side: str = "R",
        aim: Array | None = None,
    ) -> PosedUser:
        drop = self._ground(pose)
        if gaze is not None:
            local = self._local(place, yaw, _round(gaze))
            self._poser.look(pose, local + np.array([0, drop, 0]))
            key += f":look:{','.join(f'{c + 0.0:.4f}' for c in local)}"
        rotations, positions = self._poser.forward(pose)
        positions = positions - np.array([0, drop, 0])
        offset = positions - np.einsum("jab,jb->ja", rotations, self._bones.heads)
        moved = np.concatenate([rotations.reshape(-1, 9), offset], axis=1).astype(np.float32)
        blend = self._weights @ moved
        linear = blend[:, :9].reshape(-1, 3, 3)
        points = np.einsum("nab,nb->na", linear, self._points.astype(np.float32)) + blend[:, 9:]
        normals = np.einsum("nab,nb->na", linear, self._normals.astype(np.float32))
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
        points[self._sole, 1] = np.maximum(points[self._sole, 1], 0.0)
        primitives = []
        start = 0
        for shell, material, end in zip(self._shells, self._materials, self._ends, strict=True):
            primitives.append(
                Primitive(
                    np.ascontiguousarray(points[start:end], np.float32),
                    np.ascontiguousarray(normals[start:end], np.float32),
                    shell.uvs.astype(np.float32),
                    shell.triangles.astype(np.uint32),
                    material,
                )
            )
            start = int(end)
        world = upright(place[0], place[1], place[2], yaw)

        def joint(bone: str) -> Array:
            return np.asarray(positions[self._bones.index[bone]])

        last = self._bones.index[f"finger2-3.{side}"]
        tip = positions[last] + rotations[last] @ (self._bones.tails[last] - self._bones.heads[last])
        places = {
            "eye": (joint("eye.L") + joint("eye.R")) / 2, "shoulder": joint(f"upperarm01.{side}"),
            "elbow": joint(f"lowerarm01.{side}"), "wrist": joint(f"wrist.{side}"),
            "knuckle": joint(f"finger2-1.{side}"), "fingertip": tip,
        }  # fmt: skip
        error = 0.0
        if aim is not None:
            arm = _angle(tip - places["shoulder"], aim - places["shoulder"])
            error = max(arm, _angle(tip - places["knuckle"], aim - places["knuckle"]))
        capsules = self._capsules.posed(rotations, positions)
        for k in (0, 3):
            capsules[:, k : k + 3] = capsules[:, k : k + 3] @ world[:3, :3].T + world[:3, 3]
        return PosedUser(
            model=Model(f"user:{self.look.key}:{key}", tuple(primitives)),
            pose=world,
            hand=SIDES[side],
            capsules=capsules,
            pointing_error_deg=error,
            **{name: world[:3, :3] @ p + world[:3, 3] for name, p in places.items()},
        )


def _round(point: Point) -> Point:
    x, y, z = (round(float(c), 4) + 0.0 for c in point)
    return x, y, z
