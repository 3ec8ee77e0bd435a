"""Runs the checks, each under a time limit, in the order an operator needs them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING

from common.errors import CrawlfleetError
from common.job import JobStatus
from fleet.doctor import database, database_door, on_disk, work
from fleet.doctor.broker import check_broker
from fleet.doctor.database_writes import check_writes
from fleet.doctor.finding import Finding, Level, failed
from fleet.doctor.reading import check_reading

if TYPE_CHECKING:
    from common.settings import Settings


READING_SECONDS = 30.0
"""For starting and stopping processes, which asks nothing of the network."""


async def examine(settings: Settings, source: str, *, limit_seconds: float) -> AsyncIterator[Finding]:
    """Every finding, as soon as it is known. A check that does not end in time is a failed one; the others go on."""
    for finding in _on_disk(settings, source):
        yield finding
    findings, healthy = await _limited("database", database.check_reachable(settings), limit_seconds)
    for finding in findings:
        yield finding
    if findings[0].level is Level.OK:  # it answers, whatever else is wrong with it
        door, _ = await _limited("database", database_door.check_door(settings), limit_seconds)
        for finding in door:
            yield finding
    if healthy:
        yield await check_writes(settings, limit_seconds=limit_seconds)
        findings, _ = await _limited("work", _in_store(settings), limit_seconds)
        for finding in findings:
            yield finding
    findings, _ = await _limited("reading", check_reading(settings), max(limit_seconds, READING_SECONDS))
    for finding in findings:
        yield finding
    findings, _ = await _limited("broker", check_broker(settings), limit_seconds)
    for finding in findings:
        yield finding


def _on_disk(settings: Settings, source: str) -> Iterator[Finding]:
    yield from on_disk.check_settings(settings, source)
    yield from on_disk.check_secrets(settings)
    yield from database_door.judge_token(settings, time.time_ns() // 1_000_000)
    yield from on_disk.check_private_files(settings)
    yield from on_disk.check_credentials(settings)
    yield from on_disk.check_spool(settings)


async def _limited(section: str, checks: AsyncIterator[Finding], limit_seconds: float) -> tuple[list[Finding], bool]:
    """The findings so far, and whether none of them failed."""
    findings: list[Finding] = []
    try:
        async with asyncio.timeout(limit_seconds):
            async for finding in checks:
                findings.append(finding)
    except TimeoutError:
        findings.append(
            failed(section, f"no answer within {limit_seconds:g} s", "check the address and the network, or --timeout")
        )
    except CrawlfleetError as error:
        findings.append(failed(section, str(error), "see the text"))
    return findings, all(finding.level is not Level.FAILED for finding in findings)


async def _in_store(settings: Settings) -> AsyncIterator[Finding]:
    from common.store import JobFilter, open_store

    store = await open_store(settings.database)
    try:
        yield await database.check_clock(store, lambda: time.time_ns() // 1_000_000)
        now_ms = await store.jobs.now_ms()
        for finding in work.judge_feeds(settings, await store.feeds.states(), now_ms):
            yield finding
        for finding in work.judge_unregistered(settings, await store.feeds.unregistered(), now_ms):
            yield finding
        for finding in work.judge_shops(await store.fleet.shops()):
            yield finding
        counts = await store.listing.counts()
        for finding in work.judge_workers(await store.fleet.workers(), work.open_jobs(counts), now_ms):
            yield finding
        running = await store.listing.jobs(JobFilter(statuses=(JobStatus.RUNNING,)), limit=1000)
        for finding in work.judge_jobs(settings, counts, running, now_ms):
            yield finding
    finally:
        await store.close()
