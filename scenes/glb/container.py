"""The outer layers of a glTF file: GLB chunks, JSON, buffers and accessors, each checked before it is trusted.

Source: Khronos glTF 2.0 specification, sections 3.6 (binary data) and 4.4 (GLB file format).
"""

from __future__ import annotations

import base64
import binascii
import json
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from assets.errors import InputError
from scenes.files import Json, parse_json, read_bytes, resolve_inside

MAX_FILE_BYTES = 512 * 2**20
MAX_JSON_BYTES = 32 * 2**20
MAX_ELEMENTS = 20_000_000

_GLB_MAGIC, _JSON_CHUNK, _BIN_CHUNK = 0x46546C67, 0x4E4F534A, 0x004E4942
_COMPONENTS = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
_LFS_POINTER = b"version https://git-lfs"
_REMEDY = "export the asset again as glTF 2.0, or fetch an undamaged copy"


@dataclass(eq=False)
class Document:
    """A parsed glTF file whose buffers are loaded.

    Attributes:
        path: where it was read from, for messages.
        json: the top-level object.
        fingerprint: the file's own bytes.
        buffers: raw bytes of each buffer.
        external: whether other files were read for it.
    """

    path: Path
    json: dict[str, Json]
    fingerprint: bytes
    buffers: list[bytes] = field(default_factory=list)
    external: bool = False

    def fail(self, field_name: str, what: str, expected: str | None = None) -> InputError:
        """An error that names this file and a field of it."""
        return InputError(what, file=self.path, field=field_name, expected=expected, remedy=_REMEDY)

    def item(self, kind: str, index: Any) -> dict[str, Any]:
        """Entry `index` of the top-level array `kind`.

        Raises:
            InputError: when the array has no such entry or the entry is not an object.
        """
        items = self.json.get(kind, [])
        if not isinstance(items, list) or not isinstance(index, int) or not 0 <= index < len(items):
            count = len(items) if isinstance(items, list) else 0
            raise self.fail(f"{kind}[{index}]", "no such entry", f"an index from 0 to {count - 1}")
        entry = items[index]
        if not isinstance(entry, dict):
            raise self.fail(f"{kind}[{index}]", "not an object", "a JSON object")
        return entry

    def number(self, owner: dict[str, Any], key: str, where: str, *, default: int | None = None) -> int:
        """A non-negative integer property.

        Raises:
            InputError: when it is missing without a default, or not a non-negative integer.
        """
        value = owner.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.fail(f"{where}.{key}", f"unusable value {value!r}", "a non-negative integer")
        return value

    def view(self, index: Any) -> tuple[bytes, int]:
        """Bytes and stride (0: tightly packed) of buffer view `index`."""
        where = f"bufferViews[{index}]"
        view = self.item("bufferViews", index)
        buffer_index = self.number(view, "buffer", where)
        if buffer_index >= len(self.buffers):
            raise self.fail(f"{where}.buffer", f"no buffer {buffer_index}")
        offset = self.number(view, "byteOffset", where, default=0)
        length = self.number(view, "byteLength", where)
        buffer = self.buffers[buffer_index]
        if offset + length > len(buffer):
            raise self.fail(where, f"bytes {offset} to {offset + length} of a buffer of {len(buffer)}")
        return buffer[offset : offset + length], self.number(view, "byteStride", where, default=0)

    def accessor(self, index: Any, kind: str) -> NDArray[Any]:
        """Accessor `index` of type `kind` ("VEC3", ...), (count, width); normalised integers become floats.

        Raises:
            InputError: for another type, a count that the buffer does not hold, or non-finite floats.
        """
        where = f"accessors[{index}]"
        accessor = self.item("accessors", index)
        if accessor.get("type") != kind:
            raise self.fail(f"{where}.type", f"is {accessor.get('type')!r}", kind)
        code = accessor.get("componentType")
        if code not in _COMPONENTS:
            raise self.fail(f"{where}.componentType", f"is {code!r}", "one of " + ", ".join(map(str, _COMPONENTS)))
        dtype, width = np.dtype(_COMPONENTS[code]), _WIDTHS[kind]
        count = self.number(accessor, "count", where)
        if count > MAX_ELEMENTS:
            raise self.fail(f"{where}.count", f"{count} elements", f"at most {MAX_ELEMENTS}")
        if "bufferView" in accessor:
            offset = self.number(accessor, "byteOffset", where, default=0)
            array = self._strided(accessor["bufferView"], offset, count, width, dtype, where)
        else:
            array = np.zeros((count, width), dtype)
        if "sparse" in accessor:
            array = self._with_sparse(array, accessor["sparse"], dtype, where)
        if dtype.kind == "f":
            if not np.isfinite(array).all():
                raise self.fail(where, "holds NaN or infinity", "finite numbers")
        elif accessor.get("normalized"):
            array = np.maximum(array.astype(np.float32) / np.iinfo(dtype).max, -1.0)
        return array

    def _strided(
        self, view_index: Any, offset: int, count: int, width: int, dtype: np.dtype[Any], where: str
    ) -> NDArray[Any]:
        data, stride = self.view(view_index)
        size = width * dtype.itemsize
        stride = stride or size
        needed = offset + (count - 1) * stride + size if count else 0
        if stride < size or needed > len(data):
            raise self.fail(
                f"{where}.count", f"{count} elements need {needed} bytes, the buffer view holds {len(data)}"
            )
        if not count:
            return np.zeros((0, width), dtype)
        view: NDArray[Any] = np.ndarray(
            (count, width), dtype, buffer=data, offset=offset, strides=(stride, dtype.itemsize)
        )
        return view.copy()

    def _with_sparse(self, array: NDArray[Any], sparse: Any, dtype: np.dtype[Any], where: str) -> NDArray[Any]:
        where = f"{where}.sparse"
        if not isinstance(sparse, dict) or not all(isinstance(sparse.get(k), dict) for k in ("indices", "values")):
            raise self.fail(where, "has no indices and values")
        count = self.number(sparse, "count", where)
        indices, values = sparse["indices"], sparse["values"]
        code = indices.get("componentType")
        if code not in (5121, 5123, 5125) or count > len(array):
            raise self.fail(where, f"{count} entries of type {code!r} for {len(array)} elements")
        at = self._strided(
            indices.get("bufferView"), self.number(indices, "byteOffset", where, default=0), count, 1,
            np.dtype(_COMPONENTS[code]), where,
        )  # fmt: skip
        new = self._strided(
            values.get("bufferView"), self.number(values, "byteOffset", where, default=0), count, array.shape[1],
            dtype, where,
        )  # fmt: skip
        if count and int(at.max()) >= len(array):
            raise self.fail(f"{where}.indices", f"names element {int(at.max())} of {len(array)}")
        array[at[:, 0]] = new
        return array

    def uri(self, uri: Any, where: str, root: Path) -> bytes:
        """Bytes behind a data URI, or behind a relative URI that stays inside `root`.

        Raises:
            InputError: for another scheme, a missing file, or a path that leaves `root` (links included).
        """
        if not isinstance(uri, str):
            raise self.fail(where, f"is {uri!r}", "a relative or data URI")
        if uri.startswith("data:"):
            head, _, body = uri.partition(",")
            if not head.endswith(";base64"):
                raise self.fail(where, f"data URI {head[:60]!r}", "base64 data")
            try:
                return base64.b64decode(body, validate=True)
            except binascii.Error as error:
                raise self.fail(where, f"damaged base64 ({error})") from error
        if "://" in uri:
            raise self.fail(where, f"{uri[:80]!r} is not a local file", "a path relative to the file, or a data URI")
        self.external = True
        target = resolve_inside(root, self.path.parent / unquote(uri), named_by=self.path, field=where)
        return read_bytes(target, MAX_FILE_BYTES)


