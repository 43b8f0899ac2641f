"""Every file of UA-Bench as one pydantic model: what agents are handed, and what only the construction side keeps.

`AgentEpisode` is all that an agent may open. `PairRecord` and `AdmissionReport` live under `construction/`.
JSON on disk carries `schema_version`; unknown fields are refused.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

SCHEMA_VERSION: Literal[1] = 1
FRAMES = 12
ENGAGEMENT = tuple(range(2, 10))
SHARED = (1, 10, 11, 12)
NONE = "none"

Role = Literal["A", "B"]
ROLES: tuple[Role, Role] = ("A", "B")
Scope = Literal["any", "engaged", "other", "fallback"]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Point = tuple[float, float]


class FrameKind(StrEnum):
    """What a frame is for (design.md, table of the twelve frames)."""

    OPENING = "opening"
    ENGAGEMENT = "engagement"
    REQUEST = "request"
    RECALL = "recall"
    RECALL_ROUTING = "recall_routing"


def kind_of(frame: int) -> FrameKind:
    """The kind of frame 1 to 12."""
    fixed = {1: FrameKind.OPENING, 10: FrameKind.REQUEST, 11: FrameKind.RECALL, 12: FrameKind.RECALL_ROUTING}
    return fixed.get(frame, FrameKind.ENGAGEMENT)


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


# --- what agents are handed ------------------------------------------------------------------------------------------


class RosterEntry(_Model):
    """One device (or the robot) of the home.

    Attributes:
        device: its name in every answer, e.g. "tablet".
        category: noun of its kind.
        appearance: one phrase.
        glow: name of its screen-glow colour when lit; None without a screen.
        observer: whether the images come from its camera.
    """

    device: str
    category: str
    appearance: str
    glow: str | None
    observer: bool = False


class Answers(_Model):
    """Closed answer vocabularies, each sorted.

    Attributes:
        eng: devices that may be named as engaged.
        inf: values of the attribute asked about, and "none".
        rsp: devices of which a responding set consists (it may be empty).
        nxt: `action@device` labels.
    """

    eng: tuple[str, ...]
    inf: tuple[str, ...]
    rsp: tuple[str, ...]
    nxt: tuple[str, ...]


class DeviceCard(_Model):
    """Public description of the device set.

    Attributes:
        abilities: device to the actions it supports, sorted; covers the whole device set.
        observation_rule: how engagement is counted.
        scope_rule: what the scope of a request means for who responds.
        next_rule: how a next-action label is made.
    """

    abilities: dict[str, tuple[str, ...]]
    observation_rule: str
    scope_rule: str
    next_rule: str
    answers: Answers


class AgentFrame(_Model):
    """One moment. `image` is relative to the folder `agent/`."""

    frame: Annotated[int, Field(ge=1, le=FRAMES)]
    image: str
    utterance: str


class AgentEpisode(_Model):
    """All that an agent sees of an episode."""

    schema_version: Literal[1] = SCHEMA_VERSION
    episode: str
    roster: tuple[RosterEntry, ...]
    card: DeviceCard
    frames: Annotated[tuple[AgentFrame, ...], Field(min_length=FRAMES, max_length=FRAMES)]


# --- script and targets ----------------------------------------------------------------------------------------------


class Statement(_Model):
    """A value said about the device pointed at."""

    device: str
    topic: str
    value: str


class Request(_Model):
    """An action asked for; `fact` is true when it needs the recalled value."""

    action: str
    scope: Scope
    fact: bool = False


class Intent(_Model):
    """Authored reference for Int: a sentence and its normal form."""

    sentence: str
    action: str | None
    target: str
    device: str
    constraint: str | None = None


class FrameScript(_Model):
    """What happens in one frame. `lit` holds every lit screen, distractors too, sorted."""

    frame: int
    kind: FrameKind
    shared: bool
    lit: tuple[str, ...]
    pointed: str | None
    utterance: str
    statement: Statement | None = None
    request: Request | None = None
    queries: bool = False
    intent: Intent | None = None


class EpisodeScript(_Model):
    """One episode of a pair: its roles and twelve frames."""

    engaged: str
    decoy: str
    frames: tuple[FrameScript, ...]


class Targets(_Model):
    """Targets of one frame; None where a decision isn't scored there (appendix E, and `bench_gen.ua.targets`)."""

    frame: int
    eng: str | None = None
    int_: Intent | None = None
    inf: str | None = None
    rsp: tuple[str, ...] | None = None
    nxt: str | None = None


class PairScript(_Model):
    """A matched pair before anything is placed or drawn.

    Attributes:
        pair: opaque id.
        topic: key of the vocabulary's topic; `noun`, `attribute`, `page`, `title` are its words.
        candidates: devices that may be engaged, sorted.
        stratum: the cues this pair was dealt, in words (for balance tables).
        glows: glow name to linear RGB, for the devices of the roster.
    """

    schema_version: Literal[1] = SCHEMA_VERSION
    pair: str
    seed: int
    name: str
    index: int
    attempt: int
    topic: str
    title: str
    noun: str
    attribute: str
    page: str
    candidates: tuple[str, ...]
    roster: tuple[RosterEntry, ...]
    card: DeviceCard
    glows: dict[str, tuple[float, float, float]]
    stratum: dict[str, str]
    episodes: dict[Role, EpisodeScript]


# --- construction records --------------------------------------------------------------------------------------------


class EntityRow(_Model):
    """A row of the entity table: what an id in the instance map stands for."""

    instance_id: Annotated[int, Field(ge=1, le=65535)]
    name: str
    semantic_class: str
    kind: Literal["stage", "object", "device", "user", "robot"]


class ClassRow(_Model):
    """A row of the legend: what a class id stands for, and the scenes that show the class."""

    class_id: Annotated[int, Field(ge=1, le=65535)]
    name: str
    scenes: tuple[str, ...]


