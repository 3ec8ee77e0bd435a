"""Tasks from a gateway over HTTPS: the way of a volunteer's machine, which holds one revocable token, no other key."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Callable, Sequence
from uuid import uuid4

from common.errors import ConfigError
from common.protocol.base import MAX_WAIT_SECONDS, Answered
from common.protocol.refusals import Reason, Refusal
from common.protocol.reports import Reported
from common.protocol.tasks import Claim, Claimed
from common.protocol.tasks import Task as SentTask
from worker.source.base import Idle
from worker.source.calls import GatewayAway, GatewayCalls, TurnedAway
from worker.source.gateway.leases import GatewayLeases
from worker.source.gateway.offered_task import OfferedTask
from worker.source.gateway.places import Places
from worker.source.gateway.reports import GATHER_SECONDS, Reports
from worker.source.gateway.sentences import LONGEST_PAUSE_SECONDS, idle_sentence, pause_seconds
from worker.source.gateway.settings_watch import SettingsPace, SettingsWatch
from worker.source.gateway.wanted import ANY, Wanted, WaysNow

log = logging.getLogger("crawlfleet.worker.gateway")

SHORTEST_PAUSE_SECONDS = 1.0
"""Before a gateway that gave nothing is asked again, whatever it says: else one could keep a lent PC's line busy."""
BESIDE_SECONDS = 1.0
"""A report that also asks for tasks is answered at most this much later, and only while tasks are there."""
BESIDES_EVERY_SECONDS = 3600.0
"""What a gateway says besides is said so often at most: else one could fill a lent PC's log."""
_NOTHING_TO_TAKE = frozenset(
    {Reason.NOTHING_WAITS, Reason.SHOP_PAUSED, Reason.PAUSED, Reason.SET_ASIDE, Reason.QUOTA_SPENT}
)
"""Reasons that do not pass by themselves today. A worker that runs until idle ends at one of them, rather than wait for
an operator."""


