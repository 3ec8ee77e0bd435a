"""Opens the database and the broker for whoever composes something, and closes them whatever happens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from common.errors import BrokerUnavailable, ConfigError

if TYPE_CHECKING:
    from common.broker.base import Broker
    from common.settings import DatabaseSettings, Settings
    from common.store import Store


def embedded_path(settings: DatabaseSettings) -> Path:
    """The file of an embedded database."""
    from common.store.drivers.embedded import path_of

    return Path(path_of(settings.url))


@asynccontextmanager
async def opened_store(settings: Settings, *, create: bool = False) -> AsyncIterator[Store]:
    """The store. A database file that is not there is made only when asked: a look must not leave an empty one.

    Raises ConfigError for a missing file, StoreUnavailable, StoreRejected or SchemaMismatch.
    """
    from common.store import init_schema, open_store

    if settings.database.embedded:
        path = embedded_path(settings.database)
        if create:
            await init_schema(settings.database)
        elif not path.exists():
            raise ConfigError(
                f"there is no database at {path.absolute()}. Make one with `crawlfleet db init`, or name the right one "
                "by --config or CRAWLFLEET_DATABASE_URL."
            )
    store = await open_store(settings.database)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def own_broker(settings: Settings) -> AsyncIterator[Broker]:
    """The broker a service works with, its topology looked at. An in-memory one is made here, for this process alone.

    Raises BrokerUnavailable, or TopologyMissing when a shared broker lacks a queue.
    """
    from common.broker import make_broker

    broker = make_broker(settings.broker)
    try:
        if settings.broker.in_memory:
            await broker.declare()
        # Inside: a broker without its queues refuses after a connection was opened, and that one is to be closed too.
        await broker.connect()
        yield broker
    finally:
        await broker.close()


@asynccontextmanager
async def shared_broker(settings: Settings, *, look: bool = True) -> AsyncIterator[Broker]:
    """The broker that other processes use, for an operator's look. `look=False` connects without asking for the
    topology (to declare it).

    Raises ConfigError for an in-memory broker, which no other process can see; BrokerUnavailable, TopologyMissing.
    """
    if settings.broker.in_memory:
        raise ConfigError(
            "broker.url is memory:, a broker that lives inside `crawlfleet up` and cannot be seen from outside. "
            "Set broker.url (CRAWLFLEET_BROKER_URL=amqp://…) to look at a shared one; the jobs themselves are in "
            "`crawlfleet jobs list`."
        )
    from common.broker import make_broker

    broker = make_broker(settings.broker)
    try:
        if look:
            await broker.connect()
        yield broker
    except OSError as error:
        raise BrokerUnavailable(f"the broker broke the connection: {error}. Try again.") from error
    finally:
        await broker.close()
