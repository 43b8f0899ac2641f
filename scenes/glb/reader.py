"""From a glTF file to a `Model`: nodes, meshes and what habitat-sim takes for the asset's bounding box.

Source: glTF 2.0 sections 3.5 (scenes and nodes) and 3.7 (meshes). Points and lines are skipped; skins, morph targets
and animations are not applied (habitat-sim shows the rest pose too).
"""

from __future__ import annotations

import hashlib
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assets.model import Model, Primitive
from scenes.glb.container import Document, open_document
from scenes.glb.materials import KNOWN_EXTENSIONS, LoadedMaterial, MaterialReader

MAX_TRIANGLES = 10_000_000
MAX_NODE_DEPTH = 64
MAX_NODES = 100_000
MAX_COORDINATE = 1e5

Box = NDArray[np.float64]
_live: weakref.WeakValueDictionary[tuple[str, str], Asset] = weakref.WeakValueDictionary()


@dataclass(frozen=True, eq=False)
class Asset:
    """A decoded file.

    Attributes:
        model: every primitive of the default scene, node transforms applied; metres, the file's own axes.
        nested_bounds: (2, 3) box that joins, node by node, the transformed boxes of children. It is looser than
            `model.bounds()` under rotated nodes, and it is what habitat-sim centres objects by
            (`SceneNode::computeCumulativeBB`).
    """

    model: Model
    nested_bounds: Box


def read_glb(path: Path, root: Path | None = None) -> Model:
    """Read a glTF 2.0 file, binary or JSON; see `read_asset`."""
    return read_asset(path, root).model


def read_asset(path: Path, root: Path | None = None) -> Asset:
    """Read a glTF 2.0 file; the same unchanged file is decoded once while a result is alive.

    `model.key` is the key that `write_glb` left in the file, else a SHA-256 over the file and all that it names.

    Args:
        path: a `.glb` or `.gltf` file.
        root: folder that other files named inside it must not leave; default its own folder.

    Raises:
        InputError: when the file is damaged, oversized, names files outside `root`, or requires an extension that
            is not supported here.
    """
    root = path.parent if root is None else root
    document = open_document(path, root)
    digest = hashlib.sha256()
    for buffer in (document.fingerprint, *document.buffers):
        digest.update(hashlib.sha256(buffer).digest())
    cache_key = (str(path), digest.hexdigest())
    found = _live.get(cache_key)
    if found is None:
        found = _Reader(document, root).read(cache_key[1])
        if not document.external:
            _live[cache_key] = found
    return found


