"""A volunteer's worker as a service: tasks from the gateway this machine has joined, and nothing else to set."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from common.output.health import Health
from common.protocol.base import MAX_WAIT_SECONDS
from common.settings import PLATFORMS, Settings, ShopSettings
from common.shops.reading import READERS
from common.shops.registry import Shops
from common.telemetry import configure_logging, serve_metrics
from fleet.run.parts import outside, parsing_child, polite_client, version
from fleet.run.servers import Start, starting
from worker.source.membership import Membership, MembershipFile

if TYPE_CHECKING:
    from worker.presence import Tally
    from worker.service import Worker
    from worker.source.calls import GatewayCalls

log = logging.getLogger("crawlfleet.worker")

MOST_REQUESTS_PER_SECOND = 1.0
"""To one registrable domain, whatever a gateway says."""


def run_volunteer(settings: Settings, member: Membership, file: MembershipFile, *, until_idle: bool) -> Tally:
    """Work until stopped, or until no task waits; how many crawls ended how. Raises CrawlfleetError."""
    health = Health()
    configure_logging(settings.log)
    serve_metrics(settings.metrics, health)
    return asyncio.run(_Volunteer(settings, member, file, until_idle=until_idle).run(health))


def volunteer_settings(settings: Settings, member: Membership, file: MembershipFile) -> Settings:
    """This machine's settings with what the gateway told.

    A gateway names the shops that are fetched, whom a shop can ask, and how long leases last; it can slow this machine
    down. What is fetched at all (the guard, `allow_addresses`), robots.txt and the User-Agent are no matter of its.
    """
    told = member.told
    shops = {
        name: ShopSettings(domains=tuple(told.shops.get(name, ()))) if name == "other" else settings.shops.of(name)
        for name in PLATFORMS
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
    spool = settings.work.spool_dir
    work = settings.work.model_copy(
        update={
            "worker_id": member.machine,
            "lease_seconds": told.lease_seconds,
            "renew_seconds": min(told.renew_seconds, told.lease_seconds / 2),
            "spool_dir": spool if spool.is_absolute() else file.folder / "spool",
        }
    )
    return settings.model_copy(update={"shops": type(settings.shops)(**shops), "fetch": fetch, "work": work})


class _Volunteer:
    """Runs a worker, and another one whenever the gateway tells other settings."""

    def __init__(self, settings: Settings, member: Membership, file: MembershipFile, *, until_idle: bool) -> None:
        self._settings = settings
        self._member = member
        self._file = file
        self._until_idle = until_idle
        self._stopping = False
        self._changed = False
        self._worker: Worker | None = None

    async def run(self, health: Health) -> Tally:
        from worker.presence import Tally
        from worker.source.calls import GatewayCalls

        member, tally = self._member, Tally()
        calls = GatewayCalls(
            member.gateway, version=version(), ca_file=member.ca_file, file=self._file, membership=member
        )
        try:
            async with starting(health, patient=True) as start:
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
        from fleet.run.crawler import make_crawler
        from worker.presence import Presence
        from worker.service import Worker
        from worker.source.gateway import GatewaySource

        member = calls.membership or self._member
        settings = volunteer_settings(self._settings, member, self._file)
        presence = Presence(worker_id=member.machine, tally=tally)
        shops = ", ".join(settings.shops.of("other").domains)
        log.info("pages of %s are fetched", f"shopee, taobao{', ' if shops else ''}{shops}")
        async with outside(settings) as net, parsing_child(settings, READERS) as child:
            source = GatewaySource(
                calls,
                say=presence.say,
                monotonic=time.monotonic,
                on_settings=self._on_settings,
                wait_seconds=1.0 if self._until_idle else MAX_WAIT_SECONDS,
            )
            crawler = make_crawler(settings, polite_client(settings, net.to_shops, child), Shops(settings.shops), child)
            self._worker = Worker(
                source=source,
                crawler=crawler,
                settings=settings.work,
                tally=tally,
                presence=presence,
                look=net.reach.missing,
            )

            def ready() -> None:
                start.standing.ready("tasks are taken from the gateway")
                log.info("ready", extra={"worker_id": member.machine})

            await self._worker.run(until_idle=self._until_idle, on_ready=ready)

    def _on_settings(self) -> None:
        """Called by the worker's own source: this run ends, and the next one is made with the new settings."""
        log.info("the gateway has new settings; taking them up")
        self._changed = True
        if self._worker:
            self._worker.stop()

    def _stop(self) -> None:
        self._stopping = True
        if self._worker:
            self._worker.stop()
