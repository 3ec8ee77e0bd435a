"""OfficialSource: asks one market of one shop's official interface, within the fleet's budget."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from common.errors import ConfigError, CrawlError, ErrorCode, StoreUnavailable
from common.net.client import Answer
from common.offer import Offer
from common.shops.official import Account, Answered, Call, Item, OfficialInterface, RefusalKind, Refused, unreadable
from common.store.official.values import PauseKind, SourceState, Turn
from worker import metrics
from worker.ways.official.waits import (
    CLOCK_SECONDS,
    DATABASE_SECONDS,
    PERSON_SECONDS,
    after_pause_seconds,
    clock_is_off,
    rate_pause_seconds,
    spent_seconds,
)

log = logging.getLogger("crawlfleet.worker.official")

MAX_PAGES = 3
"""A question by ids has one page; further ones are looked at only while an item is missing and more are announced."""

FAILURES = 5
"""After this many failed calls in a row, for at least as many different items, a source counts as down and is left
alone. Without that, an outage of an hour would spend all attempts of each job that asks meanwhile. A source that fails
at one item only is not down: that job ends as any other."""
_DOWN = frozenset({ErrorCode.TIMEOUT, ErrorCode.CONNECTION_REFUSED})
"""What nobody's answer means, once this machine's own network is known not to be why."""

_BY_STATUS = {
    401: RefusalKind.KEYS,
    403: RefusalKind.KEYS,
    429: RefusalKind.RATE,
}


class Budget(Protocol):
    """The fleet's budget and pauses (common/store/official)."""

    async def take(self, source: str, *, calls_per_hour: int, despite_pause: bool = False) -> Turn: ...
    async def pause(self, source: str, *, pause_ms: int, kind: PauseKind, reason: str, seen_pauses: int) -> None: ...
    async def answered(self, source: str) -> None: ...


