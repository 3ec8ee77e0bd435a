"""Every setting with its default and its bounds; crawlfleet.example.toml shows them with comments."""

from __future__ import annotations

import os
import socket
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field, SecretStr, create_model, field_validator, model_validator

from common.addresses import file_named, parts_of
from common.links.shop_domain import shop_domain
from common.links.shown_account import shown_account
from common.settings_tables.browser import BrowserSettings
from common.settings_tables.console import ConsoleSettings
from common.settings_tables.jumps import JumpSettings
from common.settings_tables.keep import KeepSettings
from common.settings_tables.notices import NoticeSettings
from common.settings_tables.official import OfficialSettings
from common.settings_tables.proxies import ProxySettings
from common.settings_tables.section import Seconds, Section
from common.settings_tables.volunteer import VolunteerSettings
from common.shops.table import SHOPS
from common.ways.way import Way

_HEADER_TEXT = r"^[!-~](?:[ -~]*[!-~])?\z"
_HEADER_COMMENT = r"^[!-'*-\[\]-~](?:[ -'*-\[\]-~]*[!-'*-\[\]-~])?\z"
"""Printable ASCII on one line; within a comment of a header without parentheses and backslash (RFC 9110, 5.6.5)."""

PLATFORMS = tuple(SHOPS)
"""Every shop's name, in the order of the list of shops."""


class DatabaseSettings(Section):
    url: str = Field("file:crawlfleet.db", examples=["file:crawlfleet.db", "libsql://name.turso.io", "http://db:8080"])
    driver: Literal["auto", "embedded", "hrana", "libsql-client"] = "auto"
    auth_token_file: Path | None = Field(None, examples=["/run/secrets/crawlfleet-db-token"])
    auth_token: SecretStr | None = None
    ca_file: Path | None = None
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
    ca_file: Path | None = None
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


class FeedSettings(Section):
    """One monitored account."""

    source: Literal["threads", "bluesky", "mastodon", "rss", "jsonl"]
    account: str = Field(min_length=1, examples=["@somebody", "somebody.bsky.social", "https://example.com/feed.xml"])
    name: str | None = Field(None, pattern=r"^[A-Za-z0-9_]+$")
    base_url: str | None = Field(None, examples=["https://mastodon.social", "https://graph.threads.net"])
    token_file: Path | None = None
    token: SecretStr | None = None
    poll_seconds: Seconds = 300.0
    max_pages: int = Field(10, ge=1, le=1000)
    replies: bool = True
    """Threads: also read the author's own replies under each post."""
    priority: int = Field(0, ge=-100, le=100)
    region: str | None = None
    links_per_day: int | None = Field(None, ge=1, le=10_000_000, examples=[20_000])
    """This account's own limit; None: ingest.links_per_day."""

    @field_validator("account", "base_url")
    @classmethod
    def _no_credentials(cls, value: str | None) -> str | None:
        if value and "://" in value and "@" in parts_of(value).netloc:
            raise ValueError("it holds credentials, which every log and the database would show; leave them out")
        return value

    @property
    def label(self) -> str:
        """Which account it is, in one word: for comparing, never for showing."""
        return f"{self.source}:{self.account}"

    @property
    def shown(self) -> str:
        """`label` for people and logs: no value of an address's query in it."""
        return f"{self.source}:{shown_account(self.account)}"


class IngestSettings(Section):
    poll_timeout_seconds: Seconds = 60.0
    concurrency: int = Field(8, ge=1, le=256)
    backoff_base_seconds: Seconds = 30.0
    backoff_max_seconds: Seconds = 3600.0
    expand_short_links: bool = True
    links_per_post: int = Field(50, ge=1, le=100_000)
    """Of one post the first so many links are taken; the rest is left out, counted and noted."""
    links_per_day: int = Field(2000, ge=1, le=10_000_000)
    """Of one account and day (UTC). When they are taken its cursor stays, and the rest is read on the next day."""


class DispatchSettings(Section):
    interval_seconds: Seconds = 1.0
    window: int = Field(200, ge=1, le=1_000_000)
    """At most this many QUEUED jobs per platform."""
    batch: int = Field(200, ge=1, le=5000)
    republish_after_seconds: Seconds = 900.0
    """A QUEUED job nobody claimed for this long is published again."""
    retry_overdue_seconds: Seconds = 60.0
    """A FAILED_RETRYABLE job this long past its time is published by the dispatcher, in case its message was lost."""
    leader_seconds: Seconds = 15.0
    health_seconds: Seconds = 30.0
    """How often the leading dispatcher checks whether shops' pages can still be read."""


