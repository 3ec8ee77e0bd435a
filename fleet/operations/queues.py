"""The broker's queues: made, and how full they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fleet.opening import shared_broker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.broker.base import QueueDepth
    from common.settings import Settings


async def declare_topology(settings: Settings, *, rebuild: bool = False) -> Sequence[QueueDepth]:
    """Every queue, after each exchange, queue and binding was declared; doing it twice does no harm.

    `rebuild`: what was made with other arguments is made anew, and dead letters are carried over. Needs a user who may
    configure. Raises BrokerError for what differs, and as shared_broker does.
    """
    async with shared_broker(settings, look=False) as broker:
        await broker.declare(rebuild=rebuild)
        await broker.connect()
        return await broker.depths()


async def queue_depths(settings: Settings) -> Sequence[QueueDepth]:
    """How many messages wait in each queue, and how many consumers it has. Raises as shared_broker does."""
    async with shared_broker(settings) as broker:
        return await broker.depths()
