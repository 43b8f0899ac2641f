"""Pose a Unitree G1: standing, holding something, or reaching towards a point."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

import mink
import mujoco
import numpy as np
from numpy.typing import NDArray

from assets.fetch import fetch
from assets.model import Material, Model, Primitive
from assets.registry import content_hash, load_registry
from sim.robot.meshes import simplified_meshes
from sim.world import upright

# MuJoCo: x forward, y left, z up. Ours: x right, y up, -z forward.
TO_OURS = np.array([[0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]])
_MATERIALS = {
    "metal": Material("g1_silver", (0.56, 0.57, 0.58, 1.0), metallic=0.35, roughness=0.38),
    "black": Material("g1_black", (0.035, 0.036, 0.04, 1.0), roughness=0.45),
}
_HANDS = {"left": "left_wrist_yaw_link", "right": "right_wrist_yaw_link"}
# The palm's centre seen from the wrist link, which is what the hand tasks steer (metres, MuJoCo axes).
_PALM = np.array([0.115, 0.0, 0.0])
_IK_STEPS = 120
_IK_DT = 0.05


@dataclass(frozen=True, eq=False)
class PosedRobot:
    """A robot in one pose.

    Attributes:
        model: in the robot's own frame: origin on the floor under the pelvis, y up, front -z.
        pose: (4, 4) robot frame to world.
        head: (3,) world position of the head camera (in front of the visor).
        palms: (2, 3) world positions of the left and right palm centres.
        hulls: convex pieces in world coordinates: the oriented box of each link's mesh, (8, 3).
        joints: (43,) hinge angles in radians, rounded to 1e-4, in MuJoCo's order.
    """

    model: Model
    pose: NDArray[np.float64]
    head: NDArray[np.float64]
    palms: NDArray[np.float64]
    hulls: tuple[NDArray[np.float64], ...]
    joints: NDArray[np.float64]


class G1:
    """The robot's MuJoCo model and its simplified meshes; load it once a process.

    Raises:
        assets.errors.InputError: when the asset can neither be found nor fetched.
    """

    def __init__(self) -> None:
        folder = fetch("unitree_g1")
        self.revision = content_hash(load_registry()["unitree_g1"], folder)
        self.mj = mujoco.MjModel.from_xml_path(str(folder / "g1_with_hands.xml"))

    @cached_property
    def _meshes(self) -> dict[int, tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.uint32]]]:
        return simplified_meshes(self.mj, self.revision)

    def stand(self, position: tuple[float, float, float], yaw: float) -> PosedRobot:
        """Stand balanced on the floor (the model's `stand` keyframe), arms relaxed at the sides.

        Args:
            position: (x, floor height, z) in the world.
            yaw: radians about +y; 0 faces -z.
        """
        return self._posed("stand", self._keyframe(), position, yaw)

    def hold(self, position: tuple[float, float, float], yaw: float, *, width: float = 0.22) -> PosedRobot:
        """Hold something `width` metres wide between both palms in front of the chest."""
        qpos = self._solve_hands({"left": (0.30, width / 2 + 0.03, 0.98), "right": (0.30, -width / 2 - 0.03, 0.98)})
        return self._posed(f"hold {width:.3f}", qpos, position, yaw)

    def offer(self, position: tuple[float, float, float], yaw: float, *, hand: str = "right") -> PosedRobot:
        """Hold one open hand out, as if to take or to give something."""
        side = 1.0 if hand == "left" else -1.0
        return self._posed(f"offer {hand}", self._solve_hands({hand: (0.36, side * 0.16, 1.02)}), position, yaw)

    def _keyframe(self) -> NDArray[np.float64]:
        return np.array(self.mj.key("stand").qpos)

    def _solve_hands(self, palms: dict[str, tuple[float, float, float]]) -> NDArray[np.float64]:
        """Joint positions that bring palms to points (metres over the floor, MuJoCo axes) and leave the feet."""
        configuration = mink.Configuration(self.mj)
        configuration.update(self._grounded(self._keyframe()))
        posture = mink.PostureTask(self.mj, cost=0.02)
        posture.set_target_from_configuration(configuration)
        feet = [
            mink.FrameTask(name, "site", position_cost=100.0, orientation_cost=100.0)
            for name in ("left_foot", "right_foot")
        ]
        trunk = [
            mink.FrameTask(name, "body", position_cost=100.0, orientation_cost=100.0)
            for name in ("pelvis", "torso_link")
        ]
        for task in (*feet, *trunk):
            task.set_target_from_configuration(configuration)
        hands = []
        for side, palm in sorted(palms.items()):
            task = mink.FrameTask(_HANDS[side], "body", position_cost=20.0, orientation_cost=2.0)
            task.set_target(mink.SE3.from_rotation_and_translation(mink.SO3.identity(), np.asarray(palm) - _PALM))
            hands.append(task)
        limits = [mink.ConfigurationLimit(self.mj)]
        for _ in range(_IK_STEPS):
            velocity = mink.solve_ik(configuration, [posture, *feet, *trunk, *hands], _IK_DT, "daqp", limits=limits)
            configuration.integrate_inplace(velocity, _IK_DT)
        return np.array(configuration.q)

    def _grounded(self, qpos: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same joints with the lowest foot contact at z = 0."""
        data = mujoco.MjData(self.mj)
        data.qpos[:] = qpos
        mujoco.mj_kinematics(self.mj, data)
        feet = (self.mj.geom_type == mujoco.mjtGeom.mjGEOM_SPHERE) & (self.mj.geom_group == 3)
        grounded = qpos.copy()
        grounded[2] -= float((data.geom_xpos[feet, 2] - self.mj.geom_size[feet, 0]).min())
        return grounded

    def _posed(
        self, gesture: str, qpos: NDArray[np.float64], position: tuple[float, float, float], yaw: float
    ) -> PosedRobot:
        qpos = qpos.copy()
        low, high = self.mj.jnt_range[1:].T  # joint 0 is the free base
        qpos[7:] = np.round(np.clip(qpos[7:], low, high), 4)
        data = mujoco.MjData(self.mj)
        data.qpos[:] = self._grounded(qpos)
        mujoco.mj_forward(self.mj, data)
        pose = upright(*(round(float(v), 4) for v in (*position, yaw)))

        def world(points: NDArray[np.float64]) -> NDArray[np.float64]:
            return np.asarray((points @ TO_OURS.T) @ pose[:3, :3].T + pose[:3, 3])

        wrists = [self.mj.body(name).id for name in _HANDS.values()]
        palms = np.stack([data.xpos[i] + data.xmat[i].reshape(3, 3) @ _PALM for i in wrists])
        torso = self.mj.body("torso_link").id
        head = data.xpos[torso] + data.xmat[torso].reshape(3, 3) @ np.array([0.10, 0.0, 0.43])
        return PosedRobot(
            model=Model(self._key(gesture), self._primitives(data)),
            pose=pose,
            head=world(head[None])[0],
            palms=world(palms),
            hulls=tuple(world(hull) for hull in self._hulls(data)),
            joints=qpos[7:],
        )

    def _key(self, gesture: str) -> str:
        return f"robot:unitree_g1:{self.revision[:16]}:{hashlib.sha256(gesture.encode()).hexdigest()[:8]}:{gesture}"

    def _primitives(self, data: mujoco.MjData) -> tuple[Primitive, ...]:
        """One primitive a material: the robot is drawn in two calls."""
        parts: dict[str, list[tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.uint32]]]] = {}
        for geom in np.flatnonzero((self.mj.geom_group == 2) & (self.mj.geom_dataid >= 0)):
            positions, normals, triangles = self._meshes[int(self.mj.geom_dataid[geom])]
            rotation = TO_OURS @ data.geom_xmat[geom].reshape(3, 3)
            material = self.mj.material(self.mj.geom_matid[geom]).name
            moved = positions @ rotation.T + TO_OURS @ data.geom_xpos[geom]
            parts.setdefault(material, []).append((moved, normals @ rotation.T, triangles))
        primitives = []
        for material in sorted(parts):
            offsets = np.cumsum([0, *(len(p[0]) for p in parts[material])])
            primitives.append(
                Primitive(
                    np.concatenate([p[0] for p in parts[material]]).astype(np.float32),
                    np.concatenate([p[1] for p in parts[material]]).astype(np.float32),
                    np.zeros((offsets[-1], 2), np.float32),
                    np.concatenate([p[2] + np.uint32(o) for p, o in zip(parts[material], offsets[:-1], strict=True)]),
                    _MATERIALS[material],
                )
            )
        return tuple(primitives)

    def _hulls(self, data: mujoco.MjData) -> list[NDArray[np.float64]]:
        hulls = []
        for geom in np.flatnonzero((self.mj.geom_group == 2) & (self.mj.geom_dataid >= 0)):
            positions, _, _ = self._meshes[int(self.mj.geom_dataid[geom])]
            low, high = positions.min(axis=0), positions.max(axis=0)
            corners = np.array(
                [[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
            )
            hulls.append(corners @ data.geom_xmat[geom].reshape(3, 3).T + data.geom_xpos[geom])
        return hulls

    def center_of_mass_margin(self, posed: PosedRobot) -> float:
        """Distance in metres from the centre of mass's floor point to the edge of the feet's support polygon.

        Positive inside: a static pose is balanced exactly when it is.
        """
        from shapely.geometry import MultiPoint, Point

        data = mujoco.MjData(self.mj)
        data.qpos[:] = self._keyframe()
        data.qpos[7:] = posed.joints
        mujoco.mj_forward(self.mj, data)
        feet = (self.mj.geom_type == mujoco.mjtGeom.mjGEOM_SPHERE) & (self.mj.geom_group == 3)
        support = MultiPoint(data.geom_xpos[feet, :2]).convex_hull
        point = Point(data.subtree_com[0, :2])
        distance = float(support.exterior.distance(point))
        return distance if support.contains(point) else -distance
