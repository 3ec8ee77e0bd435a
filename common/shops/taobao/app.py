"""Links that open Taobao's or Tmall's app (taobao://, tbopen://, tmall://) as the web address they stand for. Pure."""

from __future__ import annotations

import re
from urllib.parse import unquote

from common.links.deep_links import App

_TMALL_ITEM = re.compile(r"item[\"':]{0,3}(?:id)?[=:\"']{1,4}(\d{1,20})", re.IGNORECASE)
_H5_ADDRESS = re.compile(r"[?&]h5url=[^&#]", re.IGNORECASE)


def to_web(scheme: str, rest: str, extras: str) -> str | None:
    """Taobao's links are web addresses under another scheme; Tmall's may name an item in the app's own words."""
    if not rest:
        return None
    if scheme != "tmall":
        return "https://" + rest
    if _H5_ADDRESS.search(rest):
        return "https://m.taobao.com/tbopen/index.html?" + rest.partition("?")[2]
    if found := _TMALL_ITEM.search(unquote(rest)):
        return f"https://detail.tmall.com/item.htm?id={found[1]}"
    return "https://" + rest


APP = App(schemes=r"taobao(?:lite)?|ltao|tbopen|tmall", to_web=to_web)
