"""What a reader presses: buttons, fields that are drawn as such, links."""

from __future__ import annotations

from typing import Any

from common.reading.visible.lines import nearest

PRESSED = frozenset({"button", "input", "a"})
"""Tags."""


def pressed_around(element: Any, steps: int = 2) -> Any:
    """The element, or the nearest one around it, up to that many steps, that is pressed; None without one."""
    return nearest(element, PRESSED, steps)
