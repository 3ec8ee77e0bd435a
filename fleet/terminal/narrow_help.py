"""--help on a screen of fewer columns than the library's fifty, such as a phone's; on every screen, no word that may be
typed is broken at its hyphen.

Its classes are the library's own, whichever copy of it typer carries: so they are made from those of the command.
"""

from __future__ import annotations

import shutil
from functools import cache
from textwrap import wrap
from typing import Any

LEAST = 20
WHOLE = 1000
USUAL = 52
"""From so many columns on the library's own layout fits."""
BENEATH = 6
"""Columns before what is said of a word, which stands below the word."""
_STAYS = "\N{NON-BREAKING HYPHEN}"
"""Stands for a hyphen while the library lays lines out."""


def fits_narrow_screens(command: Any) -> None:
    """Of `command` and all below it, whose first sentences are told whole."""
    command.short_help = command.get_short_help_str(limit=WHOLE)
    command.context_class = _narrow_context(command.context_class)
    for below in getattr(command, "commands", {}).values():
        fits_narrow_screens(below)


@cache
def _narrow_context(context_class: type[Any]) -> type[Any]:
    formatter = _narrow_formatter(context_class.formatter_class)
    return type(context_class.__name__, (context_class,), {"formatter_class": formatter})


@cache
def _narrow_formatter(formatter_class: Any) -> type[Any]:
    class Narrow(formatter_class):  # type: ignore[misc]  # of whichever copy of the library
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            columns = shutil.get_terminal_size().columns
            self._narrow = columns < USUAL
            if self._narrow:
                self.width = max(columns - 1, LEAST)

        def write_dl(self, rows: Any, *args: Any, **more: Any) -> None:
            if not self._narrow:
                super().write_dl([(word, told.replace("-", _STAYS)) for word, told in rows], *args, **more)
                return
            for word, told in rows:
                self.write(f"{'':>{self.current_indent}}{word}\n")
                for line in wrap(told, self.width - BENEATH, break_long_words=False, break_on_hyphens=False):
                    self.write(f"{'':>{BENEATH}}{line}\n")

        def write(self, string: str) -> None:
            super().write(string.replace(_STAYS, "-"))

    return Narrow
