"""Redirect wrappers that lead to Taobao and Tmall: their logins, click trackers, and buying agents' pages. Pure."""

from __future__ import annotations

import re
from urllib.parse import SplitResult

from common.links.address import query
from common.links.wrappers import IsAddress, Wrapper, by_parameter

_AGENTS = (
    r"(?:www\.|m\.)?(?:superbuy|wegobuy|pandabuy|allchinabuy|cssbuy|sugargoo|cnfans|mulebuy|joyabuy|orientdig|"
    r"hoobuy|oopbuy|acbuy|kakobuy|lovegobuy|basetao|itaobuy|hipobuy|hagobuy|usfans|litbuy|ootdbuy|eastmallbuy|joyagoo|"
    r"ponybuy|loongbuy|sifubuy|hubbuycn|gtbuy|fishgoo|blikbuy|tigbuy|parcelup)\.com"
)
"""Agents buy in China for people abroad; they wrap item pages, or show an item on a page of their own."""
_AGENT_SHOPS = frozenset({"taobao", "tmall", "tb", "ali_taobao"})
_AGENT_SHOP_NAMES = ("shop_type", "platform", "source", "shoptype", "channel", "storeplatform", "type", "tp")
_AGENT_PATH = re.compile(r"/(?:product/1/|item-|products/agent/taobao/)(\d{5,20})(?:\.html?)?/?")


def _agents_item(parts: SplitResult, is_address: IsAddress) -> str | None:
    """A buying agent's own page for one item: the agent names shop and id."""
    values = query(parts)
    shop = next((values[name] for name in _AGENT_SHOP_NAMES if name in values), "")
    item_id = values.get("id") or values.get("itemid") or ""
    if shop.lower() in _AGENT_SHOPS and item_id.isascii() and item_id.isdigit():
        return f"https://item.taobao.com/item.htm?id={item_id}"
    if found := _AGENT_PATH.fullmatch(parts.path):
        return f"https://item.taobao.com/item.htm?id={found[1]}"
    return None


WRAPPERS = (
    by_parameter(
        r"login(?:\.m)?\.(?:taobao|tmall)\.com|login\.world\.taobao\.com",
        r"/.*",
        "redirecturl",
        "redirect_url",
        "tpl_redirect_url",
        "redirect",
    ),
    by_parameter(r"m\.taobao\.com", r"/tbopen/.*", "h5url", "url"),
    by_parameter(
        r"(?:[\w-]+\.)*(?:click\.(?:taobao|tmall)|simba\.(?:taobao|tmall)|tanx)\.com",
        r"/.*",
        "url",
        "u",
        "tu",
        "redirect",
        "target",
        "t",
        "f",
        "to",
        "l",
    ),
    by_parameter(_AGENTS, r"/.*", "url", "producturl", "productlink", "ntag", "goodsurl"),
    Wrapper(_AGENTS, _agents_item),
)
