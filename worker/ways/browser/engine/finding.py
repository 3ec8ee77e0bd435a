"""Which browser of those that are installed is driven. Nothing is downloaded."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
)
"""As they are called on Linux, the first that is there."""
_MACOS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_WINDOWS = (
    ("Chromium", "Application", "chrome.exe"),
    ("Google", "Chrome", "Application", "chrome.exe"),
    ("Microsoft", "Edge", "Application", "msedge.exe"),
)
_WINDOWS_ROOTS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")


def installed_browser(
    *,
    platform: str = sys.platform,
    which: Callable[[str], str | None] = shutil.which,
    environment: Mapping[str, str] | None = None,
) -> Path | None:
    """The first Chromium, Chrome or Edge that is found; None when there is none."""
    environment = os.environ if environment is None else environment
    return next((path for path in _places(platform, which, environment) if path.is_file()), None)


def _places(platform: str, which: Callable[[str], str | None], environment: Mapping[str, str]) -> Iterator[Path]:
    yield from (Path(found) for name in NAMES if (found := which(name)))
    if platform == "darwin":
        yield from map(Path, _MACOS)
    if platform == "win32":
        for root in filter(None, map(environment.get, _WINDOWS_ROOTS)):
            yield from (Path(root, *parts) for parts in _WINDOWS)


def what_to_install(platform: str = sys.platform) -> str:
    """One sentence for somebody without a browser."""
    if platform == "linux":
        return "install one: apt-get install chromium (Debian), or Google Chrome or Microsoft Edge from its maker"
    return "install Google Chrome, Microsoft Edge or Chromium"
