"""All settings together, each with its default and its bounds; crawlfleet.example.toml shows them with comments.

Here stand the tables that every role reads (servers, ways, logs, metrics); each other one has a file in
common/settings_tables/.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from pydantic import Field, SecretStr, field_validator

from common.addresses import file_named, parts_of
from common.settings_tables.browser import BrowserSettings
from common.settings_tables.console import ConsoleSettings
from common.settings_tables.dispatch import DispatchSettings
from common.settings_tables.feeds import FeedSettings, IngestSettings
from common.settings_tables.fetch import FetchSettings
from common.settings_tables.gateway import GatewaySettings
from common.settings_tables.jumps import JumpSettings
from common.settings_tables.keep import KeepSettings
from common.settings_tables.notices import NoticeSettings
from common.settings_tables.official import OfficialSettings
from common.settings_tables.parse import ParseSettings
from common.settings_tables.proxies import ProxySettings
from common.settings_tables.section import HostAndPort, OwnPath, Seconds, Section
from common.settings_tables.shops import ShopSettings, ShopsSettings, listed_currencies
from common.settings_tables.volunteer import VolunteerSettings
from common.settings_tables.work import WorkSettings
from common.shops.table import SHOPS
from common.ways.way import Way

__all__ = [
    "PLATFORMS",
    "BrokerSettings",
    "CrawlSettings",
    "DatabaseSettings",
    "LogSettings",
    "MetricsSettings",
    "Settings",
    "ShopSettings",
    "ShopsSettings",
    "listed_currencies",
]

PLATFORMS = tuple(SHOPS)
"""Every shop's name, in the order of the list of shops."""


class DatabaseSettings(Section):
    url: str = Field("file:crawlfleet.db", examples=["file:crawlfleet.db", "libsql://name.turso.io", "http://db:8080"])
    driver: Literal["auto", "embedded", "hrana", "libsql-client"] = "auto"
    auth_token_file: Path | None = Field(None, examples=["/run/secrets/crawlfleet-db-token"])
    auth_token: SecretStr | None = None
    ca_file: OwnPath | None = None
    allow_cleartext: bool = False
    """Without TLS also beyond this machine and Tailscale."""
    timeout_seconds: Seconds = 10.0
    group_commit_max: int = Field(64, ge=1, le=1000)

    @field_validator("url")
    @classmethod
    def _known_scheme(cls, value: str) -> str:
        scheme = value.split(":", 1)[0]
        if scheme not in {"file", "http", "https", "libsql", "ws", "wss"}:
            raise ValueError("it starts with neither file:, http(s):, libsql: nor ws(s):")
        parts = parts_of(value)
        if "@" in parts.netloc:
            raise ValueError("it holds credentials; put the token in database.auth_token_file")
        if scheme == "file":
            return file_named(value)
        if parts.query or parts.fragment:
            raise ValueError("it holds something after ? or #; put the token in database.auth_token_file")
        if not parts.hostname:
            raise ValueError("it names no host")
        return value

    @property
    def embedded(self) -> bool:
        return self.url.startswith("file:")


class BrokerSettings(Section):
    url: str = Field("memory:", examples=["memory:", "amqp://worker@broker:5672/crawlfleet", "amqps://broker/"])
    password_file: Path | None = Field(None, examples=["/run/secrets/crawlfleet-broker-password"])
    password: SecretStr | None = None
    ca_file: OwnPath | None = None
    allow_cleartext: bool = False
    """amqp:// to another machine over a network that encrypts nothing. Loopback and Tailscale need no leave."""
    heartbeat_seconds: int = Field(20, ge=5, le=600)
    publish_timeout_seconds: Seconds = 10.0
    queue_max_length: int = Field(10_000, ge=1, le=100_000_000)
    delivery_limit: int = Field(20, ge=1, le=1_000_000)
    stall_seconds: Seconds = 60.0
    """A consumer that gets nothing for this long while its queue is not empty is replaced."""

    @field_validator("url")
    @classmethod
    def _known_scheme(cls, value: str) -> str:
        if value.split(":", 1)[0] not in {"memory", "amqp", "amqps"}:
            raise ValueError("it starts with neither memory:, amqp: nor amqps:")
        parts = parts_of(value)
        if parts.query or parts.fragment:
            raise ValueError("it holds something after ? or #; a password belongs in broker.password_file")
        return value

    @property
    def in_memory(self) -> bool:
        return self.url.startswith("memory:")

    @property
    def vhost(self) -> str:
        """The virtual host that the url leads to: `/` where it names none. `crawlfleet` where no broker is set, as
        rabbitmq/definitions.json has it."""
        return "crawlfleet" if self.in_memory else unquote(urlsplit(self.url).path[1:]) or "/"


class CrawlSettings(Section):
    """What the whole fleet does; the same in every process's settings."""

    ways: tuple[Way, ...] = Field((Way.HTTP,), min_length=1)
    """The ways that are in use. A shop's jobs go down those of its own that are named here, in the shop's order."""


class LogSettings(Section):
    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["auto", "text", "json"] = "auto"


class MetricsSettings(Section):
    listen: HostAndPort | None = Field(None, examples=["127.0.0.1:9400"])


class Settings(Section):
    database: DatabaseSettings = DatabaseSettings()
    broker: BrokerSettings = BrokerSettings()
    feeds: tuple[FeedSettings, ...] = ()
    ingest: IngestSettings = IngestSettings()
    dispatch: DispatchSettings = DispatchSettings()
    crawl: CrawlSettings = CrawlSettings()
    work: WorkSettings = Field(default_factory=WorkSettings)
    jumps: JumpSettings = JumpSettings()
    fetch: FetchSettings = FetchSettings()
    parse: ParseSettings = ParseSettings()
    browser: BrowserSettings = BrowserSettings()
    proxies: ProxySettings = ProxySettings()
    shops: ShopsSettings = ShopsSettings()
    official: tuple[OfficialSettings, ...] = ()
    gateway: GatewaySettings = GatewaySettings()
    console: ConsoleSettings = ConsoleSettings()
    notices: NoticeSettings = NoticeSettings()
    volunteer: VolunteerSettings = VolunteerSettings()
    keep: KeepSettings = KeepSettings()
    log: LogSettings = LogSettings()
    metrics: MetricsSettings = MetricsSettings()

    @field_validator("feeds")
    @classmethod
    def _each_account_once(cls, value: tuple[FeedSettings, ...]) -> tuple[FeedSettings, ...]:
        """Cursor and day are kept by an account's name: of two that bear one, one would be polled."""
        for place, feed in enumerate(value):
            for before, other in enumerate(value[:place]):
                if feed.label != other.label:
                    continue
                apart = feed.base_url != other.base_url and feed.source == "mastodon"
                step = 'write account = "NAME@SERVER" in both, without base_url' if apart else "take one of them out"
                raise ValueError(f"number {before + 1} and number {place + 1} are one account, {feed.shown}; {step}")
        return value

    @field_validator("official")
    @classmethod
    def _one_account_each(cls, value: tuple[OfficialSettings, ...]) -> tuple[OfficialSettings, ...]:
        labels = [account.label for account in value]
        for label in labels:
            if labels.count(label) > 1:
                raise ValueError(f"two accounts for {label}; its budget counts calls of one")
        return value
