"""A device's screen: a page in a browser context of its own (GUI modality)."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Download, Locator, Page, Response
from playwright.sync_api import Error as PlaywrightError

from testbed.actions import GuiAction, Outcome
from testbed.inside.apps import OWN
from testbed.inside.kinds import DeviceKind
from testbed.process import RefusedError
from testbed.services.model import SERVICES

PATIENCE = 4000  # milliseconds for one act
_TREE = 20_000  # characters


class NotPossibleError(Exception):
    """What an act on the screen ran into."""


class Screen:
    """One device's screen.

    Args:
        read: gives a file of the device's for upload.
        keep: takes a file that the browser downloaded.
    """

    def __init__(
        self, browser: Browser, kind: DeviceKind, host: str, proxy: str,
        read: Callable[[str], bytes], keep: Callable[[str, bytes], None],
    ) -> None:  # fmt: skip
        width, height = kind.size
        self._context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=kind.touch, is_mobile=kind.touch,
            proxy={"server": proxy, "bypass": "<-loopback>"}, accept_downloads=True, locale="en-GB", timezone_id="UTC",
            reduced_motion="reduce",
        )  # fmt: skip
        self._context.set_default_timeout(PATIENCE)
        self._host, self._read, self._keep = host, read, keep
        self._status = 200
        self._downloads: list[Download] = []
        self._page = self._new_page()

    def _new_page(self) -> Page:
        page = self._context.new_page()
        page.on("response", self._responded)
        page.on("download", lambda download: self._downloads.append(download))
        page.on("dialog", lambda dialog: dialog.dismiss())
        return page

    def _responded(self, response: Response) -> None:
        if response.request.is_navigation_request():
            self._status = response.status

    def reset(self) -> None:
        """A blank page, as after switching on."""
        self._downloads.clear()
        self._context.clear_cookies()
        for page in self._context.pages[1:]:
            page.close()
        self._status = 200
        self._page.goto("about:blank")

    def close(self) -> None:
        """Close its context."""
        self._context.close()

    def act(self, action: GuiAction) -> Outcome:
        """Do one thing, wait for what it sets off, and say what the screen shows."""
        said = ""
        try:
            said = self._done(action)
        except (NotPossibleError, RefusedError) as error:
            return self._shown("failed", str(error))
        except PlaywrightError as error:
            return self._shown("failed", error.message.splitlines()[0][:300])
        if self._status >= 400:
            alert = self._page.get_by_role("alert")
            text = alert.first.inner_text() if alert.count() else ""
            return self._shown("failed", f"the page answered {self._status}: {text}".strip())
        return self._shown("ok", said or self._text())

    def _done(self, action: GuiAction) -> str:
        self._status = 200
        if action.action == "open":
            self._open(action.text)
        elif action.action == "click":
            self._click(action)
        elif action.action == "type":
            self._target(action).fill(action.text)
        elif action.action == "select":
            self._target(action).select_option(label=action.text)
        elif action.action == "upload":
            name = action.text.rsplit("/", 1)[-1]
            content = self._read(action.text)
            self._target(action).set_input_files(
                {"name": name, "mimeType": "application/octet-stream", "buffer": content}
            )
        elif action.action == "key":
            self._page.keyboard.press(action.text)
        elif action.action == "scroll":
            self._page.mouse.wheel(0, action.y or 0)
        elif action.action == "back":
            self._page.go_back()
        self._page.wait_for_load_state("load")
        return self._downloaded()

    def _open(self, app: str) -> None:
        if not all(c.isalnum() or c in "-_" for c in app):
            raise NotPossibleError(f"no app {app[:40]!r}")
        self._page.goto(f"http://{self._host}/{app + '/' if app else ''}")

    def _target(self, action: GuiAction) -> Locator:
        if action.element is None:
            self._tap(action)
            return self._page.locator("*:focus")
        if action.action == "upload":
            found = self._page.get_by_label(action.element.name, exact=True)
        else:
            found = self._page.get_by_role(action.element.role, name=action.element.name, exact=True)  # type: ignore[arg-type]
        count = found.count()
        if count == 0:
            raise NotPossibleError(f"there is no {action.element.role} {action.element.name!r} on the screen")
        one = found.first
        veil = self._page.locator("[aria-modal=true]")
        if veil.count():
            raise NotPossibleError(f"a dialog covers the page: {veil.first.inner_text()[:200]!r}")
        if not one.is_enabled():
            raise NotPossibleError(f"{action.element.name!r} is disabled")
        return one

    def _tap(self, action: GuiAction) -> None:
        if action.x is None or action.y is None:
            raise NotPossibleError("give an element or a point")
        self._page.mouse.click(action.x, action.y)

    def _click(self, action: GuiAction) -> None:
        if action.element is None:
            self._tap(action)
            return
        one = self._target(action)
        if one.get_attribute("download") is not None:
            with self._page.expect_download():
                one.click()
        else:
            one.click()

    def _downloaded(self) -> str:
        said = []
        while self._downloads:
            download = self._downloads.pop(0)
            path = download.path()
            self._keep(download.suggested_filename, path.read_bytes())
            said.append(f"saved {download.suggested_filename}")
            download.delete()
        return "; ".join(said)

    def _text(self) -> str:
        main = self._page.locator("main")
        return main.first.inner_text()[:4000] if main.count() else ""

    def _shown(self, status: Any, result: str) -> Outcome:
        return Outcome(status, result, {"address": self._page.url, "tree": self.tree()})

    @property
    def opened(self) -> bool:
        """Whether anything was opened since the last reset."""
        return self._page.url != "about:blank"

    def tree(self) -> str:
        """The accessibility tree, as YAML-like text."""
        try:
            return self._page.locator("body").aria_snapshot()[:_TREE]
        except PlaywrightError:
            return ""

    def screenshot(self) -> bytes:
        """A PNG of what is in view."""
        return self._page.screenshot(animations="disabled", caret="hide")

    def asked(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What a command on the device wants of the screen."""
        what = asked.get("action")
        try:
            if what == "screenshot":
                return {"value": base64.b64encode(self.screenshot()).decode()}
            if what == "tree":
                return {"value": self.tree()}
            if what == "apps":
                return {"value": sorted({*OWN, *(entry.name for entry in SERVICES.values() if entry.gui)})}
            if what == "type":
                self._page.keyboard.type(str(asked.get("text", ""))[:2000])
                return {"value": None}
            fields = {"open": ("text", "app"), "click": (), "key": ("text", "key"), "scroll": ("y", "dy")}
            if what not in fields:
                return {"error": f"cannot {what}"}
            values: dict[str, Any] = {"device": self._host, "modality": "gui", "action": what}
            if what == "click":
                values |= {"x": asked["x"], "y": asked["y"]}
            else:
                name, given = fields[what]
                values[name] = asked[given]
            outcome = self.act(GuiAction.model_validate(values))
        except (PlaywrightError, ValueError, KeyError) as error:
            return {"error": str(error)[:300]}
        return {"value": None} if outcome.status == "ok" else {"error": outcome.result}
