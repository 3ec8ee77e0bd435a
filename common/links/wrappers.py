"""Redirect wrappers: addresses that name their target inside themselves. Pure.

Only wrappers written down are opened: those of nobody's shop in known_wrappers.py, a shop's own in its folder. A
parameter called `url` on an unknown host proves nothing about where the link leads, so it is left alone.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import SplitResult

from common.links.address import decode_address, parse, query

MAX_DEPTH = 5

IsAddress = Callable[[str], object]
"""True for a text that begins as a web address or a known deep link does."""


@dataclass(frozen=True, slots=True)
class Wrapper:
    """Hosts whose addresses name where they lead."""

    hosts: str
    """A regular expression that matches the whole lower-case host, without groups that capture."""
    target: Callable[[SplitResult, IsAddress], str | None]
    """The address inside this one, or None when it names none."""


def by_parameter(hosts: str, paths: str, *names: str) -> Wrapper:
    """A wrapper whose target stands in the query: of `names` the first that holds an address.

    `hosts` and `paths` are regular expressions that match whole, `paths` in any case.
    """
    path = re.compile(paths, re.IGNORECASE)

    def target(parts: SplitResult, is_address: IsAddress) -> str | None:
        return _in_query(parts, names, is_address) if path.fullmatch(parts.path or "/") else None

    return Wrapper(hosts, target)


def _in_query(parts: SplitResult, names: Sequence[str], is_address: IsAddress) -> str | None:
    values = query(parts)
    fragment_query = parts.fragment.partition("?")[2]
    if fragment_query:
        values = {**query(parts._replace(query=fragment_query)), **values}
    for name in names:
        value = values.get(name, "")
        value = (_plain_base64(value) if name == "url_enc" else decode_address(value)).strip()
        if is_address(value):
            return value
        if value.startswith("//"):
            return "https:" + value
    return None


def _plain_base64(value: str) -> str:
    """What Accesstrade's `url_enc` holds; nothing when it is no address."""
    try:
        return base64.b64decode(value + "=" * (-len(value) % 4), altchars=b"-_").decode("utf-8")
    except (binascii.Error, ValueError):
        return ""


class Unwrapping:
    """Opens the wrappers it was given."""

    def __init__(self, wrappers: Sequence[Wrapper], deep_links: str) -> None:
        """`deep_links`: a regular expression of how deep links begin, beside http(s) addresses."""
        self._wrappers = [(re.compile(wrapper.hosts), wrapper) for wrapper in wrappers]
        hosts = dict.fromkeys(wrapper.hosts for wrapper in wrappers)
        self._any_host = re.compile("|".join(f"(?:{host})" for host in hosts))
        self._is_address = re.compile(rf"https?://|{deep_links}", re.IGNORECASE).match
        self.is_wrapper_host = lru_cache(maxsize=1024)(self._is_wrapper_host)
        """Whether any wrapper lives on this lower-case host."""
        self._wrappers_of = lru_cache(maxsize=256)(self._of_host)

    def chain(self, url: str) -> list[str]:
        """`url` and what it wraps, outermost first; at most MAX_DEPTH layers are opened."""
        found = [url]
        while len(found) <= MAX_DEPTH:
            inner = self._open(found[-1])
            if inner is None or inner in found:
                break
            found.append(inner)
        return found

    def _open(self, url: str) -> str | None:
        parts = parse(url)
        if parts is None or not self.is_wrapper_host(parts.netloc):
            return None
        for wrapper in self._wrappers_of(parts.netloc):
            if target := wrapper.target(parts, self._is_address):
                return target
        return None

    def _is_wrapper_host(self, host: str) -> bool:
        return self._any_host.fullmatch(host) is not None

    def _of_host(self, host: str) -> tuple[Wrapper, ...]:
        return tuple(wrapper for hosts, wrapper in self._wrappers if hosts.fullmatch(host))