class GatewaySource:
    """See Source for what each method promises."""

    def __init__(
        self,
        calls: GatewayCalls,
        *,
        say: Callable[[str], None],
        monotonic: Callable[[], float],
        on_settings: Callable[[], None] = lambda: None,
        fetched: Callable[[], tuple[int, int]] = lambda: (0, 0),
        wait_seconds: float = MAX_WAIT_SECONDS,
        wanted: Wanted = ANY,
        pace: SettingsPace | None = None,
        start: str | None = None,
    ) -> None:
        """`on_settings` is called when the gateway has told other settings than this worker runs with. `fetched`: how
        many requests and bytes since it was asked last, for the operator to see. `wanted`: what this PC's owner has
        not left out, and the ways it goes. `pace`: of the source before, for one that follows it. `start`: marks this
        process (Claim.start)."""
        self._calls = calls
        self._say = say
        self._monotonic = monotonic
        self._wait_seconds = wait_seconds
        self._wanted = wanted
        self._start = start
        self._besides_at = float("-inf")
        """When what the gateway says besides is said here again."""
        self._ways = WaysNow(wanted.ways, say=log.warning, monotonic=monotonic)
        self.leases = GatewayLeases(
            calls,
            Reports(calls, fetched=fetched, beside=self),
            self._ways,
            cannot=wanted.cannot,
            on_settled=self._settled,
        )
        self._settings = SettingsWatch(calls, on_settings=on_settings, monotonic=monotonic, pace=pace)
        self._places: Places | None = None
        """Of the offers that go on; None: no more tasks are taken."""
        self._taken: set[str] = set()
        """See Places."""
        self._beside: dict[str, tuple[Places, float]] = {}
        """Request id of a claim in a report under way → whose places it asks for, and since when."""
        self._unanswered: str | None = None
        """Request id of a claim that may have begun something unheard: sent again, it brings the tasks it brought."""
        self._heard: Answered | None = None
        """The last answer whose settings were not looked at."""
        self._giving_back: set[asyncio.Task[None]] = set()
        self._none: Refusal | None = None
        self._waiting: str | None = None
        """What is said while the gateway is away."""

    async def offered(self, at_once: int) -> AsyncGenerator[OfferedTask, None]:
        """Raises TurnedAway when the gateway wants nothing more of this machine."""
        places = self._places = Places(at_once, self._taken)
        claiming: asyncio.Task[None] | None = None
        try:
            while True:
                # Before anything is looked at: what changes while this waits for an answer below is looked at again.
                places.changed.clear()
                if claiming is not None and claiming.done():
                    done, claiming = claiming, None
                    done.result()
                while came := places.next():
                    offered = OfferedTask(self.leases, *came)
                    if self._ways.may_go(came[0].way) and not self._wanted.refuses(came[0].link):
                        yield offered
                        continue
                    log.warning("a task that this PC was not to be given goes back", extra={"job_id": came[0].job_id})
                    await offered.put_off(0)
                    await asyncio.sleep(SHORTEST_PAUSE_SECONDS)
                if self._heard is not None:
                    heard, self._heard = self._heard, None
                    await self._settings.look(heard)
                if claiming is None and places.free():
                    claiming = asyncio.create_task(self._claim(places), name="gateway-claim")
                    claiming.add_done_callback(places.look_again)
                await places.changed.wait()
        finally:
            self._places = None
            self._give_back(places.close())
            if claiming is not None:
                claiming.cancel()

    async def _claim(self, places: Places) -> None:
        """One claim for all places that are free."""
        # Crawls that were reported together end together.
        await asyncio.sleep(GATHER_SECONDS)
        free = places.free()
        asked_at = self._monotonic()
        places.ask(free)
        tasks: Sequence[SentTask] = ()
        try:
            if free:
                tasks = await self._claimed(free)
        finally:
            came = self._came(places, free, tasks, asked_at)
        if tasks and not came:
            # Told again of what it has given already, which is as good as nothing.
            await asyncio.sleep(SHORTEST_PAUSE_SECONDS)

    def _came(self, places: Places, asked: int, tasks: Sequence[SentTask], asked_at: float) -> Sequence[SentTask]:
        """Those of the tasks that are to be begun."""
        # More than were asked for would be more crawls at once than this PC's owner allows.
        taken = tasks[:asked]
        if places.closed:
            self._give_back(taken)
            taken = ()
        came = places.answered(asked, taken, asked_at)
        if came:
            self._none = None
            self.leases.begun(came)
        return came

    def ask(self, ending: Sequence[str]) -> Claim | None:
        """See Beside."""
        places = self._places
        if places is None or not self._ways.open() or not (free := places.free(ending)):
            return None
        asked = self._asking_for(free, min(BESIDE_SECONDS, self._wait_seconds))
        places.ask(free)
        self._beside[asked.request_id] = places, self._monotonic()
        return asked

    def answered(self, asked: Claim | None, ending: Sequence[str], answer: Reported | None) -> None:
        """See Beside."""
        if answer is not None:
            self._heard = answer
            self._say_besides(answer.beside)
            for token in ending:
                self.leases.settled(token)
        if asked is None:
            return
        places, asked_at = self._beside.pop(asked.request_id)
        if answer is None or _may_have_begun(answer.none):
            self._unanswered = asked.request_id
        self._came(places, asked.free, answer.tasks if answer else (), asked_at)

    def _say_besides(self, said: str | None) -> None:
        if said and self._monotonic() >= self._besides_at:
            self._besides_at = self._monotonic() + BESIDES_EVERY_SECONDS
            log.warning("the gateway says: %s", said)

    def _asking_for(self, free: int, wait_seconds: float) -> Claim:
        request_id, self._unanswered = self._unanswered or uuid4().hex, None
        shops, not_domains = self._wanted.shops, self._wanted.not_domains
        return Claim(
            request_id=request_id,
            free=free,
            wait_seconds=wait_seconds,
            shops=shops,
            not_domains=not_domains,
            ways=self._ways.open(),
            start=self._start,
        )

    def _give_back(self, tasks: Sequence[SentTask]) -> None:
        """Tasks that came when none is begun any more; those that this does not reach go back unconfirmed."""
        for task in tasks:
            giving = asyncio.create_task(self._release(task))
            self._giving_back.add(giving)
            giving.add_done_callback(self._giving_back.discard)

    async def _release(self, task: SentTask) -> None:
        try:
            await self.leases.release(task.job_id, task.lease_token)
        except GatewayAway as error:
            log.debug("could not give a task back: %s", error)

    async def _claimed(self, free: int) -> Sequence[SentTask]:
        """Tasks, or none once a wait is over. Sent again with the same id as long as no answer comes."""
        while wait_seconds := self._ways.wait_seconds():
            self._say("idle: no way that this machine goes can be gone now")
            await asyncio.sleep(min(wait_seconds, LONGEST_PAUSE_SECONDS))
        asked = self._asking_for(free, self._wait_seconds)
        try:
            return await self._answer(asked)
        except asyncio.CancelledError:
            # A PC that is paused may be given tasks at that moment: it hears of them when it goes on.
            self._unanswered = asked.request_id
            raise

    async def _answer(self, asked: Claim) -> Sequence[SentTask]:
        failures = 0
        while True:
            try:
                answer = await self._calls.post("claim", asked, Claimed, wait_seconds=self._wait_seconds)
            except GatewayAway as away:
                failures += 1
                seconds = pause_seconds(failures)
                self._waiting = f"waiting: {away}; asking again in {seconds:.0f} s"
                self._say(self._waiting)
                await asyncio.sleep(seconds)
                # A gateway that is back may let the claim wait for a task: meanwhile it is not said to be away.
                self._waiting = f"waiting for the gateway's answer; before: {away}"
                continue
            except TurnedAway as turned:
                if turned.for_good or turned.refusal.retry_after_seconds is None:
                    raise
                self._waiting = None
                await self._idle(turned.refusal)
                return ()
            self._waiting = None
            try:
                await self._settings.look(answer)
            except ConfigError:
                # A token that cannot be kept ends this worker: first what has just come goes back.
                await asyncio.gather(*map(self._release, answer.tasks))
                raise
            self._ways.heard(answer.ways)
            self._say_besides(answer.beside)
            if answer.none is not None:
                if _may_have_begun(answer.none):
                    self._unanswered = asked.request_id
                await self._idle(answer.none)
                return ()
            self._none = None
            if not answer.tasks:
                await asyncio.sleep(SHORTEST_PAUSE_SECONDS)
            return answer.tasks

    async def _idle(self, none: Refusal) -> None:
        self._none = none
        seconds = none.retry_after_seconds if none.retry_after_seconds is not None else LONGEST_PAUSE_SECONDS
        self._say(idle_sentence(none))
        seconds = max(seconds, SHORTEST_PAUSE_SECONDS)
        # Machines that were told the same must not come back together.
        await asyncio.sleep(seconds * (1 + random.random() / 10))  # noqa: S311  (no secret)

    async def idle(self) -> Idle:
        if self._waiting is not None:
            return Idle(self._waiting, nothing_waits=False)
        if self._none is None:
            return Idle("idle: asking the gateway for tasks", nothing_waits=False)
        reason = self._none.reason
        why = None if reason is Reason.NOTHING_WAITS else self._none.sentence
        return Idle(idle_sentence(self._none), nothing_waits=reason in _NOTHING_TO_TAKE, because=why)

    async def seen(self, state: str, running: int, done: int, failed: int) -> None:
        """The gateway sees for itself who asks and reports."""

    def _settled(self, lease_token: str) -> None:
        self._taken.discard(lease_token)
        if self._places is not None:
            self._places.look_again()


def _may_have_begun(none: Refusal | None) -> bool:
    """Whether leases may have begun unheard: the fleet's database was away."""
    return none is not None and none.reason is Reason.UNAVAILABLE
