"""Opens a database and hands out its parts, from jobs and feeds to volunteers and operators."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from common.errors import ConfigError, StoreBusy
from common.outcome.sight_rules import USUAL, SightRules
from common.settings import DatabaseSettings
from common.store.compatibility import SchemaStanding, check_version
from common.store.database.database import Database
from common.store.database.patience import patiently
from common.store.database.rooms import Opened, Room
from common.store.drivers.base import Driver
from common.store.drivers.embedded import EmbeddedDriver
from common.store.drivers.group_commit import GroupCommit
from common.store.schema import LATEST, MigrationReport, migrate, schema_version

if TYPE_CHECKING:
    from common.store.console.people import ConsolePeople
    from common.store.console.tokens import ConsoleTokens
    from common.store.feeds import FeedStore
    from common.store.fleet import FleetStore
    from common.store.health import HealthStore
    from common.store.jobs.jobs import JobStore
    from common.store.jobs.leases import Leases
    from common.store.listing import Listing
    from common.store.notices.notices import NoticeStore
    from common.store.official.sources import OfficialStore
    from common.store.operators.changes import ChangeStore
    from common.store.operators.domains import DomainStore
    from common.store.operators.events import OperatorEvents
    from common.store.operators.failures import FailureStore
    from common.store.operators.pruning import Pruning
    from common.store.proxies.proxies import ProxyStore
    from common.store.texts.index import TextIndex
    from common.store.trust.reports import ReportStore
    from common.store.trust.second_looks import TrustStore
    from common.store.volunteers.leases import GatewayStore
    from common.store.volunteers.people import PeopleStore
    from common.store.ways import WayStore

__all__ = ["Store", "create_schema", "init_schema", "make_driver", "open_store", "schema_version"]


STEP_SECONDS = 3600.0
"""What a step of the schema may take at a server. An index of millions of rows is made within minutes, and the server
takes back what nobody waits for."""


class Store:
    """One open database. Its parts share one driver and may be used by any number of tasks at once."""

    jobs: Room[JobStore] = Room("jobs.jobs:JobStore", judges=True)
    leases: Room[Leases] = Room("jobs.leases:Leases", judges=True)
    feeds: Room[FeedStore] = Room("feeds:FeedStore")
    listing: Room[Listing] = Room("listing:Listing")
    fleet: Room[FleetStore] = Room("fleet:FleetStore")
    health: Room[HealthStore] = Room("health:HealthStore")
    people: Room[PeopleStore] = Room("volunteers.people:PeopleStore")
    gateway: Room[GatewayStore] = Room("volunteers.leases:GatewayStore", judges=True)
    reports: Room[ReportStore] = Room("trust.reports:ReportStore", judges=True)
    trust: Room[TrustStore] = Room("trust.second_looks:TrustStore")
    operators: Room[OperatorEvents] = Room("operators.events:OperatorEvents")
    console: Room[ConsolePeople] = Room("console.people:ConsolePeople")
    tokens: Room[ConsoleTokens] = Room("console.tokens:ConsoleTokens")
    official: Room[OfficialStore] = Room("official.sources:OfficialStore")
    domains: Room[DomainStore] = Room("operators.domains:DomainStore")
    proxies: Room[ProxyStore] = Room("proxies.proxies:ProxyStore")
    changes: Room[ChangeStore] = Room("operators.changes:ChangeStore")
    failures: Room[FailureStore] = Room("operators.failures:FailureStore")
    ways: Room[WayStore] = Room("ways:WayStore")
    notices: Room[NoticeStore] = Room("notices.notices:NoticeStore")
    pruning: Room[Pruning] = Room("operators.pruning:Pruning")
    texts: Room[TextIndex] = Room("texts.index:TextIndex")

    def __init__(
        self,
        driver: GroupCommit,
        *,
        clock_ms: Callable[[], int] | None,
        patience_seconds: float,
        url: str = "",
        sights: SightRules = USUAL,
    ) -> None:
        self.opened = Opened(Database(driver, clock_ms=clock_ms, patience_seconds=patience_seconds), sights)
        self._driver = driver
        self._url = url

    @property
    def trouble(self) -> str | None:
        """What is known to be wrong with the database itself, as a sentence; None when nothing is."""
        return self.opened.database.writes.trouble

    async def schema_standing(self) -> SchemaStanding:
        """The database's schema, and whom it serves. Raises StoreUnavailable, StoreRejected, SchemaMismatch."""
        return await check_version(self._driver, self._url, latest=LATEST)

    async def close(self) -> None:
        """Wait for writes under way, then close the connection."""
        await self._driver.close()


