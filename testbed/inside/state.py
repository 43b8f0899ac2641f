"""What a device holds beside files: its lock and its settings."""

from __future__ import annotations

import re
from typing import Any

_NAME = re.compile(r"[a-z][a-z0-9_]{0,40}")


class DeviceState:
    """Lock and settings (Android's three namespaces; a Linux device uses `system`)."""

    def __init__(self) -> None:
        self.locked = False
        self.settings: dict[str, str] = {}

    def reset(self, settings: dict[str, str]) -> None:
        """As at the start of an episode."""
        self.locked = False
        self.settings = {str(key): str(value) for key, value in sorted(settings.items())}

    def setting(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Get, put or list settings; `{"setting": "put", "name": "system/volume", "value": "5"}`."""
        what, name = asked["setting"], str(asked.get("name", ""))
        if what == "list":
            return {"value": dict(sorted(self.settings.items()))}
        space, _, key = name.partition("/")
        if space not in ("system", "secure", "global") or not _NAME.fullmatch(key):
            return {"error": f"no setting {name}"}
        if what == "put":
            if len(self.settings) >= 200 and name not in self.settings:
                return {"error": "too many settings"}
            self.settings[name] = str(asked["value"])[:500]
        return {"value": self.settings.get(name, "null")}

    def as_json(self) -> dict[str, Any]:
        """As plain values."""
        return {"locked": self.locked, "settings": dict(sorted(self.settings.items()))}
