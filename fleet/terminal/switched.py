"""What is said where a pause or a switch stood already as it was to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fleet.operations.switched import Switched


def paused_already(done: Switched) -> str:
    return f"{done.name} was paused already, for this reason; nothing was changed."


def not_paused(done: Switched) -> str:
    return f"{done.name} was not paused; nothing was changed."


def switched_already(what: str, *, on: bool) -> str:
    """`what`: `tw-1`, `rule 3`."""
    return f"{what} was on already; nothing was changed." if on else f"{what} was off already; nothing was changed."
