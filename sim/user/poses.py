"""Poses of the user as bone rotations: standing, walking, sitting, and pointing at a place.

Everything here is in the body's own frame: metres, y up, front -z, left -x, the floor at y = 0 and the origin below
the pelvis. Angles are degrees; a bearing is positive to the body's right.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from sim.user.skeleton import Array, Rotations, Skeleton, align, between, part_way, turn, two_bone, unit

X, Y = np.array([1.0, 0, 0]), np.array([0.0, 1, 0])
FRONT = np.array([0.0, 0, -1])
SIGN = {"L": -1.0, "R": 1.0}

TORSO_TURN = 35.0  # how far the chest turns on planted feet
OUT_LIMIT, ACROSS_LIMIT = 100.0, 40.0  # arm bearing off the chest's front, to its own side and across
DOWN_LIMIT, UP_LIMIT = -72.0, 68.0  # arm elevation
HEAD_YAW, HEAD_PITCH, EYE_LIMIT = 72.0, 38.0, 28.0
EXTENSION = 0.9975  # shoulder to wrist over the arm's length: an elbow of about 172 degrees


class PoseError(ValueError):
    """A pose that the body cannot take: says the limit, the value and what to do."""


@dataclass
class Pose:
    """Rotations under construction; see `Skeleton.forward` for what local and absolute mean."""

    root: Array
    local: Rotations = field(default_factory=dict)
    absolute: Rotations = field(default_factory=dict)


@dataclass(frozen=True)
class Build:
    """Measures of one body: ankle height over the sole, half width of the hips, thigh's half thickness, metres."""

    ankle: float
    hips: float
    thigh: float


def _twist(start: Array, end: Array, axis: Array) -> float:
    """Degrees about `axis` between two rotations."""
    probe = np.cross(axis, X if abs(axis[0]) < 0.8 else Y)
    moved = end @ start.T @ probe
    moved = moved - axis * float(moved @ axis)
    return float(np.degrees(np.arctan2(np.cross(probe, moved) @ axis, probe @ moved)))


