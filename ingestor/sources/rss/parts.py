"""An RSS or Atom feed taken apart into its entries' bytes, so that a few of very many can be read. Pure.

Nothing here understands a feed; the entries chosen are read by feedparser, in a feed of themselves alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_ENTRY = re.compile(rb"<(?:item|entry)(?=[\s>])", re.IGNORECASE)
_END = re.compile(rb"</(?:item|entry)\s{0,9}>", re.IGNORECASE)
_MOMENT = re.compile(
    rb"<(?:[\w.-]{1,20}:)?(?:pubdate|published|updated|date|modified|issued)(?:\s[^>]{0,200})?>"
    rb"\s{0,99}(?:<!\[CDATA\[)?\s{0,99}([\w,:+. -]{8,50})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Parts:
    """`head` and `tail` are what stands before and behind all entries."""

    head: bytes
    entries: Sequence[bytes]
    tail: bytes

    def feed_of(self, entries: Sequence[bytes]) -> bytes:
        """A feed of these entries alone."""
        return b"".join((self.head, *entries, self.tail))


def taken_apart(body: bytes, *, cut: bool) -> Parts | None:
    """None for what has no entries that can be told apart: JSON, or an encoding whose letters are no ASCII. `cut`:
    more would have come, so an entry without its end is left out."""
    if is_json(body):
        return None
    starts = [found.start() for found in _ENTRY.finditer(body)]
    if not starts:
        return None
    end = max((found.end() for found in _END.finditer(body, starts[-1])), default=None)
    if end is None and cut:
        end = starts.pop()
    if not starts:
        return None
    stop = len(body) if end is None else end
    entries = [body[start:until] for start, until in zip(starts, [*starts[1:], stop], strict=True)]
    return Parts(body[: starts[0]], entries, b"" if cut else body[stop:])


def is_json(body: bytes) -> bool:
    """Whether it is meant to be a JSON feed."""
    return body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def newest(entries: Sequence[bytes], most: int) -> tuple[Sequence[bytes], bool]:
    """The newest of the entries, the newest first, and whether the feed begins with its oldest.

    Feeds begin with the newest by convention. Where half of the entries or more say when they are of, that counts; one
    that does not say comes last then.
    """
    moments = [_seconds(entry) for entry in entries]
    known = [moment for moment in moments if moment is not None]
    if 2 * len(known) < len(entries):
        return entries[:most], False
    order = sorted(range(len(entries)), key=lambda at: -(moments[at] or 0.0))
    return [entries[at] for at in order[:most]], known[0] < known[-1]


def in_groups(entries: Sequence[bytes], *, most: int, most_bytes: int) -> Iterator[Sequence[bytes]]:
    """In the same order; only an entry that is longer by itself makes a group of more bytes."""
    group: list[bytes] = []
    size = 0
    for entry in entries:
        if group and (len(group) == most or size + len(entry) > most_bytes):
            yield group
            group, size = [], 0
        group.append(entry)
        size += len(entry)
    if group:
        yield group


def _seconds(entry: bytes) -> float | None:
    """When an entry is of, by the first of its dates, for comparing alone."""
    found = _MOMENT.search(entry)
    if found is None:
        return None
    text = found[1].decode("ascii", "replace").strip()
    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            moment = read(text)
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
        except (ValueError, TypeError, OverflowError):
            continue
    return None
