"""Serving HTTP on Unix sockets, beside whatever else a sandboxed process does."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import uvicorn


def listening(path: Path) -> socket.socket:
    """A socket that listens at a path, whose folder is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen(64)
    return listener


async def serve(app: Callable[..., Any], paths: Iterable[Path]) -> asyncio.Task[None]:
    """Serve an ASGI application at these paths; returns the task that does, once it accepts connections."""
    sockets = [listening(path) for path in paths]
    config = uvicorn.Config(app, log_level="critical", lifespan="off", ws="none", http="h11", loop="asyncio")
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=sockets))
    while not server.started:
        await asyncio.sleep(0.005)
    return task
