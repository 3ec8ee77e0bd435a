"""Which file a picture shows."""

from __future__ import annotations

from typing import Any

_LATER = ("data-src", "data-lazy-src", "data-original", "data-lazy")


def file_of(picture: Any) -> str:
    """The address of the picture's file, also of one that scripts load only when it comes into view; empty where none
    is stated.
    """
    return next(filter(None, map(picture.get, _LATER)), "") or picture.get("src") or ""
