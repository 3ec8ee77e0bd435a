"""One visit: a page of its own, with nothing of the pages before it, opened, waited for and read as HTML.

What a page may try meanwhile is answered as somebody would who only looks: dialogs are dismissed, popups closed,
downloads cancelled, permissions not given, service workers not registered.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from common.errors import CrawlError, ErrorCode
from common.net.address import shown
from worker.ways.browser.limits import PageLimits
from worker.ways.browser.page import scripts
from worker.ways.browser.page.first_of import first_of
from worker.ways.browser.page.metered import Metered
from worker.ways.browser.page.network import Answered, MainAnswer, PageNetwork

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, CDPSession, Dialog, Page

_LOOK_SECONDS = 0.5
"""Between two looks whether the browser still runs."""
_MOST_DOCUMENTS = 4
"""That are asked in turn for one moment of a page that keeps going elsewhere."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The page as it stood at one moment. `html` is what its scripts made of it; `answers` what they asked for."""

    url: str
    html: str
    answers: tuple[Answered, ...]


class Visit:
    """Made by `visiting`. What the browser cannot do raises playwright's Error; a hang raises TimeoutError."""

    def __init__(
        self, shown_in: Shown, page: Page, session: CDPSession, network: PageNetwork, limits: PageLimits
    ) -> None:
        self._shown_in = shown_in
        self._page = page
        self._session = session
        self._network = network
        self._limits = limits
        self._over = asyncio.Event()
        """The page's process crashed, it was closed, or its browser ended: nobody answers what it is asked."""
        page.on("crash", self._note_over)
        page.on("close", self._note_over)

    @property
    def main_frame(self) -> str | None:
        return self._network.main_frame

    @property
    def documents(self) -> list[MainAnswer]:
        """The answers to the page's own document, redirects first."""
        return self._network.documents

    async def open(self, url: str) -> None:
        """Returns when the page's HTML is there. Raises playwright's Error and TimeoutError.

        That the HTML is there we ask ourselves: Playwright waits in vain once a script leads elsewhere and is refused.
        """
        deadline = asyncio.get_running_loop().time() + self._limits.open_seconds
        await self._page.goto(url, wait_until="commit", timeout=self._limits.open_seconds * 1000)
        if not await self._until(deadline, self._whole):
            raise TimeoutError

    async def _whole(self) -> None:
        await self._ask(scripts.until_whole(), waits=True)

    async def moments(self) -> AsyncIterator[Seen]:
        """The page each time that it has settled or one more of the wanted answers came, until its time is up.

        At least one moment, at most `reads`. The last one comes whether it has settled or not.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._limits.settle_seconds
        for left in range(self._limits.reads - 1, -1, -1):
            settled = await self._until(deadline, self._settled)
            before = self._network.changes
            yield await self._look()
            if not settled or not left:
                return
            late = min(deadline, loop.time() + self._limits.late_seconds)
            if self._network.changes == before and not await self._until(late, partial(self._changed, before)):
                return

    async def _until(self, deadline: float, condition: Callable[[], Coroutine[Any, Any, None]]) -> bool:
        """Whether the condition came true in time. An error of the page's own (it goes elsewhere) is waited out."""
        from playwright.async_api import Error  # noqa: PLC0415  # only where the browser is on

        try:
            async with asyncio.timeout_at(deadline):
                while True:
                    try:
                        await first_of(condition(), self._ends())
                        return True
                    except Error:
                        if self._over.is_set():
                            raise
                        # The last change may have come before the error, so none may follow.
                        with suppress(TimeoutError):
                            async with asyncio.timeout(self._limits.quiet_seconds):
                                await self._network.next_change()
        except TimeoutError:
            return False

    async def _settled(self) -> None:
        """Returns when nothing is under way and nothing changes, or when an answer came that was not there before."""
        known = len(self._network.answers)
        while True:
            await first_of(self._idle_and_still(), self._one_more_answer(known))
            if len(self._network.answers) > known or self._network.idle:
                return

    async def _idle_and_still(self) -> None:
        while True:
            await self._network.until_idle()
            before = self._network.changes
            await self._ask(scripts.until_still(self._limits.quiet_seconds), waits=True)
            if self._network.changes == before and self._network.idle:
                return

    async def _one_more_answer(self, known: int) -> None:
        while len(self._network.answers) <= known:
            await self._network.next_change()

    async def _changed(self, before: int) -> None:
        """Returns when the page is not as it was read, or something happened in its network that was not before."""
        await first_of(self._ask(scripts.until_changed(), waits=True), self._network.change_after(before))

    async def _look(self) -> Seen:
        async with asyncio.timeout(self._limits.step_seconds):
            asked = self._ask_whoever_is_there(scripts.whole_page(self._limits.dom_chars))
            html = str(await first_of(asked, self._ends()))
        if len(html) > self._limits.dom_chars:
            where = shown(self._page.url)
            raise CrawlError(ErrorCode.PARSE_LIMIT, f"{where} grows beyond {self._limits.dom_chars} characters")
        return Seen(self._page.url, html, tuple(self._network.answers))

    async def _ask_whoever_is_there(self, expression: str) -> Any:
        """As _ask; of the next document where the page goes elsewhere in that moment, several times at most."""
        from playwright.async_api import Error  # noqa: PLC0415  # only where the browser is on

        for _ in range(_MOST_DOCUMENTS - 1):
            try:
                return await self._ask(expression)
            except Error:
                if self._over.is_set():
                    raise
        return await self._ask(expression)

    async def _ask(self, expression: str, *, waits: bool = False) -> Any:
        """What the expression comes to in our own world of the page's frame."""
        world = await self._session.send(
            "Page.createIsolatedWorld", {"frameId": self._network.main_frame, "worldName": scripts.WORLD}
        )
        asked = {
            "expression": expression,
            "contextId": world["executionContextId"],
            "awaitPromise": waits,
            "returnByValue": True,
        }
        said = await self._session.send("Runtime.evaluate", asked)
        return said["result"].get("value", "")

    def _note_over(self, _: object) -> None:
        self._over.set()
        self._network.close()

    async def _ends(self) -> NoReturn:
        """Raises playwright's Error once the page is over. Of a driver that has ended Playwright tells nobody."""
        from playwright.async_api import Error  # noqa: PLC0415  # only where the browser is on

        while not self._over.is_set() and self._shown_in.alive:
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_SECONDS):
                    await self._over.wait()
        self._over.set()
        raise Error("the page ended")


