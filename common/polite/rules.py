"""What one site's robots.txt allows one crawler, per RFC 9309. Pure data, and matching in time linear in the address.

A pattern has no way back: each part between its asterisks is looked for once, from where the part before it ended.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote_from_bytes, urlsplit

_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
_STARS = re.compile(r"\*+")
_PATH_KEPT, _PATTERN_KEPT = b"/%", b"/%*"
"""Escapes of these stay as they are: a slash in a name is no separator, an escaped asterisk is no wildcard."""


@dataclass(frozen=True, slots=True)
class Rule:
    """`pattern` is normalised: see `normal_pattern`."""

    pattern: str
    allow: bool


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """The rules of one crawler's group, longest pattern first and allowing ones first among equals.

    `closed`: why nothing of this site is fetched, whatever the rules say; None for a file that could be read.
    """

    rules: tuple[Rule, ...] = ()
    crawl_delay_seconds: float | None = None
    closed: str | None = None

    def allows(self, url: str) -> bool:
        """The longest matching rule decides; without one the address is allowed, and robots.txt itself always is."""
        path = normal_path(url)
        if path.partition("?")[0] == "/robots.txt":
            return True
        if self.closed is not None:
            return False
        return next((rule.allow for rule in self.rules if matches(rule.pattern, path)), True)


def matches(pattern: str, path: str) -> bool:
    """Whether a normalised pattern matches a normalised path from its start."""
    anchored = pattern.endswith("$")
    first, *rest = (pattern[:-1] if anchored else pattern).split("*")
    if not path.startswith(first):
        return False
    if not rest:
        return not anchored or path == first
    at = len(first)
    for part in rest[:-1]:
        at = path.find(part, at)
        if at < 0:
            return False
        at += len(part)
    if anchored:
        return len(path) - len(rest[-1]) >= at and path.endswith(rest[-1])
    return path.find(rest[-1], at) >= 0


def normal_path(url: str) -> str:
    """Path and query of an address, with one spelling of each escape."""
    url = url.partition("#")[0]
    parts = urlsplit(url)
    path = parts.path + (f"?{parts.query}" if "?" in url else "")
    path = _normal(path, _PATH_KEPT, safe="/%=")
    return path if path.startswith("/") else f"/{path}"


def normal_pattern(pattern: str) -> str:
    """A rule's value with one spelling of each escape and of several asterisks; "$" stays at the end alone.

    A rule written as a whole address matches a path with that address in it, which is what its author gets.
    """
    if pattern.startswith(("https://", "http://")):
        pattern = f"/{pattern}"
    anchor = "$" if pattern.endswith("$") else ""
    return _STARS.sub("*", _normal(pattern.removesuffix("$"), _PATTERN_KEPT, safe="/%*=")) + anchor


def _normal(text: str, kept: bytes, *, safe: str) -> str:
    def spelled(escape: re.Match[bytes]) -> bytes:
        byte = bytes.fromhex(escape[1].decode("ascii"))
        return b"%" + escape[1].upper() if byte in kept else byte

    return quote_from_bytes(_ESCAPE.sub(spelled, text.encode("utf-8", "replace")), safe=safe)