class _Reader:
    def __init__(self, document: Document, root: Path) -> None:
        self._document = document
        self._materials = MaterialReader(document, root)
        self._meshes: dict[int, list[Primitive]] = {}
        self._primitives: list[Primitive] = []
        self._triangles = 0
        self._visited = 0

    def read(self, digest: str) -> Asset:
        document = self._document
        required = document.json.get("extensionsRequired", [])
        unknown = sorted(set(map(str, required)) - KNOWN_EXTENSIONS) if isinstance(required, list) else ["?"]
        if unknown:
            raise document.fail(
                "extensionsRequired", "requires " + ", ".join(unknown), "only " + ", ".join(sorted(KNOWN_EXTENSIONS))
            )
        boxes = [self._node(index, np.eye(4), 0) for index in self._roots()]
        box = _join([b for b in boxes if b is not None])
        extras = document.json["asset"].get("extras")
        key = extras.get("key") if isinstance(extras, dict) else None
        model = Model(key if isinstance(key, str) else digest, tuple(self._primitives))
        return Asset(model, np.zeros((2, 3)) if box is None else box)

    def _roots(self) -> list[Any]:
        document = self._document
        if "scenes" in document.json:
            scene = document.item("scenes", document.json.get("scene", 0))
            nodes = scene.get("nodes", [])
        else:  # a file without scenes is a library; show every node that is nobody's child
            count = len(document.json.get("nodes", []))
            entries = [document.item("nodes", i) for i in range(count)]
            children = {c for e in entries for c in e.get("children", []) if isinstance(c, int)}
            nodes = [i for i in range(count) if i not in children]
        if not isinstance(nodes, list):
            raise document.fail("scenes.nodes", "not an array")
        return nodes

    def _node(self, index: Any, parent: NDArray[np.float64], depth: int) -> Box | None:
        """Add what hangs on node `index`; return its box in the parent's frame."""
        where = f"nodes[{index}]"
        self._visited += 1
        if depth > MAX_NODE_DEPTH or self._visited > MAX_NODES:
            raise self._document.fail(where, "node tree too deep, too large, or cyclic", f"depth {MAX_NODE_DEPTH}")
        node = self._document.item("nodes", index)
        local = _local_matrix(self._document, node, where)
        world = parent @ local
        boxes: list[Box] = []
        if "mesh" in node:
            parts = self._mesh(node["mesh"])
            if parts:
                boxes.append(Model("", tuple(parts)).bounds())
            if abs(np.linalg.det(world[:3, :3])) > 1e-18:  # a zero scale hides the node (glTF 3.5.2)
                self._primitives.extend(p.transformed(world) for p in parts)
        children = node.get("children", [])
        if not isinstance(children, list):
            raise self._document.fail(f"{where}.children", "not an array")
        for child in children:
            box = self._node(child, world, depth + 1)
            if box is not None:
                boxes.append(box)
        joined = _join(boxes)
        return None if joined is None else transform_box(joined, local)

    def _mesh(self, index: Any) -> list[Primitive]:
        mesh = self._document.item("meshes", index)
        if index not in self._meshes:
            entries = mesh.get("primitives", [])
            if not isinstance(entries, list) or not all(isinstance(e, dict) for e in entries):
                raise self._document.fail(f"meshes[{index}].primitives", "not an array of objects")
            parts = [self._primitive(e, f"meshes[{index}].primitives[{i}]") for i, e in enumerate(entries)]
            self._meshes[index] = [p for p in parts if p is not None]
        parts_of = self._meshes[index]
        self._triangles += sum(len(p.triangles) for p in parts_of)
        if self._triangles > MAX_TRIANGLES:
            raise self._document.fail("meshes", "too many triangles", f"at most {MAX_TRIANGLES}")
        return parts_of

    def _primitive(self, entry: dict[str, Any], where: str) -> Primitive | None:
        document = self._document
        attributes = entry.get("attributes")
        if not isinstance(attributes, dict):
            raise document.fail(f"{where}.attributes", "not an object")
        mode = entry.get("mode", 4)
        if mode in (0, 1, 2, 3) or "POSITION" not in attributes:
            return None
        if mode not in (4, 5, 6):
            raise document.fail(f"{where}.mode", f"is {mode!r}", "0 to 6")
        positions = document.accessor(attributes["POSITION"], "VEC3").astype(np.float32)
        if positions.size and float(np.abs(positions).max()) > MAX_COORDINATE:
            raise document.fail(f"{where}.POSITION", "coordinates out of range", f"metres within {MAX_COORDINATE:g}")
        if "indices" in entry:
            order = document.accessor(entry["indices"], "SCALAR")[:, 0].astype(np.int64)
            if order.size and (int(order.max()) >= len(positions) or int(order.min()) < 0):
                raise document.fail(f"{where}.indices", f"names vertex {int(order.max())} of {len(positions)}")
        else:
            order = np.arange(len(positions))
        triangles = _triangles(order, mode)
        loaded = self._materials.read(entry.get("material"))
        uvs = self._uvs(attributes, loaded, len(positions), where)
        if "NORMAL" in attributes:
            normals = document.accessor(attributes["NORMAL"], "VEC3").astype(np.float32)
            if len(normals) != len(positions):
                raise document.fail(f"{where}.NORMAL", f"{len(normals)} for {len(positions)} vertices")
            normals = _unit(normals)
        else:  # flat shading, as glTF 3.7.2.1 asks
            positions, uvs = positions[triangles].reshape(-1, 3), uvs[triangles].reshape(-1, 2)
            triangles = np.arange(len(positions)).reshape(-1, 3)
            corners = positions.reshape(-1, 3, 3)
            faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
            normals = np.repeat(_unit(faces), 3, axis=0)
        if not len(triangles):
            return None
        return Primitive(positions, normals, uvs, triangles.astype(np.uint32), loaded.material)

    def _uvs(self, attributes: dict[str, Any], loaded: LoadedMaterial, count: int, where: str) -> NDArray[np.float32]:
        name = f"TEXCOORD_{loaded.uv_set}"
        if name not in attributes:
            return np.zeros((count, 2), np.float32)
        uvs = self._document.accessor(attributes[name], "VEC2").astype(np.float64)
        if len(uvs) != count:
            raise self._document.fail(f"{where}.{name}", f"{len(uvs)} for {count} vertices")
        moved: NDArray[np.float32] = (uvs @ loaded.uv_transform[:, :2].T + loaded.uv_transform[:, 2]).astype(np.float32)
        return moved


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Vectors of length one, (N, 3); zero ones stay zero."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(length > 0, length, 1), dtype=np.float32)


