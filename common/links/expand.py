"""Short links, expanded through the guarded client. Only shops' own hosts are visited on the way."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import ErrorCode
from common.shops.base import ShopLink
from common.shops.registry import Shops

if TYPE_CHECKING:
    from common.net.client import GuardedClient

_VAR_URL = re.compile(r"""\bvar\s{1,8}url\s{0,8}=\s{0,8}(['"])(.{4,8192}?)\1""")
_MAX_BODY_CHARS = 1_000_000


@dataclass(frozen=True, slots=True)
class Expansion:
    """What became of a short link. `link` is None exactly when `code` is set; `code.retry` says whether to ask again."""

    link: ShopLink | None
    code: ErrorCode | None = None
    detail: str = ""


async def expand(short: ShopLink, client: GuardedClient, shops: Shops) -> ShopLink | None:
    """The product a short link leads to, or None. Never raises CrawlError; `expansion` says why it was None."""
    return (await expansion(short, client, shops)).link


async def expansion(short: ShopLink, client: GuardedClient, shops: Shops) -> Expansion:
    """Follow a short link's redirects, and the address its share page carries, to a product."""
    raise NotImplementedError


def read_share_page(body: bytes | str) -> str | None:
    """The target a share page (m.tb.cn and e.tb.cn answer 200 with HTML) keeps in `var url = '…'`, or None."""
    text = body.decode("utf-8", "replace") if isinstance(body, bytes) else body
    found = _VAR_URL.search(text[:_MAX_BODY_CHARS])
    if found is None:
        return None
    return found[2].replace("\\/", "/").replace("\\u0026", "&").replace("&amp;", "&").strip() or None
