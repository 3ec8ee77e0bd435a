"""The networks whose accounts are watched."""

from __future__ import annotations

from typing import Literal, get_args

Network = Literal["threads", "bluesky", "mastodon", "rss", "jsonl"]
NETWORKS: tuple[str, ...] = get_args(Network)
"""In the order in which they are listed to people."""
