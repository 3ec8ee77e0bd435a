"""HealthStore: how reading each shop's pages goes, window after window, and the switch that stops it."""

from __future__ import annotations

from collections.abc import Sequence

from common.store import rows
from common.store.database import Database
from common.store.values import ShopWindow

NEWEST_PAGES = 2000
"""Per platform and look. A fleet that reads more between two looks is judged by the newest."""
OLDEST_MS = 7 * 86_400_000
"""A window that does not fill within this time forgets its oldest pages."""
KEEP_MS = 60 * 86_400_000


class HealthStore:
    """The dispatcher's; a crawl writes nothing here."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def open_windows(self, platforms: Sequence[str]) -> list[ShopWindow]:
        """What was read of each shop since its last window closed, or since it was resumed."""
        statements = [
            self._db.bind("open_windows", platform=platform, limit=NEWEST_PAGES, oldest_ms=OLDEST_MS)
            for platform in platforms
        ]
        return [rows.build(ShopWindow, row) for found in await self._db.run(*statements) for row in found.rows]

    async def close_windows(self, windows: Sequence[ShopWindow]) -> None:
        """Keep these, and forget those of more than 60 days ago. Closing one twice keeps it once."""
        closing = [
            self._db.bind(
                "close_window",
                shop=one.shop,
                begins_at=one.begins_at,
                ends_at=one.ends_at,
                pages=one.pages,
                failed=one.failed,
                zero_prices=one.zero_prices,
                yielded=one.yielded,
            )
            for one in windows
        ]
        if closing:
            await self._db.run(*closing, self._db.bind("forget_windows", keep_ms=KEEP_MS))

    async def last_windows(self, *, each: int) -> list[ShopWindow]:
        """Each shop's last `each` closed windows since it was resumed, the newest first."""
        return [rows.build(ShopWindow, row) for row in (await self._db.one("last_windows", each=each)).rows]

    async def switch_off(self, shop: str, reason: str) -> bool:
        """Pause the shop for the whole fleet. False: it was paused already (or an earlier send did it)."""
        return bool((await self._db.one("switch_off", shop=shop, reason=reason)).rows)
