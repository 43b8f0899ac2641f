"""JSON lines on a pipe: how the harness tells a sandboxed process what to do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import IO, Any

LONGEST = 64 << 20  # bytes of one line


async def lines_of(stream: IO[str]) -> AsyncIterator[dict[str, Any]]:
    """What comes in, until the stream ends."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LONGEST)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), stream)
    while line := await reader.readline():
        yield json.loads(line)
