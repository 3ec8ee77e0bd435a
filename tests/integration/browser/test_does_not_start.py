"""A program in the browser's place that is none: what is told, and that nothing of the attempt is left."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil
import pytest

from common.settings_tables.browser import BrowserSettings
from tests.servers.browser.shops import ORDINARY_USER, require_browser
from tests.servers.fleet_world import eventually
from worker.ways.browser.engine.process import BrowserProcess, BrowserUnavailable
from worker.ways.browser.limits import MIB, BrowserLimits

pytestmark = pytest.mark.browser
LIMITS = BrowserLimits(free_bytes=256 * MIB, start_seconds=10.0, stop_seconds=1.0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """From where the ordinary user may start a program: a test's own folder is closed to others."""
    require_browser()
    with TemporaryDirectory(prefix="crawlfleet-test-no-browser-") as made:
        path = Path(made)
        path.chmod(0o755)
        yield path


def process_of(folder: Path, script: str) -> BrowserProcess:
    program = folder / "no-browser"
    program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    program.chmod(0o755)
    nowhere: Any = None  # no page ever asks for an address
    return BrowserProcess(BrowserSettings(executable=program, user=ORDINARY_USER), LIMITS, nowhere, named="test")


async def test_a_driver_that_hangs_meanwhile_is_ended_with_the_attempt(folder: Path) -> None:
    starting = asyncio.create_task(process_of(folder, "sleep 600").start())
    found: list[psutil.Process] = []

    def began() -> bool:
        found.clear()
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                if "600" in process.cmdline():
                    found.extend(above for above in process.parents() if "run-driver" in above.cmdline())
        return bool(found)

    await eventually(lambda: starting.done() or began(), seconds=30, what="a program that was started as the browser")
    (driver,) = found
    try:
        os.kill(driver.pid, signal.SIGSTOP)
        with pytest.raises(BrowserUnavailable, match="did not start in 10 s"):
            await starting
        assert not driver.is_running()
    finally:
        with suppress(psutil.Error):
            driver.kill()


async def test_a_program_that_ends_at_once_is_named(folder: Path) -> None:
    with pytest.raises(BrowserUnavailable) as caught:
        await process_of(folder, "echo no display here >&2; exit 3").start()
    assert "no-browser" in str(caught.value)
    assert "no display here" in str(caught.value)
