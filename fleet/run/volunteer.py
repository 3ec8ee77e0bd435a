"""A volunteer's worker as a service: tasks from the gateway this machine has joined, and nothing else to set."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from common.links.address import parse
from common.links.shop_domain import shop_domain
from common.output.health import Health
from common.protocol.base import MAX_WAIT_SECONDS
from common.settings import PLATFORMS, Settings, ShopSettings
from common.settings_tables.proxies import ProxySettings
from common.shops.reading import READERS
from common.shops.registry import Shops
from common.telemetry import configure_logging, serve_metrics
from common.ways.way import Way
from fleet.run.parts import outside, parsing_child, polite_client, version
from fleet.run.servers import Start, starting
from worker.presence import Held
from worker.source.membership import Membership, MembershipFile
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.limits import Limits
from worker.volunteer.machine import local_now, moment, on_battery, only_worker
from worker.volunteer.meter import VolunteerMeter
from worker.volunteer.now import Now, NowFile
from worker.volunteer.owner import Owner
from worker.volunteer.wishes import pressed

if TYPE_CHECKING:
    from worker.presence import Presence, Tally
    from worker.service import Worker
    from worker.source.calls import GatewayCalls
    from worker.source.wanted import Wanted

log = logging.getLogger("crawlfleet.worker")

MOST_REQUESTS_PER_SECOND = 1.0
"""To one registrable domain, whatever a gateway says."""
LOOK_SECONDS = 1.0
"""How often what is shown is made anew, and what the owner changed is looked for."""
SLOW_TOTAL_SECONDS = 240.0
"""For one page where kb_per_second holds it back."""
SHOPS_NAMED = 20
"""New shops that one line names."""

Show = Callable[[Now], None]


def run_volunteer(
    settings: Settings, member: Membership, file: MembershipFile, *, until_idle: bool, show: Show = lambda now: None
) -> Tally:
    """Work until stopped, or until no task waits; how many crawls ended how. `show` is called every second.

    Raises CrawlfleetError.
    """
    health = Health()
    configure_logging(settings.log)
    serve_metrics(settings.metrics, health)
    with only_worker(file.folder):
        return asyncio.run(_Volunteer(settings, member, file, until_idle=until_idle, show=show).run(health))


def volunteer_settings(
    settings: Settings, member: Membership, file: MembershipFile, limits: Limits | None = None
) -> Settings:
    """This machine's settings with what the gateway told, and within what its owner allows.

    A gateway names the shops that are fetched, whom a shop can ask, and how long leases last; it can slow this machine
    down. What is fetched at all (the guard, `allow_addresses`), robots.txt and the User-Agent are no matter of its.
    """
    told = member.told
    domains = [one for one in _domains(told.shops.get("other", ())) if not (limits and limits.leaves_out("other", one))]
    shops = {
        name: ShopSettings(domains=tuple(domains)) if name == "other" else settings.shops.of(name) for name in PLATFORMS
    }
    own = settings.fetch
    fetch = own.model_copy(
        update={
            "requests_per_second": min(own.requests_per_second, told.requests_per_second, MOST_REQUESTS_PER_SECOND),
            "contact": told.contact,
            "user_agent": f"crawlfleet/{version()}",
            "robots": True,
        }
    )
    at_once = settings.work.concurrency
    if limits and limits.crawls_at_once is not None:
        # What this worker was told itself (--concurrency, a settings file) holds too; what nobody said is no bound.
        told_here = "concurrency" in settings.work.model_fields_set
        at_once = min(at_once, limits.crawls_at_once) if told_here else limits.crawls_at_once
    if limits and limits.kb_per_second is not None:
        seconds = max(fetch.total_timeout_seconds, SLOW_TOTAL_SECONDS)
        fetch = fetch.model_copy(update={"total_timeout_seconds": seconds})
    spool = settings.work.spool_dir
    work = settings.work.model_copy(
        update={
            "worker_id": member.machine,
            "concurrency": at_once,
            "lease_seconds": told.lease_seconds,
            "renew_seconds": min(told.renew_seconds, told.lease_seconds / 2),
            "spool_dir": spool if spool.is_absolute() else file.folder / "spool",
        }
    )
    made: dict[str, object] = {"shops": type(settings.shops)(**shops), "fetch": fetch, "work": work}
    # Whoever lends a PC lends its own address: an operator's proxies are no matter of a volunteer's.
    return settings.model_copy(update=made | {"proxies": ProxySettings()})


def wanted_by(limits: Limits, shops: Shops) -> Wanted | None:
    """What a worker asks for: `shops` without what its owner leaves out; None: nothing is left.

    Where nothing is left out it asks as ever, for tasks of any shop that the gateway knows."""
    from worker.source.wanted import ANY, Wanted

    if not limits.not_shops:
        return ANY
    kept = [name for name in PLATFORMS if not limits.leaves_out(name)]
    if not shops.settings.of("other").domains:
        kept = [name for name in kept if name != "other"]

    def refuses(link: str) -> bool:
        parts = parse(link)
        shop = shops.for_host(parts.hostname or "") if parts else None
        return shop is not None and shop.platform not in kept

    left_out = tuple(name for name in limits.not_shops if name not in PLATFORMS)
    return Wanted(tuple(kept), left_out, refuses) if kept else None


def _domains(told: Sequence[str]) -> tuple[str, ...]:
    """Without what is no shop's domain: a public suffix, which would stand for every shop below it, or an address."""
    domains = []
    for name in told:
        try:
            domains.append(shop_domain(name))
        except ValueError:
            log.warning("the gateway names %s as a shop, which is no shop's domain; left out", name)
    return tuple(domains)


