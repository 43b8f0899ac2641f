"""Screen devices: every entry of the catalogue builds, stands, shows its screen and says when it is wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

from assets.devices import DeviceSpec, ScreenState, Support, build_device, load_catalogue, with_screen
from assets.devices.device import BUILDERS, DIMENSIONS, Device, builder
from assets.devices.finishes import shell
from assets.devices.parts import assemble, box_points, panel
from assets.errors import InputError
from assets.pages import draw_page
from sim.physics.settle import settle
from sim.physics.solid import Solid, solid_of
from sim.world import upright

CATALOGUE = load_catalogue()
CYAN = (0.04, 0.85, 0.85)
each_device = pytest.mark.parametrize("name", CATALOGUE)


def entry(**changes: object) -> dict[str, object]:
    base: dict[str, object] = {
        "category": "laptop",
        "shape": "laptop",
        "support": "desk",
        "appearance": "a laptop",
        "body_color": [10, 20, 30],
        "dimensions": dict(CATALOGUE["laptop_13"].dimensions),
    }
    return base | changes


def write(folder: Path, name: str, data: object) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.yaml").write_text(yaml.safe_dump(data))
    return folder


def test_the_catalogue_covers_screens_and_distractors() -> None:
    by_role = {d: {s.category for s in CATALOGUE.values() if s.distractor is d} for d in (False, True)}
    assert by_role[False] == {"desktop computer", "laptop", "tablet", "phone", "tv", "smart display"}
    assert by_role[True] == {"photo frame", "thermostat", "handheld console", "e-reader"}
    assert len(CATALOGUE) >= 16
    on_floor = {s.category for s in CATALOGUE.values() if s.support is Support.FLOOR}
    assert on_floor == by_role[False], "rooms without surfaces need a floor variant of every candidate"


@each_device
def test_surfaces_are_closed_outwards_and_within_budget(name: str) -> None:
    device = build_device(CATALOGUE[name])
    model = with_screen(device, ScreenState(CYAN))
    assert model.triangle_count() < 5000
    for p in model.primitives:
        assert np.isfinite(p.positions).all()
        np.testing.assert_allclose(np.linalg.norm(p.normals, axis=1), 1.0, atol=1e-3)
        a, b, c = (p.positions[p.triangles[:, i]].astype(float) for i in range(3))
        face = np.cross(b - a, c - a)
        real = np.linalg.norm(face, axis=1) > 1e-10
        agreement = (face * p.normals[p.triangles].mean(axis=1)).sum(axis=1)
        assert (agreement[real] > 0).all(), f"{p.material.name}: triangles wound against their normals"


@each_device
def test_origin_is_where_the_support_is(name: str) -> None:
    device = build_device(CATALOGUE[name])
    low, high = device.body.bounds()
    hulls = np.concatenate(device.body.colliders)
    if device.spec.support is Support.WALL:
        assert high[2] == pytest.approx(0.0, abs=1e-3)
        assert hulls[:, 2].max() == pytest.approx(0.0, abs=2e-3)
    else:
        assert low[1] == pytest.approx(0.0, abs=3e-3)
        assert hulls[:, 1].min() == pytest.approx(0.0, abs=3e-3)
    # What is seen lies inside what collides, give or take trim.
    assert (hulls.min(axis=0) <= low + 0.015).all()
    assert (hulls.max(axis=0) >= high - 0.015).all()


@each_device
def test_screen_faces_forward_and_nothing_of_the_device_covers_it(name: str) -> None:
    device = build_device(CATALOGUE[name])
    screen = device.screen
    right, down = screen[1] - screen[0], screen[3] - screen[0]
    normal = np.cross(right, -down)
    normal /= np.linalg.norm(normal)
    assert normal[2] < -0.8
    assert normal[1] >= -1e-6, "screens lean back, never forward"
    assert abs(right @ down) < 1e-9
    # Rays from a grid on the screen straight out of it meet no triangle of the body.
    u, v = (g.ravel()[:, None] for g in np.meshgrid(np.linspace(0.08, 0.92, 5), np.linspace(0.12, 0.92, 5)))
    origins = screen[0] + u * right + v * down
    for p in device.body.primitives:
        a, b, c = (p.positions[p.triangles[:, i]].astype(float) for i in range(3))
        assert not _hits(origins, normal, a, b, c).any(), f"{p.material.name} hides the screen"


def _hits(origins: np.ndarray, ray: np.ndarray, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Moeller-Trumbore for one direction: (R, T) bool."""
    e1, e2 = b - a, c - a
    h = np.cross(ray, e2)
    det = (e1 * h).sum(axis=1)
    inverse = np.divide(1.0, det, out=np.zeros_like(det), where=abs(det) > 1e-14)
    s = origins[:, None] - a
    u = inverse * (s * h).sum(axis=-1)
    q = np.cross(s, e1)
    v = inverse * (q @ ray)
    t = inverse * (q * e2).sum(axis=-1)
    return (abs(det) > 1e-14) & (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 1e-5)


