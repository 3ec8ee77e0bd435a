"""Who does what: every action of an operator leaves a row in operator_events, begun before anything is changed."""

from __future__ import annotations

import getpass
import json
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from common.errors import ConfigError
from fleet.opening import opened_store
from fleet.operations.database.paging import one_page, pages
from fleet.operations.selecting import NotFound

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import Cursor, OperatorEvent, Page, Store


@dataclass(frozen=True, slots=True)
class Operator:
    """Who acts, and through what."""

    name: str
    through: str


def at_this_machine() -> Operator:
    """The user of this process, at the command line."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = "somebody"
    return Operator(f"{user}@{socket.gethostname()}", "command line")


@dataclass(slots=True)
class Record:
    """An event under way. `done` is set where the changes are no rows of the database; else the store counts them."""

    id: str
    done: int | None = None


@asynccontextmanager
async def recorded(
    store: Store, operator: Operator | None, action: str, target: Mapping[str, Any], *, meant: int | None = None
) -> AsyncIterator[Record]:
    """Around one action. What breaks off, or whose process vanishes, keeps `ended_at` empty; what is refused (a name
    that is not there) has ended, with nothing done. None: at_this_machine."""
    who = operator or at_this_machine()
    record = Record(uuid4().hex)
    await store.operators.began(
        record.id,
        operator=who.name,
        through=who.through,
        action=action,
        target=json.dumps(target, ensure_ascii=False),
        meant=meant,
    )
    try:
        yield record
    except (ConfigError, NotFound):
        await store.operators.ended(record.id, done=record.done)
        raise
    await store.operators.ended(record.id, done=record.done)


@dataclass(frozen=True, slots=True)
class Audit:
    """What operators did, the last first."""

    page: Page[OperatorEvent]
    now_ms: int
    """The database's clock when it was asked."""


async def list_audit(
    settings: Settings,
    *,
    limit: int,
    after: Cursor | None = None,
    action: str | None = None,
    operator: str | None = None,
    newer_than_ms: int | None = None,
) -> Audit:
    """At most `limit` events behind `after`; only of one action or operator, or of the last so many milliseconds.

    Raises as opened_store does.
    """
    async with opened_store(settings) as store:
        ask = partial(_page, store, action=action, operator=operator, newer_than_ms=newer_than_ms)
        return Audit(await one_page(ask, limit=limit, after=after), await store.jobs.now_ms())


async def each_event(
    settings: Settings,
    *,
    limit: int,
    after: Cursor | None = None,
    action: str | None = None,
    operator: str | None = None,
    newer_than_ms: int | None = None,
) -> AsyncGenerator[Sequence[OperatorEvent], None]:
    """As list_audit, a page at a time: for listings too long to hold."""
    async with opened_store(settings) as store:
        ask = partial(_page, store, action=action, operator=operator, newer_than_ms=newer_than_ms)
        async for page in pages(ask, limit=limit, after=after):
            yield page.rows


async def _page(
    store: Store, limit: int, after: Cursor, *, action: str | None, operator: str | None, newer_than_ms: int | None
) -> Page[OperatorEvent]:
    return await store.operators.page(
        limit=limit, after=after, action=action, operator=operator, newer_than_ms=newer_than_ms
    )
