"""`[browser]`: the real browser."""

from __future__ import annotations

from pydantic import Field

from common.settings_tables.section import OwnPath, Section


class BrowserSettings(Section):
    """The real browser of the way `browser`; its other limits are compiled in (worker/ways/browser/limits.py)."""

    executable: OwnPath | None = Field(None, examples=["/usr/bin/chromium"])
    """None: the first Chromium, Chrome or Edge that is installed."""
    user: str | None = Field(None, pattern=r"^[A-Za-z_][A-Za-z0-9_.-]{0,31}$", examples=["nobody"])
    """Whom root lets it run as; anybody else leaves it out."""
    memory_mb: int = Field(2048, ge=512, le=65_536)
