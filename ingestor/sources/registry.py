"""Every network the ingestor reads: one line each."""

from __future__ import annotations

from collections.abc import Callable

from ingestor.sources.base import Source, Tools
from ingestor.sources.bluesky import Bluesky
from ingestor.sources.jsonl.source import Jsonl
from ingestor.sources.mastodon import Mastodon
from ingestor.sources.rss.source import Rss
from ingestor.sources.threads.source import Threads

SOURCES: dict[str, Callable[[Tools], Source]] = {
    "threads": Threads,
    "bluesky": Bluesky,
    "mastodon": Mastodon,
    "rss": Rss,
    "jsonl": Jsonl,
}


def make_sources(tools: Tools) -> dict[str, Source]:
    """One source object per network; each serves all accounts of its network."""
    return {name: make(tools) for name, make in SOURCES.items()}
