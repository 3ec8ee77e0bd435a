"""Opens what the services share beside the store: broker and guarded client. Closes them, whatever happens."""

from __future__ import annotations

import importlib.metadata
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from common.broker import make_broker
from common.broker.base import Broker
from common.errors import ConfigError
from common.net.client import GuardedClient
from common.settings import Settings
from common.shops.registry import Shops


def version() -> str:
    return importlib.metadata.version("crawlfleet")


def holder_name() -> str:
    """Who holds the dispatcher's leadership: host and process."""
    return f"{socket.gethostname()}-{os.getpid()}"


def require_shared_broker(settings: Settings, command: str) -> None:
    """Raises ConfigError for a role that would be alone with an in-memory broker, which lives in one process."""
    if settings.broker.in_memory:
        raise ConfigError(
            f"`crawlfleet {command}` needs a broker that other processes reach, and broker.url is memory:. "
            "Set broker.url (CRAWLFLEET_BROKER_URL=amqp://…), or run `crawlfleet up`, which does everything in one "
            "process."
        )


@asynccontextmanager
async def connected_broker(settings: Settings) -> AsyncIterator[Broker]:
    """The broker, its topology looked at; an in-memory one is made here and now."""
    broker = make_broker(settings.broker)
    if settings.broker.in_memory:
        await broker.declare()
    await broker.connect()
    try:
        yield broker
    finally:
        await broker.close()


@asynccontextmanager
async def guarded_client(settings: Settings) -> AsyncIterator[GuardedClient]:
    client = GuardedClient(settings.fetch)
    try:
        yield client
    finally:
        await client.aclose()


def shops_of(settings: Settings) -> Shops:
    return Shops(settings.shops)