def _triangles(order: NDArray[np.int64], mode: int) -> NDArray[np.int64]:
    """(M, 3) corners of triangles, of a strip (5) or of a fan (6); triangles of repeated corners are dropped."""
    if mode == 4:
        triangles = order[: len(order) // 3 * 3].reshape(-1, 3)
    elif len(order) < 3:
        return np.zeros((0, 3), np.int64)
    elif mode == 5:
        triangles = np.stack([order[:-2], order[1:-1], order[2:]], axis=1)
        triangles[1::2] = triangles[1::2][:, [1, 0, 2]]
    else:
        triangles = np.stack([np.full(len(order) - 2, order[0]), order[1:-1], order[2:]], axis=1)
    a, b, c = triangles.T
    return np.asarray(triangles[(a != b) & (b != c) & (c != a)])


def _local_matrix(document: Document, node: dict[str, Any], where: str) -> NDArray[np.float64]:
    """A node's matrix, (4, 4), from `matrix` or from translation, rotation (x, y, z, w) and scale."""

    def numbers(key: str, default: tuple[float, ...]) -> NDArray[np.float64]:
        value = node.get(key, default)
        good = isinstance(value, (list, tuple)) and len(value) == len(default)
        if not good or not all(isinstance(v, (int, float)) and abs(v) < MAX_COORDINATE for v in value):
            raise document.fail(f"{where}.{key}", f"is {value!r}", f"{len(default)} numbers")
        return np.asarray(value, np.float64)

    if "matrix" in node:
        matrix = numbers("matrix", (0.0,) * 16).reshape(4, 4).T
        if not np.allclose(matrix[3], (0, 0, 0, 1)):
            raise document.fail(f"{where}.matrix", "not affine", "a last row of 0, 0, 0, 1")
        return matrix
    x, y, z, w = numbers("rotation", (0.0, 0.0, 0.0, 1.0))
    matrix = np.eye(4)
    matrix[:3, :3] = rotation_matrix((w, x, y, z)) * numbers("scale", (1.0, 1.0, 1.0))
    matrix[:3, 3] = numbers("translation", (0.0, 0.0, 0.0))
    return matrix


def rotation_matrix(wxyz: tuple[float, float, float, float]) -> NDArray[np.float64]:
    """(3, 3) rotation of a quaternion (w, x, y, z), which is normalised first; identity for a zero one."""
    q = np.asarray(wxyz, np.float64)
    length = float(np.linalg.norm(q))
    if length < 1e-12:
        return np.eye(3)
    w, x, y, z = q / length
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def transform_box(box: Box, matrix: NDArray[np.float64]) -> Box:
    """Axis-aligned (2, 3) box around a transformed (2, 3) box."""
    center, half = box.mean(axis=0), (box[1] - box[0]) / 2
    moved = matrix[:3, :3] @ center + matrix[:3, 3]
    reach = np.abs(matrix[:3, :3]) @ half
    return np.stack([moved - reach, moved + reach])


def _join(boxes: list[Box]) -> Box | None:
    if not boxes:
        return None
    return np.stack([np.min([b[0] for b in boxes], axis=0), np.max([b[1] for b in boxes], axis=0)])
