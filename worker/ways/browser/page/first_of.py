"""Waiting for whichever of several things comes first."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def first_of(*several: Coroutine[Any, Any, T]) -> T:
    """Returns, or raises, as the first of them that ends; the others are cancelled and have ended by then."""
    tasks = [asyncio.ensure_future(one) for one in several]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        results = [task.result() for task in tasks if task in done]
        return results[0]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