class CrawlSettings(Section):
    """What the whole fleet does; the same in every process's settings."""

    ways: tuple[Way, ...] = Field((Way.HTTP,), min_length=1)
    """The ways that are in use. A shop's jobs go down those of its own that are named here, in the shop's order."""


class WorkSettings(Section):
    concurrency: int = Field(4, ge=1, le=1000)
    platforms: tuple[str, ...] = Field(PLATFORMS, min_length=1)
    ways: tuple[Way, ...] | None = Field(None, min_length=1, examples=[["http", "browser"]])
    """The ways this worker offers; None: those of crawl.ways that this machine can."""
    worker_id: str = Field(default_factory=lambda: f"{socket.gethostname()}-{os.getpid()}", min_length=1)
    lease_seconds: Seconds = 600.0
    renew_seconds: Seconds = 60.0
    grace_seconds: Seconds = 30.0
    crawl_timeout_seconds: Seconds = 300.0
    spool_dir: Path = Path("crawlfleet-spool")
    recrawl_seconds: Seconds = 86_400.0
    """After the first success; then sooner after a change, later while nothing changes."""
    recrawl_min_seconds: Seconds = 21_600.0
    recrawl_max_seconds: Seconds = 1_209_600.0
    retry_delays_seconds: tuple[Seconds, ...] = (10, 60, 300, 1800, 7200)
    paused_file: Path | None = None

    @field_validator("platforms")
    @classmethod
    def _known_shops(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for name in value:
            if name not in PLATFORMS:
                raise ValueError(f"no such shop: {name!r}; there are {', '.join(PLATFORMS)}")
        return value

    @model_validator(mode="after")
    def _renew_before_lease(self) -> WorkSettings:
        if self.renew_seconds * 2 > self.lease_seconds:
            raise ValueError("renew_seconds must be at most half of lease_seconds, so one lost renewal costs no lease")
        return self

    @model_validator(mode="after")
    def _bounds_in_order(self) -> WorkSettings:
        if self.recrawl_min_seconds > self.recrawl_max_seconds:
            raise ValueError("recrawl_min_seconds must not be more than recrawl_max_seconds")
        return self


class FetchSettings(Section):
    user_agent: str = Field(
        default_factory=lambda: f"crawlfleet/{version('crawlfleet')}", pattern=_HEADER_TEXT, max_length=300
    )
    contact: str | None = Field(
        None,
        pattern=_HEADER_COMMENT,
        max_length=200,
        examples=["https://shop-watch.example/bot", "bot@shop-watch.example"],
    )
    """Whom a shop can ask about these requests: an address or mail of the operator, added to the User-Agent."""
    connect_timeout_seconds: Seconds = 10.0
    read_timeout_seconds: Seconds = 20.0
    total_timeout_seconds: Seconds = 60.0
    max_wire_bytes: int = Field(5_000_000, ge=1024)
    max_body_bytes: int = Field(15_000_000, ge=1024)
    max_redirects: int = Field(6, ge=0, le=20)
    requests_per_second: float = Field(0.5, gt=0, le=1000)
    """Per registrable domain and worker."""
    robots: bool = True
    robots_ttl_seconds: Seconds = 86_400.0
    resolve: tuple[str, ...] = Field((), examples=[["shopee.tw:443:127.0.0.1:8443"]])
    """HOST:PORT:ADDRESS[:PORT] like curl's --resolve; "*" stands for every host."""
    ca_file: Path | None = None
    allow_addresses: tuple[str, ...] = Field((), examples=[["127.0.0.1"]])
    """Non-public networks that may be fetched all the same. For demos and tests."""

    @property
    def sent_user_agent(self) -> str:
        """What goes over the wire: the program, and whom to ask about it."""
        return f"{self.user_agent} (+{self.contact})" if self.contact else self.user_agent


class ShopSettings(Section):
    domains: tuple[str, ...] = Field((), examples=[["pinewood.example", "shop.oak.example"]])
    """`other` only: the registrable domains (or hosts) whose links are taken."""
    requests_per_second: float | None = Field(None, gt=0, le=100_000)
    """The fleet-wide budget of claims for the shop's pages, by plain HTTP and browser; None: no budget."""
    burst: int = Field(10, ge=1, le=1_000_000)

    @field_validator("domains")
    @classmethod
    def _one_shop_each(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(shop_domain, value)))


