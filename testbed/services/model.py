"""What a service is: a kind of record, its fields, and which operations each modality offers.

Coverage is partial on purpose (OctoNest, section 3.1): some steps need the page, some the command line, some the API.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from assets.entries import enter

Modality = Literal["api", "cli", "gui"]
MODALITIES: Final[tuple[Modality, ...]] = ("api", "cli", "gui")
Operation = Literal["list", "get", "create", "update", "delete"]
OPERATIONS: Final[tuple[Operation, ...]] = ("list", "get", "create", "update", "delete")
Kind = Literal["text", "long", "date", "time", "number", "flag", "file"]
Value = str | int | float | bool | None | dict[str, str]
"""A field's value as JSON; a file is `{"name": ..., "base64": ...}`."""
Record = dict[str, Value]


@dataclass(frozen=True)
class Field:
    """A column of a service's records.

    Attributes:
        title: label on pages.
        given: whether whoever creates a record sets it; others are set by the service.
    """

    name: str
    title: str
    kind: Kind = "text"
    required: bool = False
    default: Value = ""
    given: bool = True


@dataclass(frozen=True)
class Service:
    """One service of the account.

    Attributes:
        name: in addresses and as the command.
        item: what one record is called, with a lower-case initial.
        key: the field by which people know a record.
        api, cli, gui: the operations that each modality offers.
        submit: what the button that makes a record says.
        made: completes the values of a new record (the sent mail's folder, say), and may give further records.
    """

    name: str
    title: str
    item: str
    key: str
    fields: tuple[Field, ...]
    api: frozenset[Operation]
    cli: frozenset[Operation]
    gui: frozenset[Operation]
    submit: str = "Save"
    made: Callable[[Record, str], list[Record]] = lambda record, _: [record]

    def offers(self, modality: Modality, operation: Operation) -> bool:
        """Whether a modality offers an operation."""
        return operation in {"api": self.api, "cli": self.cli, "gui": self.gui}[modality]

    def field(self, name: str) -> Field | None:
        """A field by its name."""
        return next((field for field in self.fields if field.name == name), None)


SERVICES: dict[str, Service] = {}


def service(entry: Service) -> Service:
    """Register a service; one file in `catalogue/` (or a package of yours) that calls this is all that one takes.

    Raises:
        ValueError: when the name is taken.
    """
    enter(SERVICES, entry.name, entry)
    return entry


def operations(words: str) -> frozenset[Operation]:
    """`operations("list get")`."""
    wanted = set(words.split())
    assert wanted <= set(OPERATIONS), words
    return frozenset(operation for operation in OPERATIONS if operation in wanted)


ALL: Final = operations("list get create update delete")


class ServiceError(Exception):
    """What a service answers instead: an HTTP status and a sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


_LARGEST = 1 << 20  # characters of one value


def checked(entry: Service, values: Mapping[str, object], *, whole: bool) -> Record:
    """A record's values as given from outside: known fields, right kinds, bounded.

    Args:
        whole: whether required fields must be there and missing ones get their default.

    Raises:
        ServiceError: 422, naming the field.
    """
    good: Record = {}
    for name, value in values.items():
        field = entry.field(name)
        if field is None or not field.given:
            raise ServiceError(
                422, f"{name}: no such field; known: {', '.join(f.name for f in entry.fields if f.given)}"
            )
        good[name] = _one(field, value)
    for field in entry.fields if whole else ():
        if field.required and good.get(field.name) in ("", None):
            raise ServiceError(422, f"{field.name}: is required")
        good.setdefault(field.name, field.default)
    return good


def _one(field: Field, value: object) -> Value:
    if field.kind == "file":
        if value in ("", None):
            return None
        if (
            isinstance(value, dict)
            and set(value) == {"name", "base64"}
            and all(isinstance(v, str) for v in value.values())
        ):
            return _bounded(field, value, len(value["base64"]))
        raise ServiceError(422, f'{field.name}: expected {{"name": ..., "base64": ...}}')
    if field.kind == "number":
        try:
            number = float(str(value))
        except ValueError:
            raise ServiceError(422, f"{field.name}: expected a number, not {str(value)[:40]!r}") from None
        if number != number or abs(number) > 1e12:
            raise ServiceError(422, f"{field.name}: out of range")
        return int(number) if number == int(number) else number
    if field.kind == "flag":
        if str(value).lower() in ("true", "1", "yes", "on"):
            return True
        if str(value).lower() in ("false", "0", "no", "off", ""):
            return False
        raise ServiceError(422, f"{field.name}: expected true or false, not {str(value)[:40]!r}")
    text = "" if value is None else str(value)
    return _bounded(field, text.replace("\r\n", "\n"), len(text))


def _bounded(field: Field, value: Value, size: int) -> Value:
    if size > _LARGEST:
        raise ServiceError(413, f"{field.name}: too large, at most {_LARGEST} characters")
    return value
