"""Ending a delivery whose channel may be gone."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

from common.errors import BrokerError

log = logging.getLogger("crawlfleet.broker.settle")


async def settle(end: Awaitable[bool | None]) -> bool:
    """Await one of a delivery's ends. When the channel is gone the broker delivers again, and the next claim decides.

    False: the copy that it makes was refused for want of room."""
    try:
        return await end is not False
    except BrokerError as error:
        log.debug("could not settle a message: %s", error)
        return True
