"""Checks a URL that a stranger posted before anything is connected: http(s), a plain host, no credentials."""

from __future__ import annotations

import ipaddress
import re

import httpx

from common.errors import CrawlError, ErrorCode
from common.net.ports import OTHER_SERVICES

MAX_URL_CHARS = 8_000
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"\d+|0x[0-9a-f]*")


def checked_url(text: str) -> httpx.URL:
    """`text` as a URL whose host is either a plain name in ASCII or an address in its usual notation.

    Raises CrawlError: INVALID_URL for what cannot be asked for, ADDRESS_REFUSED for notations that hide an address
    (2130706433, 0x7f.1, 0177.0.0.1, a zone id), for names and passwords inside the URL, and for ports of other services
    than the web (ports.py). A dot at the end of the host is dropped, and the fragment too.
    """
    if len(text) > MAX_URL_CHARS:
        raise CrawlError(ErrorCode.INVALID_URL, f"the address is longer than {MAX_URL_CHARS} characters")
    try:
        url = httpx.URL(text.strip())
        _ = url.host  # of an xn-- name that stands for no letters, httpx raises wherever this is asked
    except (httpx.InvalidURL, UnicodeError, ValueError) as error:
        raise CrawlError(ErrorCode.INVALID_URL, f"cannot be read as an address: {error}") from None
    if url.scheme not in {"http", "https"}:
        raise CrawlError(ErrorCode.INVALID_URL, f"only http and https are fetched, not {url.scheme[:20] or 'nothing'}:")
    if url.userinfo:
        raise CrawlError(ErrorCode.ADDRESS_REFUSED, f"the address of {url.host} carries a user name or password")
    host = url.raw_host.decode("ascii").lower().removesuffix(".")
    _check_host(host)
    if url.port is not None and not 0 < url.port < 65_536:
        raise CrawlError(ErrorCode.INVALID_URL, f"{host} has no port {url.port}")
    if url.port in OTHER_SERVICES:
        raise CrawlError(
            ErrorCode.ADDRESS_REFUSED, f"port {url.port} of {host[:80]} is another service's than the web's"
        )
    return url.copy_with(host=host, fragment=None)


def literal(host: str) -> str | None:
    """The IP address when a checked host is one; None for a name."""
    try:
        return str(ipaddress.ip_address(host.strip("[]")))
    except ValueError:
        return None


def host_of(url: httpx.URL) -> str:
    """The host as it goes over the wire, in ASCII (httpx's own `host` turns xn-- names back)."""
    return url.raw_host.decode("ascii")


def shown(url: httpx.URL | str) -> str:
    """A URL for logs and errors: without its query, which may hold a token, and at most 200 characters."""
    return str(url).split("?", 1)[0][:200]


def _check_host(host: str) -> None:
    if not host:
        raise CrawlError(ErrorCode.INVALID_URL, "the address has no host")
    if "%" in host and ":" in host:
        raise CrawlError(ErrorCode.ADDRESS_REFUSED, f"the address {host[:80]} carries a zone id")
    if literal(host) is not None:
        return
    if ":" in host:
        raise CrawlError(ErrorCode.INVALID_URL, f"{host[:80]} is no IPv6 address")
    labels = host.split(".")
    # inet_aton and browsers read such hosts as IPv4 addresses: 2130706433, 127.1, 0x7f.0.0.1, 0177.0.0.1.
    if _NUMBER.fullmatch(labels[-1]):
        raise CrawlError(ErrorCode.ADDRESS_REFUSED, f"{host[:80]} is an IPv4 address in an unusual notation")
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise CrawlError(ErrorCode.INVALID_URL, f"{host[:80]} is no host name")
