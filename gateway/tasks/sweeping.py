"""What a gateway looks after beside requests: tasks nobody confirmed, leases that are over, rows to forget.

Every gateway does it; each step is one guarded batch, so that two at once do no harm.
"""

from __future__ import annotations

import asyncio
import logging

from common.errors import StoreError
from common.protocol.base import CONFIRM_SECONDS
from common.store.volunteers.leases import AT_ONCE, GatewayStore
from gateway import metrics

log = logging.getLogger("crawlfleet.gateway.sweeping")

SWEEP_SECONDS = 5.0
FORGET_EVERY = 120
"""Sweeps between two looks at what may be forgotten."""
FORGET_MOST = 20
"""Batches forgotten after one sweep: every task leaves a row, so one batch in FORGET_EVERY sweeps may be too few."""


async def sweep_forever(store: GatewayStore) -> None:
    """Until cancelled. A database that is away is waited for."""
    sweeps = 0
    behind = False
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        sweeps += 1
        try:
            await sweep(store)
            if behind or sweeps % FORGET_EVERY == 0:
                behind = await forget(store)
        except StoreError as error:
            log.warning("leases of volunteers could not be looked after: %s", error)


async def sweep(store: GatewayStore) -> None:
    """Once. Raises StoreError."""
    metrics.given_back.labels("unconfirmed").inc(
        await store.release_unconfirmed(confirm_ms=int(CONFIRM_SECONDS * 1000))
    )
    metrics.given_back.labels("over").inc(await store.close_over())


async def forget(store: GatewayStore, *, most: int = FORGET_MOST) -> bool:
    """Delete leases that ended long ago, and sum up machines' old days; whether there may be more of them.

    Raises StoreError.
    """
    for _ in range(most):
        if max(await store.forget(), await store.fold_days()) < AT_ONCE:
            return False
    return True