class Legend(_Model):
    """Class ids of a set's class maps, ascending; 0 is nothing."""

    schema_version: Literal[1] = SCHEMA_VERSION
    classes: tuple[ClassRow, ...]


class DeviceMeasure(_Model):
    """A screen in the image.

    Attributes:
        corners: projected screen corners in pixels (x right, y down): top left, top right, bottom right, bottom left,
            as seen from the front of the screen; None when one is behind the camera.
        pixels: pixels of the device in the instance map.
        screen_pixels: those of them inside the projected screen.
        brightness: mean of the largest RGB channel over `screen_pixels`, 0 to 1.
    """

    corners: tuple[Point, Point, Point, Point] | None
    pixels: int
    screen_pixels: int
    brightness: float


class UserMeasure(_Model):
    """The user in the image: pixel positions (x, y) and area.

    `pointing_error` is the 3D angle in degrees between the ray shoulder to fingertip and the line shoulder to the
    pointed screen's centre; None when not pointing.
    """

    pixels: int
    eye: Point | None
    shoulder: Point | None
    fingertip: Point | None
    fingertip_visible: bool
    pointing_error: float | None


class FrameRecord(_Model):
    """What was drawn for one frame.

    Attributes:
        state: state hash; the image is `agent/frames/<state>.png`, the maps lie under `construction/semantic/`.
        moment: what the user is doing, e.g. "standing", "seated".
        devices: by roster device, those with a screen that could be seen (the observer is left out).
        page_strings: text drawn on each lit screen.
    """

    frame: int
    state: str
    moment: str
    devices: dict[str, DeviceMeasure]
    user: UserMeasure
    page_strings: dict[str, tuple[str, ...]] = {}


class EpisodeRecord(_Model):
    """One episode: its opaque agent-facing id, its frames and their targets."""

    episode: str
    frames: tuple[FrameRecord, ...]
    targets: tuple[Targets, ...]


class Renderer(_Model):
    """What made the pixels: back end, driver, image size in pixels, and settings."""

    backend: str
    driver: str
    width: Annotated[int, Field(ge=1, le=16384)]
    height: Annotated[int, Field(ge=1, le=16384)]
    samples: int
    shadows: bool
    ambient_occlusion: bool


class PairRecord(_Model):
    """Everything about a pair that agents never see.

    Attributes:
        entities: the entity table, the same for every frame: what each id of the instance maps is.
        classes: class ids of the class maps, by class name.
        scene: `ref` (source:id as asked for), id in its dataset, content revision, licence, and whether it is evening.
        layout: where everything stands, as `sim.layout.Layout.to_json` wrote it.
        user: the user's appearance, by field.
        assets: revisions of everything else that was used, by name.
        renderer: what made the pixels.
        rejections: tries at this pair that were not admitted, by reason.
        origin: for a pair that was laid out anew, the pair and the layout seed that it came from.
        files: SHA-256 of each file of the pair, by path relative to the folder that holds `agent/` and `construction/`.
    """

    schema_version: Literal[1] = SCHEMA_VERSION
    script: PairScript
    episodes: dict[Role, EpisodeRecord]
    entities: tuple[EntityRow, ...]
    classes: dict[str, Annotated[int, Field(ge=1, le=65535)]]
    scene: dict[str, str | int | float | bool | None]
    layout: dict[str, JsonValue] = {}
    user: dict[str, str | bool] = {}
    assets: dict[str, str] = {}
    renderer: Renderer
    rejections: dict[str, int] = {}
    origin: dict[str, str | int] = {}
    files: dict[str, Sha256]


class Failure(_Model):
    """A pair that was asked for and isn't there: where, why, and the tries at it that were rejected, by reason."""

    index: int
    pair: str
    scene: str
    cause: str
    rejections: dict[str, int]


class SetSummary(_Model):
    """What became of a set.

    Attributes:
        wanted, admitted: pairs asked for, and there.
        scenes: pairs by scene (`source:id`).
        drivers: pairs by what made their pixels; a set with several is mixed.
        rejections: rejected tries at the pairs that are there, by reason.
        failures: what the last run could not make.
    """

    schema_version: Literal[1] = SCHEMA_VERSION
    wanted: int
    admitted: int
    scenes: dict[str, int]
    drivers: dict[str, int]
    rejections: dict[str, int]
    failures: tuple[Failure, ...]


class FileRow(_Model):
    """A file of a set: path relative to the folder of the manifest, bytes, and what made its pixels, if it has any."""

    path: str
    size: Annotated[int, Field(ge=0)]
    sha256: Sha256
    driver: str | None = None


class Manifest(_Model):
    """Every file of a set, by path."""

    schema_version: Literal[1] = SCHEMA_VERSION
    files: tuple[FileRow, ...]


# --- admission -------------------------------------------------------------------------------------------------------


class Finding(_Model):
    """One thing that a check found: `episode` and `frame` say where, `figure` how much."""

    ok: bool
    episode: Role | None = None
    frame: int | None = None
    cause: str = ""
    figure: float | None = None


class CheckReport(_Model):
    """What one check says of one pair; `skipped` says why it could not look."""

    check: str
    ok: bool
    findings: tuple[Finding, ...]
    skipped: str | None = None


class PairReport(_Model):
    """All checks of one pair."""

    pair: str
    admitted: bool
    checks: tuple[CheckReport, ...]


class AdmissionReport(_Model):
    """All pairs of a set."""

    schema_version: Literal[1] = SCHEMA_VERSION
    pairs: tuple[PairReport, ...]

    @property
    def admitted(self) -> bool:
        """Whether there is at least one pair and every pair passed every check."""
        return bool(self.pairs) and all(pair.admitted for pair in self.pairs)
