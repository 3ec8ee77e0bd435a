"""The browser as processes: sandboxed, one page at a time, replaced when worn, killed when it must be."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from common.errors import ErrorCode
from common.lasting.passing import sweep
from common.offer import Offer
from fleet.demo.server import Reply, Route
from tests.integration.browser.pages import OTHER, SHOW_PRODUCT, app
from tests.places import REPO
from tests.servers.browser.shops import QUICK, BrowserAtShops, OneBrowser, one_browser, page
from tests.servers.fleet_world import eventually
from worker.ways.browser.engine import tree
from worker.ways.browser.engine.folder import PREFIX
from worker.ways.browser.engine.process import BrowserUnavailable
from worker.ways.browser.limits import MIB, BrowserLimits

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]
SHOP = "shop.pinewood.example"
BOARD = (SHOP, "/boards/oak-40")
GOOD = {BOARD: page(app(SHOW_PRODUCT + "show();"))}
FREE = BrowserLimits(free_bytes=256 * MIB)


def root_of(browser: OneBrowser | BrowserAtShops) -> psutil.Process:
    started = browser.browsers._started
    assert started is not None
    return started.root


def environment_and_arguments(process: psutil.Process) -> bytes:
    """Nothing of one that has ended meanwhile."""
    with suppress(ProcessLookupError, FileNotFoundError, psutil.NoSuchProcess):
        return Path(f"/proc/{process.pid}/environ").read_bytes() + b"\0".join(map(str.encode, process.cmdline()))
    return b""


async def eventually_ended(process: psutil.Process) -> None:
    deadline = time.monotonic() + 60
    with suppress(psutil.NoSuchProcess):  # it may end between the two questions
        while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
            assert time.monotonic() < deadline, f"{process} still runs"
            await asyncio.sleep(0.05)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
async def test_its_sandbox_is_on_and_it_is_nobody(browser: OneBrowser) -> None:
    shops = browser.serve(GOOD)
    seen: dict[str, set[str]] = {}

    def look(target: str) -> Reply:
        for process in tree.family(root_of(browser)):
            with suppress(ProcessLookupError, FileNotFoundError, psutil.NoSuchProcess):
                kind = next((word for word in process.cmdline() if word.startswith("--type=")), "browser")
                lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
                status = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
                seen.setdefault(kind, set()).add(f"uid {status['Uid'].split()[0]}, seccomp {status['Seccomp']}")
        return Reply(body=app(SHOW_PRODUCT + "show();").encode())

    shops = browser.serve({BOARD: look})
    await shops.look(OTHER)
    uids = {int(one.split(",")[0].removeprefix("uid ")) for found in seen.values() for one in found}
    assert 0 not in uids
    assert seen["--type=renderer"], seen
    assert all(one.endswith("seccomp 2") for one in seen["--type=renderer"]), seen
    command = root_of(browser).cmdline()
    assert "--no-sandbox" not in command
    assert "--disable-setuid-sandbox" not in command


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
async def test_neither_it_nor_its_driver_has_a_secret_of_ours(
    browser: OneBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRAWLFLEET_BROKER_PASSWORD", "sesame-4711")
    await browser.browsers.aclose()
    shops = browser.serve(GOOD)
    await shops.look(OTHER)
    started = browser.browsers._started
    assert started is not None
    assert started.driver is not None
    assert b"PW_LANG_NAME=python" in environment_and_arguments(started.driver), "Playwright's driver itself"
    for process in tree.family(started.driver):
        told = environment_and_arguments(process)
        assert b"CRAWLFLEET" not in told
        assert b"sesame" not in told
        assert browser.browsers._process is not None
        assert browser.browsers._process._secret.encode() not in told, "the proxy's secret is in no process list"


async def test_one_page_at_a_time(browser: OneBrowser) -> None:
    under_way, most = 0, 0

    def slow(target: str) -> Reply:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        time.sleep(0.2)
        under_way -= 1
        return Reply(body=app(SHOW_PRODUCT + "show();").encode())

    shops = browser.serve({BOARD: slow})
    looks = await asyncio.gather(*(shops.look(OTHER) for _ in range(4)))
    assert all(isinstance(look.outcome, Offer) for look in looks)
    assert most == 1


async def test_a_browser_killed_in_mid_page_costs_that_page(browser: OneBrowser) -> None:
    def kill(target: str) -> Reply:
        root_of(browser).kill()
        return Reply(body=b"<p>too late")

    shops = browser.serve({BOARD: kill})
    error = await shops.error(OTHER)
    assert error.code is ErrorCode.INTERNAL_ERROR
    assert error.code.retry
    assert (await browser.serve(GOOD).offer(OTHER)).price_minor == 5400


def parts_of(browser: OneBrowser, part: str) -> list[psutil.Process]:
    """Playwright's driver, or the processes that hold pages."""
    if part == "the driver":
        started = browser.browsers._started
        assert started is not None and started.driver is not None
        return [started.driver]
    return [one for one in tree.family(root_of(browser)) if b"--type=renderer" in environment_and_arguments(one)]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("part", ["the driver", "the page's own process"])
