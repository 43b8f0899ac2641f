"""Rules that hold in homes people live in, checked on all 46 plans."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from shapely import union_all
from shapely.geometry import Point, Polygon, box

from scenes.homes import HOME_IDS
from scenes.homes.along import inside
from scenes.homes.furnish import Home, design_home
from scenes.homes.furniture import CATEGORIES
from scenes.homes.items import Item
from scenes.homes.plan import DOOR_WIDTH, outer_walls
from scenes.homes.rooms.living import FARTHEST, NEAREST, STANDING_FLOOR
from sim.layout.spots import seat_or_fixture

HUNG_HIGH = 1.8  # people walk under what hangs higher


@pytest.fixture(scope="module")
def homes() -> list[Home]:
    return [design_home(number + 1) for number in range(len(HOME_IDS))]


def standing(home: Home) -> list[Item]:
    """What takes floor: no rugs or mats, nothing on furniture, on walls or on ceilings."""
    flat = ("rug", "bath_mat")
    return [i for i in home.items
            if CATEGORIES[i.design.category].placement == "floor" and i.design.category not in flat]  # fmt: skip


def of(home: Home, category: str) -> list[Item]:
    return [i for i in home.items if i.design.category == category]


def front(item: Item) -> np.ndarray:
    return np.array([-math.sin(item.yaw), -math.cos(item.yaw)])


def test_every_home_has_the_size_and_rooms_of_a_home(homes: list[Home]) -> None:
    for home in homes:
        assert 45 <= home.plan.area <= 110
        assert 3 <= len(home.plan.rooms) <= 7
        living = home.plan.room("living_room").interior.bounds
        sides = (living[2] - living[0], living[3] - living[1])
        assert sides[0] * sides[1] >= 18
        assert min(sides) >= 3.6
        assert of(home, "desk"), home.number
        assert 2.5 <= home.plan.height <= 2.8


def test_homes_differ_and_hold_many_categories(homes: list[Home]) -> None:
    assert len({category for home in homes for category in (i.design.category for i in home.items)}) >= 40
    assert len({home.items for home in homes}) == len(homes)
    assert len({home.palette for home in homes}) >= 5
    assert {r.kind for home in homes for r in home.plan.rooms} >= {"living_room", "kitchen", "bedroom", "study"}


def test_the_same_home_is_drawn_twice_alike(homes: list[Home]) -> None:
    assert design_home(7) == homes[6]


def test_nothing_stands_in_anything_else(homes: list[Home]) -> None:
    for home in homes:
        for a, b in combinations(standing(home), 2):
            tucked = {a.design.category, b.design.category} in (
                {"desk", "office_chair"}, {"dining_table", "dining_chair"},
            )  # fmt: skip
            assert tucked or a.footprint.intersection(b.footprint).area < 1e-3, (home.number, a, b)


def test_furniture_stands_inside_its_room(homes: list[Home]) -> None:
    for home in homes:
        for item in standing(home):
            assert home.plan.room(item.room).interior.buffer(1e-3).covers(item.footprint), (home.number, item)


def test_things_stand_whole_on_what_carries_them(homes: list[Home]) -> None:
    for home in homes:
        for item in home.items:
            if item.on >= 0:
                owner = home.items[item.on]
                assert owner.room == item.room
                assert owner.footprint.buffer(0.01).covers(item.footprint), (home.number, item, owner)


def test_sofas_face_the_tv_stand_at_a_good_distance(homes: list[Home]) -> None:
    for home in homes:
        (sofa,), (stand,) = of(home, "sofa"), of(home, "tv_stand")
        between = np.array([stand.x - sofa.x, stand.z - sofa.z])
        length = float(np.linalg.norm(between))
        assert front(sofa) @ between / length > math.cos(math.radians(5))
        assert front(stand) @ -between / length > math.cos(math.radians(5))
        gap = length - (sofa.design.depth + stand.design.depth) / 2
        assert NEAREST - 0.01 <= gap <= FARTHEST + 0.01, (home.number, gap)
        (table,) = of(home, "coffee_table")
        assert sofa.footprint.distance(table.footprint) > 0.3
        assert stand.footprint.distance(table.footprint) > 0.7


def test_desks_back_onto_a_wall_with_the_chair_tucked_in(homes: list[Home]) -> None:
    for home in homes:
        desks, chairs = of(home, "desk"), of(home, "office_chair")
        assert len(chairs) == len(desks)
        for desk in desks:
            wall = home.plan.room(desk.room).interior.exterior
            back = desk.at(0.0, -desk.design.depth / 2)
            assert wall.distance(Point(*back)) < 0.2
            chair = min(chairs, key=lambda c: c.footprint.distance(desk.footprint))
            share = chair.footprint.intersection(desk.footprint).area / chair.footprint.area
            assert 0.1 < share < 0.7
            assert front(chair) @ front(desk) < -0.99


def test_beds_have_their_head_at_a_wall(homes: list[Home]) -> None:
    for home in homes:
        for bed in of(home, "double_bed") + of(home, "single_bed"):
            head = bed.at(0.0, -bed.design.depth / 2)
            assert home.plan.room(bed.room).interior.exterior.distance(Point(*head)) < 0.2


def test_doors_are_clear_and_every_room_is_reached_on_foot(homes: list[Home]) -> None:
    """A body 0.7 m wide walks from the front door into every room, through every doorway."""
    for home in homes:
        radius = 0.35
        rooms = union_all([r.interior for r in home.plan.rooms])
        gaps = []
        for door in home.plan.openings:
            if door.kind != "window":
                assert door.end - door.start >= DOOR_WIDTH - 1e-9
                x, z = door.middle
                half, deep = (door.end - door.start) / 2, 0.07
                gaps.append(box(x - half, z - deep, x + half, z + deep) if door.along_x else
                            box(x - deep, z - half, x + deep, z + half))  # fmt: skip
        taken = union_all([i.footprint for i in standing(home) if i.y < HUNG_HIGH])
        free = union_all([rooms, *gaps]).difference(taken).buffer(-radius)
        parts = sorted(getattr(free, "geoms", [free]), key=lambda p: -p.area)
        for room in home.plan.rooms:
            assert parts[0].intersects(room.interior), (home.number, room.name)
            for side, door in home.plan.openings_of(room):
                if door.kind != "window":
                    assert parts[0].distance(Point(*inside(room, side, door, 0.5))) < 0.12, (home.number, door)


def test_people_find_floor_to_stand_on_in_the_living_room(homes: list[Home]) -> None:
    for home in homes:
        room = home.plan.room("living_room")
        taken = union_all([i.footprint for i in standing(home) if i.room == room.name])
        free = room.interior.difference(taken).buffer(-0.3).buffer(0.3)
        assert max(p.area for p in getattr(free, "geoms", [free])) >= STANDING_FLOOR, home.number


@pytest.mark.parametrize(
    "category", ["desk", "coffee_table", "dining_table", "tv_stand", "sideboard", "kitchen_counter"]
)
def test_a_device_finds_room_on_every_kind_of_top(homes: list[Home], category: str) -> None:
    """A free patch of 0.5 x 0.35 m on each, whatever lies there; on counters, on at least one of a kitchen."""
    for home in homes:
        free = [_free_patch(home, item) for item in of(home, category)]
        assert any(free) if category == "kitchen_counter" else all(free), (home.number, category)


def _free_patch(home: Home, owner: Item) -> bool:
    index = home.items.index(owner)
    lying = union_all([i.footprint for i in home.items if i.on == index])
    w, d = owner.design.width, owner.design.depth
    for wide, deep in ((0.5, 0.35), (0.35, 0.5)):
        for right in np.linspace(-(w - wide) / 2, (w - wide) / 2, 25) if w >= wide else ():
            for ahead in np.linspace(-(d - deep) / 2, (d - deep) / 2, 5) if d >= deep else ():
                corners = [owner.at(right + a * wide / 2, ahead + b * deep / 2) for a, b in
                           ((-1, -1), (1, -1), (1, 1), (-1, 1))]  # fmt: skip
                if Polygon(corners).intersection(lying).area < 1e-6:
                    return True
    return False


def test_rooms_have_lamps_and_windows_sit_in_outer_walls(homes: list[Home]) -> None:
    for home in homes:
        for room in home.plan.rooms:
            assert any(i.room == room.name for i in of(home, "ceiling_lamp")), (home.number, room.name)
            walls = outer_walls(room, home.plan.rooms)
            for side, opening in home.plan.openings_of(room):
                if opening.kind != "doorway":
                    assert any(s is side and a < opening.start and opening.end < b for s, a, b in walls)
        lit = {o.rooms[0] for o in home.plan.openings if o.kind == "window"}
        assert "living_room" in lit
        assert len(lit) >= len([r for r in home.plan.rooms if r.kind not in ("hall", "laundry")])


def test_openings_in_one_wall_keep_apart(homes: list[Home]) -> None:
    for home in homes:
        for room in home.plan.rooms:
            for (side_a, a), (side_b, b) in combinations(home.plan.openings_of(room), 2):
                if side_a is side_b:
                    assert a.end + 0.1 < b.start or b.end + 0.1 < a.start, (home.number, a, b)


def test_bedrooms_have_a_wardrobe_and_ranges_a_hood(homes: list[Home]) -> None:
    for home in homes:
        wardrobes = {i.room for i in of(home, "wardrobe")}
        assert wardrobes >= {r.name for r in home.plan.rooms if r.kind == "bedroom"}, home.number
        assert len(of(home, "range_hood")) == len(of(home, "range")) == 1, home.number


def test_every_home_has_a_bathroom_that_is_no_way_through(homes: list[Home]) -> None:
    for home in homes:
        (room,) = (r for r in home.plan.rooms if r.kind == "bathroom")
        doors = [o for _, o in home.plan.openings_of(room) if o.kind != "window"]
        assert [o.kind for o in doors] == ["doorway"], home.number
        inside_it = {i.design.category for i in home.items if i.room == room.name}
        assert inside_it >= {"toilet", "bathroom_sink", "ceiling_lamp"}, home.number
        assert inside_it & {"bathtub", "shower"}, home.number
        assert home.walls[room.name][0] != "plaster"
    mirrored = [
        home for home in homes if {i.room for i in of(home, "mirror_cabinet") + of(home, "mirror")} & {"bathroom"}
    ]
    assert len(mirrored) > len(homes) / 2
    for category in ("bathtub", "shower"):
        assert sum(bool(of(home, category)) for home in homes) >= len(homes) / 4


def test_no_screen_stands_on_sanitary_ware() -> None:
    assert all(seat_or_fixture(c) for c in ("toilet", "bathroom_sink", "bathtub", "washing_machine", "laundry_basket"))


def test_people_can_step_up_to_what_they_use_in_bathrooms(homes: list[Home]) -> None:
    for home in homes:
        taken = standing(home)
        for thing in of(home, "toilet") + of(home, "bathroom_sink"):
            ahead = Point(*thing.at(0.0, thing.design.depth / 2 + 0.27)).buffer(0.2)
            assert all(ahead.intersection(i.footprint).area < 1e-3 for i in taken), (home.number, thing)


def test_a_hood_hangs_over_its_range(homes: list[Home]) -> None:
    for home in homes:
        for hood in of(home, "range_hood"):
            (cooker,) = of(home, "range")
            assert hood.footprint.intersection(cooker.footprint).area > 0.9 * hood.footprint.area


def test_living_rooms_have_something_on_their_walls_and_none_of_it_where_a_television_goes(homes: list[Home]) -> None:
    hung = ("picture", "mirror", "clock", "wall_shelf")
    for home in homes:
        things = [i for i in home.items if i.room == "living_room" and i.design.category in hung]
        assert len(things) >= 2, home.number
        (stand,) = of(home, "tv_stand")
        wide = stand.footprint.buffer(-0.1, join_style="mitre").buffer(0.1, join_style="mitre").buffer(0.15)
        for thing in things:
            if wide.intersection(thing.footprint).area > 0.3 * thing.footprint.area:
                assert thing.y - thing.design.height / 2 > 1.6, (home.number, thing)


def test_things_in_use_stand_a_little_askew(homes: list[Home]) -> None:
    turned = [abs(math.remainder(i.yaw, math.pi / 2)) for home in homes for i in of(home, "dining_chair")]
    assert np.mean(np.array(turned) > 0.01) > 0.5
    assert max(turned) < 0.2
