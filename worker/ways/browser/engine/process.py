"""One browser that runs: Playwright's driver, the browser's processes, its proxy and its gate."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from common.errors import CrawlfleetError
from common.lasting.passing import sweep
from common.output.printable import printable
from common.settings_tables.browser import BrowserSettings
from worker.ways.browser.engine import driver, other_programs, starting, tree
from worker.ways.browser.engine.driver import DriverUnknown
from worker.ways.browser.engine.finding import installed_browser, what_to_install
from worker.ways.browser.engine.folder import PREFIX, Folder
from worker.ways.browser.engine.handles import want_of_handles
from worker.ways.browser.limits import MIB, BrowserLimits
from worker.ways.browser.page.gate import Gate
from worker.ways.browser.proxy.server import Addresses, GuardedProxy

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

log = logging.getLogger("crawlfleet.worker.browser")

_ENDED = "has been closed"
"""Of a program that ended before it answered Playwright."""
_LOOK_SECONDS = 0.02


class BrowserUnavailable(CrawlfleetError):
    """No browser can be started on this machine now."""


@dataclass(slots=True)
class Started:
    """What a page needs of it. `over_memory`: it was killed for that."""

    browser: Browser
    gate: Gate
    proxy: GuardedProxy
    user_agent: str
    root: psutil.Process
    driver: psutil.Process | None
    begins_bytes: int = 0
    """Of memory_bytes, when it had started."""
    pages: int = 0
    over_memory: bool = False
    stuck: bool = False
    """It did not close a page in time."""

    @property
    def alive(self) -> bool:
        """Playwright calls a browser connected whose driver has ended, though nothing can be asked of it any more."""
        return self.browser.is_connected() and all(tree.runs(one) for one in (self.root, self.driver) if one)

    def memory_bytes(self) -> int:
        """Now, its driver's among it, which keeps what pages log and throw, however long. Takes some milliseconds."""
        return tree.memory_bytes(tree.family(self.driver or self.root))


