"""The address of a person's page at a network, as a browser shows it: which network, and which account. Pure.

An account is watched by its name; its page is no feed. Addresses beneath the page (its replies, one post) name the
same account. Bluesky and Threads have one host each. Mastodon runs on anybody's servers, so there every address
of its form (https://server/@name) is taken for one, but for the sites known here that write theirs the same way.

Limits: `https://site.example/@name` of a site that is no Mastodon server is taken for one. Other addresses, such as
the feeds that Bluesky and Mastodon themselves offer (https://server/@name.rss), are nobody's page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from common.links.domains import is_at

BLUESKY_HOSTS = frozenset({"bsky.app", "www.bsky.app"})
THREADS_HOSTS = frozenset({"threads.net", "www.threads.net", "threads.com", "www.threads.com"})
NO_MASTODON = (
    "flipboard.com",
    "matters.town",
    "medium.com",
    "odysee.com",
    "substack.com",
    "tiktok.com",
    "velog.io",
    "youtube.com",
)
"""Sites whose people's pages look like a Mastodon server's, their subdomains too."""

_ADDRESS = re.compile(r"(?P<scheme>https?://)?(?P<host>[^/?#@\s]+\.[^/?#@\s]+)/(?P<path>[^?#\s]*)[^\s]*", re.IGNORECASE)
_BLUESKY = re.compile(r"profile/(?P<name>[\w.:-]+)(?:/(?!rss$).*)?/?")
_THREADS = re.compile(r"@(?P<name>[\w.]+)(?:/.*)?")
_MASTODON = re.compile(
    r"(?:(?:web|deck)/)?(?:@|users/)(?P<name>\w+(?:[\w.-]*\w)?)(?:@(?P<server>[\w.-]+\.\w+))?"
    r"(?:/(?:with_replies|media|featured|followers|following|\d+)?)?"
)
_A_FEEDS_ENDING = re.compile(r"\.(?:rss|atom|xml|json)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AccountPage:
    """Whose page it is. `account` and `base_url` are as a `[[feeds]]` has them."""

    source: Literal["bluesky", "threads", "mastodon"]
    account: str
    base_url: str | None = None

    @property
    def network(self) -> str:
        """Its name, for people."""
        return self.source.capitalize()

    @property
    def certain(self) -> bool:
        """No other site has pages of this address: a Mastodon server is known by its form alone."""
        return self.source != "mastodon"


def account_page(written: str) -> AccountPage | None:
    """Whose page this address is, with or without https:// before it; None for whatever else it is."""
    found = _ADDRESS.fullmatch(written.strip())
    if found is None:
        return None
    host, path = found["host"].lower(), found["path"]
    if host in BLUESKY_HOSTS:
        name = _BLUESKY.fullmatch(path)
        return AccountPage("bluesky", name["name"]) if name else None
    if host in THREADS_HOSTS:
        name = _THREADS.fullmatch(path)
        return AccountPage("threads", name["name"]) if name else None
    return _at_mastodon((found["scheme"] or "https://").lower(), host, path)


def account_named(source: str, written: str) -> str:
    """The name of an account of this network, which is written as a name or, at Bluesky and Threads, as the address of
    its page: as the settings have it, and so the database."""
    page = account_page(written)
    return page.account if page is not None and page.certain and page.source == source else written


def _at_mastodon(scheme: str, host: str, path: str) -> AccountPage | None:
    if is_at(host, NO_MASTODON):
        return None
    found = _MASTODON.fullmatch(path)
    if found is None or _A_FEEDS_ENDING.search(found["name"]):
        return None
    at = f"https://{found['server'].lower()}" if found["server"] else scheme + host
    return AccountPage("mastodon", found["name"], at)
