"""What the page under way asks for: whether anything is still to come, and the answers its shop reads products from."""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from worker.ways.browser.limits import PageLimits
from worker.ways.browser.page.metered import Metered

if TYPE_CHECKING:
    from playwright.async_api import CDPSession

_NEVER_ENDS = frozenset({"EventSource", "WebSocket", "WebTransport", "Ping"})
_MAY_HOLD_ANSWERS = frozenset({"XHR", "Fetch", "Script"})
"""Script: an answer handed to a callback (JSONP)."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that the page itself asked for. `body` is inflated."""

    url: str
    status: int
    content_type: str | None
    body: bytes


@dataclass(frozen=True, slots=True)
class MainAnswer:
    """How a document of the page's own frame was answered."""

    url: str
    status: int
    retry_after: str | None


class PageNetwork:
    """Listens to one page's session of the DevTools protocol. `changes` counts whatever happened."""

    def __init__(
        self,
        session: CDPSession,
        limits: PageLimits,
        *,
        wanted: Callable[[str], bool],
        metered: Metered | None = None,
    ) -> None:
        """`wanted`: whether the answer of this address is to be kept. `metered` is told how addresses answered."""
        self._metered = metered
        self._session = session
        self._limits = limits
        self._wanted = wanted
        self._under_way: set[str] = set()
        self._candidates: dict[str, Answered] = {}
        self._sizes: dict[str, int] = {}
        self._fetching: set[asyncio.Task[None]] = set()
        self._happened = asyncio.Event()
        self.main_frame: str | None = None
        self.changes = 0
        self.answers: list[Answered] = []
        self.documents: list[MainAnswer] = []

    async def open(self) -> None:
        """Raises playwright's Error."""
        for name, listener in (
            ("Network.requestWillBeSent", self._begins),
            ("Network.responseReceived", self._answered),
            ("Network.dataReceived", self._came),
            ("Network.loadingFinished", self._finished),
            ("Network.loadingFailed", self._failed),
        ):
            self._session.on(name, listener)
        await self._session.send(
            "Network.enable",
            {"maxTotalBufferSize": 4 * self._limits.answer_bytes, "maxResourceBufferSize": self._limits.answer_bytes},
        )
        tree = await self._session.send("Page.getFrameTree")
        self.main_frame = str(tree["frameTree"]["frame"]["id"])

    @property
    def idle(self) -> bool:
        return not self._under_way and not self._fetching

    async def change_after(self, seen: int) -> None:
        """Returns once `changes` is another than what was seen: at once where it is by now. Whoever waits in a task of
        its own begins to wait later than it is told to."""
        while self.changes == seen:
            self._happened.clear()
            await self._happened.wait()

    async def next_change(self) -> None:
        """Returns once something happened after this was called."""
        await self.change_after(self.changes)

    async def until_idle(self) -> None:
        while not self.idle:
            await self.next_change()

    def close(self) -> None:
        for fetching in self._fetching:
            fetching.cancel()

    def _changed(self) -> None:
        self.changes += 1
        self._happened.set()

    def _begins(self, event: dict[str, Any]) -> None:
        redirected = event.get("redirectResponse")
        if redirected and self._metered is not None:
            self._metered.answered(str(redirected["url"]), int(redirected["status"]))
        if redirected and event.get("type") == "Document" and event.get("frameId") == self.main_frame:
            self._note_document(redirected)
        if event.get("type") not in _NEVER_ENDS:
            self._under_way.add(event["requestId"])
        self._changed()

    def _answered(self, event: dict[str, Any]) -> None:
        request_id, answer, kind = event["requestId"], event["response"], event.get("type")
        if kind == "Document" and event.get("frameId") == self.main_frame:
            self._note_document(answer)
        url = str(answer["url"])
        if self._metered is not None:
            self._metered.answered(url, int(answer["status"]))
        room = len(self._candidates) + len(self.answers) < self._limits.answers
        if kind in _MAY_HOLD_ANSWERS and room and self._wanted(url):
            mime = str(answer.get("mimeType") or "") or None
            self._candidates[request_id] = Answered(url, int(answer["status"]), mime, b"")
        self._changed()

    def _note_document(self, answer: dict[str, Any]) -> None:
        headers = {str(name).lower(): str(value) for name, value in answer.get("headers", {}).items()}
        if len(self.documents) < self._limits.documents:
            one = MainAnswer(str(answer["url"]), int(answer["status"]), headers.get("retry-after"))
            self.documents.append(one)

    def _came(self, event: dict[str, Any]) -> None:
        request_id = event["requestId"]
        if request_id in self._candidates:
            self._sizes[request_id] = self._sizes.get(request_id, 0) + int(event["dataLength"])

    def _finished(self, event: dict[str, Any]) -> None:
        request_id = event["requestId"]
        self._under_way.discard(request_id)
        candidate = self._candidates.pop(request_id, None)
        size = self._sizes.pop(request_id, 0)
        if candidate and size <= self._limits.answer_bytes:
            task = asyncio.ensure_future(self._fetch(request_id, candidate))
            self._fetching.add(task)
            task.add_done_callback(self._fetched)
        self._changed()

    def _failed(self, event: dict[str, Any]) -> None:
        self._under_way.discard(event["requestId"])
        self._candidates.pop(event["requestId"], None)
        self._sizes.pop(event["requestId"], None)
        self._changed()

    def _fetched(self, task: asyncio.Task[None]) -> None:
        self._fetching.discard(task)
        self._changed()

    async def _fetch(self, request_id: str, candidate: Answered) -> None:
        """An answer whose body the browser no longer has is left out: the page went on meanwhile."""
        from playwright.async_api import Error  # noqa: PLC0415  # only where the browser is on

        try:
            said = await self._session.send("Network.getResponseBody", {"requestId": request_id})
            text = str(said["body"])
            body = base64.b64decode(text) if said.get("base64Encoded") else text.encode("utf-8", "replace")
        except (Error, binascii.Error):
            return
        if len(body) <= self._limits.answer_bytes:
            self.answers.append(Answered(candidate.url, candidate.status, candidate.content_type, body))
