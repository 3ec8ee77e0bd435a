"""A shop's official interface: what an operator with keys of his own asks there, and what its answers mean.

Everything here is pure: the worker sends the calls (worker/ways/official). A shop that has such an interface implements
OfficialInterface in its own folder and hands it out as Shop.official().
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any, ClassVar

from common.money import to_minor
from common.offer import Offer
from common.reading.text.json_text import amount, text_of

MAX_SAID_CHARS = 200
"""Of what an interface says about an error, so much is kept."""


@dataclass(frozen=True, slots=True)
class Account:
    """An operator's keys. The secret is in no repr, error or log line."""

    app_id: str
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Item:
    """What is asked for, by the ids of its link."""

    item_id: str
    shop_id: str | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """One POST, signed. Its headers and its body hold a signature, so neither is shown anywhere."""

    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)


class RefusalKind(StrEnum):
    """What an interface's refusal means for those who ask."""

    RATE = "RATE"
    """Too many calls: the source waits, and no job is to blame."""
    KEYS = "KEYS"
    """Signature, account or permission: the source pauses until a person acts."""
    QUERY = "QUERY"
    """It does not know the question any more: the source pauses until a newer release asks otherwise."""
    REQUEST = "REQUEST"
    """What was asked for is wrong; of one item alone it is this job's own failure."""
    SERVER = "SERVER"
    """It failed by itself: another try may work."""
    UNREADABLE = "UNREADABLE"
    """The answer is none: no JSON, or not of the documented shape. Another try may work."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A call that gave nothing. `code` as the interface names it, `said` its words (a stranger's text)."""

    kind: RefusalKind
    code: str
    said: str
    wait_seconds: float | None = None
    """How long it asks to wait, where it says so."""

    def __str__(self) -> str:
        return f"{self.code}: {self.said}" if self.code else self.said


@dataclass(frozen=True, slots=True)
class Answered:
    """What the call says of each item, by the id that was asked for. What is missing is not listed there."""

    found: Mapping[str, Offer]
    more: bool = False
    """Another page follows, which may hold what is missing."""


class OfficialInterface(ABC):
    """One platform's interface in all its markets."""

    most_items: ClassVar[int] = 1
    """So many items fit one call."""

    @abstractmethod
    def host(self, region: str) -> str | None:
        """The one host to connect to for this market; None where the platform has no such interface."""

    @abstractmethod
    def askable(self, item: Item) -> bool:
        """Whether the interface has words for these ids."""

    @abstractmethod
    def call(self, region: str, items: Sequence[Item], account: Account, *, at_ms: int, page: int = 1) -> Call:
        """The signed call for these items (askable ones, at most `most_items`) at this time (UTC milliseconds)."""

    @abstractmethod
    def read(self, region: str, items: Sequence[Item], body: bytes) -> Answered | Refused:
        """What an answer with HTTP 200 says. Never raises, never guesses."""


def parsed(body: bytes) -> dict[str, Any] | Refused:
    """The JSON object of an answer; UNREADABLE when it is none. Numbers are int or Decimal."""
    try:
        answer = json.loads(body, parse_float=Decimal, parse_constant=lambda _: None)
        if b"\\ud" in body.lower():
            answer = _without_lone_surrogates(answer)
    except (ValueError, RecursionError):
        return unreadable("the answer is no JSON")
    return answer if isinstance(answer, dict) else unreadable("the answer is no JSON object")


def _without_lone_surrogates(value: Any) -> Any:
    """Half of a broken emoji is no text that a database or a log takes."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_without_lone_surrogates(one) for one in value]
    if isinstance(value, dict):
        return {name: _without_lone_surrogates(one) for name, one in value.items()}
    return value


def unreadable(what: str) -> Refused:
    return Refused(RefusalKind.UNREADABLE, "", what)


def said(value: Any) -> str:
    """A stranger's words for a log line: printable, short, "" for none."""
    text = text_of(value) or ""
    return "".join(char if char.isprintable() else " " for char in text[:MAX_SAID_CHARS]).strip()


def minor(value: Any, currency: str) -> tuple[int | None, bool]:
    """Minor units of a price written as plain decimal text in whole units, and whether it could be read.

    (None, True): not stated. (None, False): something is there that is no exact amount of this currency.
    """
    if value is None or value == "":
        return None, True
    found = amount(value)
    cents = to_minor(found, currency) if found is not None else None
    return cents, cents is not None


def web_address(value: Any) -> str | None:
    """An http(s) address as it stands; one without a scheme is taken as https."""
    text = text_of(value)
    if text is None:
        return None
    whole = f"https:{text}" if text.startswith("//") else text
    return whole if whole.startswith(("https://", "http://")) else None
