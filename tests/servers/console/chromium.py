"""A real Chromium in front of the console: what a page does besides showing itself, and what axe says of it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Page,
    Request,
    ViewportSize,
    async_playwright,
    expect,
)

from tests.servers.console import PASSWORD, Here, Person
from tests.servers.processes import missing
from worker.ways.browser.engine.finding import installed_browser

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 900}
PATIENCE_MS = 60_000
"""For a page, a click, or what is expected of a page, on a machine that does ten other things."""
GRAVE = {"serious", "critical"}
VIOLATIONS = "violations"
WATCH_CSP = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (one) => window.violations.push(one.violatedDirective));
"""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Skips, or fails when CI is set, where no browser can be driven."""
    program = installed_browser()
    if program is None:
        missing("a browser", "scripts/fetch-servers chromium")
    # It meets no page but our own here, so root may do without the sandbox.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(program), args=arguments)
        try:
            yield browser
        finally:
            await browser.close()


class Watched:
    """A page, and what it complained of: errors of its script, its policy's violations, requests to elsewhere."""

    def __init__(self, page: Page, origin: str) -> None:
        self.page = page
        self.complaints: list[str] = []
        self._host = urlsplit(origin).netloc
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._note(f"script {error}"))
        page.on("request", self._asked)
        page.on("dialog", self._dialog)

    def _note(self, what: str) -> None:
        self.complaints.append(f"{urlsplit(self.page.url).path}: {what}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._note(f"{message.type} {message.text}")

    def _asked(self, request: Request) -> None:
        if urlsplit(request.url).netloc != self._host:
            self._note(f"asked {request.url}")

    async def _dialog(self, dialog: Dialog) -> None:
        self._note(f"dialog {dialog.message}")
        await dialog.dismiss()

    async def violations(self) -> None:
        """Note what the Content-Security-Policy kept from this page."""
        for one in await self.page.evaluate("window.violations") or []:
            self._note(f"policy {one}")

    async def axe(self, *rules: str) -> None:
        """Note what axe finds serious or critical; by these rules alone, when any are named."""
        options: dict[str, Any] = {"resultTypes": [VIOLATIONS]}
        if rules:
            options["runOnly"] = {"type": "rule", "values": list(rules)}
        found = await Axe().run(self.page, options=options)
        for one in found.response[VIOLATIONS]:
            if one["impact"] in GRAVE:
                nodes = "; ".join(node["html"][:160] for node in one["nodes"][:3])
                self._note(f"axe {one['id']} ({one['impact']}) {nodes}")

    async def sideways(self) -> None:
        """Note when the page is wider than its window."""
        wide, window = await self.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        if wide > window:
            self._note(f"{wide} px wide in a window of {window} px: {await self.page.evaluate(_WIDEST)}")


_WIDEST = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > window.innerWidth && !one.closest(".wide, pre"))
  .slice(0, 3).map((one) => one.outerHTML.slice(0, 120)).join(" | ")"""


async def context_of(
    browser: Browser, here: Here, person: Person | None = None, *, script: bool = True, phone: bool = False
) -> BrowserContext:
    """A window of its own, signed in as `person`."""
    context = await browser.new_context(
        base_url=here.url, java_script_enabled=script, viewport=PHONE if phone else DESK
    )
    context.set_default_timeout(PATIENCE_MS)
    if script:
        await context.add_init_script(WATCH_CSP)
    if person is not None:
        await context.add_cookies(
            [{"name": one.name, "value": one.value or "", "url": here.url} for one in person.client.cookies.jar]
        )
    return context


async def sign_in(page: Page, name: str) -> None:
    """By name and password, as somebody types them."""
    await page.goto("/sign-in")
    await page.get_by_label("Name").fill(name)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("heading", name="Overview").wait_for()