class _EachShop(Section):
    """One `[shops.<name>]` for each shop of the list."""

    if TYPE_CHECKING:

        def __init__(self, **shops: ShopSettings) -> None: ...
        def __getattr__(self, platform: str) -> ShopSettings: ...

    def of(self, platform: str) -> ShopSettings:
        """Raises AttributeError for a platform no shop has."""
        settings: ShopSettings = getattr(self, platform)
        return settings


if TYPE_CHECKING:
    ShopsSettings = _EachShop
else:
    ShopsSettings = create_model(
        "ShopsSettings", __base__=_EachShop, **{name: (ShopSettings, ShopSettings()) for name in PLATFORMS}
    )


class ParseSettings(Section):
    """What reading one page or feed may cost; past it the process that reads is replaced."""

    memory_mb: int = Field(400, ge=32, le=65_536)
    """Beyond what the process holds at rest."""
    processor_seconds: Seconds = 10.0
    wall_seconds: Seconds = 30.0

    @model_validator(mode="after")
    def _in_order(self) -> ParseSettings:
        if self.wall_seconds < self.processor_seconds:
            raise ValueError("wall_seconds must not be less than processor_seconds")
        return self


class GatewaySettings(Section):
    """The volunteers' door."""

    listen: str | None = Field(
        None, examples=["127.0.0.1:8787"], pattern=r"^[^:\s]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$"
    )
    """`crawlfleet up` serves the door when this is set; `crawlfleet gateway` takes 127.0.0.1:8787 when it is not."""
    public_url: str | None = Field(
        None, pattern=r"^https?://[^\s#?@]+$", max_length=300, examples=["https://fleet.example"]
    )
    """How volunteers reach it; invites name it."""
    certificate_file: Path | None = None
    key_file: Path | None = None
    allow_cleartext: bool = False
    """Without TLS also beyond this machine and Tailscale, e.g. for a proxy on another machine that has TLS."""
    tasks_per_day: int = Field(20_000, ge=1, le=10_000_000)
    """Of each machine, by UTC days."""
    leases_at_once: int = Field(32, ge=1, le=1000)
    """Of each machine."""
    requests_per_minute: int = Field(300, ge=10, le=100_000)
    """Of each machine, at each gateway."""
    connections_per_address: int = Field(256, ge=0, le=100_000)
    """At once, of addresses beyond this machine; 0: any number, for a proxy that stands elsewhere."""
    unconfirmed_per_day: int = Field(200, ge=1, le=1_000_000)
    """Tasks that a machine took and never said a word of; past it, it gets none until the next day."""
    released_per_day: int = Field(2000, ge=1, le=10_000_000)
    """Tasks that a machine gave back."""
    oldest_version: str = Field("0.2.0", pattern=r"^[0-9]+(\.[0-9]+){0,3}$")
    release_url: str | None = Field(None, pattern=r"^https://[A-Za-z0-9][^\s\"'`$<>\\#]{1,1000}$")
    """Where volunteers get the wheel; the page puts it into what they type."""
    release_sha256: str | None = Field(None, pattern=r"^[0-9a-f]{64}$")
    """Of the wheel that volunteers install; shown on the page, and checked by pip beside `release_url`."""
    lease_seconds: float = Field(180.0, ge=30, le=600)
    renew_seconds: float = Field(50.0, ge=5, le=300)

    @model_validator(mode="after")
    def _both_files_or_none(self) -> GatewaySettings:
        if (self.certificate_file is None) != (self.key_file is None):
            raise ValueError("certificate_file and key_file belong together; give both or neither")
        if self.renew_seconds * 2 > self.lease_seconds:
            raise ValueError("renew_seconds must be at most half of lease_seconds, so one lost renewal costs no lease")
        return self


class LogSettings(Section):
    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["auto", "text", "json"] = "auto"


class MetricsSettings(Section):
    listen: str | None = Field(
        None, examples=["127.0.0.1:9400"], pattern=r"^[^:\s]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$"
    )


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

    @field_validator("official")
    @classmethod
    def _one_account_each(cls, value: tuple[OfficialSettings, ...]) -> tuple[OfficialSettings, ...]:
        labels = [account.label for account in value]
        for label in labels:
            if labels.count(label) > 1:
                raise ValueError(f"two accounts for {label}; its budget counts calls of one")
        return value
