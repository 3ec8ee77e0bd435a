"""One spelling for every address of the same page. Pure, and idempotent.

In order: host in lower-case ASCII and default port gone (address.parse did both); percent-encoding normalised
(RFC 3986, section 6.2.2: upper-case digits, letters that need none decoded, the rest encoded as UTF-8); dot segments
removed; tracking parameters removed; parameters sorted by name, those of one name kept in their order (no
sorting when a whole address stands in the query unescaped); fragment dropped unless it is a route of a one-page
shop (#/… or #!…).
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, unquote, urlunsplit

from common.links.tracking import is_tracking

_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})|([^!$&'()*+,\-./0-9:;=?@A-Z_a-z~])")
_AMP = re.compile(r"(?:amp;)+")  # an ampersand that was escaped for HTML once too often
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def canonical(parts: SplitResult) -> str:
    """The canonical spelling of `parts`, as address.parse gave them."""
    path = _without_dots(_encoded(parts.path)) or "/"
    fragment = _encoded(parts.fragment) if parts.fragment.startswith(("/", "!")) else ""
    return urlunsplit((parts.scheme, parts.netloc, path, _query(parts.query), fragment))


def _encoded(text: str) -> str:
    return _ESCAPE.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    if found[1]:
        letter = chr(int(found[1], 16))
        return letter if letter in _UNRESERVED else f"%{found[1].upper()}"
    return "".join(f"%{byte:02X}" for byte in found[2].encode("utf-8", "replace"))


def _query(text: str) -> str:
    encoded = map(_encoded, text.split("&"))
    pairs = (_AMP.sub("", pair, count=1) if pair.startswith("amp;") else pair for pair in encoded)
    kept = [pair for pair in pairs if pair and not is_tracking(unquote(pair.partition("=")[0]))]
    joined = "&".join(kept)
    if "?" in joined or "://" in joined:
        # A whole address stands in the query unescaped: where it ends is anybody's guess, so the order stays.
        return joined
    return "&".join(sorted(kept, key=lambda pair: pair.partition("=")[0]))


def _without_dots(path: str) -> str:
    if "/." not in path and not path.startswith("."):
        return path
    kept: list[str] = []
    segments = path.split("/")[1:] if path.startswith("/") else path.split("/")
    for index, segment in enumerate(segments):
        last = index == len(segments) - 1
        if segment == "..":
            if kept:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
            continue
        if last:
            kept.append("")
    return "/" + "/".join(kept)
