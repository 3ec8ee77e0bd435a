"""Taobao's share pages: m.tb.cn and e.tb.cn answer a short link with a page that names its target. Pure."""

from __future__ import annotations

import re

_MAX_BODY_BYTES = 1_000_000
_VAR_URL = re.compile(r"""\bvar\s{1,8}url\s{0,8}=\s{0,8}(['"])([^'"\n]{4,8192})\1""")


def read_share_page(body: bytes | str) -> str | None:
    """The target that a share page keeps in `var url = '…'`, or None."""
    text = body[:_MAX_BODY_BYTES].decode("utf-8", "replace") if isinstance(body, bytes) else body[:_MAX_BODY_BYTES]
    found = _VAR_URL.search(text)
    if found is None:
        return None
    return found[2].replace("\\/", "/").replace("\\u0026", "&").replace("&amp;", "&").strip() or None
