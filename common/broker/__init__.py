"""The broker carries job ids between dispatcher and workers. `make_broker` chooses by the address."""

from __future__ import annotations

from common.broker.base import Broker
from common.settings import BrokerSettings


def make_broker(settings: BrokerSettings) -> Broker:
    """A broker for `broker.url`, not connected yet. Each call makes one: roles of a process share an in-memory one."""
    if settings.in_memory:
        from common.broker.memory import MemoryBroker

        return MemoryBroker(settings)
    from common.broker.amqp.broker import AmqpBroker

    return AmqpBroker(settings)
