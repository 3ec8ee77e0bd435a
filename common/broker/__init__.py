"""The broker carries job ids from dispatcher to workers: RabbitMQ, or a queue in memory. `make_broker` chooses.

It may deliver a message twice or lose it; the database knows what is still to be done.
"""

from __future__ import annotations

from common.broker.base import Broker
from common.settings import BrokerSettings


def make_broker(settings: BrokerSettings) -> Broker:
    """A broker for `broker.url`, not connected yet. Roles of one process share one in-memory broker: make it once."""
    if settings.in_memory:
        from common.broker.memory import MemoryBroker

        return MemoryBroker(settings)
    from common.broker.amqp.broker import AmqpBroker

    return AmqpBroker(settings)