@each_device
def test_camera_sits_at_the_screen_and_looks_out_of_it(name: str) -> None:
    device = build_device(CATALOGUE[name])
    assert (device.camera_pose is None) == (device.spec.camera_hfov is None)
    if device.camera_pose is None:
        return
    turn, eye = device.camera_pose[:3, :3], device.camera_pose[:3, 3]
    np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=1e-9)
    assert np.linalg.det(turn) == pytest.approx(1.0)
    assert turn[1, 1] > 0.8, "upright"
    assert -turn[2, 2] < -0.9, "looks forward"
    top = device.screen[:2].mean(axis=0)
    assert np.linalg.norm(eye - top) < 0.06
    assert eye[1] > top[1]
    # Within the middle of its view (4:3) it sees none of its own body nearer than half a metre.
    width = np.tan(np.radians(device.spec.camera_hfov / 2))
    local = np.concatenate([p.positions for p in device.body.primitives]).astype(float) @ turn - eye @ turn
    ahead = local[:, 2] < -0.05
    seen = ahead & (abs(local[:, 0]) < -local[:, 2] * width) & (abs(local[:, 1]) < -local[:, 2] * width * 0.75)
    assert not seen.any()


@pytest.mark.parametrize("name", [n for n, s in CATALOGUE.items() if s.support is not Support.WALL])
def test_stands_on_its_own(name: str) -> None:
    device = build_device(CATALOGUE[name])
    desk = Solid("desk", (box_points((-1, -0.04, -1), (1, 0, 1)),))
    mover = solid_of(name, device.body, upright(0.0, 0.0005, 0.0, 0.3))
    (drift,) = settle([mover], [desk])
    assert drift.metres < 0.005, drift
    assert drift.degrees < 1.0, drift


def test_real_sizes() -> None:
    monitor = build_device(CATALOGUE["desktop_24"]).screen
    assert np.linalg.norm(monitor[1] - monitor[0]) == pytest.approx(0.531)
    assert np.linalg.norm(monitor[2] - monitor[0]) / 0.0254 == pytest.approx(24, abs=0.1)
    for name, inches in (
        ("tv_43", 43),
        ("tv_50_wall", 50),
        ("tv_32_floor", 32),
        ("phone_69", 6.9),
        ("laptop_13", 13.3),
    ):
        screen = build_device(CATALOGUE[name]).screen
        assert np.linalg.norm(screen[2] - screen[0]) / 0.0254 == pytest.approx(inches, rel=0.05), name