@pytest.mark.parametrize("amid", ["its document", "what its scripts ask for"])
async def test_a_part_killed_in_mid_page_costs_that_page(browser: OneBrowser, part: str, amid: str) -> None:
    """Every page was asked of a driver that had ended from then on, in vain; one without a process was waited for."""

    def kill(target: str) -> Reply:
        for process in parts_of(browser, part):
            process.kill()
        return Reply(body=app(SHOW_PRODUCT + "show();").encode())

    asks = page(app(SHOW_PRODUCT + "fetch('/late').then(() => show());"))
    routes: dict[tuple[str, str], Route] = (
        {BOARD: kill} if amid == "its document" else {BOARD: asks, (SHOP, "/late"): kill}
    )
    patient = dataclasses.replace(QUICK, open_seconds=200.0, settle_seconds=200.0)
    async with asyncio.timeout(90):
        error = await browser.serve(routes, limits=patient).error(OTHER)
    assert error.code is ErrorCode.INTERNAL_ERROR, error
    assert error.code.retry
    assert (await browser.serve(GOOD).offer(OTHER)).price_minor == 5400


@pytest.mark.skipif(sys.platform == "win32", reason="stops a process by a signal")
async def test_a_browser_that_hangs_is_killed_and_replaced(browser: OneBrowser) -> None:
    hung: list[psutil.Process] = []

    def hang(target: str) -> Reply:
        hung.append(root_of(browser))
        hung[0].send_signal(signal.SIGSTOP)
        return Reply(body=b"<p>nobody reads this")

    limits = dataclasses.replace(QUICK, open_seconds=8.0, step_seconds=6.0)
    shops = browser.serve({BOARD: hang}, limits=limits)
    error = await shops.error(OTHER)
    assert error.code in {ErrorCode.TIMEOUT, ErrorCode.INTERNAL_ERROR}
    await eventually_ended(hung[0])
    assert (await browser.serve(GOOD).offer(OTHER)).price_minor == 5400


async def test_a_crawl_that_is_cancelled_leaves_no_page_behind(browser: OneBrowser) -> None:
    reached = asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(target: str) -> Reply:
        loop.call_soon_threadsafe(reached.set)
        time.sleep(3)
        return Reply(body=b"<p>late")

    crawl = asyncio.create_task(browser.serve({BOARD: slow}).look(OTHER))
    await asyncio.wait_for(reached.wait(), 60)
    root = root_of(browser)
    crawl.cancel()
    with pytest.raises(asyncio.CancelledError):
        await crawl
    await eventually_ended(root)
    assert (await browser.serve(GOOD).offer(OTHER)).price_minor == 5400


async def test_a_worn_browser_is_replaced_and_nothing_of_it_stays() -> None:
    async with one_browser(browser_limits=dataclasses.replace(FREE, pages=2)) as browser:
        shops = browser.serve(GOOD)
        roots: list[psutil.Process] = []
        homes: list[Path] = []
        for _ in range(3):
            await shops.look(OTHER)
            roots.append(root_of(browser))
            assert browser.browsers._process is not None
            folder = browser.browsers._process._folder
            assert folder is not None
            homes.append(folder.path)
        assert roots[0] == roots[1] != roots[2]
        assert not roots[0].is_running()
        assert not homes[0].exists()
        last = tree.family(roots[2])
    for process in last:
        await eventually_ended(process)
    assert not homes[2].exists()


async def test_a_page_that_takes_too_much_memory_is_given_up() -> None:
    script = "const kept = []; setInterval(() => { kept.push(new Uint8Array(40_000_000).fill(7)); }, 20);"
    async with one_browser(browser_limits=dataclasses.replace(FREE, memory_bytes=1800 * MIB)) as browser:
        await browser.serve(GOOD).look(OTHER)
        held = tree.memory_bytes(tree.family(root_of(browser)))
        assert held < 1800 * MIB
        patient = dataclasses.replace(QUICK, settle_seconds=40.0, late_seconds=30.0)
        error = await browser.serve({BOARD: page(app(script))}, limits=patient).error(OTHER)
        assert error.code is ErrorCode.PARSE_LIMIT
        assert (await browser.serve(GOOD).offer(OTHER)).price_minor == 5400