def open_document(path: Path, root: Path) -> Document:
    """Read a `.glb` or `.gltf` file with its buffers; other files it names must lie inside `root`.

    Raises:
        InputError: when the file is not glTF 2.0, is truncated, or is over the size bounds.
    """
    data = read_bytes(path, MAX_FILE_BYTES)
    if data.startswith(_LFS_POINTER):
        raise InputError("a Git LFS pointer, not the file", file=path, remedy="run git lfs pull in the dataset")
    text, binary = _chunks(path, data) if data[:4] == b"glTF" else (data, b"")
    document = Document(path, parse_json(text, path, MAX_JSON_BYTES), data)
    asset = document.json.get("asset")
    version = asset.get("version") if isinstance(asset, dict) else None
    if not isinstance(version, str) or version.partition(".")[0] != "2":
        raise document.fail("asset.version", f"is {version!r}", '"2.0"')
    buffers = document.json.get("buffers", [])
    if not isinstance(buffers, list):
        raise document.fail("buffers", "not an array")
    for index in range(len(buffers)):
        where = f"buffers[{index}]"
        buffer = document.item("buffers", index)
        content = document.uri(buffer["uri"], f"{where}.uri", root) if "uri" in buffer else binary
        length = document.number(buffer, "byteLength", where)
        if length > len(content):
            raise document.fail(f"{where}.byteLength", f"declares {length} bytes, {len(content)} are there")
        document.buffers.append(content[:length])
    return document


def _chunks(path: Path, data: bytes) -> tuple[bytes, bytes]:
    """JSON text and binary chunk of a GLB."""

    def fail(what: str) -> InputError:
        return InputError(what, file=path, field="GLB header", expected="an undamaged GLB 2.0 file", remedy=_REMEDY)

    if len(data) < 20:
        raise fail(f"truncated after {len(data)} bytes")
    magic, version, length = struct.unpack_from("<III", data)
    if magic != _GLB_MAGIC or version != 2:
        raise fail(f"GLB version {version}")
    if length > len(data):
        raise fail(f"truncated: declares {length} bytes, {len(data)} are there")
    text, binary, offset = None, b"", 12
    while offset + 8 <= length:
        size, kind = struct.unpack_from("<II", data, offset)
        offset += 8
        if offset + size > length:
            raise fail(f"truncated: a chunk at byte {offset} declares {size} bytes, {length - offset} are there")
        if text is None:
            if kind != _JSON_CHUNK:
                raise fail("the first chunk is not JSON")
            text = data[offset : offset + size]
        elif kind == _BIN_CHUNK and not binary:
            binary = data[offset : offset + size]
        offset += size
    if text is None:
        raise fail("no JSON chunk")
    return text, binary


def pack_glb(document: dict[str, Json], binary: bytes) -> bytes:
    """GLB bytes of a JSON object and its binary chunk; the same input gives the same bytes."""
    text = json.dumps(document, separators=(",", ":"), sort_keys=True, allow_nan=False).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<II", len(text), _JSON_CHUNK) + text + struct.pack("<II", len(binary), _BIN_CHUNK) + binary
    return struct.pack("<III", _GLB_MAGIC, 2, 12 + len(chunks)) + chunks
