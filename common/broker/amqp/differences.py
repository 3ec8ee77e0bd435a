"""What of a broker's exchanges and queues was made otherwise, told once for all that differ alike."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_ARGUMENT = re.compile(
    r"inequivalent arg '(?P<argument>[^']+)' for .*: "
    r"received (?:(?:the value )?'(?P<wanted>[^']*)'(?: of type '[^']*')?|none)"
    r" but current is (?:the value )?(?:'(?P<found>[^']*)'|none)"
)
"""RabbitMQ's words for a declaration that it refused, as 3.10 says them."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something of this name is there already, made otherwise."""

    name: str
    why: str
    """RabbitMQ's own words."""


def told(differing: Sequence[Difference]) -> str:
    """`x-max-length is 100000 instead of 10000: crawl.shopee, crawl.taobao; …`. What is not understood is told in
    RabbitMQ's own words."""
    alike: dict[str, list[str]] = {}
    for one in differing:
        alike.setdefault(_short(one.why), []).append(one.name)
    return "; ".join(f"{why}: {', '.join(names)}" for why, names in alike.items())


def _short(why: str) -> str:
    found = _ARGUMENT.search(why)
    if found is None:
        return why
    now = f"is {found['found']}" if found["found"] else "is not set"
    return f"{found['argument']} {now} instead of {found['wanted'] or 'none'}"