LOGS = """
const words = 'x'.repeat(1_500_000);
setInterval(() => { document.body.textContent = Math.random(); }, 100);
setInterval(() => console.log(words, words, words, words, words, words), 60);
"""
"""Playwright's driver keeps the last two hundred."""


async def test_a_page_that_fills_the_driver_is_given_up_too() -> None:
    async with one_browser(browser_limits=dataclasses.replace(FREE, memory_bytes=1500 * MIB)) as browser:
        await browser.serve(GOOD).look(OTHER)
        patient = dataclasses.replace(QUICK, settle_seconds=60.0, late_seconds=30.0)
        error = await browser.serve({BOARD: page(app(LOGS))}, limits=patient).error(OTHER)
        assert error.code is ErrorCode.PARSE_LIMIT
        assert (await browser.serve(GOOD).offer(OTHER)).price_minor == 5400


async def test_a_page_gets_a_fresh_browser_where_those_before_left_too_much_behind() -> None:
    roots = []
    for left_bytes in (2**40, -(2**40)):  # nothing is too much, and anything is
        async with one_browser(browser_limits=dataclasses.replace(FREE, left_bytes=left_bytes)) as browser:
            for _ in range(2):
                assert (await browser.serve(GOOD).offer(OTHER)).price_minor == 5400
                roots.append(root_of(browser))
    assert roots[0] == roots[1]
    assert roots[2] != roots[3]


async def test_without_free_memory_none_starts() -> None:
    async with one_browser(browser_limits=BrowserLimits(free_bytes=10**15)) as browser:
        with pytest.raises(BrowserUnavailable, match="free memory"):
            await browser.serve(GOOD).look(OTHER)


def is_there(path: Path) -> bool:
    return path.exists()


_LOOK = """
import asyncio, os, sys
from tests.servers.browser.shops import one_browser, page
from tests.integration.browser.pages import OTHER, SHOW_PRODUCT, app
async def main():
    async with one_browser() as browser:
        def say(target):
            print(browser.browsers._started.root.pid, browser.browsers._process._folder.path, flush=True)
            import time; time.sleep(60)
        await browser.serve({("shop.pinewood.example", "/boards/oak-40"): say}).look(OTHER)
asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills by a signal")
async def test_a_worker_that_is_killed_takes_its_browser_along_and_the_next_one_tidies_up(tmp_path: Path) -> None:
    program = tmp_path / "look.py"
    program.write_text(_LOOK, "utf-8")
    there = {**os.environ, "PYTHONPATH": str(REPO)}
    command = [sys.executable, str(program)]
    with subprocess.Popen(command, cwd=REPO, env=there, stdout=subprocess.PIPE) as worker:  # noqa: ASYNC220
        assert worker.stdout is not None
        pid, folder = (await asyncio.to_thread(worker.stdout.readline)).decode().split()
        left = Path(folder)
        family = tree.family(psutil.Process(int(pid)))
        assert len(family) > 2
        below = tree.family(psutil.Process(worker.pid))  # with the driver, which writes into the folder as well
        worker.kill()
    for process in [*family, *below]:
        await eventually_ended(process)
    assert is_there(left)
    async with one_browser() as browser:
        await browser.serve(GOOD).look(OTHER)
        # It may be another process's browser that is taking it away.
        await eventually(lambda: not is_there(left), what="the folder that was left taken away")
        assert browser.browsers._process is not None
        own = browser.browsers._process._folder
        assert own is not None
        assert sweep(PREFIX) == 0, "a folder in use is left alone"
        assert own.path.exists()


_START = """
import asyncio, resource
from tests.servers.browser.shops import one_browser
from worker.ways.browser.engine.process import BrowserUnavailable
async def main():
    async with one_browser() as browser:
        resource.setrlimit(resource.RLIMIT_NOFILE, ({most}, {most}))
        try:
            async with browser.browsers.for_one_page():
                print("it started")
        except BrowserUnavailable as error:
            print(error)
asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits of another kind")
@pytest.mark.parametrize("most", [24, 48], ids=["for the driver", "for the browser"])
async def test_one_that_lacks_file_handles_is_told_as_that(tmp_path: Path, most: int) -> None:
    program = tmp_path / "start.py"
    program.write_text(_START.format(most=most), "utf-8")
    there = {**os.environ, "PYTHONPATH": str(REPO)}
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, str(program)], cwd=REPO, env=there, capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("the browser did not start: "), done
    assert f"may have {most} files and connections open" in done.stdout or f"as it may ({most})" in done.stdout, done
    assert "LimitNOFILE=" in done.stdout
