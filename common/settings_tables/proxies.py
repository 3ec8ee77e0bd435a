"""`[proxies]`: whether this machine's workers use the operators' proxies."""

from __future__ import annotations

from typing import Literal

from common.settings_tables.section import Section


class ProxySettings(Section):
    """The proxies themselves stand in the database (`crawlfleet proxies`)."""

    use: bool = False
    """Shops' pages are fetched through the proxies that serve their domains. False: always from here."""
    when_none: Literal["wait", "direct"] = "wait"
    """What becomes of a page whose proxies may none be used now: its job waits, or it is fetched from here."""
