"""Whose a host name is: which part of it its owner registered, by the public suffix list that came with the
installation, and whether it lies below another one.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


@lru_cache(maxsize=2)
def _suffixes(*, in_ascii: bool) -> PublicSuffixList:
    """`in_ascii`: endings of other scripts stand in it as `xn--…` as well, to write which takes three quarters of the
    time: a tenth of a second of a slow machine in all. So a list is read when a name asks for it, once.
    """
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415

    return PublicSuffixList(accept_encoded_idn=in_ascii)


@lru_cache(maxsize=4096)
def registrable_domain(host: str) -> str | None:
    """`www.shopee.co.th` → `shopee.co.th`, in lower case, never over the network.

    None for a bare public suffix (`co.th`), for an IP address and for what is no host name. An unknown
    top-level domain counts as a suffix, as the list's own rules say.
    """
    name = host.strip().lower().removesuffix(".")
    if not name or _is_address(name):
        return None
    found: str | None = _suffixes(in_ascii="xn--" in name).privatesuffix(name)
    return found


def site_of(url: str) -> str:
    """Who answers for an address, as far as pace and turns go, and which shop of the open web it is: the registrable
    domain, else the host itself (an IP address, a bare public suffix); empty for what is no address.
    """
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return registrable_domain(host) or host


def is_at(host: str, domains: Collection[str]) -> bool:
    """Whether `host` is one of these names or lies below one, on a label's boundary. All in lower case.

    In a set as many are looked up as the host has labels, however many domains there are."""
    return any(name in domains for name in _itself_and_above(host))


def _itself_and_above(host: str) -> Iterator[str]:
    """`a.shop.example` → `a.shop.example`, `shop.example`, `example`."""
    yield host
    while "." in host:
        host = host.partition(".")[2]
        yield host


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