class Shown(Protocol):
    """The browser that a visit is made in."""

    browser: Browser
    user_agent: str
    stuck: bool
    """Set when a page cannot be closed in time."""

    @property
    def alive(self) -> bool: ...


@asynccontextmanager
async def visiting(
    shown_in: Shown, limits: PageLimits, *, wanted: Callable[[str], bool], metered: Metered | None = None
) -> AsyncIterator[Visit]:
    """A page in a context of its own: no cookie, no storage and no cache of another page. `wanted`, `metered`: see
    PageNetwork.

    At the end it is closed. Raises playwright's Error, and TimeoutError for a browser that makes no page.
    """
    async with asyncio.timeout(limits.step_seconds):
        context = await shown_in.browser.new_context(
            user_agent=shown_in.user_agent, service_workers="block", accept_downloads=False, permissions=[]
        )
    network: PageNetwork | None = None
    try:
        async with asyncio.timeout(limits.step_seconds):
            page = await context.new_page()
            context.on("page", lambda popup: _begin(popup.close()))
            page.on("dialog", _dismiss)
            session = await context.new_cdp_session(page)
            network = PageNetwork(session, limits, wanted=wanted, metered=metered)
            await network.open()
        yield Visit(shown_in, page, session, network, limits)
    finally:
        if network is not None:
            network.close()
        shown_in.stuck = not await _closed(context, limits.step_seconds)


async def _closed(context: BrowserContext, seconds: float) -> bool:
    """Whether it closed in time; one that is gone already did."""
    from playwright.async_api import Error  # noqa: PLC0415  # only where the browser is on

    try:
        async with asyncio.timeout(seconds):
            with suppress(Error):
                await context.close()
    except TimeoutError:
        return False
    return True


def _dismiss(dialog: Dialog) -> None:
    _begin(dialog.dismiss())


_ending: set[asyncio.Future[None]] = set()


def _begin(ending: Any) -> None:
    """Without waiting for it: the page may be gone before."""
    task = asyncio.ensure_future(ending)
    _ending.add(task)
    task.add_done_callback(_forget)


def _forget(task: asyncio.Future[None]) -> None:
    _ending.discard(task)
    if not task.cancelled():
        task.exception()
