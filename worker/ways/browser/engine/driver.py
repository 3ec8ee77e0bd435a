"""Starts Playwright's driver with an environment of its own.

Playwright gives its driver the whole environment of the process that drives it, this worker's passwords and tokens
among it. Nothing public changes that: no argument of start() or launch() reaches the driver, and os.environ belongs to
everything else that runs in this process meanwhile. So the private function that Playwright asks is replaced, here and
nowhere else, and only our own starts see another answer. A test looks into the running driver; a Playwright without
that function is not used.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.async_api import Playwright

_MODULES = ("playwright._impl.transport", "playwright._impl._transport")
"""As versions of today and of before call it."""
_FUNCTION = "get_driver_env"
_OF_ITS_OWN = "PW_"
"""What Playwright itself adds, to know who drives it."""

_environment: ContextVar[Mapping[str, str] | None] = ContextVar("environment of the driver", default=None)


class DriverUnknown(Exception):
    """This Playwright starts its driver in a way that is not known here."""


async def started(environment: Mapping[str, str]) -> Playwright:
    """The driver runs, with this environment and nothing of ours. Raises playwright's Error, OSError, DriverUnknown."""
    from playwright.async_api import async_playwright  # noqa: PLC0415  # only where the browser is on

    _replace_function()
    token = _environment.set(environment)
    try:
        return await async_playwright().start()
    finally:
        _environment.reset(token)


@cache
def _replace_function() -> None:
    name = next((name for name in _MODULES if find_spec(name) is not None), None)
    transport: Any = importlib.import_module(name) if name else None
    usual: Callable[[], dict[str, str]] | None = getattr(transport, _FUNCTION, None)
    if usual is None:
        raise DriverUnknown("this version of Playwright is not known; install the one that deploy/locks names")

    def environment() -> dict[str, str]:
        own = _environment.get()
        everything = usual()
        if own is None:
            return everything
        return {**own, **{name: value for name, value in everything.items() if name.startswith(_OF_ITS_OWN)}}

    setattr(transport, _FUNCTION, environment)
