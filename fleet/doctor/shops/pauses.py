"""Why a shop is paused, as it is told to operators."""

from __future__ import annotations

_WHAT_THEN = " When reading works again: "
"""Behind it the dispatcher's own reason for a pause says what to type: for logs and notifications."""


def why_paused(reason: str | None) -> str:
    """Without what to type then, which stands beside it wherever this is shown."""
    return (reason or "no reason given").partition(_WHAT_THEN)[0]


def switched_off(reason: str | None) -> bool:
    """Whether the dispatcher paused it, because its pages could not be read."""
    return _WHAT_THEN in (reason or "")
