"""The words of messages. Pure.

Titles, addresses and error texts are strangers': each is cut, put on one line, and made harmless. A chat service gives
`@`, `<`, `>`, `[` and `]` a meaning of its own (everybody is called, a link hides where it leads), which no escaping of
a format takes away everywhere: Discord, Mattermost, Zulip and Teams read Markdown in what Apprise sends them as plain
text. So they become look-alikes. What else Markdown knows may make a title bold.
"""

from __future__ import annotations

from collections.abc import Sequence

from common.money import format_minor
from common.notices.values import TITLES, Kind
from common.output.printable import printable

TITLE_CHARACTERS = 120
LINE_CHARACTERS = 400
LINES = 20
"""Of one message; what is beyond is counted."""

_LOOK_ALIKES = str.maketrans({"@": "＠", "<": "‹", ">": "›", "[": "［", "]": "］"})
_IN_LINKS = str.maketrans({"[": "%5B", "]": "%5D"})


def harmless(text: str, most: int = TITLE_CHARACTERS) -> str:
    """A stranger's text as it may stand in a message, at most `most` characters of it."""
    shown = printable(" ".join(text[: 4 * most].split())).translate(_LOOK_ALIKES)
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def product_line(
    title: str | None,
    url: str,
    kind: Kind,
    *,
    now_minor: int | None,
    before_minor: int | None,
    currency: str | None,
    mark_minor: int | None = None,
) -> str:
    """What happened to a product, with its link."""
    name = f"“{harmless(title)}”" if title else "a product"
    now = _money(now_minor, currency)
    if kind is Kind.PRICE_BELOW:
        said = f"{now}, below {_money(mark_minor, currency)} (it was {_money(before_minor, currency)})"
    elif kind is Kind.PRICE_DROP:
        share = round(100 * (1 - (now_minor or 0) / before_minor)) if before_minor else 0
        said = f"down by {share} % to {now} (it was {_money(before_minor, currency)})"
    elif kind is Kind.BACK_IN_STOCK:
        said = "back in stock" + (f" at {now}" if now else "")
    else:
        said = "its page is gone"
    return f"{name}: {said}: {harmless(url.translate(_IN_LINKS), 200)}"[:LINE_CHARACTERS]


def _money(minor: int | None, currency: str | None) -> str:
    return "" if minor is None or not currency else f"{format_minor(minor, currency)} {currency}"


def title_of(kind: Kind, count: int) -> str:
    return f"crawlfleet: {TITLES[kind]}" + (f" ({count})" if count > 1 else "")


def body_of(lines: Sequence[str], count: int) -> str:
    """The first LINES of what a message tells, and how many there are beyond."""
    told = [f"- {line}" if count > 1 else line for line in lines[:LINES]]
    if count > len(told):
        told.append(f"and {count - len(told)} more: crawlfleet notify log")
    return "\n".join(told)
