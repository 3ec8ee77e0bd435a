"""A volunteer's worker as a service: tasks from the gateway this machine has joined, and nothing else to set."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from common.output.served.health import Health
from common.protocol.base import MAX_WAIT_SECONDS
from common.settings import PLATFORMS, Settings
from common.shops.reading import READERS
from common.shops.registry import Shops
from common.shops.table import OPEN_WEB
from common.telemetry import serve_metrics
from common.waiting import beside
from common.ways.way import Way
from fleet.run.parts import outside, parsing_child, polite_client, version
from fleet.run.servers import Start, starting
from fleet.run.standing.logs import switch_on_logs
from fleet.run.volunteer.new_shops import NewShops
from fleet.run.volunteer.showing import Show, Showing
from fleet.run.volunteer.told_settings import told_domains, volunteer_settings
from fleet.run.volunteer.wanted import wanted_by
from worker.presence import Held, Presence
from worker.source.membership import Membership, MembershipFile
from worker.tally import Tally
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.limits import Limits
from worker.volunteer.machine import local_now, moment, on_battery, only_worker
from worker.volunteer.meter import VolunteerMeter
from worker.volunteer.owner import Owner

if TYPE_CHECKING:
    from common.net.client import HttpClient
    from common.parsing.task import Parser
    from common.polite.client import PoliteClient
    from worker.service import Worker
    from worker.source.calls import GatewayCalls
    from worker.source.gateway.settings_watch import SettingsPace
    from worker.source.gateway.source import GatewaySource
    from worker.ways.official.gateway_budget import GatewayBudget

log = logging.getLogger("crawlfleet.worker")

LOOK_SECONDS = 1.0
"""How often what is shown is made anew, and what the owner changed is looked for."""


def run_volunteer(
    settings: Settings, member: Membership, file: MembershipFile, *, until_idle: bool, show: Show = lambda now: None
) -> Tally:
    """Work until stopped, or until no task waits; how many crawls ended how. `show` is called every second.

    Raises CrawlfleetError.
    """
    health = Health()
    switch_on_logs(settings.log)
    serve_metrics(settings.metrics, health)
    with only_worker(file.folder):
        return asyncio.run(_Volunteer(settings, member, file, until_idle=until_idle, show=show).run(health))


class _Volunteer:
    """Runs a worker, and another one whenever the gateway tells other settings or the owner other limits."""

    def __init__(
        self, settings: Settings, member: Membership, file: MembershipFile, *, until_idle: bool, show: Show
    ) -> None:
        self._settings = settings
        self._start = secrets.token_hex(8)
        """Marks this process at the gateway."""
        self._member = member
        self._file = file
        self._until_idle = until_idle
        files = VolunteerFiles(file.folder)
        # Starting is a wish to work; a pause stays.
        wish = files.wish()
        if wish.finish:
            files.keep_wish(wish.outliving_the_worker())
        self._meter = VolunteerMeter(files, local=local_now, monotonic=time.monotonic)
        self._owner = Owner(files, self._meter, now=moment, on_battery=on_battery, monotonic=time.monotonic)
        self._tally = Tally()
        self._showing = Showing(
            settings.volunteer,
            files,
            owner=self._owner,
            meter=self._meter,
            tally=self._tally,
            show=show,
            monotonic=time.monotonic,
        )
        self._new_shops = NewShops(told_domains(member.told.shops.get(OPEN_WEB, ())))
        self._limits = Limits()
        """Those that the present worker was made with."""
        self._nothing_wanted = False
        self._ending = False
        """The present worker was asked to end: for good, or because the next one is to be made otherwise."""
        self._stopping = False
        """For good."""
        self._worker: Worker | None = None
        self._polite: PoliteClient | None = None
        """Of the last worker. What shops told it holds for the next one, of which a gateway can make three a minute."""

    async def run(self, health: Health) -> Tally:
        from worker.source.calls import GatewayCalls
        from worker.source.gateway.settings_watch import SettingsPace

        member = self._member
        pace = SettingsPace()
        calls = GatewayCalls(
            member.gateway, version=version(), ca_file=member.ca_file, file=self._file, membership=member
        )
        try:
            async with starting(health, patient=True) as start, self._looked_after():
                start.listens(self._stop)
                while not self._stopping:
                    self._ending, self._worker = False, None
                    await self._run_once(calls, pace, start)
                    if not self._ending:
                        break
        finally:
            await calls.close()
        return self._tally

    async def _run_once(self, calls: GatewayCalls, pace: SettingsPace, start: Start) -> None:
        from fleet.run.ways.ways import WayParts, ways_of
        from worker.service import Worker
        from worker.ways.official.gateway_budget import GatewayBudget

        member = calls.membership or self._member
        self._owner.held()  # reads the limits
        limits = self._limits = self._owner.limits
        settings = volunteer_settings(self._settings, member, self._file, limits)
        presence = Presence(worker_id=member.machine, tally=self._tally, on_state=start.standing.says)
        self._showing.presence = presence
        self._tell_shops(settings)
        shops, budget = Shops(settings.shops), GatewayBudget(calls)
        async with (
            outside(settings, meter=self._meter, gateway=member.gateway) as net,
            parsing_child(settings, READERS) as child,
            ways_of(
                WayParts(
                    settings,
                    self._politely(settings, net.to_shops, child),
                    shops,
                    child,
                    None,
                    net,
                    meter=self._meter,
                    browser=limits.browser,
                    budget=budget,
                    slow=limits.kb_per_second is not None,
                )
            ) as ways,
        ):
            self._worker = Worker(
                source=self._source(calls, pace, presence, shops, ways.ways, budget),
                crawler=ways,
                settings=settings.work,
                tally=self._tally,
                presence=presence,
                look=net.reach.missing,
                held=self._held,
            )
            if self._ending:
                self._worker.stop()

            def ready() -> None:
                start.standing.ready("tasks are taken from the gateway")
                log.info("ready", extra={"worker_id": member.machine})

            await self._worker.run(until_idle=self._until_idle, on_ready=ready)

    def _politely(self, settings: Settings, client: HttpClient, child: Parser) -> PoliteClient:
        self._polite = polite_client(settings, client, child, before=self._polite)
        return self._polite

    def _source(
        self,
        calls: GatewayCalls,
        pace: SettingsPace,
        presence: Presence,
        shops: Shops,
        ways: tuple[Way, ...],
        budget: GatewayBudget,
    ) -> GatewaySource:
        from worker.source.gateway.source import GatewaySource
        from worker.source.gateway.wanted import ANY

        wanted = wanted_by(self._limits, shops)
        self._nothing_wanted = wanted is None
        return GatewaySource(
            calls,
            say=presence.say,
            monotonic=time.monotonic,
            on_settings=lambda: self._again("the gateway has new settings"),
            fetched=self._meter.since_last_asked,
            wait_seconds=1.0 if self._until_idle else MAX_WAIT_SECONDS,
            wanted=replace(wanted or ANY, ways=ways, cannot=lambda way: way is Way.OFFICIAL and budget.closed),
            pace=pace,
            start=self._start,
        )

    def _tell_shops(self, settings: Settings) -> None:
        """Whose pages are fetched from now on."""
        kept = [name for name in PLATFORMS if name != OPEN_WEB and not self._limits.leaves_out(name)]
        domains = settings.shops.of(OPEN_WEB).domains
        log.info("pages of %s are fetched", ", ".join((*kept, *domains)) or "no shop")
        self._new_shops.tell(domains)

    def _held(self) -> Held | None:
        """Why nothing may be taken now, by the wish of this PC's owner."""
        held = self._owner.held()
        if held is None and self._nothing_wanted:
            return Held("you left out every shop of this fleet; `crawlfleet volunteer shops --again NAME` takes one in")
        return held

    @asynccontextmanager
    async def _looked_after(self) -> AsyncIterator[None]:
        """While inside, what this PC does is shown, and what its owner changed is taken up."""
        async with self._showing.open(), beside(self._keep_looking()):
            yield

    async def _keep_looking(self) -> None:
        while True:
            self._showing.look()
            if self._worker and (why := _other_limits(self._limits, self._owner.limits)):
                self._again(why)
            if not self._stopping and not self._file.path.exists():
                # `volunteer leave`: the gateway would say so too, but an idle worker may not ask it for minutes.
                log.info("this PC has left the fleet; the worker ends")
                self._stop()
            await asyncio.sleep(LOOK_SECONDS)

    def _again(self, why: str) -> None:
        """This run ends, and the next one is made with what is new."""
        if not self._ending:
            log.info("%s; taking it up", why)
            self._end()

    def _stop(self) -> None:
        """Called twice: the worker does not wait for running crawls."""
        if self._stopping or not self._ending:
            self._end()
        self._stopping = True

    def _end(self) -> None:
        self._ending = True
        if self._worker:
            self._worker.stop()


def _other_limits(made_with: Limits, now: Limits) -> str | None:
    """What of the limits a worker cannot take up while it runs; None: nothing of it changed."""
    if now.crawls_at_once != made_with.crawls_at_once:
        return "another number of crawls at once"
    if now.not_shops != made_with.not_shops:
        return "other shops are left out"
    if now.browser != made_with.browser:
        return "the browser was switched"
    return None