def test_screen_states() -> None:
    device = build_device(CATALOGUE["tablet_11"])
    page = draw_page("map", CYAN, device.resolution, 1)
    dark, plain, lit = (with_screen(device, s) for s in (ScreenState(), ScreenState(CYAN), ScreenState(CYAN, page)))
    assert not any(any(p.material.emissive) for p in dark.primitives)
    assert max(dark.primitives[-1].material.base_color[:3]) < 0.01
    face, band = lit.primitives[-1], lit.primitives[-2]
    assert face.material.emissive_texture is page
    assert max(face.material.emissive) >= 1.0
    np.testing.assert_allclose(np.array(band.material.emissive) / max(band.material.emissive), np.array(CYAN) / 0.85)
    # Page and band tile the glass: nothing outside the screen's corners, nothing left out.
    area = sum(
        float(
            np.linalg.norm(np.cross(p.positions[t[1]] - p.positions[t[0]], p.positions[t[2]] - p.positions[t[0]])) / 2
        )
        for p in (face, band)
        for t in p.triangles
    )
    width, height = (np.linalg.norm(device.screen[i] - device.screen[0]) for i in (1, 3))
    assert area == pytest.approx(width * height, rel=1e-3)
    # The page's top left corner is the viewer's top left: +x, seen from -z.
    corner = face.positions[np.argmin(face.uvs.sum(axis=1))]
    np.testing.assert_allclose(corner, device.screen[0], atol=0.02)
    assert len({m.key for m in (dark, plain, lit)}) == 3
    assert lit.colliders == device.body.colliders


def test_keys_follow_every_field_and_nothing_else() -> None:
    first, again = (build_device(load_catalogue()["laptop_13"]).body for _ in range(2))
    assert first.key == again.key == "device/laptop_13/fb7d847bdfefee6b"
    wider = CATALOGUE["laptop_13"]
    changed = DeviceSpec(**{**vars(wider), "dimensions": {**wider.dimensions, "width": 0.31}})
    assert build_device(changed).body.key != first.key


def test_a_device_from_outside_the_package(tmp_path: Path) -> None:
    @builder("cube", side=(0.1, 1.0))
    def cube(spec: DeviceSpec) -> Device:
        side = spec.dimensions["side"]
        face = panel(side, side, side, border=(0.01,) * 3, shell=shell(spec), bezel=shell(spec), camera=False)
        return assemble(spec, face, footprint=(side, side))

    try:
        folder = write(tmp_path / "mine", "cube_20", entry(category="cube", shape="cube", dimensions={"side": 0.2}))
        catalogue = load_catalogue(folder)
        assert catalogue.keys() == CATALOGUE.keys() | {"cube_20"}
        assert build_device(catalogue["cube_20"]).footprint == (0.2, 0.2)
    finally:
        del BUILDERS["cube"], DIMENSIONS["cube"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"shape": "hologram"}, "shape"),
        ({"support": "ceiling"}, "support"),
        ({"body_color": [10, 20, 300]}, "body_color.2"),
        ({"body_color": "red"}, "body_color"),
        ({"camera_hfov": 400.0}, "camera_hfov"),
        ({"colour": "red"}, "colour"),
        ({"dimensions": {"width": "wide"}}, "dimensions.width"),
        ({"dimensions": {"width": float("nan")}}, "dimensions.width"),
        ({"dimensions": {**CATALOGUE["laptop_13"].dimensions, "wings": 2.0}}, "dimensions.wings"),
        ({"dimensions": {**CATALOGUE["laptop_13"].dimensions, "opening": 400.0}}, "dimensions.opening"),
        ({"dimensions": {"width": 0.3}}, "dimensions.base_thickness"),
    ],
)
def test_a_wrong_entry_names_file_and_field(tmp_path: Path, changes: dict[str, object], field: str) -> None:
    folder = write(tmp_path / "mine", "wrong", entry(**changes))
    with pytest.raises(InputError) as caught:
        load_catalogue(folder)
    assert str(folder / "wrong.yaml") == caught.value.file
    assert caught.value.field == field


@pytest.mark.parametrize("text", ["[1, 2", "just words", "\x00"])
def test_a_file_that_is_no_entry(tmp_path: Path, text: str) -> None:
    (tmp_path / "broken.yaml").write_text(text)
    with pytest.raises(InputError, match=r"broken\.yaml"):
        load_catalogue(tmp_path)


def test_a_folder_without_entries(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no device"):
        load_catalogue(tmp_path)
    with pytest.raises(InputError, match="not a folder"):
        load_catalogue(tmp_path / "absent")
