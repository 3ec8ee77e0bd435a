"""A feed's bytes read in the parsing child: whole when it is small, else its newest entries in groups. Where a limit is
passed, the group is read entry by entry, so that only the guilty entry is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from common.errors import SourceError
from common.links.domains import site_of
from common.links.shown_account import shown_account
from common.parsing.failures import ParsingRaised, ParsingStopped
from common.parsing.task import Parser, Task
from common.store import SkippedPost
from ingestor.blame import run_blaming
from ingestor.sources.base import Post
from ingestor.sources.payload import fingerprint
from ingestor.sources.rss.parts import Parts, in_groups, newest, taken_apart

WHOLE_SECONDS = 5.0
ENTRY_SECONDS = 1.0
"""Of processor time: an entry takes a few milliseconds."""
MAX_STOPPED = 10
"""After so many entries that pass a limit the poll fails: other accounts wait for the same process."""
MAX_ENTRIES = 5_000
"""Of one feed and poll. Its cursor remembers as many; what takes longer than the poll may is left out, too."""
WHOLE_ENTRIES = 1_000
GROUP, GROUP_BYTES = 500, 1_000_000
"""One group takes a quarter of a second, and its answer is far below what the child may say."""


@dataclass(frozen=True, slots=True)
class FeedAsked:
    url: str
    content_type: str | None
    most: int = MAX_ENTRIES


@dataclass(frozen=True, slots=True)
class FeedRead:
    """`refused`: why the bytes are no feed. `entries`: how many there are, also those that were not read."""

    posts: list[Post]
    skipped: list[SkippedPost]
    refused: str | None = None
    entries: int = 0


@dataclass(slots=True)
class Reading:
    """What of a feed was read, the newest first where not all was."""

    posts: list[Post] = field(default_factory=list)
    skipped: list[SkippedPost] = field(default_factory=list)
    entries: int = 0
    """How many there are."""
    read: int = 0
    """How many of them were read, or set aside."""
    late: bool = False
    """There was no time for the others."""
    oldest_first: bool = False
    """As far as its dates tell, which are looked at when not all is read."""


FEED: Task[FeedAsked, FeedRead] = Task(
    "feed", "ingestor.sources.rss.entries:read_feed", FeedAsked, FeedRead, brief=True
)


async def read_feed(
    parser: Parser,
    body: bytes,
    url: str,
    content_type: str | None,
    *,
    cut: bool = False,
    is_late: Callable[[], bool] = lambda: False,
) -> Reading:
    """Posts, and entries that could not be read. `cut`: more bytes would have come. `is_late`: no further group is to
    be read.

    Raises SourceError when the bytes are no feed, or pass a limit or are cut and cannot be taken apart;
    ParsingUnavailable.
    """
    asked = FeedAsked(url, content_type)
    parts = taken_apart(body, cut=cut)
    why = "its bytes cannot be read at once"
    if parts is None and cut:
        raise SourceError(
            f"{shown_account(url)} is larger than fetch.max_wire_bytes or fetch.max_body_bytes allows, and what was "
            "read of it cannot be read in part; raise them, or watch a smaller feed of it",
            needs_person=True,
        )
    if parts is None or (len(parts.entries) <= WHOLE_ENTRIES and not cut):
        try:
            read = await parser.run(FEED, asked, body, site=site_of(url), processor_seconds=WHOLE_SECONDS)
            return _accepted(read)
        except (ParsingStopped, ParsingRaised) as whole:
            if parts is None:
                raise SourceError(f"{shown_account(url)}: {whole}") from None
            why = str(whole)
    return await _InParts(parser, asked, parts, why, is_late).read()


def _accepted(read: FeedRead) -> Reading:
    if read.refused is not None:
        raise SourceError(read.refused)
    return Reading(read.posts, read.skipped, read.entries, len(read.posts) + len(read.skipped))


class _InParts:
    """Reads the newest entries of a feed, group by group."""

    def __init__(self, parser: Parser, asked: FeedAsked, parts: Parts, why: str, is_late: Callable[[], bool]) -> None:
        """`why` it is not read at once."""
        self._parser = parser
        self._asked = asked
        self._parts = parts
        self._why = why
        self._is_late = is_late
        self._stopped = 0
        self._reading = Reading(entries=len(parts.entries))

    async def read(self) -> Reading:
        # In a thread: a hundred thousand dates take a second, and other accounts are polled beside this one.
        entries, self._reading.oldest_first = await asyncio.to_thread(newest, self._parts.entries, MAX_ENTRIES)
        groups = list(in_groups(entries, most=GROUP, most_bytes=GROUP_BYTES))
        for group in groups:
            if self._late():
                break
            if len(groups) == 1 and self._reading.entries <= WHOLE_ENTRIES:
                await self._entry_by_entry(group)  # all of it was tried at once
            else:
                await self._group(group)
        return self._reading

    async def _group(self, group: Sequence[bytes]) -> None:
        document = self._parts.feed_of(group)
        try:
            read = await self._parser.run(
                FEED, self._asked, document, site=site_of(self._asked.url), processor_seconds=WHOLE_SECONDS
            )
        except (ParsingStopped, ParsingRaised) as error:
            self._why = str(error)
            await self._entry_by_entry(group)
            return
        self._add(_accepted(read), len(group))

    async def _entry_by_entry(self, group: Sequence[bytes]) -> None:
        for entry in group:
            if self._late():
                return
            try:
                read = await run_blaming(
                    self._parser,
                    FEED,
                    self._asked,
                    self._parts.feed_of([entry]),
                    site=site_of(self._asked.url),
                    processor_seconds=ENTRY_SECONDS,
                )
                one = _accepted(read)
            except (ParsingStopped, ParsingRaised) as error:
                self._stopped += 1
                if self._stopped > MAX_STOPPED:
                    raise SourceError(
                        f"{shown_account(self._asked.url)}: {self._why}, and more than {MAX_STOPPED} of its entries "
                        "alone do"
                    ) from None
                one = Reading(skipped=[SkippedPost(fingerprint(entry), f"limit: {error}"[:500])])
            self._add(one, 1)

    def _late(self) -> bool:
        self._reading.late = self._is_late()
        return self._reading.late

    def _add(self, more: Reading, entries: int) -> None:
        self._reading.posts += more.posts
        self._reading.skipped += more.skipped
        self._reading.read += entries
