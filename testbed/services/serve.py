"""The services' process: `python -m testbed.services.serve FOLDER DEVICE...`, inside a sandbox without network.

It listens on `FOLDER/<device>/<modality>` and is told what to do in JSON lines on its standard input.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from testbed import extensions
from testbed.control import lines_of
from testbed.services import catalogue
from testbed.services.app import Account, application
from testbed.services.faults import fault_from
from testbed.services.model import MODALITIES, ServiceError
from testbed.serving import serve

assert catalogue
ACCOUNT = "me@example.org"


def main(arguments: list[str]) -> None:
    """Serve until standard input ends."""
    folder, devices = Path(arguments[0]), arguments[1:]
    extensions.load_inside()
    account = Account(ACCOUNT)
    paths = [folder / device / modality for device in devices for modality in MODALITIES]

    async def work() -> None:
        serving = await serve(application(account), paths)
        print(json.dumps({"ready": True}), flush=True)  # noqa: T201
        async for asked in lines_of(sys.stdin):
            print(json.dumps(_answered(account, asked)), flush=True)  # noqa: T201
        serving.cancel()

    asyncio.run(work())


def _answered(account: Account, asked: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"ok": True, "value": _done(account, asked)}
    except (ServiceError, ValueError, KeyError, TypeError) as error:
        return {"ok": False, "error": f"{type(error).__name__}: {error}"}


def _done(account: Account, asked: dict[str, Any]) -> Any:
    store, what = account.store, asked["do"]
    if what == "restore":
        store.restore(asked["records"])
        account.faults.clear()
        account.tokens = dict(asked["tokens"])
        return None
    if what == "dump":
        return store.dump()
    if what == "events":
        return [event.as_json() for event in store.events[int(asked["since"]) :]]
    if what == "faults":
        account.faults = [fault_from(values) for values in asked["faults"]]
        return None
    if what == "tokens":
        account.tokens = dict(asked["tokens"])
        return None
    raise ValueError(f"cannot {what!r}")


if __name__ == "__main__":
    main(sys.argv[1:])
