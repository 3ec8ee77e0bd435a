"""Reading one address as a browser would, and refusing the ones that only look like what they claim to be."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

import idna

MAX_URL_CHARS = 8192
MAX_LINK_CHARS = 4000
"""Of a canonical link. Longer ones cannot be told to a volunteer's machine (common/protocol), so they are none."""
_BARE_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61})\.){1,6}[a-z]{2,18}(?=[/?#:]|$)", re.IGNORECASE)
_HOST = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,62})\.)+[a-z0-9-]{2,63}")
_DOTS = (".", "\u3002", "\uff0e", "\uff61")
_DEFAULT_PORT = {"http": 80, "https": 443}
_ITEM_ID = re.compile(r"[1-9][0-9]{0,18}")
_NAME_NOISE = re.compile(r"^(?:[?;]|amp;)+")
_ENCODED_SCHEME = re.compile(r"https?%(?:25){0,2}3a", re.IGNORECASE)


@lru_cache(maxsize=256)
def parse(url: str) -> SplitResult | None:
    """`url` as an http(s) address: lower-case scheme and host (IDNA), default port gone. None when it is none.

    Refused: other schemes, credentials before the host, a backslash in the host, addresses longer than MAX_URL_CHARS. A
    missing scheme is taken as https; a wholly percent-encoded address is decoded first; the dot that may end a host's
    full name is left out, for shop.example. is shop.example.
    """
    url = url.strip()
    if not url or len(url) > MAX_URL_CHARS:
        return None
    if _ENCODED_SCHEME.match(url):
        url = decode_address(url)
    if url.startswith("//"):
        url = "https:" + url
    elif _BARE_HOST.match(url):
        url = "https://" + url
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _DEFAULT_PORT or "@" in parts.netloc or "\\" in parts.netloc:
        return None
    host = host_name(_without_root(parts.hostname or ""))
    if host is None:
        return None
    netloc = host if port in {None, _DEFAULT_PORT[parts.scheme]} else f"{host}:{port}"
    return parts._replace(netloc=netloc)


def _without_root(host: str) -> str:
    """Without one dot at its end, in any of the forms that IDNA takes for a dot."""
    return host[:-1] if host.endswith(_DOTS) else host


@lru_cache(maxsize=1024)
def host_name(host: str) -> str | None:
    """`host` in lower-case ASCII (IDNA 2008 after the usual mapping), or None when it is no host name."""
    if not host.isascii():
        try:
            host = idna.encode(host, uts46=True, transitional=False).decode("ascii")
        except (idna.IDNAError, UnicodeError):
            return None
    host = host.lower()
    return host if len(host) <= 253 and _HOST.fullmatch(host) else None


def host_of(authority: str) -> str | None:
    """The host of `host:port` in a text, or None when it is no host name. A dot that ends it is left out, but not
    before a port: nobody writes that, and other parsers take it for a disguise."""
    host, port, _ = authority.partition(":")
    return host_name(host if port else _without_root(host))


def decode_address(text: str) -> str:
    """Undo percent-encoding until an address shows, at most three times."""
    for _ in range(3):
        if "://" in text[:32] or text.startswith("//"):
            break
        text = unquote(text)
    return text


def is_item_id(text: str) -> bool:
    """Whether a shop could have given this id: a positive number of 64 bits in plain digits, without leading zeros."""
    return _ITEM_ID.fullmatch(text) is not None and int(text) < 2**63


def query(parts: SplitResult) -> dict[str, str]:
    """The query's parameters by lower-case name, decoded; of a repeated name the first that is not empty."""
    found: dict[str, str] = {}
    try:
        pairs = parse_qsl(parts.query, max_num_fields=256)
    except ValueError:
        return found
    for name, value in pairs:
        # `??id=1` and `&amp;amp;id=1` are seen where links were put together by hand.
        found.setdefault(_NAME_NOISE.sub("", name.lower()), value)
    return found
