"""A feed's bytes read in the parsing child; past a limit entry by entry, so that only the guilty one is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from common.errors import SourceError
from common.links.domains import site_of
from common.links.shown_account import shown_account
from common.parsing.failures import ParsingRaised, ParsingStopped
from common.parsing.task import Parser, Task
from common.store import SkippedPost
from ingestor.blame import run_blaming
from ingestor.sources.base import Post
from ingestor.sources.payload import fingerprint

WHOLE_SECONDS = 5.0
ENTRY_SECONDS = 1.0
"""Of processor time: an entry takes a few milliseconds."""
MAX_STOPPED = 10
"""After so many entries that pass a limit the poll fails: other accounts wait for the same process."""


@dataclass(frozen=True, slots=True)
class FeedAsked:
    url: str
    content_type: str | None


@dataclass(frozen=True, slots=True)
class FeedRead:
    """`refused`: why the bytes are no feed."""

    posts: list[Post]
    skipped: list[SkippedPost]
    refused: str | None = None


FEED: Task[FeedAsked, FeedRead] = Task(
    "feed", "ingestor.sources.rss.entries:read_feed", FeedAsked, FeedRead, brief=True
)

_ENTRY = re.compile(rb"<(?:item|entry)(?=[\s>])", re.IGNORECASE)
_END = re.compile(rb"</(?:item|entry)\s{0,9}>", re.IGNORECASE)


async def read_feed(
    parser: Parser, body: bytes, url: str, content_type: str | None
) -> tuple[list[Post], list[SkippedPost]]:
    """Posts, and entries that could not be read. Raises SourceError when the bytes are no feed, or pass a limit and
    cannot be taken apart; ParsingUnavailable.
    """
    asked = FeedAsked(url, content_type)
    try:
        return _accepted(await parser.run(FEED, asked, body, site=site_of(url), processor_seconds=WHOLE_SECONDS))
    except (ParsingStopped, ParsingRaised) as whole:
        parts = list(_parts(body))
        if not parts:
            raise SourceError(f"{shown_account(url)}: {whole}") from None
        return await _entry_by_entry(parser, asked, parts, str(whole))


async def _entry_by_entry(
    parser: Parser, asked: FeedAsked, parts: list[tuple[bytes, bytes]], why: str
) -> tuple[list[Post], list[SkippedPost]]:
    posts: list[Post] = []
    skipped: list[SkippedPost] = []
    stopped = 0
    for entry, document in parts:
        try:
            read = await run_blaming(
                parser, FEED, asked, document, site=site_of(asked.url), processor_seconds=ENTRY_SECONDS
            )
            found, unread = _accepted(read)
        except (ParsingStopped, ParsingRaised) as error:
            stopped += 1
            if stopped > MAX_STOPPED:
                raise SourceError(
                    f"{shown_account(asked.url)}: {why}, and more than {MAX_STOPPED} of its entries alone do"
                ) from None
            skipped.append(SkippedPost(fingerprint(entry), f"limit: {error}"[:500]))
            continue
        posts += found
        skipped += unread
    return posts, skipped


def _accepted(read: FeedRead) -> tuple[list[Post], list[SkippedPost]]:
    if read.refused is not None:
        raise SourceError(read.refused)
    return read.posts, read.skipped


def _parts(body: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Each entry of an RSS or Atom feed, and a feed of that entry alone: with the head and the end of the whole one."""
    starts = [found.start() for found in _ENTRY.finditer(body)]
    if not starts:
        return
    end = max((found.end() for found in _END.finditer(body, starts[-1])), default=len(body))
    head, tail = body[: starts[0]], body[end:]
    for start, stop in zip(starts, [*starts[1:], end], strict=True):
        yield body[start:stop], head + body[start:stop] + tail
