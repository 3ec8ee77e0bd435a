"""The doctor's findings: what is wrong, stuck or at risk, and what to do next."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from common.errors import ConfigError
from fleet.doctor.finding import failed, ok, warning

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from common.settings import Settings
    from fleet.doctor.finding import Finding
    from fleet.rabbitmq.rabbitmqctl import Rabbitmqctl
    from worker.source.membership import Membership

LIMIT_SECONDS = 10.0
LENT_LIMIT_SECONDS = 25.0
"""On a lent PC: a gateway asks its own database for ten seconds before it says that it is away."""


async def findings(
    config: Path | None, *, limit_seconds: float | None = None, policies_by: Rabbitmqctl | None = None
) -> AsyncIterator[Finding]:
    """Each finding as soon as it is known; settings that cannot be used are the one finding there is. Never raises a
    CrawlfleetError, and changes nothing.

    `config` is the settings' file, None for the usual places. `limit_seconds` bounds each group of checks; None:
    LIMIT_SECONDS, on a lent PC LENT_LIMIT_SECONDS. `policies_by`: asks RabbitMQ for what no connection of ours sees.
    """
    from common.config import configured_path, load
    from fleet.doctor.examine import examine
    from fleet.example_settings import example_settings

    path = config or configured_path()
    try:
        settings = load(config)
    except ConfigError as error:
        yield failed("config", str(error), f"correct it; {example_settings()} shows every setting")
        return
    if settings.broker.in_memory and not _has_database(settings):
        from worker.source.membership import MembershipFile

        try:
            file = MembershipFile()
            member = file.read()
        except ConfigError as error:
            yield failed("joined", str(error), "or put the file back, if you had one")
            return
        if member is not None:
            async for finding in _volunteers(member, file.folder, limit_seconds or LENT_LIMIT_SECONDS):
                yield finding
            return
        if path is None and _unset(settings):
            yield _whose()
            return
    source = str(path) if path else "defaults and environment"
    limit = limit_seconds or LIMIT_SECONDS
    async for finding in examine(settings, source, limit_seconds=limit, policies_by=policies_by):
        yield finding


def _has_database(settings: Settings) -> bool:
    """Whether a fleet of this machine's own was begun here: then the doctor speaks to an operator."""
    from fleet.opening import no_file_yet

    return not no_file_yet(settings.database)


def _unset(settings: Settings) -> bool:
    """Whether everything is as it is by itself: nobody set anything, by a file or by variables."""
    return settings == type(settings)()


def _whose() -> Finding:
    """Where nothing was begun yet, it cannot be known whether somebody lends this PC or runs a fleet on it."""
    return warning(
        "here",
        f"nothing is set up: no settings and no database file in {Path.cwd()}, and this PC has joined no fleet",
        "to lend this PC to somebody's fleet: `crawlfleet join` and the operator's link. To run a fleet of your own: "
        "`crawlfleet init`, then `crawlfleet up`. For one that is set up already, name its settings: "
        "`crawlfleet --config FILE doctor`, or type it in the folder of its crawlfleet.toml",
    )


async def _volunteers(member: Membership, folder: Path, limit_seconds: float) -> AsyncIterator[Finding]:
    from fleet.doctor.volunteer import check_here, check_worker
    from fleet.turned_away import after
    from worker.source.calls import TurnedAway

    yield ok("joined", f"this PC has joined the fleet at {member.gateway}")
    for finding in check_here(folder):
        yield finding
    turned_away: TurnedAway | None = None
    try:
        async for finding in _at_the_gateway(member, limit_seconds):
            yield finding
    except TurnedAway as error:
        turned_away = error
        yield failed("gateway", str(error), after(error))
    for finding in check_worker(folder, turned_away):
        yield finding


async def _at_the_gateway(member: Membership, limit_seconds: float) -> AsyncIterator[Finding]:
    """Raises TurnedAway."""
    from importlib.metadata import version

    from fleet.doctor.volunteer import check_gateway
    from worker.source.calls import GatewayCalls

    try:
        calls = GatewayCalls(member.gateway, version=version("crawlfleet"), ca_file=member.ca_file, membership=member)
    except ConfigError as error:
        yield failed("gateway", str(error), "put the file back, or leave and join again")
        return
    try:
        async with asyncio.timeout(limit_seconds):
            async for finding in check_gateway(member, calls):
                yield finding
    except TimeoutError:
        yield failed("gateway", f"no answer within {limit_seconds:g} s", "is this PC online? --timeout waits longer")
    except ConfigError as error:
        yield failed("gateway", str(error), "ask the operator")
    finally:
        await calls.close()
