"""`[[feeds]]` and `[ingest]`: the accounts that are watched, and how they are polled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field, SecretStr, ValidationInfo, field_validator, model_validator

from common.accounts.networks import Network
from common.accounts.page import account_named, account_page
from common.accounts.server import server_and_name
from common.addresses import parts_of, web_address
from common.links.shown_account import shown_account
from common.settings_tables.section import Seconds, Section

_EXAMPLES: Mapping[str, Mapping[str, str]] = {
    "threads": {"account": "@somebody", "base_url": "https://graph.threads.net"},
    "bluesky": {"account": "somebody.bsky.social", "base_url": "https://public.api.bsky.app"},
    "mastodon": {"account": "somebody@mastodon.social", "base_url": "https://mastodon.social"},
    "rss": {"account": "https://example.com/feed.xml"},
    "jsonl": {"account": "posts.jsonl"},
}
"""Of each source: a name at one network is none at another, and a feed or a file has no server beside it."""


_WITHOUT_SERVER = frozenset({"rss", "jsonl"})
"""Sources that ask no server of a network: what stands there is not used."""
SENT_A_TOKEN = frozenset({"threads", "mastodon"})
"""Sources to whose server an account's token goes; of others it is sent nowhere."""


class FeedSettings(Section):
    """One monitored account."""

    source: Network
    account: str = Field(min_length=1)
    name: str | None = Field(None, pattern=r"^[A-Za-z0-9_]+$")
    base_url: str | None = None
    token_file: Path | None = None
    token: SecretStr | None = None
    poll_seconds: Seconds = 300.0
    max_pages: int = Field(10, ge=1, le=1000)
    replies: bool = True
    """Threads: also read the author's own replies under each post."""
    priority: int = Field(0, ge=-100, le=100)
    region: str | None = Field(None, pattern=r"^[a-z]{2}$", examples=["tw"])
    links_per_day: int | None = Field(None, ge=1, le=10_000_000, examples=[20_000])
    """This account's own limit; None: ingest.links_per_day."""

    @property
    def is_standard_input(self) -> bool:
        """Whether its posts come by standard input, which nobody can read twice."""
        return self.source == "jsonl" and self.account == "-"

    @classmethod
    def examples_of(cls, key: str, beside: Mapping[str, Any]) -> Sequence[Any]:
        """Of an account and its server, what its own source takes; nothing where no source is named."""
        if key not in {"account", "base_url"}:
            return super().examples_of(key, beside)
        example = _EXAMPLES.get(str(beside.get("source")), {}).get(key)
        return (example,) if example else ()

    @field_validator("account", "base_url")
    @classmethod
    def _no_credentials(cls, value: str | None) -> str | None:
        if value and "://" in value and "@" in parts_of(value).netloc:
            raise ValueError("it holds credentials, which every log and the database would show; leave them out")
        return value

    @field_validator("base_url")
    @classmethod
    def _a_server(cls, value: str | None, others: ValidationInfo) -> str | None:
        return web_address(value) if value and others.data.get("source") not in _WITHOUT_SERVER else value

    @field_validator("account")
    @classmethod
    def _as_its_network_names_it(cls, value: str, others: ValidationInfo) -> str:
        return account_named(str(others.data.get("source")), value)

    @model_validator(mode="after")
    def _of_its_own_network(self) -> FeedSettings:
        page = account_page(self.account)
        if page is not None and page.certain and self.source not in {page.source, "jsonl"}:
            raise ValueError(
                f"its account is the page of a {page.network} account, which no other source reads; write source = "
                f'"{page.source}" beside it'
            )
        return self

    @model_validator(mode="after")
    def _an_address(self) -> FeedSettings:
        if self.source != "rss":
            return self
        if not self.account.lower().startswith(("https://", "http://")):
            raise ValueError(
                'source = "rss" wants a feed\'s whole address as its account, with https:// before it; an account of a '
                "network stands under that network's own source"
            )
        try:
            web_address(self.account)
        except ValueError as error:
            raise ValueError(f"its account is no address of a feed: {error}") from None
        return self

    @model_validator(mode="after")
    def _at_a_server(self) -> FeedSettings:
        if self.source == "mastodon" and server_and_name(self.account, self.base_url) is None:
            name = shown_account(self.account).strip("@")
            raise ValueError(
                f'no server is named for the Mastodon account {name}; write account = "{name}@SERVER", or the '
                'server beside it as base_url = "https://SERVER"'
            )
        return self

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
