"""Leases are renewed, and their worker is reported, as long as it works, whatever one try meets."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import cast

import pytest

from common.errors import CleartextRefused, ConfigError, StoreUnavailable
from common.waiting import beside
from tests.servers.fleet_world import eventually
from worker.leases import HeldLeases
from worker.presence import Presence
from worker.source.base import Source
from worker.tally import Tally


class OnceHindered:
    """The first renewal meets this; the others work."""

    def __init__(self, hindrance: Exception) -> None:
        self._hindrance: Exception | None = hindrance
        self.renewed = 0

    async def renew(self, leases: Sequence[tuple[str, str]], *, lease_ms: int) -> set[str]:
        hindrance, self._hindrance = self._hindrance, None
        if hindrance:
            raise hindrance
        self.renewed += 1
        return {job_id for job_id, _ in leases}


@pytest.mark.parametrize(
    "hindrance",
    [
        StoreUnavailable("away"),
        CleartextRefused("Tailscale's own interface is not up just now", may_pass=True),
        ConfigError("a new token cannot be kept: no room"),
        RuntimeError("a bug"),
    ],
)
async def test_renewals_go_on_after_one_that_was_hindered(hindrance: Exception) -> None:
    leases = OnceHindered(hindrance)
    held = HeldLeases(leases, lease_seconds=60, renew_seconds=0.01, monotonic=lambda: 0.0)  # type: ignore[arg-type]  # it renews alone
    lost: list[str] = []
    held.hold("job", "token", claimed_at=0.0, on_lost=lambda: lost.append("job"))
    renewing = asyncio.create_task(held.renew_forever())
    await eventually(lambda: leases.renewed >= 2, what="renewals")
    renewing.cancel()
    await asyncio.gather(renewing, return_exceptions=True)
    assert lost == []


class NothingIsHeld:
    """Every lease is over, as the source says."""

    async def renew(self, leases: Sequence[tuple[str, str]], *, lease_ms: int) -> set[str]:
        return set()


def held_by_nobody() -> HeldLeases:
    return HeldLeases(NothingIsHeld(), lease_seconds=60, renew_seconds=10, monotonic=lambda: 0.0)  # type: ignore[arg-type]  # it renews alone


@pytest.mark.parametrize("ending", [False, True])
async def test_a_renewal_that_comes_back_while_its_worker_ends_the_lease_cancels_nothing(ending: bool) -> None:
    held, lost = held_by_nobody(), list[str]()
    held.hold("job", "token", claimed_at=0.0, on_lost=lambda: lost.append("job"))
    held.end("job", "token of a lease before")
    if ending:
        held.end("job", "token")
    await held.renew_once()
    assert lost == ([] if ending else ["job"])


async def test_a_lease_that_ended_late_takes_away_no_newer_one_of_the_same_job() -> None:
    held = held_by_nobody()
    held.hold("job", "newer", claimed_at=0.0, on_lost=lambda: None)
    held.drop("job", "older")
    assert len(held) == 1
    held.drop("job", "newer")
    assert len(held) == 0


@pytest.mark.parametrize("ending", [False, True])
async def test_a_newer_lease_of_the_same_job_tells_that_the_one_before_is_over(ending: bool) -> None:
    """As after a sleep of this machine: else two crawls of one page would go on at once."""
    held, lost = held_by_nobody(), list[str]()
    held.hold("job", "older", claimed_at=0.0, on_lost=lambda: lost.append("older"))
    if ending:
        held.end("job", "older")
    held.hold("job", "newer", claimed_at=0.0, on_lost=lambda: lost.append("newer"))
    assert lost == ([] if ending else ["older"])
    assert len(held) == 1


class OnceBroken:
    """The first report meets this; the others arrive."""

    def __init__(self, hindrance: Exception) -> None:
        self._hindrance: Exception | None = hindrance
        self.seen_as: list[str] = []

    async def seen(self, state: str, running: int, done: int, failed: int) -> None:
        hindrance, self._hindrance = self._hindrance, None
        if hindrance:
            raise hindrance
        self.seen_as.append(state)


@pytest.mark.parametrize("hindrance", [StoreUnavailable("away"), RuntimeError("a bug")])
async def test_a_worker_is_reported_again_after_a_report_that_was_hindered(hindrance: Exception) -> None:
    source = OnceBroken(hindrance)
    presence = Presence(worker_id="w", tally=Tally())
    async with beside(presence.report_forever(cast(Source, source), every_seconds=0.01)):
        await eventually(lambda: bool(source.seen_as), what="a second report")
    assert source.seen_as[0] == "starting"
