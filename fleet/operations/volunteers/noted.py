"""What an operator does about a volunteer has a row among what operators did."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fleet.operations.auditing import Action, Operator, recorded

if TYPE_CHECKING:
    from common.store import Store


@asynccontextmanager
async def noted(
    store: Store, operator: Operator | None, word: str, who: str, name: str, **more: object
) -> AsyncIterator[None]:
    """Around what is done about one person or machine: its row among what operators did."""
    target = {"who": who, "name": name, **{key: value for key, value in more.items() if value not in {None, ""}}}
    async with recorded(store, operator, Action(f"volunteers {word}"), target, meant=1) as record:
        yield
        record.done = 1
