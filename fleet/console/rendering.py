"""Templates, and the words in them: times, ages, money, links. Whatever strangers wrote is escaped, and printable."""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from urllib.parse import urlencode, urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from common.links.shown_account import shown_account, without_queries
from common.output.characters import characters
from common.output.counting import counted
from common.output.printable import printable
from common.shops.listed import shop_listed
from common.timing.units import MINUTE_MS
from fleet.doctor.shops.pauses import switched_off, why_paused
from fleet.durations import ago, short_duration
from fleet.terminal.offers.money_text import price_text
from fleet.terminal.text import utc
from fleet.terminal.views.audit import target_text
from fleet.words import WORDS

WHOLE = 40
"""So many characters of a word in a table stay together."""
_BETWEEN_BACKTICKS = re.compile(r"`([^`]+)`")
_ONLY_COMMANDS = re.compile(rf"crawlfleet (?:{'|'.join(WORDS)})\b[^`]*\Z")
_TABLE = re.compile(r"<table.*?</table>", re.DOTALL)
_CHARACTER = r"(?:&#?\w+;|[^\s<>&])"
_TAG_OR_PIECE = re.compile(rf"<[^>]*>|{_CHARACTER}{{{WHOLE}}}(?={_CHARACTER})")


class Templates:
    def __init__(self, version: str) -> None:
        self._environment = _environment(version)

    def render(self, template: str, /, **given: Any) -> str:
        return self._environment.get_template(template).render(**given)


@cache
def _environment(version: str) -> Environment:
    """One for the whole process, so that no console compiles again what another compiled: that takes a second."""
    environment = Environment(
        loader=PackageLoader("fleet.console"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_harmless,
    )
    environment.filters |= {
        "utc": moment,
        "ago": lambda ms, now_ms: "" if ms is None else f"{ago(ms, now_ms)} ago",
        "duration": short_duration,
        "counted": counted,
        "count": lambda number: f"{number:,}",
        "until": until,
        "took": took,
        "day": lambda ms: utc(ms)[:10],
        "account": shown_account,
        "without_queries": without_queries,
        "outward": outward,
        "shop": lambda one: shop_listed(one.platform, one.region, one.url_norm),
        "short": short,
        "lines": lines,
        "marked": marked,
        "why_paused": why_paused,
        "switched_off": switched_off,
        "pairs": lambda target: target_text(target, ": "),
    }
    environment.globals |= {"version": version, "price": price_text, "query": query}
    return environment


def _harmless(value: Any) -> Any:
    """No control or invisible character of a stranger's reaches a page; None is nothing."""
    if value is None:
        return ""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def moment(ms: int | None) -> Markup:
    """`2026-11-20 21:04:05Z`, which a narrow column breaks between day and time, and nowhere else."""
    pieces = [] if ms is None else utc(ms).split(" ")
    return Markup(" ").join(Markup('<span class="whole">{}</span>').format(piece) for piece in pieces)


def until(ms: int | None, now_ms: int) -> str:
    """`in 5m`, or `due`."""
    if ms is None:
        return ""
    return f"in {short_duration(ms - now_ms)}" if ms > now_ms else "due"


def took(ms: int) -> str:
    """`340 ms`, `12.4 s`, `3m`."""
    if ms < 1000:
        return f"{ms} ms"
    return f"{ms / 1000:.1f} s" if ms < MINUTE_MS else short_duration(ms)


def outward(url: str | None, text: str | None = None) -> Markup:
    """A link out of the console where it is a web address, else its text; the page there learns nothing of ours."""
    shown = escape(printable(text or url or ""))
    try:
        known = urlsplit(url or "").scheme in {"http", "https"}
    except ValueError:
        known = False
    if not known:
        return shown
    return Markup('<a href="{}" rel="noreferrer noopener" target="_blank">{}</a>').format(url, shown)


def lines(text: str) -> Markup:
    """Text of many lines, each made harmless by itself."""
    return Markup("\n").join(printable(line) for line in text.split("\n"))


def marked(text: str | None) -> Markup:
    """A sentence of the program's: what stands between backticks in it, most often a command, as code. So are commands
    without a sentence around them."""
    text = printable(text or "")
    if _ONLY_COMMANDS.match(text):
        return Markup("; ").join(Markup("<code>{}</code>").format(one) for one in text.split("; "))
    pieces = _BETWEEN_BACKTICKS.split(text)
    return Markup("").join(Markup("<code>{}</code>").format(one) if at % 2 else one for at, one in enumerate(pieces))


def short(text: str | None, most: int = 60) -> str:
    """Cut in the middle: both ends of a link tell more than its middle."""
    text = text or ""
    if len(text) <= most:
        return text
    half = (most - 1) // 2
    # Joined emoji and marks count as one of these; what is cut within them is shown as another.
    begins, ends = list(characters(text[: 2 * half])), list(characters(text[-2 * half :]))
    return f"{_of_at_most(begins, half)}…{_of_at_most(ends[::-1], half, backwards=True)}"


def _of_at_most(pieces: list[str], most: int, *, backwards: bool = False) -> str:
    """Whole characters of at most `most` code points together."""
    kept: list[str] = []
    for piece in pieces:
        most -= len(piece)
        if most < 0:
            break
        kept.append(piece)
    return "".join(reversed(kept) if backwards else kept)


def query(fields: dict[str, Any], **others: Any) -> str:
    """`?a=1&b=2` of the fields that are set, `others` in place of those of their names."""
    pairs = [
        (name, value)
        for name, given in (fields | others).items()
        for value in (given if isinstance(given, list | tuple) else [given])
        if value not in (None, "", False)
    ]
    return f"?{urlencode(pairs)}" if pairs else ""


def breakable(page: str) -> str:
    """A page in whose tables a longer word may be broken. What is copied from it, and what its tags hold, stays.

    Outside of tables the style sheet breaks what does not fit. In a table that would tear ordinary words apart as well:
    a column is made as narrow as its words can be broken.
    """
    return _TABLE.sub(_breakable_table, page)


def _breakable_table(table: re.Match[str]) -> str:
    return _TAG_OR_PIECE.sub(lambda found: found[0] if found[0].startswith("<") else f"{found[0]}<wbr>", table[0])
