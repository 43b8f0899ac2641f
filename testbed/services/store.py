"""The account's records in SQLite, and a log of every operation with the device and modality it came through."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from testbed.services.model import SERVICES, Field, Operation, Record, Service, ServiceError, checked

MOST_RECORDS: Final = 2000  # of one service


@dataclass(frozen=True)
class Origin:
    """Where an operation came from: told from the socket that it arrived on, never from what a client says."""

    device: str
    modality: str


@dataclass(frozen=True)
class Event:
    """One operation that a service carried out."""

    device: str
    modality: str
    service: str
    operation: str
    record: int
    values: Record

    def as_json(self) -> dict[str, Any]:
        """As plain values."""
        return dict(self.__dict__)


class Store:
    """All services of one account."""

    def __init__(self, account: str) -> None:
        self.account = account
        self.events: list[Event] = []
        self._database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._database.row_factory = sqlite3.Row
        for service in SERVICES.values():
            columns = ", ".join(f'"{field.name}" {_TYPES.get(field.kind, "TEXT")}' for field in service.fields)
            self._database.execute(f'CREATE TABLE "{service.name}" (id INTEGER PRIMARY KEY, {columns})')

    def restore(self, records: Mapping[str, list[Record]]) -> None:
        """Hold exactly these records, numbered from 1 in their order, and forget all events.

        Raises:
            ServiceError: for an unknown service or field.
        """
        for service in SERVICES.values():
            self._database.execute(f'DELETE FROM "{service.name}"')  # noqa: S608
        for name, rows in records.items():
            service = _service(name)
            for number, row in enumerate(rows, 1):
                unknown = set(row) - {field.name for field in service.fields}
                if unknown:
                    raise ServiceError(422, f"{name}: no field {sorted(unknown)[0]}")
                self._insert(service, {f.name: row.get(f.name, f.default) for f in service.fields}, number)
        self.events.clear()

    def dump(self) -> dict[str, list[Record]]:
        """Every record of every service, by id."""
        return {name: self._rows(SERVICES[name]) for name in sorted(SERVICES)}

    def perform(
        self, origin: Origin, service: Service, operation: Operation, number: int | None, given: Mapping[str, object]
    ) -> Any:
        """Carry an operation out and log it.

        Args:
            number: the record's id, for get, update and delete.
            given: values for create and update; for list, `q` filters by words.

        Raises:
            ServiceError: 404 without such a record, 422 for unusable values, 507 when the service is full.
        """
        if operation == "list":
            found = _matching(self._rows(service), str(given.get("q") or ""))
            self._log(origin, service, operation, 0, {"q": str(given["q"])} if given.get("q") else {})
            return found
        if operation == "create":
            values = checked(service, given, whole=True)
            made = service.made({**{f.name: f.default for f in service.fields}, **values}, self.account)
            if len(self._rows(service)) + len(made) > MOST_RECORDS:
                raise ServiceError(507, f"{service.title} is full")
            numbers = [self._insert(service, record) for record in made]
            self._log(origin, service, operation, numbers[0], made[0])
            return self._row(service, numbers[0])
        current = self._row(service, number)
        if operation == "update":
            changed = checked(service, given, whole=False)
            if changed:
                names = ", ".join(f'"{name}" = ?' for name in changed)
                row = [_stored(value) for value in changed.values()]
                self._database.execute(f'UPDATE "{service.name}" SET {names} WHERE id = ?', [*row, number])  # noqa: S608
            current = self._row(service, number)
        elif operation == "delete":
            self._database.execute(f'DELETE FROM "{service.name}" WHERE id = ?', [number])  # noqa: S608
        self._log(origin, service, operation, int(number or 0), {k: v for k, v in current.items() if k != "id"})
        return current

    def _log(self, origin: Origin, service: Service, operation: str, record: int, values: Record) -> None:
        self.events.append(Event(origin.device, origin.modality, service.name, operation, record, values))

    def _insert(self, service: Service, record: Record, number: int | None = None) -> int:
        names = [field.name for field in service.fields]
        marks = ", ".join("?" for _ in range(len(names) + 1))
        columns = ", ".join(f'"{name}"' for name in names)
        row = [number, *(_stored(record.get(name)) for name in names)]
        done = self._database.execute(f'INSERT INTO "{service.name}" (id, {columns}) VALUES ({marks})', row)  # noqa: S608
        assert done.lastrowid is not None
        return done.lastrowid

    def _row(self, service: Service, number: int | None) -> Record:
        row = self._database.execute(f'SELECT * FROM "{service.name}" WHERE id = ?', [number]).fetchone()  # noqa: S608
        if row is None:
            raise ServiceError(404, f"no {service.item} {number}")
        return _read(service, row)

    def _rows(self, service: Service) -> list[Record]:
        rows = self._database.execute(f'SELECT * FROM "{service.name}" ORDER BY id')  # noqa: S608
        return [_read(service, row) for row in rows]


_TYPES = {"number": "NUMERIC", "flag": "INTEGER"}


def _service(name: str) -> Service:
    if name not in SERVICES:
        raise ServiceError(404, f"no service {name}")
    return SERVICES[name]


def _stored(value: object) -> object:
    return json.dumps(value, sort_keys=True) if isinstance(value, dict) else value


def _read(service: Service, row: sqlite3.Row) -> Record:
    return {"id": row["id"], **{field.name: _value(field, row[field.name]) for field in service.fields}}


def _value(field: Field, stored: Any) -> Any:
    if field.kind == "file":
        return json.loads(stored) if stored else None
    return bool(stored) if field.kind == "flag" else stored


def _matching(rows: list[Record], query: str) -> list[Record]:
    words = query.casefold().split()
    return [row for row in rows if all(word in _text(row) for word in words)]


def _text(row: Record) -> str:
    return " ".join(str(v["name"] if isinstance(v, dict) else v) for v in row.values()).casefold()
