"""Ages as people type them: `90s`, `30m`, `2h`, `7d`."""

from __future__ import annotations

import re

import typer

_UNITS_MS = {"s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000}


def age_ms(text: str) -> int:
    """Milliseconds of an age such as `2h`. Raises typer.BadParameter with an example."""
    match = re.fullmatch(r"\s*(\d{1,6}(?:\.\d{1,3})?)\s*([smhdw])\s*", text)
    if not match:
        raise typer.BadParameter(f"{text!r} is no age; write a number and s, m, h, d or w, for example 2h")
    return int(float(match[1]) * _UNITS_MS[match[2]])
