"""No page starts another program of the machine: a mail program is what browsers start without asking anybody."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from common.offer import Offer
from fleet.demo.server import Reply
from tests.integration.browser.pages import OTHER, SHOW_PRODUCT, app
from tests.servers.browser.shops import QUICK, one_browser, page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(sys.platform != "linux", reason="puts its own programs in the place of Linux' own"),
]
SHOP = "shop.pinewood.example"
OPENERS = ("xdg-open", "xdg-email", "gio", "gvfs-open", "exo-open", "kde-open")
PATIENT = replace(QUICK, late_seconds=4.0, settle_seconds=10.0)
"""The product shows late, so that a program has time to start."""
WAYS = {
    "as an address": "location = 'mailto:a@b.example?attach=/etc/passwd';",
    "again and again": "setInterval(() => { location = 'mailto:a@b.example?subject=' + Math.random(); }, 50);",
    "in a frame": "const f = document.createElement('iframe'); f.src = 'mailto:a@b.example'; document.body.append(f);",
    "by a link": "const a = document.createElement('a'); a.href = 'mailto:a@b.example'; document.body.append(a);"
    "a.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })); a.click();",
    "by a redirect": "location = '/elsewhere';",
}


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """What was started, a line each. The folder is open to whoever the browser runs as."""
    folder = Path(tempfile.mkdtemp(prefix="openers-"))
    folder.chmod(0o777)
    told = folder / "started"
    for name in OPENERS:
        (folder / name).write_text(f'#!/bin/sh\necho "{name} $*" >> {told}\nexit 0\n', "utf-8")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    yield told
    shutil.rmtree(folder)


def elsewhere(target: str) -> Reply:
    return Reply(body=b"", status=302, headers={"Location": "mailto:a@b.example"})


@pytest.mark.parametrize("way", WAYS)
async def test_a_page_starts_no_mail_program(started: Path, way: str) -> None:
    # The first page of a browser: later ones may do less.
    tried = f"addEventListener('load', () => setTimeout(() => {{ {WAYS[way]} }}, 200));"
    shown = page(app(SHOW_PRODUCT + tried + "setTimeout(show, 2500);"))
    async with one_browser() as browser:
        shops = browser.serve({(SHOP, "/boards/oak-40"): shown, (SHOP, "/elsewhere"): elsewhere}, limits=PATIENT)
        outcome = (await shops.look(OTHER)).outcome
    assert isinstance(outcome, Offer)
    assert lines(started) == []


def lines(told: Path) -> list[str]:
    return told.read_text("utf-8").splitlines() if told.exists() else []
