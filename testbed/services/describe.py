"""The account's API as OpenAPI."""

from __future__ import annotations

import json

from testbed.services import catalogue
from testbed.services.app import Account, api_of

assert catalogue


def openapi() -> str:
    """JSON text, the same at every call."""
    return json.dumps(api_of(Account("me@example.org")).openapi(), indent=1, sort_keys=True) + "\n"
