"""How commands reach the account's services and the device's screen."""

from __future__ import annotations

import base64
import json
import os
import socket
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, NoReturn


def fail(text: str, code: int = 1) -> NoReturn:
    """End with a message on standard error."""
    print(text, file=sys.stderr)
    sys.exit(code)


def services(service: str, operation: str, number: int | None = None, values: dict[str, Any] | None = None) -> Any:
    """Ask the account's services; ends the command with what went wrong."""
    body = json.dumps({"service": service, "operation": operation, "id": number, "values": values or {}}).encode()
    request = urllib.request.Request(os.environ["SERVICES"] + "/", body, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=10) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as error:
        try:
            detail = json.load(error).get("detail", "")
        except ValueError:
            detail = ""
        fail(f"{service}: error {error.code}: {detail}")
    except (urllib.error.URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        fail(f"{service}: cannot reach the account's services: {getattr(reason, 'strerror', None) or reason}", 2)


def file_value(name: str) -> dict[str, str]:
    """A file of the device as a record's value; ends the command when it cannot be read."""
    path = Path(name)
    try:
        return {"name": path.name, "base64": base64.b64encode(path.read_bytes()).decode()}
    except OSError as error:
        fail(f"{path}: {error.strerror}")


def screen(asked: dict[str, Any]) -> Any:
    """Ask the device about its screen or settings; ends the command with what went wrong."""
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(20)
        try:
            link.connect("/run/screen/socket")
            link.sendall(json.dumps(asked).encode() + b"\n")
            answer = json.loads(link.makefile().readline() or '{"error": "no answer"}')
        except OSError as error:
            fail(f"error: {error}")
    if "error" in answer:
        fail(f"error: {answer['error']}")
    return answer.get("value")
