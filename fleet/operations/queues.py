"""The broker's queues: made, and how full they are."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.broker.topology import is_dead_letter_queue, is_retry_queue, is_work_queue
from common.errors import BrokerBlocked, BrokerUnavailable
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


async def depths_and_alarm(settings: Settings) -> tuple[Sequence[QueueDepth], str | None]:
    """As queue_depths, with the queues of letters that a rebuild left behind; and why the broker takes no message from
    anybody, while it does not."""
    async with shared_broker(settings) as broker:
        depths = [*await broker.depths(), *await broker.carried()]
        try:
            await broker.check_takes()
        except BrokerBlocked as error:
            return depths, str(error)
    return depths, None


@dataclass(frozen=True, slots=True)
class Filled:
    """How many messages wait, by what they wait for."""

    work: Sequence[QueueDepth]
    """Each queue that workers and gateways take from."""
    retry: int
    """For a fixed time, before they come back to their work queue."""
    dead_letters: int


async def filled(settings: Settings, *, limit_seconds: float) -> Filled:
    """Raises BrokerUnavailable when nothing was told within `limit_seconds`, and as shared_broker does."""
    try:
        async with asyncio.timeout(limit_seconds):
            return added_up(await queue_depths(settings))
    except TimeoutError:
        raise BrokerUnavailable(f"the broker did not answer within {limit_seconds:g} s. Try again.") from None


def added_up(depths: Sequence[QueueDepth]) -> Filled:
    dead = sum(one.ready for one in depths if is_dead_letter_queue(one.name))
    retry = sum(one.ready for one in depths if is_retry_queue(one.name))
    work = [one for one in depths if is_work_queue(one.name)]
    return Filled(work, retry, dead)
