"""How it stands at a glance, what is stuck and why, jobs by shop and state, and the last day."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from common.job import JobStatus
from fleet.console.charts import Bar, hours
from fleet.console.context import Console, Who
from fleet.console.overview.glance import glance
from fleet.console.overview.helping import help_with, help_with_all
from fleet.doctor.finding import Level
from fleet.doctor.grouping import grouped
from fleet.operations.console.overview import overview
from fleet.terminal.text import utc


async def show(console: Console, request: Request, who: Who) -> Response:
    seen = await overview(console.settings, told_again=console.ended.found)
    (findings, age_seconds), (queues, queues_seconds) = await asyncio.gather(
        console.findings.latest(), console.queues.latest()
    )
    bars = [Bar(utc(hour.begins_at)[11:16], hour.recorded, hour.failed) for hour in seen.hours]
    shops = sorted({count.platform for count in seen.counts})
    trouble = sorted(
        grouped(one for one in findings if one.level is not Level.OK), key=lambda one: one.level is not Level.FAILED
    )
    return console.shown(
        request,
        "overview.html",
        who,
        seen=seen,
        shops=shops,
        statuses=list(JobStatus),
        by_state={(count.platform, count.status): count for count in seen.counts},
        chart=hours(bars),
        figures=glance(seen),
        trouble=[(group, [(one, help_with(one)) for one in group.findings]) for group in trouble],
        help_with_all=help_with_all,
        failed=sum(one.level is Level.FAILED for one in trouble),
        well=sum(one.level is Level.OK for one in findings),
        looked_seconds=age_seconds,
        queues=queues,
        queues_seconds=queues_seconds,
    )