class Poser:
    """Solves poses for one skeleton."""

    def __init__(self, bones: Skeleton, build: Build) -> None:
        self.bones, self.build = bones, build
        head = bones.head
        self.thigh = float(np.linalg.norm(head("lowerleg01.L") - head("upperleg01.L")))
        self.shin = float(np.linalg.norm(head("foot.L") - head("lowerleg01.L")))
        self.upper = float(np.linalg.norm(head("lowerarm01.L") - head("upperarm01.L")))
        self.lower = float(np.linalg.norm(head("wrist.L") - head("lowerarm01.L")))
        self.palm: dict[str, Array] = {}
        self.reach: dict[str, Array] = {}
        for side in "LR":
            line = unit(head(f"finger3-1.{side}") - head(f"wrist.{side}"))
            curl = bones.tail(f"finger3-3.{side}") - head(f"finger3-1.{side}")
            across = head(f"finger2-1.{side}") - head(f"finger5-1.{side}")
            normal = np.cross(line, across)
            self.palm[side] = unit(normal * np.sign(normal @ curl))
            self.reach[side] = unit(head(f"finger2-1.{side}") - head(f"wrist.{side}"))
        self.hip_over_root = head("upperleg01.L") - head("root")
        self.arm_length = self.upper + self.lower + float(
            np.linalg.norm(bones.tail("finger2-3.R") - head("wrist.R"))
        )  # fmt: skip

    def forward(self, pose: Pose) -> tuple[Array, Array]:
        """Bone rotations and head positions of a pose."""
        return self.bones.forward(pose.local, pose.absolute, pose.root)

    def at(self, pose: Pose, bone: str) -> Array:
        """Where a bone's head is."""
        return np.asarray(self.forward(pose)[1][self.bones.index[bone]])

    # Torso and legs ---------------------------------------------------------------------------------------------

    def torso(self, pose: Pose, bearing: float = 0.0, lean: float = 0.0) -> None:
        """Turn the chest by `bearing` to the right and lean it forward, spread over the spine."""
        for bone in ("spine05", "spine04", "spine03", "spine02", "spine01"):
            pose.local[bone] = turn(Y, -bearing / 5) @ turn(X, -lean / 5)

    def leg(self, pose: Pose, side: str, ankle: Array, foot_bearing: float, foot_pitch: float = 0.0) -> None:
        """Put an ankle at a place, the knee over the toes."""
        forward = turn(Y, -foot_bearing) @ FRONT
        hip = self.at(pose, f"upperleg01.{side}")
        pole = forward + 0.5 * Y
        knee = two_bone(hip, ankle, self.thigh, self.shin, pole)
        side_axis = np.cross(ankle - hip, pole)
        head = self.bones.head
        for upper, lower in (("upperleg01", "lowerleg01"), ("lowerleg01", "foot")):
            rest = head(f"{lower}.{side}") - head(f"{upper}.{side}")
            line = knee - hip if upper == "upperleg01" else ankle - knee
            rotation = align(rest, np.cross(rest, FRONT), line, side_axis)
            pose.absolute[f"{upper}.{side}"] = pose.absolute[f"{upper.replace('01', '02')}.{side}"] = rotation
        pose.absolute[f"foot.{side}"] = turn(Y, -foot_bearing) @ turn(X, foot_pitch)

    def standing(self, shift: float = 0.0, stagger: float = 0.0) -> Pose:
        """Feet hip-wide on the floor, weight moved by `shift` metres to the right, one foot `stagger` ahead."""
        height = self.build.ankle + (self.thigh + self.shin) * 0.994 - float(self.hip_over_root[1])
        pose = Pose(np.array([shift, height, -float(self.hip_over_root[2])]))
        for side in "LR":
            x = SIGN[side] * (abs(float(self.hip_over_root[0])) * 0.80 + 0.012)
            place = np.array([x, self.build.ankle, 0.02 + SIGN[side] * stagger])
            self.leg(pose, side, place, 9 * SIGN[side])
        return pose

    def walking(self, phase: float) -> Pose:
        """One stride over phase 0 to 1: left heel strikes at 0, right at 0.5."""
        height = self.build.ankle + (self.thigh + self.shin) * 0.972 - float(self.hip_over_root[1])
        pose = Pose(np.array([0.0, height, -float(self.hip_over_root[2])]))
        step = 0.42 * (self.thigh + self.shin)
        for side, offset in (("L", 0.0), ("R", 0.5)):
            at = (phase + offset) % 1.0
            swing = at > 0.6
            share = (at - 0.6) / 0.4 if swing else at / 0.6
            ahead = step * (share - 0.5) if swing else step * (0.5 - share)
            lift = 0.07 * np.sin(np.pi * share) if swing else 0.0
            pitch = -28 * np.sin(np.pi * share) * (1 - share) if swing else 14 * max(0.0, 1 - share * 5)
            x = SIGN[side] * abs(float(self.hip_over_root[0])) * 0.62
            rise = self.build.ankle + lift + 0.0016 * abs(pitch)
            self.leg(pose, side, np.array([x, rise, -ahead]), 5 * SIGN[side], pitch)
        return pose

    def sitting(self, pelvis: float) -> Pose:
        """Hip joints `pelvis` metres over the floor, shins upright, feet flat."""
        height = pelvis - float(self.hip_over_root[1])
        pose = Pose(np.array([0.0, height, -float(self.hip_over_root[2])]))
        drop = pelvis - self.build.ankle - self.shin
        forward = np.sqrt(max(self.thigh**2 - drop**2, 0.04))
        for side in "LR":
            x = SIGN[side] * (abs(float(self.hip_over_root[0])) + 0.025)
            z = -forward - 0.01
            self.leg(pose, side, np.array([x, self.build.ankle, z]), 7 * SIGN[side])
        return pose

    # Arms -------------------------------------------------------------------------------------------------------

    def arm(self, pose: Pose, side: str, wrist: Array, pole: Array, hand: Array, palm: Array) -> None:
        """Reach a wrist position with the elbow towards `pole`, the hand along `hand`, its palm facing `palm`."""
        head, index = self.bones.head, self.bones.index
        rotations, positions = self.forward(pose)
        shoulder = positions[index[f"upperarm01.{side}"]]
        elbow = two_bone(shoulder, wrist, self.upper, self.lower, pole)
        rest_upper = head(f"lowerarm01.{side}") - head(f"upperarm01.{side}")
        rest_lower = head(f"wrist.{side}") - head(f"lowerarm01.{side}")
        rest_hinge = np.cross(rest_upper, rest_lower)
        hinge = np.cross(pole, wrist - shoulder)
        along_upper = unit(elbow - shoulder)
        along_lower = unit(wrist - elbow)
        upper = align(rest_upper, rest_hinge, along_upper, hinge)
        lower = align(rest_lower, rest_hinge, along_lower, hinge)
        parent = rotations[index[f"shoulder01.{side}"]]
        swung = between(unit(parent @ rest_upper), along_upper) @ parent
        pose.absolute[f"upperarm01.{side}"] = turn(along_upper, -_twist(swung, upper, along_upper) / 2) @ upper
        pose.absolute[f"upperarm02.{side}"] = upper
        grip = align(self.reach[side], self.palm[side], hand, palm)
        roll = _twist(lower, grip, along_lower)
        pose.absolute[f"lowerarm01.{side}"] = turn(along_lower, roll * 0.2) @ lower
        pose.absolute[f"lowerarm02.{side}"] = turn(along_lower, roll * 0.7) @ lower
        pose.absolute[f"wrist.{side}"] = grip

    def hang(self, pose: Pose, side: str, swing: float = 0.0) -> None:
        """Let an arm hang, swung forward by `swing` degrees."""
        sign = SIGN[side]
        rotations, positions = self.forward(pose)
        chest = rotations[self.bones.index["spine01"]]
        shoulder = positions[self.bones.index[f"upperarm01.{side}"]]
        length = (self.upper + self.lower) * 0.985
        out = max(0.05, self.build.hips + 0.045 - abs(float(shoulder[0] - pose.root[0])))
        line = np.array([sign * out, -np.sqrt(max(length**2 - out**2, 0.01)), 0.0])
        line = chest @ turn(X, swing + 5.0) @ line
        hand = chest @ turn(X, swing + 12.0) @ np.array([-0.06 * sign, -1.0, 0.0])
        self.arm(pose, side, shoulder + line, chest @ np.array([sign * 0.45, 0, 1.0]), hand,
                 chest @ np.array([-sign, 0.0, 0.25]))  # fmt: skip
        self.curl(pose, side, (16, 24, 14))

    def lap(self, pose: Pose, side: str) -> None:
        """Rest a hand on the thigh."""
        sign = SIGN[side]
        hip, knee = self.at(pose, f"upperleg01.{side}"), self.at(pose, f"lowerleg01.{side}")
        place = hip + (knee - hip) * 0.44 + np.array([-sign * 0.005, self.build.thigh + 0.030, 0.0])
        hand = unit(knee - hip) + np.array([-sign * 0.22, -0.12, 0])
        self.arm(pose, side, place, np.array([sign * 0.9, -0.3, 0.9]), hand, np.array([-sign * 0.12, -1.0, 0]))
        self.curl(pose, side, (10, 18, 10))

    def curl(self, pose: Pose, side: str, angles: tuple[float, float, float], fingers: str = "2345") -> None:
        """Bend fingers at their three joints, relative to rest."""
        for finger in fingers:
            more = 1 + 0.10 * (int(finger) - 2)
            for joint, angle in zip("123", angles, strict=True):
                bone = f"finger{finger}-{joint}.{side}"
                line = unit(self.bones.tail(bone) - self.bones.head(bone))
                pose.local[bone] = turn(np.cross(line, self.palm[side]), angle * more)

    def extend_index(self, pose: Pose, side: str) -> None:
        """Straight index finger, the others in a fist with the thumb across them."""
        self.curl(pose, side, (62, 84, 48), "345")
        grip = pose.absolute[f"wrist.{side}"]
        head, tail = self.bones.head, self.bones.tail
        for joint in "123":
            bone = f"finger2-{joint}.{side}"
            pose.absolute[bone] = grip @ between(unit(tail(bone) - head(bone)), self.reach[side])
        inward = unit(head(f"finger5-1.{side}") - head(f"finger2-1.{side}"))
        forward, palm = self.reach[side], self.palm[side]
        lines = (0.72 * forward + 0.62 * palm + 0.10 * inward, 0.50 * forward + 0.42 * palm + 0.75 * inward,
                 0.25 * forward + 0.05 * palm + 0.97 * inward)  # fmt: skip
        for joint, line in zip("123", lines, strict=True):
            bone = f"finger1-{joint}.{side}"
            pose.absolute[bone] = grip @ between(unit(tail(bone) - head(bone)), unit(line))

    def choose_hand(self, pose: Pose, target: Array, wanted: str) -> tuple[str, float]:
        """Which arm points, and the bearing to turn the chest to; PoseError when neither can."""
        line = target - self.at(pose, "spine01")
        bearing = float(np.degrees(np.arctan2(line[0], -line[2])))
        options = ["R", "L"] if bearing > -8 else ["L", "R"]
        if wanted != "auto":
            options = [{"left": "L", "right": "R"}[wanted]]
        chest = float(np.clip(0.45 * bearing, -TORSO_TURN, TORSO_TURN))
        for side in options:
            for twist in (chest, np.sign(bearing) * TORSO_TURN):
                rest = (bearing - twist) * SIGN[side]
                if -ACROSS_LIMIT <= rest <= OUT_LIMIT:
                    return side, float(twist)
        where = f"{abs(bearing):.0f} degrees to the {'right' if bearing > 0 else 'left'}"
        raise PoseError(
            f"the target is {where} of the user's front, beyond {OUT_LIMIT + TORSO_TURN:.0f} (own side) or "
            f"{ACROSS_LIMIT + TORSO_TURN:.0f} (across) for hand {wanted!r}: turn the user towards it"
        )

    def point(self, pose: Pose, side: str, target: Array) -> None:
        """Straight arm and index finger on the line from the shoulder to the target."""
        sign = SIGN[side]
        for _ in range(2):  # raising the collar bone moves the shoulder
            shoulder = self.at(pose, f"upperarm01.{side}")
            line = unit(target - shoulder)
            raised = float(np.clip((np.degrees(np.arcsin(line[1])) + 45) * 0.12, 0, 11))
            pose.local[f"clavicle.{side}"] = turn((0, 0, 1), sign * raised)
        shoulder = self.at(pose, f"upperarm01.{side}")
        distance = float(np.linalg.norm(target - shoulder))
        if distance < self.arm_length + 0.02:
            raise PoseError(
                f"the target is {distance:.2f} m from the shoulder, within the straight arm's {self.arm_length:.2f} m: "
                "stand or sit farther away"
            )
        line = (target - shoulder) / distance
        elevation = float(np.degrees(np.arcsin(line[1])))
        if not DOWN_LIMIT <= elevation <= UP_LIMIT:
            raise PoseError(f"the target is {elevation:.0f} degrees up, outside {DOWN_LIMIT:.0f} to {UP_LIMIT:.0f}")
        wrist = shoulder + line * (self.upper + self.lower) * EXTENSION
        pole, palm = np.array([sign * 0.5, -1.0, 0.1]), np.array([-sign * 0.55, -0.8, 0.05])
        for _ in range(2):  # the forearm's roll moves the wrist a little: aim the hand from where it is
            self.arm(pose, side, wrist, pole, line, palm)
            line = unit(target - self.at(pose, f"wrist.{side}"))
        self.arm(pose, side, wrist, pole, line, palm)
        self.extend_index(pose, side)

    # Head -------------------------------------------------------------------------------------------------------

    def look(self, pose: Pose, target: Array) -> None:
        """Turn head and eyes to a place as far as they go."""
        rotations, positions = self.forward(pose)
        chest = rotations[self.bones.index["spine01"]]
        eyes = (positions[self.bones.index["eye.L"]] + positions[self.bones.index["eye.R"]]) / 2
        line = chest.T @ (target - eyes)
        yaw = float(np.clip(np.degrees(np.arctan2(-line[0], -line[2])), -HEAD_YAW, HEAD_YAW))
        pitch = float(np.degrees(np.arctan2(line[1], np.hypot(line[0], line[2]))))
        pitch = float(np.clip(0.8 * pitch, -HEAD_PITCH, HEAD_PITCH))
        for bone, share in (("neck01", 0.15), ("neck02", 0.20), ("neck03", 0.20), ("head", 0.45)):
            pose.local[bone] = turn(Y, yaw * share) @ turn(X, pitch * share)
        rotations, positions = self.forward(pose)
        head = rotations[self.bones.index["head"]]
        front = head @ FRONT
        for side in "LR":
            eye = between(front, unit(target - positions[self.bones.index[f"eye.{side}"]]))
            angle = float(np.degrees(np.arccos(np.clip((np.trace(eye) - 1) / 2, -1, 1))))
            if angle > EYE_LIMIT:
                eye = part_way(eye, EYE_LIMIT / angle)
            pose.absolute[f"eye.{side}"] = eye @ head
