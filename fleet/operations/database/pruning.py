"""What a database of years need not keep, and forgetting an account on request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from common.accounts.networks import NETWORKS
from common.accounts.page import account_named
from common.errors import ConfigError
from common.links.shown_account import shown_account
from common.timing.clock import utc_ms
from common.timing.units import DAY_MS
from fleet.durations import clocks_apart
from fleet.guessing import known_word
from fleet.opening import opened_store
from fleet.operations.auditing import Action, Operator, recorded

if TYPE_CHECKING:
    from common.settings import Settings

APART_MS = DAY_MS


@dataclass(frozen=True, slots=True)
class Pruned:
    """How many rows were deleted, or would be. Of what no setting names a time for, 0."""

    events: int
    sightings: int
    observations: int
    workers: int
    notices: int = 0
    skips: int = 0
    short_links: int = 0

    @property
    def total(self) -> int:
        return sum(astuple(self))


async def prune(settings: Settings, *, dry_run: bool, clock_ms: Callable[[], int] = utc_ms) -> Pruned:
    """Delete what [keep] gives no longer: some hundred jobs or products at a time, beside a fleet that runs. Cut off,
    it has done a part, and goes on when it is run again.

    Jobs, products, what changed about them, one price a day, volunteers and what operators did are kept for ever.
    Raises as opened_store does, and ConfigError where this machine's clock contradicts the database's: what a wrong one
    has deleted is lost for good.
    """
    keep = settings.keep
    async with opened_store(settings) as store:
        now_ms = await store.jobs.now_ms()
        if abs(apart_ms := now_ms - clock_ms()) > APART_MS:
            side = "ahead of" if apart_ms > 0 else "behind"
            raise ConfigError(
                f"the database's clock is {clocks_apart(abs(apart_ms))} {side} this machine's, one is wrong, so "
                "nothing was deleted. Put it right (timedatectl), then prune."
            )

        async def everything(*, count: bool) -> Pruned:
            def before(days: int) -> int:
                return now_ms - days * DAY_MS

            pruning = store.pruning
            return Pruned(
                events=await pruning.events(before(keep.job_events_days), dry_run=count) if keep.job_events_days else 0,
                sightings=await pruning.sightings(before(keep.sightings_days), dry_run=count)
                if keep.sightings_days
                else 0,
                observations=await pruning.observations(before(keep.every_price_days), dry_run=count)
                if keep.every_price_days
                else 0,
                workers=await pruning.workers(before(keep.workers_days), dry_run=count) if keep.workers_days else 0,
                notices=await pruning.notices(before(keep.notices_days), dry_run=count) if keep.notices_days else 0,
                skips=await pruning.skips(before(keep.skips_days), dry_run=count) if keep.skips_days else 0,
                short_links=await pruning.short_links(before(keep.short_links_days), dry_run=count)
                if keep.short_links_days
                else 0,
            )

        if dry_run:
            return await everything(count=True)
        async with recorded(store, None, Action.DB_PRUNE, keep.model_dump()) as event:
            pruned = await everything(count=False)
            event.done = pruned.total
        return pruned


async def forget_account(
    settings: Settings, source: str, account: str, *, dry_run: bool, operator: Operator | None = None
) -> int:
    """Erase which posts of an account named which link, its cursor, and its name in what operators did; how many rows
    (in a dry run: would be). The jobs and products stay. Backups made before still hold it.

    Raises WrongUsage for a network that is none, ConfigError while the account stands in the settings, and what
    opened_store raises.
    """
    source = known_word(source, NETWORKS, "network")
    account = account_named(source, account)
    if any((feed.source, feed.account) == (source, account) for feed in settings.feeds):
        raise ConfigError(
            f"{source}:{shown_account(account)} stands in [[feeds]] of the settings, and would be read again. Take it "
            "out there and restart the ingestor, then forget it."
        )
    async with opened_store(settings) as store:
        if dry_run:
            return await store.pruning.forget_account(source, account, dry_run=True)
        async with recorded(store, operator, Action.FEEDS_FORGET, {"account": "erased"}) as event:
            event.done = await store.pruning.forget_account(source, account, dry_run=False)
            names = {account, shown_account(account)}
            await store.operators.erase_account([*names, *(f"{source}:{name}" for name in names)])
        return event.done