class BrowserProcess:
    """Starts one browser and ends it. Nothing of it outlives `end`, and nothing of it outlives this process: the driver
    ends with our end of its line, and the browser with the driver's."""

    def __init__(
        self,
        settings: BrowserSettings,
        limits: BrowserLimits,
        addresses: Addresses,
        *,
        named: str,
        ca_keys: tuple[str, ...] = (),
    ) -> None:
        """`named`: the program and its operator, as added to the browser's own User-Agent."""
        self._settings = settings
        self._limits = limits
        self._secret = secrets.token_urlsafe(32)
        self._proxy = GuardedProxy(addresses, secret=self._secret)
        self._named = named
        self._ca_keys = ca_keys
        self._mark = f"--crawlfleet-browser={secrets.token_hex(8)}"
        self._folder: Folder | None = None
        self._playwright: Playwright | None = None
        self._started: Started | None = None

    async def start(self) -> Started:
        """Raises BrowserUnavailable, after which nothing is left of the attempt."""
        from playwright.async_api import Error  # noqa: PLC0415  # only where the browser is on

        free = psutil.virtual_memory().available
        if free < self._limits.free_bytes:
            wanted = self._limits.free_bytes // MIB
            raise BrowserUnavailable(f"a browser wants {wanted} MB of free memory, and there are {free // MIB} MB")
        try:
            async with asyncio.timeout(self._limits.start_seconds):
                self._started = await self._start()
        except TimeoutError as error:
            why = want_of_handles(error)
            await self.end()
            late = f"the browser did not start in {self._limits.start_seconds:g} s"
            raise BrowserUnavailable(f"{late}: {why}" if why else late) from None
        except DriverUnknown as error:
            await self.end()
            raise BrowserUnavailable(str(error)) from None
        except (Error, OSError, psutil.Error) as error:
            raise await self._did_not_start(error) from None
        except BaseException as error:
            if type(error) is Exception:  # so Playwright says that its driver ended
                raise await self._did_not_start(error) from None
            await self.end()
            raise
        return self._started

    async def _did_not_start(self, error: Exception) -> BrowserUnavailable:
        """After which nothing is left of the attempt."""
        why = want_of_handles(error) or _why(str(error), self._settings.executable or installed_browser())
        await self.end()
        return BrowserUnavailable(f"the browser did not start: {why}")

    async def _start(self) -> Started:
        browser_file = self._settings.executable or installed_browser()
        if browser_file is None:
            raise BrowserUnavailable(f"no browser is installed; {what_to_install()}")
        if swept := await asyncio.to_thread(sweep, PREFIX):
            log.info("%d folders were taken away that browsers of killed workers had left", swept)
        self._folder = folder = Folder()
        await self._proxy.open()
        self._playwright = await driver.started(starting.environment(folder.driver))
        browser = await self._playwright.chromium.launch(
            executable_path=starting.program(browser_file, self._settings.user, folder),
            headless=True,
            chromium_sandbox=True,
            args=starting.arguments(self._mark, self._ca_keys),
            ignore_default_args=list(starting.DROPPED_DEFAULTS),
            env=dict(starting.environment(folder.home)),
            proxy={"server": f"http://127.0.0.1:{self._proxy.port}", "bypass": starting.PROXY_BYPASS},
            timeout=self._limits.start_seconds * 1000,
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
        root = tree.browser_process(self._mark)
        if root is None:
            raise BrowserUnavailable("the browser that was started is not among this process's own")
        session = await browser.new_browser_cdp_session()
        gate = Gate(session, proxy_secret=self._secret)
        await gate.open()
        await other_programs.start_none(browser)
        version = await session.send("Browser.getVersion")
        user_agent = f"{version['userAgent']} {self._named}"
        log.info("a browser started", extra={"product": version["product"], "pid": root.pid})
        started = Started(browser, gate, self._proxy, user_agent, root, root.parent())
        started.begins_bytes = await asyncio.to_thread(started.memory_bytes)
        return started

    async def kill(self) -> None:
        """At once, with all its processes. The page under way fails."""
        root = self._root()
        if root is not None:
            await asyncio.to_thread(tree.kill, root)

    async def end(self) -> None:
        """Kindly, then by force. Never raises for what is gone already."""
        driving = self._started.driver if self._started else None
        if driving is None and self._folder is not None:  # it did not come to start, and its driver may hang
            driving = tree.process_at_home(self._folder.driver)
        if self._started is not None and self._started.alive:
            await _briefly(self._started.browser.close(), self._limits.stop_seconds)
        await self.kill()
        if self._playwright is not None:
            await _briefly(self._playwright.stop(), self._limits.stop_seconds)
            self._playwright = None
        if driving is not None:
            await _killed(driving)
        await self._proxy.aclose()
        self._started = None
        if self._folder is not None:
            await asyncio.to_thread(self._folder.close)
            self._folder = None

    def _root(self) -> psutil.Process | None:
        return self._started.root if self._started else tree.browser_process(self._mark)


def _why(said: str, program: Path | None) -> str:
    """What Playwright says, and of a program that ended at once its last words, which Playwright has below that."""
    lines = said.strip().splitlines() or ["no reason"]
    if _ENDED not in lines[0]:
        return lines[0][:300]
    words = [line.partition("[err] ")[2].strip() for line in lines if line.startswith("[pid=") and "[err] " in line]
    last = f", its last words: {printable(words[-1][:200])}" if words else ""
    return f"{program} ended at once{last}; browser.executable names another program"


async def _killed(driver: psutil.Process) -> None:
    """Waits until the event loop, whose child it is, has seen its end, too: some seconds at most."""
    with suppress(psutil.Error):
        driver.kill()
    with suppress(TimeoutError):
        async with asyncio.timeout(tree.KILL_SECONDS):
            while driver.is_running():  # noqa: ASYNC110  (another process's end)
                await asyncio.sleep(_LOOK_SECONDS)


async def _briefly(ending: Awaitable[object], seconds: float) -> None:
    """Waits so long for it, and no longer."""
    from playwright.async_api import Error  # noqa: PLC0415  # only where the browser is on

    with suppress(Error, TimeoutError, OSError):
        async with asyncio.timeout(seconds):
            await ending
