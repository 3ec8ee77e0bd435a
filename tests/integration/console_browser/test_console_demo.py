"""`crawlfleet demo --console`: the link that it prints leads somebody in, and Ctrl-C ends it."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

from playwright.async_api import Browser, expect

from tests.places import REPO
from tests.servers.console import PASSWORD
from tests.servers.fleet_world import eventually
from tests.servers.processes import Process

LINK = re.compile(r"http://127\.0\.0\.1:\d+/invite#\S+")


async def test_the_demos_link_leads_into_the_console(chromium: Browser, tmp_path: Path) -> None:
    said = tmp_path / "said"
    command = [sys.executable, "-m", "fleet", "demo", "--console", "--quiet", "--folder", str(tmp_path / "demo")]
    demo = Process(command, env=dict(os.environ), cwd=REPO, log=said)
    try:
        await eventually(lambda: LINK.search(said.read_text("utf-8")), what="a link", say=said.read_text)
        found = LINK.search(said.read_text("utf-8"))
        assert found
        page = await (await chromium.new_context()).new_page()
        await page.goto(found[0])
        await page.get_by_label("Choose a password").fill(PASSWORD)
        await page.get_by_label("The same again").fill(PASSWORD)
        await page.get_by_role("button", name="Sign in").click()
        await page.get_by_role("navigation", name="Screens").get_by_role("link", name="Products", exact=True).click()
        await expect(page.get_by_role("main")).to_contain_text("Oak cutting board 40 cm")
        await page.context.close()
        os.kill(demo.pid, signal.SIGINT)
        await eventually(lambda: not demo.alive, what="the demo ended", say=said.read_text)
    finally:
        demo.kill()
