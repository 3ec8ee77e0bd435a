"""The topology as RabbitMQ loads it at boot: rabbitmq/definitions.json.

`.venv/bin/python -m common.broker.definitions > rabbitmq/definitions.json` renders it. The format is the one
`rabbitmqctl export_definitions` writes: https://www.rabbitmq.com/docs/definitions.
"""

from __future__ import annotations

import json
import sys

from common.broker.topology import topology
from common.settings import BrokerSettings

VHOST = "crawlfleet"


def definitions() -> dict[str, object]:
    """Virtual host, exchanges, queues and bindings for the default limits. No users: accounts are secrets."""
    settings = BrokerSettings()
    wanted = topology(max_length=settings.queue_max_length, delivery_limit=settings.delivery_limit)
    return {
        "vhosts": [{"name": VHOST}],
        "exchanges": [
            {
                "name": exchange.name,
                "vhost": VHOST,
                "type": exchange.kind,
                "durable": True,
                "auto_delete": False,
                "internal": False,
                "arguments": {},
            }
            for exchange in wanted.exchanges
        ],
        "queues": [
            {
                "name": queue.name,
                "vhost": VHOST,
                "durable": True,
                "auto_delete": False,
                "arguments": dict(queue.arguments),
            }
            for queue in wanted.queues
        ],
        "bindings": [
            {
                "source": binding.exchange,
                "vhost": VHOST,
                "destination": binding.queue,
                "destination_type": "queue",
                "routing_key": binding.routing_key,
                "arguments": dict(binding.arguments),
            }
            for binding in wanted.bindings
        ],
    }


def rendered() -> str:
    return json.dumps(definitions(), indent=2) + "\n"


if __name__ == "__main__":
    sys.stdout.write(rendered())
