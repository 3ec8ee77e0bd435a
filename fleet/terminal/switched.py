"""What is said where a pause or a switch stood already as it was to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fleet.operations.switched import Switched

TELLS_NOTHING = "this rule tells nothing yet"
"""What a rule for an unknown shop comes to."""


def paused_already(done: Switched) -> str:
    return f"{done.name} was paused already, for this reason; nothing was changed."


def not_paused(done: Switched) -> str:
    return f"{done.name} was not paused; nothing was changed."


def unknown_shop(name: str, so: str = "nothing stands still by this yet") -> str:
    """Of a single shop of the open web that was paused, or that a rule is for."""
    domain = name.partition("/")[2]
    return (
        f"But {domain} is no shop here, and no job is of it: {so}. "
        "`crawlfleet shops domains` lists the shops of the open web, if another was meant."
    )


def switched_already(what: str, *, on: bool) -> str:
    """`what`: `tw-1`, `rule 3`."""
    return f"{what} was on already; nothing was changed." if on else f"{what} was off already; nothing was changed."
