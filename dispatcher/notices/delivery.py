"""Sends what is due, one message per rule. Each is noted in the database as tried before it is sent.

At most once: a message that certainly did not reach its target is tried again, with growing pauses, at most MOST_TRIES
times. One that may have reached it is not: when the process ends in the middle, the line breaks, or the target answers
that it failed inside, its notices are `unsure`, and lost if the target did not take them. When two dispatchers both
believe they lead, still only one of them sends each notice.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

from common.errors import StoreError
from common.notices.times import quiet_until_ms
from common.notices.values import Rule, Target
from common.notices.wording import LINES, body_of, title_of
from common.output.counting import counted
from common.output.trouble import Trouble
from common.store import Notice
from common.store.notices.notices import NoticeStore
from common.timing.backoff import backoff_seconds
from dispatcher import metrics
from dispatcher.notices.judging import Answer, Outcome
from dispatcher.notices.sending import send

log = logging.getLogger("crawlfleet.dispatcher.notices")

MESSAGE_NOTICES = 1000
"""What one message stands for at most; it shows the first LINES, and counts the others."""
MOST_TRIES = 12
TARGETS_AT_ONCE = 32
PAUSE_SECONDS = 10.0
LONGEST_PAUSE_SECONDS = 3600.0

Send = Callable[[str, str, str], Answer]
"""(address, title, body): one try, blocking. Never raises."""


class Delivery:
    """Call send_due() again and again, also while it is under way: each target has its messages one after the other,
    and none waits for another one's answer."""

    def __init__(
        self,
        store: NoticeStore,
        *,
        send: Send = send,
        monotonic: Callable[[], float] = time.monotonic,
        spoken: Callable[[str], str] = str,
    ) -> None:
        """`spoken` turns a message into what is sent, with commands in it that can be typed as they stand."""
        self._store = store
        self._spoken = spoken
        self._send = send
        self._monotonic = monotonic
        self._troubles: dict[str, Trouble] = {}
        """Of each target that fails, by its name: one that is reached ends no other's."""
        self._busy: set[str] = set()
        """Targets that are sent to now."""
        self._threads: ThreadPoolExecutor | None = None
        """Their own, from the first message on: targets that hang hold up nothing else that this process does in
        threads."""

    def close(self) -> None:
        """Its threads end, each with the message it sends; none is begun any more. Later messages get others."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None

    async def send_due(self, rules: Sequence[Rule], now_ms: int) -> None:
        """Send one message for each rule that has something due and no quiet hours now. Never raises StoreError: a
        notice whose end could not be written stays noted as tried, and becomes `unsure` later."""
        by_number = {rule.id: rule for rule in rules}
        now: dict[str, list[Rule]] = {}
        targets: dict[str, Target] = {}
        try:
            targets = {target.name: target for target in await self._store.targets()}
            for number in await self._store.due():
                rule = by_number.get(number)
                if rule is None:
                    continue
                target = targets.get(rule.target)
                try:
                    until = quiet_until_ms(rule.timing, now_ms)
                except ValueError:
                    continue  # a time zone unknown to this machine, as noticing says; what waits goes on waiting
                if until is not None:
                    await self._store.postpone(number, until_ms=until)
                elif target is not None:
                    now.setdefault(target.name, []).append(rule)
        except StoreError as error:
            log.error("what there is to send could not be read: %s", error)
        await asyncio.gather(*(self._serve(targets[name], its) for name, its in now.items()))

    async def _serve(self, target: Target, rules: Sequence[Rule]) -> None:
        """One message of each rule, until the target does not take one: the others would meet the same."""
        if target.name in self._busy:
            return
        self._busy.add(target.name)
        try:
            for rule in rules:
                if not await self._one(rule, target):
                    return
        except StoreError as error:
            log.error("what became of a notification could not be written: %s", error)
        finally:
            self._busy.discard(target.name)

    async def _one(self, rule: Rule, target: Target) -> bool:
        """One message, if there is one to send. False: the target did not take it."""
        message = uuid4().hex
        notices = await self._store.claim(rule.id, message, limit=MESSAGE_NOTICES)
        if not notices:
            return True
        body = self._spoken(body_of([one.line for one in notices[:LINES]], len(notices)))
        title = title_of(rule.kind, len(notices))
        if self._threads is None:
            self._threads = ThreadPoolExecutor(TARGETS_AT_ONCE, "notices")
        answer = await asyncio.get_running_loop().run_in_executor(self._threads, self._send, target.url, title, body)
        metrics.notice_messages.labels(answer.outcome).inc()
        if answer.outcome is Outcome.SENT:
            await self._store.sent(message, target.name)
            if trouble := self._troubles.pop(target.name, None):
                trouble.over(f"notifications reach {target.name} again")
            return True
        pause_ms = round(1000 * _pause_seconds(target.failures + 1, answer.wait_seconds))
        if answer.outcome is Outcome.UNSURE:
            await self._store.unsure(message, target.name, answer.said, pause_ms=pause_ms)
        else:
            await self._store.not_sent(message, target.name, answer.said, pause_ms=pause_ms, most_tries=MOST_TRIES)
        self._say(target, answer, notices)
        return False

    def _say(self, target: Target, answer: Answer, notices: Sequence[Notice]) -> None:
        what = counted(len(notices), "notice")
        if answer.outcome is Outcome.UNSURE:
            told = f"{what} may not have reached {target.name}, and will not be sent again: {answer.said}"
        else:
            given_up = sum(one.tries >= MOST_TRIES for one in notices)
            told = f"{what} did not reach {target.name}, and will be tried again: {answer.said}"
            told += f"; given up: {given_up}" if given_up else ""
        trouble = self._troubles.setdefault(target.name, Trouble(self._monotonic, log))
        trouble.met(told, kind=answer.outcome)


def _pause_seconds(failures: int, asked_seconds: float | None) -> float:
    """At least as long as the target asked for, up to the longest pause."""
    pause = backoff_seconds(failures, base_seconds=PAUSE_SECONDS, max_seconds=LONGEST_PAUSE_SECONDS)
    return max(pause, min(asked_seconds or 0.0, LONGEST_PAUSE_SECONDS))
