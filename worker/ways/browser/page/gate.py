"""Every request of the browser stops here before it leaves, redirects, frames and workers among them.

The DevTools protocol's Fetch domain, enabled for the browser as a whole, asks before each one. Documents and frames
wait for robots.txt and for their turn at the registrable domain, as any other request of this worker to a shop does;
the rest of a page is bound by number and size. While no page is looked at, nothing passes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from common.errors import CrawlError, ErrorCode
from common.net.address import shown
from worker.ways.browser.page.metered import Metered
from worker.ways.browser.page.requests import DOCUMENT, RequestCount

if TYPE_CHECKING:
    from playwright.async_api import CDPSession

log = logging.getLogger("crawlfleet.worker.browser.gate")

PROXY_USER = "page"
Permission = Callable[[str], Awaitable[None]]
"""Returns when a document's address may be asked for now. Raises CrawlError when it may not."""


@dataclass(slots=True)
class Admission:
    """What one page may ask for. `main_frame` is known once the page is made."""

    count: RequestCount
    permission: Permission
    main_frame: str | None = None
    permitted: str | None = None
    """An address whose turn was taken already, good for one request."""
    refusal: CrawlError | None = None
    """Why the page's own document (the last one that was refused) was not asked for."""
    metered: Metered | None = None
    """Who counts each request that leaves, and may stop them; None: nobody."""
    crash: str | None = None
    """How the page's own process ended amid it, in Chromium's word: `killed` by the system or somebody, `crashed`,
    `oom`."""


class Gate:
    """One browser's. Open it before the first page is made."""

    def __init__(self, session: CDPSession, *, proxy_secret: str) -> None:
        self._session = session
        self._secret = proxy_secret
        self._admission: Admission | None = None
        self._deciding: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        self._session.on("Fetch.requestPaused", self._paused)
        self._session.on("Fetch.authRequired", self._asked_for_password)
        self._session.on("Target.targetCrashed", self._crashed)
        await self._session.send("Fetch.enable", {"handleAuthRequests": True, "patterns": [{"urlPattern": "*"}]})
        await self._session.send("Target.setDiscoverTargets", {"discover": True})  # else it tells of no crash

    @contextmanager
    def admitting(self, admission: Admission) -> Iterator[None]:
        self._admission = admission
        try:
            yield
        finally:
            self._admission = None
            for deciding in self._deciding:
                deciding.cancel()

    def _paused(self, event: dict[str, Any]) -> None:
        self._begin(self._decide(event))

    def _crashed(self, event: dict[str, Any]) -> None:
        if self._admission is not None and event["targetId"] == self._admission.main_frame:
            self._admission.crash = str(event["status"])

    def _asked_for_password(self, event: dict[str, Any]) -> None:
        """Our proxy gets the run's secret; a shop that asks for a password gets none."""
        ours = event["authChallenge"].get("source") == "Proxy"
        answer = (
            {"response": "ProvideCredentials", "username": PROXY_USER, "password": self._secret}
            if ours
            else {"response": "CancelAuth"}
        )
        self._begin(
            self._say("Fetch.continueWithAuth", {"requestId": event["requestId"], "authChallengeResponse": answer})
        )

    def _begin(self, decision: Any) -> None:
        task = asyncio.ensure_future(decision)
        self._deciding.add(task)
        task.add_done_callback(self._deciding.discard)

    async def _decide(self, event: dict[str, Any]) -> None:
        admission, request_id = self._admission, event["requestId"]
        if admission is None:
            await self._refuse(request_id)
            return
        url, kind = str(event["request"]["url"]), str(event.get("resourceType"))
        # For another document of the page's own frame Chromium would show its page of errors in place of the page that
        # is there; what is aborted leaves it.
        own = kind == DOCUMENT and event.get("frameId") == admission.main_frame
        refuse = partial(self._refuse, request_id, "Aborted" if own else "BlockedByClient")
        if (why := admission.count.refusal(url, kind)) is not None:
            log.debug("a page's request was refused", extra={"resource_type": kind, "reason": why})
            if own:
                admission.refusal = CrawlError(ErrorCode.INVALID_RESPONSE, f"{why}: {shown(url)}")
            await refuse()
            return
        if kind == DOCUMENT and not await self._may(admission, url, own=own):
            await refuse()
            return
        if admission.metered is not None and not admission.metered.begins(url):
            admission.count.not_permitted()
            await refuse()
            return
        await self._say("Fetch.continueRequest", {"requestId": request_id})

    async def _may(self, admission: Admission, url: str, *, own: bool) -> bool:
        """`own`: it is the page's own document. Why a frame's is refused is nobody's error."""
        if url == admission.permitted:
            admission.permitted = None
            return True
        try:
            await admission.permission(url)
        except CrawlError as error:
            admission.count.not_permitted()
            if own:
                admission.refusal = error
            return False
        return True

    async def _refuse(self, request_id: str, reason: str = "BlockedByClient") -> None:
        await self._say("Fetch.failRequest", {"requestId": request_id, "errorReason": reason})

    async def _say(self, method: str, values: dict[str, Any]) -> None:
        """The request may be gone by now, and the whole browser too: its page says so."""
        from playwright.async_api import Error  # noqa: PLC0415  # only where the browser is on

        with suppress(Error):
            await self._session.send(method, values)
