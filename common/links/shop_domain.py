"""A shop's domain as an operator writes it in `shops.other.domains`. Pure."""

from __future__ import annotations

import re

from common.links.address import host_name
from common.links.domains import registrable_domain

_SCHEME = re.compile(r"^(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
_AFTER_HOST = re.compile(r"[/?#\\].*", re.DOTALL)
_ADDRESS = re.compile(r"[0-9.]+|\[.*|.*:.*:.*")


def shop_domain(written: str) -> str:
    """`written` in lower-case ASCII: "*.Bücher.example." is xn--bcher-kva.example.

    Raises ValueError, which says what to write instead, for what would never match a link, or match every shop's: an
    address, a path, a port, a single word, a public suffix.
    """
    text = written.strip()
    host = _host_in(text)
    name = host_name(host)
    if not text:
        raise ValueError("it is empty; name each shop's own domain")
    if text.strip("*. ") == "":
        raise ValueError("there is no word for every shop; name each shop's own domain")
    if name is None or _ADDRESS.fullmatch(host):
        raise ValueError("it is no domain name; write the shop's domain alone")
    if registrable_domain(name) is None:
        raise ValueError(
            f"{name} is a public suffix, under which many owners have their names; write each shop's own domain, such "
            f"as shop.{name}"
        )
    if text.removeprefix("*.").rstrip(".") != host:
        raise ValueError(f"it is an address, not a domain; write {name} (no scheme, port or path)")
    return name


def whole_shop(written: str) -> str:
    """The registrable domain of `written`, by which a shop is known, whichever of its hosts is named.

    Raises ValueError as shop_domain does.
    """
    name = shop_domain(written)
    return registrable_domain(name) or name


def _host_in(text: str) -> str:
    """What stands where the host stands, in an address or alone; nothing of credentials before it."""
    rest = _AFTER_HOST.sub("", _SCHEME.sub("", text)).rpartition("@")[2].removeprefix("*.")
    if not rest.startswith("["):
        head, colon, _ = rest.rpartition(":")
        if colon and ":" not in head:
            rest = head
    return rest.rstrip(".")
