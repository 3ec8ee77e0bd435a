"""Who does what: every action of an operator leaves a row in operator_events, begun before anything is changed."""

from __future__ import annotations

import getpass
import json
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from common.errors import ConfigError
from fleet.guessing import known_word
from fleet.opening import opened_store
from fleet.operations.database.paging import OnAPage, one_page, pages
from fleet.operations.selecting import NotFound

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import Cursor, OperatorEvent, Page, Store


class Action(StrEnum):
    """What is recorded, by the words of the command line: `volunteers forgive` is `volunteers trust --forgive`, and
    `jobs pause` and `jobs resume` steer a shop."""

    JOBS_ADD = "jobs add"
    JOBS_REQUEUE = "jobs requeue"
    JOBS_RECHECK = "jobs recheck"
    JOBS_CANCEL = "jobs cancel"
    JOBS_PAUSE = "jobs pause"
    JOBS_RESUME = "jobs resume"
    DLQ_REQUEUE = "dlq requeue"
    DLQ_DROP = "dlq drop"
    FEEDS_POLL = "feeds poll"
    FEEDS_PAUSE = "feeds pause"
    FEEDS_RESUME = "feeds resume"
    FEEDS_FORGET = "feeds forget"
    SHOPS_ADD_DOMAIN = "shops add-domain"
    SHOPS_REMOVE_DOMAIN = "shops remove-domain"
    SHOPS_CURRENCY = "shops currency"
    SHOPS_WAYS = "shops ways"
    SHOPS_REVIEW = "shops review"
    PROXIES_ADD = "proxies add"
    PROXIES_REMOVE = "proxies remove"
    PROXIES_ON = "proxies on"
    PROXIES_OFF = "proxies off"
    PROXIES_TEST = "proxies test"
    NOTIFY_TARGETS_ADD = "notify targets add"
    NOTIFY_TARGETS_REMOVE = "notify targets remove"
    NOTIFY_TEST = "notify test"
    NOTIFY_RULES_ADD = "notify rules add"
    NOTIFY_RULES_REMOVE = "notify rules remove"
    NOTIFY_RULES_ON = "notify rules on"
    NOTIFY_RULES_OFF = "notify rules off"
    VOLUNTEERS_INVITE = "volunteers invite"
    VOLUNTEERS_PAUSE = "volunteers pause"
    VOLUNTEERS_RESUME = "volunteers resume"
    VOLUNTEERS_REVOKE = "volunteers revoke"
    VOLUNTEERS_LIMITS = "volunteers limits"
    VOLUNTEERS_TRUST = "volunteers trust"
    VOLUNTEERS_FORGIVE = "volunteers forgive"
    CONSOLE_INVITE = "console invite"
    CONSOLE_REVOKE = "console revoke"
    CONSOLE_TOKEN_ADD = "console token add"  # noqa: S105  # an action
    CONSOLE_TOKEN_REVOKE = "console token revoke"  # noqa: S105  # an action
    DB_PRUNE = "db prune"
    DB_REINDEX = "db reindex"


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
    """An event under way. `done` is set where the changes are no rows of the database; else the store counts them.
    `needed_none`: how many of those meant needed nothing, so that fewer done does not look like an end halfway."""

    id: str
    done: int | None = None
    needed_none: int = 0


@asynccontextmanager
async def recorded(
    store: Store, operator: Operator | None, action: Action, target: Mapping[str, Any], *, meant: int | None = None
) -> AsyncIterator[Record]:
    """Record the action that is done inside. `ended_at` stays empty when it breaks off or its process vanishes; an
    action that is refused (for a name that is not there, say) has ended, with nothing done. `operator` None:
    at_this_machine."""
    who = operator or at_this_machine()
    record = Record(uuid4().hex)
    await store.operators.began(
        record.id,
        operator=who.name,
        through=who.through,
        action=action.value,
        target=json.dumps(target, ensure_ascii=False),
        meant=meant,
    )
    try:
        yield record
    except (ConfigError, NotFound):
        await store.operators.ended(record.id, done=record.done)
        raise
    await store.operators.ended(record.id, done=record.done, needed_none=record.needed_none)


@dataclass(frozen=True, slots=True)
class Audit(OnAPage):
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

    Raises WrongUsage for an action that there is not, and as opened_store does.
    """
    async with opened_store(settings) as store:
        ask = partial(_page, store, action=_known(action), operator=operator, newer_than_ms=newer_than_ms)
        return Audit(await one_page(ask, limit=limit, after=after), await store.jobs.now_ms())


async def each_event(
    settings: Settings,
    *,
    limit: int,
    after: Cursor | None = None,
    action: str | None = None,
    operator: str | None = None,
    newer_than_ms: int | None = None,
) -> AsyncGenerator[Page[OperatorEvent], None]:
    """As list_audit, a page at a time: for listings too long to hold."""
    async with opened_store(settings) as store:
        ask = partial(_page, store, action=_known(action), operator=operator, newer_than_ms=newer_than_ms)
        async for page in pages(ask, limit=limit, after=after):
            yield page


def _known(action: str | None) -> str | None:
    return known_word(action, list(Action), "action") if action else None


async def _page(
    store: Store, limit: int, after: Cursor, *, action: str | None, operator: str | None, newer_than_ms: int | None
) -> Page[OperatorEvent]:
    return await store.operators.page(
        limit=limit, after=after, action=action, operator=operator, newer_than_ms=newer_than_ms
    )