def make_driver(settings: DatabaseSettings) -> Driver:
    """The driver that the settings name; `auto` goes by the address. Raises ConfigError when the two do not fit."""
    name = settings.driver
    if name == "auto":
        name = "embedded" if settings.embedded else "hrana"
    if name == "embedded":
        if not settings.embedded:
            raise ConfigError(f"database.driver = 'embedded' needs a file: address, not {settings.url}")
        return EmbeddedDriver(settings.url, timeout_seconds=settings.timeout_seconds)
    if settings.embedded:
        raise ConfigError(f"database.driver = {name!r} needs a server's address, not {settings.url}")
    # Imported here, so that an embedded store starts without an HTTP client.
    if name == "hrana":
        from common.store.drivers.hrana import HranaDriver  # noqa: PLC0415

        return HranaDriver(
            settings.url,
            auth_token=settings.auth_token,
            auth_token_file=settings.auth_token_file,
            ca_file=settings.ca_file,
            timeout_seconds=settings.timeout_seconds,
            allow_cleartext=settings.allow_cleartext,
        )
    from common.store.drivers.libsql_client import LibsqlClientDriver  # noqa: PLC0415

    return LibsqlClientDriver(
        settings.url,
        auth_token=settings.auth_token,
        auth_token_file=settings.auth_token_file,
        timeout_seconds=settings.timeout_seconds,
        allow_cleartext=settings.allow_cleartext,
    )


async def open_store(
    settings: DatabaseSettings,
    *,
    clock_ms: Callable[[], int] | None = None,
    check_schema: bool = True,
    sights: SightRules = USUAL,
    patience_seconds: float | None = None,
) -> Store:
    """Connect and check that the database serves this program.

    `sights`: what is doubted at first sight, and when it is looked at again.
    `clock_ms` None: the database's own clock, computed in SQL; tests pass a clock in.
    A server that is busy is asked again for `database.timeout_seconds`; one that is away is not. What the store sends
    later is sent again for `patience_seconds`, or as long as that when it is None.
    Raises StoreUnavailable, StoreRejected, SchemaMismatch or ConfigError; nothing stays open then.
    """
    driver = GroupCommit(make_driver(settings), max_units=settings.group_commit_max)

    async def connect() -> None:
        await driver.connect()
        if check_schema:
            await check_version(driver, settings.url, latest=LATEST)

    try:
        await patiently(settings.timeout_seconds, StoreBusy)(connect)
    except BaseException:
        await driver.close()
        raise
    patience = settings.timeout_seconds if patience_seconds is None else patience_seconds
    return Store(driver, clock_ms=clock_ms, patience_seconds=patience, url=settings.url, sights=sights)


async def create_schema(settings: DatabaseSettings) -> None:
    """Create the schema where there is none yet; one of before stays as it is. Raises as `schema.migrate`."""
    driver = make_driver(settings)
    try:
        await driver.connect()
        if await schema_version(driver) is None:
            await migrate(driver, settings.url)
    finally:
        await driver.close()


async def init_schema(settings: DatabaseSettings) -> MigrationReport:
    """Create the schema, or bring an older one forward; run again, it changes nothing. Raises as `schema.migrate`.

    A server that cannot be reached is given up after `database.timeout_seconds`; a step may take as long as it needs.
    """
    if not settings.embedded:  # SQLite in a file takes the time it takes
        reached = make_driver(settings)
        try:
            await reached.connect()
        finally:
            await reached.close()
        settings = settings.model_copy(update={"timeout_seconds": max(settings.timeout_seconds, STEP_SECONDS)})
    driver = make_driver(settings)
    try:
        await driver.connect()
        return await migrate(driver, settings.url)
    finally:
        await driver.close()
