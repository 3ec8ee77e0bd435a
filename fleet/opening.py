"""Opens the database and the broker for whoever composes something, and closes them whatever happens."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from common.errors import BrokerUnavailable, ConfigError
from common.private_files import found

if TYPE_CHECKING:
    from common.broker.base import Broker
    from common.settings import DatabaseSettings, Settings
    from common.store import Store


def embedded_path(settings: DatabaseSettings) -> Path:
    """The file of an embedded database."""
    from common.addresses import path_of

    return Path(path_of(settings.url))


def makes_database(settings: Settings) -> str:
    """What to type where the database's file is not there yet."""
    return "crawlfleet up" if settings.broker.in_memory else "crawlfleet db init"


def no_file_yet(settings: DatabaseSettings) -> bool:
    """Whether it is to be in a file that is not there. Where this user may not look, opening says what stands in the
    way."""
    return settings.embedded and found(embedded_path(settings)) is False


def beside_settings(settings: DatabaseSettings) -> tuple[str, str] | None:
    """Where the database's file, by a relative path, is not in this folder but beside the settings: that, and what to
    do, for whoever typed this in another folder than usual. One made here would be a second, empty fleet."""
    if not no_file_yet(settings) or "CRAWLFLEET_DATABASE_URL" in os.environ:
        return None
    from common.config import configured_path
    from fleet.commands_in_texts import CONFIG

    path, named = embedded_path(settings), CONFIG.get() or configured_path()
    if named is None or path.is_absolute() or not found(there := named.absolute().parent / path):
        return None
    return (
        f"there is no database at {path.absolute()}, but one beside the settings, at {there}: a relative path in "
        "database.url is meant from the folder in which a command is typed",
        f"type it in {named.absolute().parent}, or write the whole path into the settings",
    )


def refuse_beside_settings(settings: DatabaseSettings) -> None:
    """Before a database is made, or looked for. Raises DatabaseMissing."""
    if there := beside_settings(settings):
        raise DatabaseMissing("; ".join(there) + ".")


class DatabaseMissing(ConfigError):
    """The settings name a database file that is not there."""


class Lender(Protocol):
    """Whoever holds a database open for others; fleet/console/kept_store.py."""

    @property
    def settings(self) -> Settings: ...
    def lent(self) -> AbstractAsyncContextManager[Store]: ...


LENDER: ContextVar[Lender | None] = ContextVar("LENDER", default=None)


@asynccontextmanager
async def opened_store(settings: Settings, *, create: bool = False) -> AsyncIterator[Store]:
    """The store. A database file that is not there is made only when asked: a look must not leave an empty one. An
    older schema is never brought forward.

    Within the lending() of a KeptStore of these settings it is one that is open already, and stays open afterwards.
    Raises DatabaseMissing (a ConfigError), StoreUnavailable, StoreRejected or SchemaMismatch.
    """
    lender = LENDER.get()
    if lender is not None and lender.settings is settings and not (create and no_file_yet(settings.database)):
        async with lender.lent() as store:
            yield store
        return
    store = await opened_anew(settings, create=create)
    try:
        yield store
    finally:
        await store.close()


async def opened_anew(settings: Settings, *, create: bool = False, patience_seconds: float | None = None) -> Store:
    """As opened_store, for the caller to close. `patience_seconds`: how long it asks a database again that went away;
    None: as the settings say."""
    from common.outcome.sight_rules import rules_of
    from common.store import create_schema, open_store

    if settings.database.embedded:
        refuse_beside_settings(settings.database)
        if create:
            # An older one is left to `db init`, which looks first whether it would end programs at work.
            await create_schema(settings.database)
        elif no_file_yet(settings.database):
            raise DatabaseMissing(
                f"there is no database at {embedded_path(settings.database).absolute()}. `{makes_database(settings)}` "
                "makes it; or name the right one by --config or CRAWLFLEET_DATABASE_URL."
            )
    return await open_store(settings.database, sights=rules_of(settings.jumps), patience_seconds=patience_seconds)


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
