"""Every network the ingestor reads: one line each."""

from __future__ import annotations

from collections.abc import Callable

from ingestor.sources.base import Source, Tools

SOURCES: dict[str, Callable[[Tools], Source]] = {
}


def make_sources(tools: Tools) -> dict[str, Source]:
    """One source object per network; each serves all accounts of its network."""
    return {name: make(tools) for name, make in SOURCES.items()}
