"""The table of everything a home is furnished with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scenes.homes.furniture import (
    appliances,
    bath_things,
    bathing,
    beds,
    books,
    chairs,
    cloths,
    containers,
    hall,
    kitchen,
    lamps,
    office,
    openings,
    ornaments,
    plants,
    sanitary,
    seating,
    shelves,
    storage,
    tables,
    wall,
    white_goods,
)
from scenes.homes.furniture.assembly import Assembly, Brief, Placement

Builder = Callable[[Brief], Assembly]


@dataclass(frozen=True)
class Furniture:
    """How one category is placed, sized and built.

    Attributes:
        placement: where it goes, and with that where the model's origin is (see `Placement`).
        size: typical (width, depth, height) in metres.
        spread: share by which a sampled size departs from the typical one, either way.
        super_category: the coarser class, as HSSD's `super_category` column has it.
        styles: names that `build(style=...)` takes.
        builder: makes the parts.
    """

    placement: Placement
    size: tuple[float, float, float]
    spread: float
    super_category: str
    styles: tuple[str, ...]
    builder: Builder


def _row(
    placement: Placement, size: tuple[float, float, float], spread: float, group: str, styles: str, builder: Builder
) -> Furniture:
    return Furniture(placement, size, spread, group, tuple(styles.split()), builder)


_F, _W, _C, _S, _O = Placement.FLOOR, Placement.WALL, Placement.CEILING, Placement.SURFACE, Placement.OPENING

CATEGORIES: dict[str, Furniture] = {
    # Seats and beds.
    "sofa": _row(_F, (2.10, 0.92, 0.80), 0.06, "seating", "modern classic mid_century chesterfield", seating.sofa),
    "armchair": _row(_F, (0.82, 0.84, 0.82), 0.05, "seating", "modern classic wood_frame barrel", seating.armchair),
    "ottoman": _row(_F, (0.60, 0.60, 0.42), 0.10, "seating", "square round footstool", seating.ottoman),
    "dining_chair": _row(
        _F, (0.45, 0.52, 0.84), 0.04, "seating", "slat_back shell spindle upholstered", chairs.dining_chair
    ),
    "office_chair": _row(_F, (0.64, 0.64, 1.02), 0.05, "seating", "task executive mesh", office.office_chair),
    "stool": _row(_F, (0.38, 0.38, 0.46), 0.06, "seating", "round saddle metal", chairs.stool),
    "bench": _row(_F, (1.20, 0.38, 0.46), 0.08, "seating", "plank padded metal_leg", chairs.bench),
    "double_bed": _row(_F, (1.68, 2.12, 1.05), 0.05, "bed", "panel upholstered slatted", beds.double_bed),
    "single_bed": _row(_F, (0.98, 2.08, 0.92), 0.04, "bed", "panel upholstered slatted", beds.single_bed),
    # Tables.
    "dining_table": _row(
        _F, (1.70, 0.90, 0.75), 0.08, "table", "farmhouse trestle mid_century round", tables.dining_table
    ),
    "coffee_table": _row(
        _F, (1.10, 0.60, 0.42), 0.08, "table", "shelf mid_century slab metal_frame", tables.coffee_table
    ),
    "side_table": _row(_F, (0.46, 0.46, 0.54), 0.08, "table", "round drawer tray", tables.side_table),
    "console_table": _row(_F, (1.10, 0.34, 0.78), 0.08, "table", "legs metal_frame drawer", tables.console_table),
    "desk": _row(_F, (1.40, 0.70, 0.75), 0.06, "table", "pedestal trestle mid_century metal_frame", tables.desk),
    # Storage.
    "nightstand": _row(_F, (0.46, 0.40, 0.54), 0.06, "storage", "drawers open mid_century", storage.nightstand),
    "dresser": _row(_F, (1.20, 0.48, 0.84), 0.06, "storage", "six_drawer mid_century classic", storage.dresser),
    "wardrobe": _row(_F, (1.50, 0.60, 2.10), 0.06, "storage", "flat panelled sliding", storage.wardrobe),
    "bookshelf": _row(_F, (0.90, 0.32, 1.90), 0.08, "storage", "case ladder metal_frame", shelves.bookshelf),
    "tv_stand": _row(_F, (1.70, 0.42, 0.50), 0.08, "storage", "slats open mid_century", storage.tv_stand),
    "sideboard": _row(_F, (1.50, 0.44, 0.80), 0.07, "storage", "mid_century classic slats", storage.sideboard),
    "shoe_rack": _row(_F, (0.80, 0.32, 0.50), 0.08, "storage", "slatted bench metal_frame", hall.shoe_rack),
    "coat_rack": _row(_F, (0.46, 0.46, 1.76), 0.04, "storage", "pole tripod tree", hall.coat_rack),
    "wall_hooks": _row(_W, (0.60, 0.10, 0.16), 0.10, "storage", "board rail pegs", wall.wall_hooks),
    "wall_shelf": _row(_W, (0.90, 0.22, 0.20), 0.08, "storage", "floating bracket rail", wall.wall_shelf),
    "laundry_basket": _row(_F, (0.42, 0.36, 0.56), 0.06, "storage", "wicker fabric slatted", containers.laundry_basket),
    "storage_box": _row(_S, (0.34, 0.26, 0.20), 0.10, "storage", "fabric wood wicker", containers.storage_box),
    "waste_bin": _row(_F, (0.28, 0.28, 0.42), 0.10, "storage", "pedal paper wicker", containers.waste_bin),
    # Kitchen.
    "kitchen_counter": _row(
        _F, (2.40, 0.62, 0.90), 0.00, "kitchen", "plain sink hob sink_hob", kitchen.kitchen_counter
    ),
    "kitchen_cabinet": _row(_W, (1.20, 0.36, 0.70), 0.00, "kitchen", "flat shaker glazed", kitchen.kitchen_cabinet),
    "kitchen_island": _row(_F, (1.60, 0.90, 0.91), 0.05, "kitchen", "flat shaker open_shelf", kitchen.kitchen_island),
    "refrigerator": _row(_F, (0.68, 0.68, 1.86), 0.03, "appliance", "two_door french retro", white_goods.refrigerator),
    "range": _row(_F, (0.60, 0.62, 0.91), 0.00, "appliance", "steel black enamel", white_goods.range_cooker),
    "range_hood": _row(_W, (0.60, 0.46, 0.70), 0.00, "appliance", "chimney angled box", kitchen.range_hood),
    "washing_machine": _row(
        _F, (0.60, 0.58, 0.85), 0.00, "appliance", "white silver dark", white_goods.washing_machine
    ),
    "microwave": _row(_S, (0.48, 0.36, 0.28), 0.05, "appliance", "steel black white", appliances.microwave),
    "kettle": _row(_S, (0.22, 0.16, 0.24), 0.05, "appliance", "electric stovetop gooseneck", appliances.kettle),
    "toaster": _row(_S, (0.30, 0.18, 0.20), 0.05, "appliance", "steel colour retro", appliances.toaster),
    "coffee_machine": _row(_S, (0.20, 0.30, 0.34), 0.05, "appliance", "filter espresso pod", appliances.coffee_machine),
    # Bathroom.
    "toilet": _row(_F, (0.38, 0.68, 0.80), 0.03, "bathroom", "close_coupled rounded boxed", sanitary.toilet),
    "bathroom_sink": _row(_F, (0.80, 0.48, 1.00), 0.00, "bathroom", "vanity pedestal console", sanitary.washbasin),
    "bathtub": _row(_F, (1.70, 0.76, 0.68), 0.00, "bathroom", "panelled freestanding clawfoot", bathing.bathtub),
    "shower": _row(_F, (0.90, 0.90, 2.08), 0.00, "bathroom", "screen framed curtain", bathing.shower),
    "mirror_cabinet": _row(
        _W, (0.70, 0.15, 0.70), 0.06, "bathroom", "frameless wood shelf", bath_things.mirror_cabinet
    ),
    "towel_rail": _row(_W, (0.52, 0.11, 0.95), 0.06, "bathroom", "ladder bar rack", bath_things.towel_rail),
    "paper_holder": _row(_W, (0.14, 0.12, 0.13), 0.04, "bathroom", "chrome black brass", bath_things.paper_holder),
    "bath_mat": _row(_F, (0.80, 0.52, 0.02), 0.06, "textile", "tufted woven slatted", bath_things.bath_mat),
    "towels": _row(_S, (0.34, 0.26, 0.16), 0.08, "textile", "plain mixed rolled", bath_things.towels),
    "toiletries": _row(_S, (0.18, 0.08, 0.19), 0.05, "decoration", "ceramic colour stone", bath_things.toiletries),
    # Lamps.
    "floor_lamp": _row(_F, (0.44, 0.44, 1.60), 0.06, "lamp", "drum tripod globe arc", lamps.floor_lamp),
    "table_lamp": _row(_S, (0.30, 0.30, 0.50), 0.10, "lamp", "ceramic stick globe cone", lamps.table_lamp),
    "desk_lamp": _row(_S, (0.20, 0.42, 0.46), 0.06, "lamp", "jointed arch banker", lamps.desk_lamp),
    "ceiling_lamp": _row(_C, (0.46, 0.46, 0.55), 0.12, "lamp", "drum globe dome rattan", lamps.ceiling_lamp),
    "wall_lamp": _row(_W, (0.16, 0.20, 0.30), 0.10, "lamp", "cone globe box", lamps.wall_lamp),
    # Cloth.
    "rug": _row(_F, (2.40, 1.60, 0.012), 0.08, "textile", "plain striped persian geometric border", cloths.rug),
    "curtain": _row(_W, (1.90, 0.14, 2.35), 0.00, "textile", "pair sheer blind", cloths.curtain),
    "cushion": _row(_S, (0.46, 0.18, 0.44), 0.06, "textile", "plain striped piped", cloths.cushion),
    "blanket": _row(_S, (0.50, 0.40, 0.10), 0.08, "textile", "knit striped fringe", cloths.blanket),
    # Decoration and small things.
    "plant": _row(_F, (0.62, 0.62, 1.15), 0.15, "decoration", "fiddle_leaf snake palm monstera", plants.plant),
    "small_plant": _row(
        _S, (0.22, 0.22, 0.28), 0.15, "decoration", "succulent fern trailing flowers", plants.small_plant
    ),
    "picture": _row(_W, (0.60, 0.03, 0.80), 0.15, "decoration", "landscape abstract botanical geometric", wall.picture),
    "mirror": _row(_W, (0.60, 0.04, 1.00), 0.12, "decoration", "rectangular round arched", wall.mirror),
    "clock": _row(_W, (0.30, 0.05, 0.30), 0.10, "decoration", "wood metal dark", wall.clock),
    "book_stack": _row(_S, (0.25, 0.19, 0.11), 0.10, "decoration", "pair stack tall", books.book_stack),
    "book_row": _row(_S, (0.36, 0.18, 0.25), 0.10, "decoration", "upright leaning bookend", books.book_row),
    "vase": _row(_S, (0.17, 0.17, 0.30), 0.20, "decoration", "bottle urn stems ribbed", ornaments.vase),
    "bowl": _row(_S, (0.26, 0.26, 0.10), 0.12, "decoration", "round footed wood", ornaments.bowl),
    "fruit_bowl": _row(_S, (0.30, 0.30, 0.17), 0.08, "decoration", "apples oranges mixed", ornaments.fruit_bowl),
    "mug": _row(_S, (0.12, 0.085, 0.10), 0.06, "tableware", "straight round tapered", ornaments.mug),
    "plates": _row(_S, (0.27, 0.27, 0.07), 0.06, "tableware", "stack bowls mixed", ornaments.plates),
    "bottles": _row(_S, (0.22, 0.07, 0.30), 0.06, "tableware", "oil wine jars", ornaments.bottles),
    "candles": _row(_S, (0.24, 0.075, 0.20), 0.10, "decoration", "pillars sticks lantern", ornaments.candles),
    # Openings.
    "window": _row(_O, (1.40, 0.16, 1.30), 0.00, "opening", "casement sash picture", openings.window),
    "door": _row(_O, (0.90, 0.12, 2.05), 0.00, "opening", "panelled flat glazed", openings.door),
}  # fmt: skip
