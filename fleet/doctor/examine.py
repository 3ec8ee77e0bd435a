"""Runs the checks, each under a time limit, in the order an operator needs them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from common.errors import CrawlfleetError
from common.job import JobStatus
from common.store import ALIVE_MS
from common.timing.clock import utc_ms
from fleet.doctor import broker, notices, proxies, volunteers, work
from fleet.doctor.broker import check_broker
from fleet.doctor.database import database, database_door, searching
from fleet.doctor.database.database_writes import check_writes
from fleet.doctor.doors.console import check_console, judge_people
from fleet.doctor.doors.gateway import check_gateway
from fleet.doctor.finding import Finding, Level, failed
from fleet.doctor.machine import on_disk, room
from fleet.doctor.machine.browser import check_browser
from fleet.doctor.machine.metrics import check_metrics
from fleet.doctor.machine.reading import check_reading
from fleet.doctor.policies import check_policies
from fleet.doctor.shops import currencies, named, official, shops, ways

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import Store
    from fleet.rabbitmq.rabbitmqctl import Rabbitmqctl


READING_SECONDS = 60.0
"""For starting and stopping processes, which asks nothing of the network."""


async def examine(
    settings: Settings,
    source: str,
    *,
    limit_seconds: float,
    again: searching.IndexLooks | None = None,
    policies_by: Rabbitmqctl | None = None,
) -> AsyncIterator[Finding]:
    """Every finding, as soon as it is known. A check that does not end in time is a failed one; the others go on.

    `again`: for whoever looks again and again, who keeps it. What starts processes on this machine and drives them to
    their limits is left out then, and the whole index of words is read seldom.
    """
    for finding in _on_disk(settings, source):
        yield finding
    findings, healthy = await limited("database", database.check_reachable(settings), limit_seconds, settings)
    for finding in findings:
        yield finding
    answers = findings[0].level is Level.OK  # whatever else is wrong with it
    if answers:
        door, _ = await limited("database", database_door.check_door(settings), limit_seconds, settings)
        for finding in door:
            yield finding
    if healthy and answers:
        yield (writes := await check_writes(settings, limit_seconds=limit_seconds))
        findings, _ = await limited("work", _in_store(settings, again), limit_seconds, settings)
        for finding in findings if writes.level is not Level.FAILED else map(_once_it_writes, findings):
            yield finding
    for section, checks in (("reading", check_reading), ("browser", check_browser)) if again is None else ():
        findings, _ = await limited(section, checks(settings), max(limit_seconds, READING_SECONDS), settings)
        for finding in findings:
            yield finding
    if policies_by is not None and not settings.broker.in_memory:
        for finding in await check_policies(settings, policies_by):
            yield finding
    for section, of_servers in (
        ("config", check_metrics(settings)),
        ("broker", check_broker(settings, database_answers=answers)),
        ("gateway", check_gateway(settings)),
        ("console", check_console(settings)),
    ):
        findings, _ = await limited(section, of_servers, limit_seconds, settings)
        for finding in findings:
            yield finding


def _once_it_writes(finding: Finding) -> Finding:
    """Of a database that takes no writes nobody is seen at work, and what would be typed is refused."""
    if finding.section not in {"work", "workers"} or finding.next_step is None:
        return finding
    return replace(finding, next_step="first have the database take writes again: see above")


def _on_disk(settings: Settings, source: str) -> Iterator[Finding]:
    yield from on_disk.check_settings(settings, source)
    yield from named.check_named(settings)
    yield from on_disk.check_secrets(settings)
    yield from database_door.judge_token(settings, utc_ms())
    yield from on_disk.check_private_files(settings)
    yield from on_disk.check_credentials(settings)
    yield from on_disk.check_spool(settings)
    yield from room.check_room(settings)
    yield from official.check_accounts(settings)


def _silent(section: str, settings: Settings, limit_seconds: float) -> Finding:
    """What a check that did not end in time comes to: who is silent, and what helps there."""
    if section == "database":
        return database.silent(settings, limit_seconds)
    if section == "broker":
        return broker.silent(settings, limit_seconds)
    text = f"not looked through within {limit_seconds:g} s"
    return failed(section, text, "this machine, or what is asked, is busy: type it again; --timeout waits longer")


async def limited(
    section: str, checks: AsyncIterator[Finding], limit_seconds: float, settings: Settings
) -> tuple[list[Finding], bool]:
    """The findings so far, and whether none of them failed."""
    findings: list[Finding] = []
    try:
        async with asyncio.timeout(limit_seconds):
            async for finding in checks:
                findings.append(finding)
    except TimeoutError:
        findings.append(_silent(section, settings, limit_seconds))
    except CrawlfleetError as error:
        findings.append(failed(section, str(error), "see the text"))
    return findings, all(finding.level is not Level.FAILED for finding in findings)


async def _in_store(settings: Settings, again: searching.IndexLooks | None) -> AsyncIterator[Finding]:
    from common.store import open_store

    store = await open_store(settings.database)
    try:
        async for findings in _parts_of_store(settings, store, again):
            for finding in findings:
                yield finding
    finally:
        await store.close()


async def _parts_of_store(
    settings: Settings, store: Store, again: searching.IndexLooks | None
) -> AsyncIterator[Iterable[Finding]]:
    """What each part of the database's rows comes to; the next is asked for once the one before was told."""
    from common.shops.registry import Shops
    from common.store import JobFilter
    from common.store.values.fleet import DISPATCHER

    yield [await database.check_clock(store, utc_ms)]
    now_ms = await store.jobs.now_ms()
    yield work.judge_feeds(settings, await store.feeds.states(), now_ms)
    known = Shops(settings.shops)
    known.add_domains(*await store.domains.for_shops())
    yield work.judge_unregistered(known, await store.feeds.unregistered(), now_ms)
    errors = await store.listing.meant.errors(JobFilter(), limit=200)
    rows = await store.fleet.shops()
    paused = {row.platform for row in rows if row.paused}
    standing = await store.health.standing()
    yield shops.judge_shops(rows)
    yield shops.judge_pages(standing.values(), paused, errors, now_ms)
    yield shops.judge_robots(standing.values(), errors, now_ms)
    yield currencies.judge_currencies(known, await store.domains.without_currency(limit=currencies.SHOPS_LOOKED_AT))
    yield official.judge_sources(settings, await store.official.states())
    yield proxies.judge_proxies(settings, await store.proxies.shown())
    counts = await store.listing.counts()
    machines = await store.people.now(seen_ms=ALIVE_MS)
    workers, still_open = await store.fleet.workers(), work.open_jobs(counts)
    yield work.judge_workers(workers, still_open, now_ms, machines_seen=machines.seen, alone=settings.broker.in_memory)
    rungs, by_way = await store.ways.ladders(), await store.ways.waiting()
    yield ways.judge_ways(rungs, by_way, workers, now_ms, at_gateways=machines.ways_seen)
    yield volunteers.judge_machines(machines)
    yield volunteers.judge_two_at_once(await store.people.two_at_once())
    yield judge_people(settings, await store.console.everybody())
    yield volunteers.judge_set_aside(await store.trust.standings(), await store.people.persons(), now_ms)
    yield volunteers.judge_looks(await store.trust.looks_wanted(), now_ms)
    yield notices.judge_notices(
        await store.notices.rules(),
        await store.notices.targets(),
        await store.notices.not_arrived(within_ms=notices.LATELY_MS),
        now_ms,
        can_send=notices.apprise_is_here(),
    )
    running = await store.listing.jobs(JobFilter(statuses=(JobStatus.RUNNING,)), limit=1000)
    lead = await store.fleet.leader(DISPATCHER)
    others_work = machines.seen > 0 or any(worker.alive(now_ms) for worker in workers)
    yield [work.judge_lead(settings, lead, still_open, now_ms, others_work=others_work)]
    yield work.judge_jobs(settings, counts, running, now_ms, errors)
    # The last, for it may take longest: where it does not end in time, all else was told.
    yield [searching.judge_index(await (store.texts.examine() if again is None else again.look(store.texts)))]
