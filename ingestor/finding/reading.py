"""Reading feeds and posts in the parsing child, so that whoever is to blame for a passed limit alone is left out."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import TypeAdapter

from common.parsing.failures import ParsingRaised, ParsingStopped
from common.parsing.task import Parser, Task
from common.settings import ShopsSettings
from common.store import SkippedPost
from ingestor.blame import run_blaming
from ingestor.finding.found import LinksFound
from ingestor.sources.base import Post

ALL_SECONDS = 3.0
"""Of processor time, for the links of all posts of a poll: hundreds of times what they need."""
ONE_SECONDS = 1.0
MAX_STOPPED = 15
"""After so many posts of one poll that pass a limit the others are not looked at: accounts share the process."""

LINKS: Task[ShopsSettings, list[LinksFound]] = Task(
    "links", "ingestor.finding.links:links_of_posts", ShopsSettings, list[LinksFound], brief=True
)
FEED_READERS = ("ingestor.finding.links", "ingestor.sources.rss.entries")
"""Modules for a child to load before the first feed."""

_POSTS: TypeAdapter[list[Post]] = TypeAdapter(list[Post])


async def find_in_posts(
    parser: Parser, posts: Sequence[Post], shops: ShopsSettings, *, account: str = ""
) -> tuple[list[LinksFound], list[SkippedPost]]:
    """What each post links to, and the posts that could not be searched: those have nothing.

    `account`: whose posts these are. Raises ParsingUnavailable.
    """
    if not posts:
        return [], []
    try:
        found = await parser.run(
            LINKS, shops, _POSTS.dump_json(list(posts)), site=account, processor_seconds=ALL_SECONDS
        )
        if len(found) == len(posts):
            return found, []
    except (ParsingStopped, ParsingRaised):
        pass
    return await _one_by_one(parser, posts, shops, account)


async def _one_by_one(
    parser: Parser, posts: Sequence[Post], shops: ShopsSettings, account: str
) -> tuple[list[LinksFound], list[SkippedPost]]:
    found: list[LinksFound] = []
    skipped: list[SkippedPost] = []
    for post in posts:
        one = LinksFound()
        if len(skipped) >= MAX_STOPPED:
            skipped.append(SkippedPost(post.id[:500], "limit: not searched, too many posts beside it passed one"))
        else:
            try:
                (one,) = await run_blaming(
                    parser, LINKS, shops, _POSTS.dump_json([post]), site=account, processor_seconds=ONE_SECONDS
                )
            except (ParsingStopped, ParsingRaised, ValueError) as error:
                skipped.append(SkippedPost(post.id[:500], f"limit: its links were not found: {error}"[:500]))
        found.append(one)
    return found, skipped
