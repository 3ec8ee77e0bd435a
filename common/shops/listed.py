"""How listings name the shop of a link: as a person types it."""

from __future__ import annotations

from common.links.domains import site_of
from common.shops.table import OPEN_WEB


def shop_listed(platform: str, region: str, link: str) -> str:
    """shopee.tw, or other/example.com of the open web, which has no markets."""
    return f"{OPEN_WEB}/{site_of(link)}" if platform == OPEN_WEB else f"{platform}.{region}"