class _Volunteer:
    """Runs a worker, and another one whenever the gateway tells other settings or the owner other limits."""

    def __init__(
        self, settings: Settings, member: Membership, file: MembershipFile, *, until_idle: bool, show: Show
    ) -> None:
        self._settings = settings
        self._member = member
        self._file = file
        self._until_idle = until_idle
        self._show = show
        self._files = VolunteerFiles(file.folder)
        # Starting is a wish to work; a pause stays.
        wish = self._files.wish()
        if wish.finish:
            self._files.keep_wish(wish.model_copy(update={"finish": False}))
        self._meter = VolunteerMeter(self._files, local=local_now, monotonic=time.monotonic)
        self._owner = Owner(self._files, self._meter, now=moment, on_battery=on_battery, monotonic=time.monotonic)
        self._page: str | None = None
        self._pages = 0
        self._at_once: int | None = None
        self._not_shops: tuple[str, ...] = ()
        self._browser = False
        self._wanted: Wanted | None = None
        self._stopping = False
        self._changed = False
        self._worker: Worker | None = None
        self._presence: Presence | None = None
        self._named = set(_domains(member.told.shops.get("other", ())))
        """The shops of the open web that this PC's owner was told of."""

    async def run(self, health: Health) -> Tally:
        from worker.presence import Tally
        from worker.source.calls import GatewayCalls

        member, tally = self._member, Tally()
        calls = GatewayCalls(
            member.gateway, version=version(), ca_file=member.ca_file, file=self._file, membership=member
        )
        try:
            async with starting(health, patient=True) as start, self._shown(tally):
                start.listens(self._stop)
                while not self._stopping:
                    self._changed = False
                    await self._run_once(calls, tally, start)
                    if not self._changed:
                        break
        finally:
            await calls.close()
        return tally

    async def _run_once(self, calls: GatewayCalls, tally: Tally, start: Start) -> None:
        from fleet.run.ways import WayParts, ways_of
        from worker.presence import Presence
        from worker.service import Worker
        from worker.source.gateway import GatewaySource
        from worker.source.wanted import ANY
        from worker.ways.official.gateway_budget import GatewayBudget

        member = calls.membership or self._member
        self._owner.held()  # reads the limits
        self._at_once = self._owner.limits.crawls_at_once
        settings = volunteer_settings(self._settings, member, self._file, self._owner.limits)
        presence = self._presence = Presence(worker_id=member.machine, tally=tally)
        self._not_shops, self._browser = self._owner.limits.not_shops, self._owner.limits.browser
        shops = Shops(settings.shops)
        wanted = self._wanted = wanted_by(self._owner.limits, shops)
        kept = [name for name in PLATFORMS if name != "other" and not self._owner.limits.leaves_out(name)]
        domains = settings.shops.of("other").domains
        log.info("pages of %s are fetched", ", ".join((*kept, *domains)) or "no shop")
        self._tell_new(domains)
        budget = GatewayBudget(calls)
        async with (
            outside(settings, meter=self._meter) as net,
            parsing_child(settings, READERS) as child,
            ways_of(
                WayParts(
                    settings,
                    polite_client(settings, net.to_shops, child),
                    shops,
                    child,
                    None,
                    net,
                    meter=self._meter,
                    browser=self._owner.limits.browser,
                    budget=budget,
                    slow=self._owner.limits.kb_per_second is not None,
                )
            ) as ways,
        ):
            source = GatewaySource(
                calls,
                say=presence.say,
                monotonic=time.monotonic,
                on_settings=self._on_settings,
                fetched=self._meter.since_last_asked,
                wait_seconds=1.0 if self._until_idle else MAX_WAIT_SECONDS,
                wanted=replace(wanted or ANY, ways=ways.ways, cannot=lambda way: way is Way.OFFICIAL and budget.closed),
            )
            self._worker = Worker(
                source=source,
                crawler=ways,
                settings=settings.work,
                tally=tally,
                presence=presence,
                look=net.reach.missing,
                held=self._held,
            )

            def ready() -> None:
                start.standing.ready("tasks are taken from the gateway")
                log.info("ready", extra={"worker_id": member.machine})

            await self._worker.run(until_idle=self._until_idle, on_ready=ready)

    def _held(self) -> Held | None:
        """Why nothing may be taken now, by the wish of this PC's owner."""
        held = self._owner.held()
        if held is None and self._wanted is None:
            return Held("you left out every shop of this fleet; `crawlfleet volunteer shops --again NAME` takes one in")
        return held

    def _tell_new(self, shops: Sequence[str]) -> None:
        """A warning, for on a terminal plain remarks make room for the line, and this is for the owner to know."""
        new = [name for name in shops if name not in self._named]
        if new:
            more = f" and {len(new) - SHOPS_NAMED} more" if len(new) > SHOPS_NAMED else ""
            names = ", ".join(new[:SHOPS_NAMED])
            log.warning(
                "new from the gateway: pages of %s%s are fetched from now on; `crawlfleet volunteer shops --not NAME` "
                "leaves one out",
                names,
                more,
            )
            self._named.update(new)

    @asynccontextmanager
    async def _shown(self, tally: Tally) -> AsyncIterator[None]:
        """While inside, what this PC does is shown: to `show`, in now.json, and on its page."""
        now_file = NowFile(self._file.folder)
        async with AsyncExitStack() as stack:
            if self._settings.volunteer.page:
                from worker.volunteer.fetch_log import FetchLog
                from worker.volunteer.page.server import serving

                port, fetched = self._settings.volunteer.page_port, FetchLog(self._file.folder)
                door = await stack.enter_async_context(serving(port, self._now, fetched, self._press))
                self._page = door.link
            looking = asyncio.create_task(self._look(now_file, tally))
            try:
                yield
            finally:
                looking.cancel()
                with suppress(asyncio.CancelledError):
                    await looking
                self._count_pages(tally)
                now_file.remove()

    async def _look(self, now_file: NowFile, tally: Tally) -> None:
        while True:
            self._count_pages(tally)
            now = self._now()
            now_file.write(now)
            self._show(now)
            if self._worker and self._owner.limits.crawls_at_once != self._at_once:
                self._again("another number of crawls at once")
            if self._worker and self._owner.limits.not_shops != self._not_shops:
                self._again("other shops are left out")
            if self._worker and self._owner.limits.browser != self._browser:
                self._again("the browser was switched")
            if not self._stopping and not self._file.path.exists():
                # `volunteer leave`: the gateway would say so too, but an idle worker may not ask it for minutes.
                log.info("this PC has left the fleet; the worker ends")
                self._stop()
            await asyncio.sleep(LOOK_SECONDS)

    def _count_pages(self, tally: Tally) -> None:
        for _ in range(tally.succeeded - self._pages):
            self._meter.page_read()
        self._pages = tally.succeeded

    def _now(self) -> Now:
        presence = self._presence
        idle = self._owner.idle
        return Now(
            state=presence.state if presence else "starting",
            running=presence.running if presence else 0,
            counts=self._meter.counts,
            limits=self._owner.limits,
            idle=idle.reason if idle else None,
            page=self._page,
        )

    def _press(self, button: str) -> None:
        """Raises KeyError, ConfigError."""
        self._files.keep_wish(pressed(button, self._files.wish(), moment().ms))

    def _on_settings(self) -> None:
        self._again("the gateway has new settings")

    def _again(self, why: str) -> None:
        """This run ends, and the next one is made with what is new."""
        if self._changed:  # stopping twice would not wait for running crawls
            return
        log.info("%s; taking it up", why)
        self._changed = True
        if self._worker:
            self._worker.stop()

    def _stop(self) -> None:
        self._stopping = True
        if self._worker:
            self._worker.stop()
