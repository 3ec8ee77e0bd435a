"""`[fetch]`: how pages are asked for, and what one answer may cost."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

from pydantic import AfterValidator, Field

from common.addresses import name_rule, network_named
from common.settings_tables.section import OwnPath, Seconds, Section

_HEADER_TEXT = r"^[!-~](?:[ -~]*[!-~])?\z"
_HEADER_COMMENT = r"^[!-'*-\[\]-~](?:[ -'*-\[\]-~]*[!-'*-\[\]-~])?\z"
"""Printable ASCII on one line; within a comment of a header without parentheses and backslash (RFC 9110, 5.6.5)."""


def _rule(text: str) -> str:
    name_rule(text)
    return text


def _network(text: str) -> str:
    network_named(text)
    return text


_NameRule = Annotated[str, AfterValidator(_rule)]
_AddressOrNetwork = Annotated[str, AfterValidator(_network)]


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
    resolve: tuple[_NameRule, ...] = Field((), examples=[["shopee.tw:443:127.0.0.1:8443"]])
    """HOST:PORT:ADDRESS[:PORT] like curl's --resolve; "*" stands for every host."""
    ca_file: OwnPath | None = None
    allow_addresses: tuple[_AddressOrNetwork, ...] = Field((), examples=[["127.0.0.1"]])
    """Non-public networks that may be fetched all the same. For demos and tests."""

    @property
    def sent_user_agent(self) -> str:
        """What goes over the wire: the program, and whom to ask about it."""
        return f"{self.user_agent} (+{self.contact})" if self.contact else self.user_agent
