"""What pausing, resuming and switching answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Switched:
    """One shop, account, proxy or rule as it was to be."""

    name: str
    """As the database has it, or as it may be shown."""
    changed: bool
    """False: it stood so already. Nothing was changed, and nothing noted among what operators did."""
