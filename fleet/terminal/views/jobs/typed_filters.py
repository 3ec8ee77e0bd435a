"""Filters of jobs as an operator would type them again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.output.typable import typable_path
from common.timing.units import DAY_MS, HOUR_MS, MINUTE_MS

if TYPE_CHECKING:
    from fleet.operations.selecting import Wanted

_UNITS = ((DAY_MS, "d"), (HOUR_MS, "h"), (MINUTE_MS, "m"))


def typed_filters(wanted: Wanted) -> str:
    """The options that say `wanted`, to stand in a command; empty where it lets everything through."""
    options = [("--state", str(status)) for status in wanted.statuses]
    named = {
        "--shop": wanted.shop,
        "--error-code": wanted.error_code,
        "--older-than": _age(wanted.older_than_ms),
        "--newer-than": _age(wanted.newer_than_ms),
        "--source": wanted.source,
        "--account": wanted.account,
        "--text": wanted.text,
    }
    options += [(option, value) for option, value in named.items() if value]
    words = [f"{option} {typable_path(value, option[2:].upper())}" for option, value in options]
    return " ".join([*words, *(["--broken"] if wanted.broken else [])])


def _age(age_ms: int | None) -> str | None:
    """In the largest unit that says it exactly."""
    if age_ms is None:
        return None
    for size_ms, unit in _UNITS:
        if age_ms and age_ms % size_ms == 0:
            return f"{age_ms // size_ms}{unit}"
    return f"{age_ms / 1000:g}s"