Post = Callable[[Call, str], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Keys:
    """Whose interface is asked, and as whom."""

    label: str
    """"<shop>/<region>", its name in the database, metrics and sentences."""
    interface: OfficialInterface
    region: str
    host: str
    account: Account
    calls_per_hour: int
    secret_now: Callable[[], str] | None = field(default=None, repr=False, compare=False)
    """The account's secret as it is kept now; raises ConfigError where it cannot be read."""

    def account_now(self) -> Account:
        """With its secret of now, so that a corrected one needs no restart; without one, with that of the start."""
        try:
            secret = self.secret_now() if self.secret_now else ""
        except ConfigError:
            secret = ""
        return replace(self.account, secret=secret) if secret else self.account


class OfficialSource:
    """May be asked by any number of tasks at once.

    Each call is taken from the budget before it is sent, so a call that came to nothing counts as well.
    """

    def __init__(
        self,
        keys: Keys,
        budget: Budget,
        post: Post,
        *,
        clock_ms: Callable[[], int],
        despite_pause: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`despite_pause`: a person tries it; an answer ends the pause for the whole fleet."""
        self._keys = keys
        self._budget = budget
        self._post = post
        self._clock_ms = clock_ms
        self._despite_pause = despite_pause
        self._monotonic = monotonic
        self._clock_off: tuple[float, str] | None = None
        self._failures = 0
        """In a row, and the items that they were for."""
        self._failed_items: set[str] = set()

    @property
    def most_items(self) -> int:
        return self._keys.interface.most_items

    async def ask(self, items: Sequence[Item]) -> dict[str, Offer | CrawlError]:
        """What the source says of each item, by its id: its offer, or why there is none. At most `most_items`.

        NOT_LISTED for one it does not offer, REQUEST_REFUSED for one it takes to be wrong; WAY_PAUSED while the budget
        is spent, it wants a pause, its keys are refused or the database is away; else what may be tried again.
        """
        try:
            found = await self._found(items)
        except _WrongRequest as wrong:
            if len(items) == 1:
                return {items[0].item_id: CrawlError(ErrorCode.REQUEST_REFUSED, str(wrong))}
            # One wrong item spoils the call of all of them: it is looked for by halves.
            half = len(items) // 2
            return await self.ask(items[:half]) | await self.ask(items[half:])
        except CrawlError as error:
            return {item.item_id: error for item in items}
        metrics.official_items.labels(self._keys.label, "listed").inc(len(found))
        metrics.official_items.labels(self._keys.label, "not_listed").inc(len(items) - len(found))
        nothing = CrawlError(ErrorCode.NOT_LISTED, f"{self._keys.label}: its official interface does not list the item")
        return {item.item_id: found.get(item.item_id, nothing) for item in items}

    async def _found(self, items: Sequence[Item]) -> dict[str, Offer]:
        found: dict[str, Offer] = {}
        for page in range(1, MAX_PAGES + 1):
            answered = await self._call(items, page)
            found |= answered.found
            if not answered.more or all(item.item_id in found for item in items):
                break
        return found

    async def _call(self, items: Sequence[Item], page: int) -> Answered:
        """One call. Raises CrawlError, _WrongRequest."""
        if self._clock_off is not None and self._monotonic() < self._clock_off[0]:
            raise CrawlError(ErrorCode.WAY_PAUSED, self._clock_off[1], retry_after_seconds=CLOCK_SECONDS)
        turn = await self._take()
        at_ms = self._clock_ms()
        keys = self._keys
        try:
            answer = await self._post(
                keys.interface.call(keys.region, items, keys.account_now(), at_ms=at_ms, page=page), keys.host
            )
        except CrawlError as error:
            metrics.official_calls.labels(keys.label, str(error.code)).inc()
            if error.code in _DOWN:
                raise await self._failed(items, error, turn.state) from error
            raise
        said = _heard(answer, keys.interface.read(keys.region, items, answer.body))
        metrics.official_calls.labels(keys.label, said.kind if isinstance(said, Refused) else "answered").inc()
        if isinstance(said, Refused):
            refusal = await self._refused(said, turn.state, clock_is_off(answer.headers.get("date"), at_ms, keys.host))
            if isinstance(refusal, CrawlError) and refusal.code is ErrorCode.NETWORK_ERROR:
                raise await self._failed(items, refusal, turn.state)
            self._is_up()
            raise refusal
        self._is_up()
        if turn.state.pauses:
            await self._tell(self._budget.answered(keys.label))
            log.info("%s answers again", keys.label)
        return said

    async def _take(self) -> Turn:
        keys = self._keys
        try:
            turn = await self._budget.take(
                keys.label, calls_per_hour=keys.calls_per_hour, despite_pause=self._despite_pause
            )
        except StoreUnavailable as error:
            detail = f"the budget of {keys.label} cannot be asked: {error}"
            raise CrawlError(ErrorCode.WAY_PAUSED, detail, retry_after_seconds=DATABASE_SECONDS) from error
        if turn.taken:
            return turn
        if turn.state.paused_ms and not self._despite_pause:
            detail = f"{keys.label} is left alone: {turn.state.pause_reason}"
            seconds = after_pause_seconds(turn.state.paused_ms, random.random())  # noqa: S311  (no secret)
            raise CrawlError(ErrorCode.WAY_PAUSED, detail, retry_after_seconds=seconds)
        detail = f"the fleet's budget of {keys.calls_per_hour} calls an hour of {keys.label} is spent"
        seconds = spent_seconds(turn.state.wait_ms, random.random())  # noqa: S311  (no secret)
        raise CrawlError(ErrorCode.WAY_PAUSED, detail, retry_after_seconds=seconds)

    async def _refused(self, refused: Refused, state: SourceState, clock: str | None) -> Exception:
        """What a refusal means for who asked; a pause of the source is in the database by then."""
        label = self._keys.label
        match refused.kind:
            case RefusalKind.REQUEST:
                return _WrongRequest(f"{label} takes what was asked for to be wrong ({refused})")
            case RefusalKind.RATE:
                seconds = rate_pause_seconds(state.pauses, refused.wait_seconds)
                return await self._pause(PauseKind.RATE, f"it wants fewer calls ({refused})", seconds, state)
            case RefusalKind.KEYS if clock:
                # The fault of this machine alone: the others of the fleet go on.
                self._clock_off = (self._monotonic() + CLOCK_SECONDS, f"{label} refuses the signature: {clock}")
                log.error("%s", self._clock_off[1])
                return CrawlError(ErrorCode.WAY_PAUSED, self._clock_off[1], retry_after_seconds=CLOCK_SECONDS)
            case RefusalKind.KEYS:
                reason = f"it does not accept the account's keys or rights ({refused})"
                return await self._pause(PauseKind.PERSON, reason, PERSON_SECONDS, state)
            case RefusalKind.QUERY:
                reason = f"it does not know this version's question any more ({refused}); a newer crawlfleet may help"
                return await self._pause(PauseKind.PERSON, reason, PERSON_SECONDS, state)
            case RefusalKind.SERVER | RefusalKind.UNREADABLE:
                return CrawlError(ErrorCode.NETWORK_ERROR, f"{label} did not answer ({refused})")

    def _is_up(self) -> None:
        """It answered, if only to refuse."""
        self._failures = 0
        self._failed_items.clear()

    async def _failed(self, items: Sequence[Item], error: CrawlError, state: SourceState) -> CrawlError:
        """One more call that came to nothing by the source's own fault: `error`, or that it is left alone now."""
        self._failures += 1
        if len(self._failed_items) < FAILURES:
            self._failed_items |= {item.item_id for item in items}
        if self._despite_pause or min(self._failures, len(self._failed_items)) < FAILURES:
            return error
        seconds = rate_pause_seconds(state.pauses, None)
        return await self._pause(
            PauseKind.RATE, f"it failed {self._failures} times in a row ({error.detail})", seconds, state
        )

    async def _pause(self, kind: PauseKind, reason: str, seconds: float, state: SourceState) -> CrawlError:
        label = self._keys.label
        log.log(logging.WARNING if kind is PauseKind.RATE else logging.ERROR, "%s is left alone: %s", label, reason)
        await self._tell(
            self._budget.pause(label, pause_ms=int(seconds * 1000), kind=kind, reason=reason, seen_pauses=state.pauses)
        )
        return CrawlError(ErrorCode.WAY_PAUSED, f"{label} is left alone: {reason}", retry_after_seconds=seconds)

    async def _tell(self, telling: Awaitable[None]) -> None:
        """A database that is away now learns of it by the next call's end."""
        try:
            await telling
        except StoreUnavailable as error:
            log.warning("%s: not noted: %s", self._keys.label, error)


class _WrongRequest(Exception):
    """REQUEST: of several items it is not known whose fault it is."""


def _heard(answer: Answer, said: Answered | Refused) -> Answered | Refused:
    """Answers come with HTTP 200, errors too; another status speaks for itself where the body says nothing."""
    if answer.status == 200 or (isinstance(said, Refused) and said.kind is not RefusalKind.UNREADABLE):
        return said
    kind = _BY_STATUS.get(answer.status, RefusalKind.SERVER if answer.status >= 500 else RefusalKind.UNREADABLE)
    return Refused(kind, f"HTTP {answer.status}", unreadable("without a word that can be read").said)
