"""Reading feeds and posts in the parsing child, so that whoever is to blame for a passed limit alone is left out."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import TypeAdapter

from common.parsing.failures import ParsingRaised, ParsingStopped
from common.parsing.task import Parser, Task
from common.settings_tables.shops import ShopsSettings
from common.store import SkippedPost
from ingestor.blame import run_blaming
from ingestor.finding.found import LinksFound
from ingestor.sources.base import Post

AT_ONCE = 500
"""More posts than most polls bring."""
ALL_SECONDS = 3.0
"""Of processor time, for the links of so many posts: dozens of times what they need."""
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
    found: list[LinksFound] = []
    skipped: list[SkippedPost] = []
    for at in range(0, len(posts), AT_ONCE):
        some = posts[at : at + AT_ONCE]
        try:
            links = await parser.run(
                LINKS, shops, _POSTS.dump_json(list(some)), site=account, processor_seconds=ALL_SECONDS
            )
        except (ParsingStopped, ParsingRaised):
            links = []
        found += links if len(links) == len(some) else await _one_by_one(parser, some, shops, account, skipped)
    return found, skipped


async def _one_by_one(
    parser: Parser, posts: Sequence[Post], shops: ShopsSettings, account: str, skipped: list[SkippedPost]
) -> list[LinksFound]:
    """What each links to; those that could not be searched are added to `skipped`."""
    found: list[LinksFound] = []
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
    return found
