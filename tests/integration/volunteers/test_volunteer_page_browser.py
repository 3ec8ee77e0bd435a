"""The page on a volunteer's PC in a real Chromium, where there is one: link, redirect, cookie, policy, and what becomes
of the keyboard's place while the page shows itself anew."""

from __future__ import annotations

import asyncio
import os
import shutil
from datetime import date, datetime
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.servers.console.chromium import WATCH_CSP, chromium
from worker.volunteer.counts import Counts
from worker.volunteer.decision import IdleReason
from worker.volunteer.fetch_log import FetchLog, Request
from worker.volunteer.limits import Limits
from worker.volunteer.now import Now
from worker.volunteer.page.server import serving

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
SECONDS = 120


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
async def test_a_browser_that_opens_the_link_sees_the_page(tmp_path: Path) -> None:
    now = Now(state="idle: no task waits", running=0, counts=Counts(day=date(2026, 11, 23)), limits=Limits())
    log = FetchLog(tmp_path)
    log.note(Request(datetime(2026, 11, 23), "https://pinewood.example/<img src=x onerror=alert(1)>", 200, 5))
    async with serving(0, lambda: now, log, lambda word: None) as door:
        dom = await dumped(door.link, tmp_path / "profile")
        assert "idle: no task waits" in dom and "Pause for 2 hours" in dom
        assert "&lt;img src=x" in dom and "<img" not in dom
        assert door.key not in dom
        refused = await dumped(f"http://127.0.0.1:{door.port}/", tmp_path / "another")
        assert "Pause" not in refused and "Open the link" in refused


@pytest.mark.browser
async def test_the_keyboard_keeps_its_place_while_the_page_shows_itself_anew(tmp_path: Path) -> None:
    now = Now(state="idle: no task waits", running=0, counts=Counts(day=date(2026, 11, 23)), limits=Limits())
    told = [now]
    async with chromium() as browser:
        page = await browser.new_page()
        await page.add_init_script(WATCH_CSP)
        await page.clock.install()
        async with serving(0, lambda: told[-1], FetchLog(tmp_path), lambda word: None) as door:
            await page.goto(door.link)
            await page.keyboard.press("Tab")
            await page.keyboard.press("Tab")
            assert await focused(page) == "pause"
            told.append(now.model_copy(update={"state": "paused by you", "idle": IdleReason.PAUSED}))
            await page.clock.run_for(10_500)
            await expect(page.get_by_text("paused by you")).to_be_visible()
            await expect(page.get_by_role("button", name="Resume")).to_be_visible()
            assert await focused(page) == "pause"
            assert await page.evaluate("window.violations") == []
        await page.clock.run_for(10_500)
        await expect(page.get_by_role("status")).to_contain_text("The worker does not answer")
        await expect(page.get_by_text("paused by you")).to_be_visible()
        assert await focused(page) == "pause"


async def focused(page: Page) -> str:
    """The word of the button that the keyboard is at."""
    return str(await page.evaluate("document.activeElement.value"))


async def dumped(address: str, profile: Path) -> str:
    """What the browser shows there, as HTML."""
    flags = ["--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={profile}", "--dump-dom"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")  # its sandbox does not start as root
    assert CHROMIUM is not None
    browser = await asyncio.create_subprocess_exec(
        CHROMIUM, *flags, address, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(SECONDS):
            said, _ = await browser.communicate()
    finally:
        if browser.returncode is None:
            browser.kill()
            await browser.wait()
    return said.decode("utf-8", "replace")
