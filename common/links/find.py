"""Every shop link in a text, in the order of first appearance, each product once. Pure; linear in the text's length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from common.links.address import decode_address, host_name
from common.links.html_text import Place, pieces
from common.links.unwrap import is_wrapper_host
from common.shops.base import ShopLink
from common.shops.registry import Shops

_START = re.compile(
    r"(?P<web>https?://)"
    r"|(?P<encoded>https?%(?:25){0,2}3a%(?:25){0,2}2f%(?:25){0,2}2f)"
    r"|(?P<deep>(?<![a-z])(?:taobao|tbopen|tmall|shopee[a-z]{0,2}|intent)://)"
    r"|(?<![A-Za-z0-9_@.\-/:=&%?#])(?P<bare>(?:[a-z0-9][a-z0-9-]{0,61}\.){1,5}[a-z]{2,18})(?=[/?])",
    re.IGNORECASE | re.ASCII,
)
_TOKEN_CHARS = 4096
_OUTSIDE = r"\s<>\"`\\\x00-\x1f\u200b\u2028\u2029\ufeff"
_MARKS = "，。！？；、「」『』【】（）《》〈〉"
_TOKEN = re.compile(rf"[^{_OUTSIDE}]{{1,{_TOKEN_CHARS}}}")
_FOREIGN = re.compile(rf"[^{_OUTSIDE}{_MARKS}]{{1,{_TOKEN_CHARS}}}")
_AUTHORITY = re.compile(rf"[^/?#{_OUTSIDE}]{{1,255}}")
_ENCODED_TOKEN = re.compile(rf"[A-Za-z0-9%._~+!*'()-]{{1,{_TOKEN_CHARS}}}")
_NEXT_LINK = re.compile(r"(?<![=?&/:%#@+])https?://", re.IGNORECASE)
_RUN_END = re.compile(r"(?<=[\x21-\x7e])(?![\x21-\x7e])")
_HARD_MARK = re.compile(rf"[{_MARKS}]")
_BRACKET = re.compile(r"[()\[\]{}]")
_TRAILING = ".,;:!?'\"*~|^([{<\\"
_TRAILING_MORE = _TRAILING + "_-=+$&#/"
_CLOSING = {")": "(", "]": "[", "}": "{"}
_ELLIPSIS = re.compile(r"…(?!…)|\.{2,3}(?!\.)")
_MAX_CUTS = 24
_JSON_ESCAPE = re.compile(r"\\u00(26|2f|3a|3d|3f)", re.IGNORECASE)


def find_links(text: str, shops: Shops) -> list[ShopLink]:
    """The shop links of a plain text: glued to CJK text or punctuation, without scheme, percent-encoded, wrapped.

    A link whose id a network's display has cut short (an ellipsis follows it) is left out, never guessed.
    """
    return unique(_scan(text, shops))


def find_links_html(html: str, shops: Shops) -> list[ShopLink]:
    """The shop links of an HTML text: addresses in attributes and visible text, as they come. Broken HTML is fine.

    The text of a link is read only when the link's own address names no product: it is a label, often cut short.
    """

    def found() -> Iterator[ShopLink]:
        address_named = False
        for piece in pieces(html):
            if piece.place is Place.LABEL and address_named:
                continue
            link = shops.link(piece.text) if piece.place is Place.ATTRIBUTE else None
            links = [link] if link else list(_scan(piece.text, shops))
            if piece.place is Place.ATTRIBUTE:
                address_named = bool(links)
            yield from links

    return unique(found())


def find_links_in_urls(urls: Iterable[str], shops: Shops) -> list[ShopLink]:
    """The shop links among whole addresses (link cards, facets, attachments)."""
    return unique(link for url in urls if (link := shops.link(url)))


def unique(links: Iterable[ShopLink]) -> list[ShopLink]:
    """Order kept, later links to the same product left out."""
    seen: dict[str, ShopLink] = {}
    for link in links:
        seen.setdefault(link.url_norm, link)
    return list(seen.values())


def as_row(link: ShopLink) -> dict[str, str | None]:
    """What `crawlfleet links --json` prints for one link."""
    return {
        "url": link.url,
        "url_norm": link.url_norm,
        "platform": link.platform,
        "region": link.region,
        "shop_id": link.shop_id,
        "item_id": link.item_id,
    }


def _scan(text: str, shops: Shops) -> Iterator[ShopLink]:
    text = _plain(text)
    position = 0
    while start := _START.search(text, position):
        begin = start.start()
        if start["encoded"]:
            token = _ENCODED_TOKEN.match(text, begin)
            position = token.end() if token else start.end()
            link = shops.link(decode_address(token[0].rstrip(_TRAILING))) if token else None
        elif not _promising(text, begin, start, shops):
            position = _end(_FOREIGN, text, begin)
            continue
        else:
            position = _end(_TOKEN, text, begin)
            link, used = _read_token(text[begin:position], start, shops)
            if link:
                position = begin + used
        if link and not _script(text, begin) and not _shortened(link, text, position):
            yield link


def _promising(text: str, begin: int, start: re.Match[str], shops: Shops) -> bool:
    """Whether the host belongs to a shop or a known wrapper, and nothing before it makes it a disguise."""
    if start["deep"]:
        return True
    authority = _AUTHORITY.match(text, begin if start["bare"] else start.end())
    if authority is None or "@" in authority[0]:
        return False
    host = host_name(authority[0].partition(":")[0])
    return host is not None and (shops.for_host(host) is not None or is_wrapper_host(host))


def _script(text: str, begin: int) -> bool:
    return text[max(0, begin - 11) : begin].lower().endswith(("javascript:", "data:", "vbscript:"))


def _plain(text: str) -> str:
    """The text without the escapes of JSON and HTML that stand inside addresses."""
    if "\\/" in text:
        text = text.replace("\\/", "/")
    if "\\u00" in text:
        text = _JSON_ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
    return text.replace("&amp;", "&") if "&amp;" in text else text


def _end(token_form: re.Pattern[str], text: str, begin: int) -> int:
    token = token_form.match(text, begin)
    if token is None:
        return begin + 1
    following = _NEXT_LINK.search(text, begin + 8, token.end())
    return following.start() if following else token.end()


def _read_token(token: str, start: re.Match[str], shops: Shops) -> tuple[ShopLink | None, int]:
    """The link a token begins with, and how many characters of the token belong to it."""
    cuts = [len(token)] if start["deep"] else _cuts(token)
    if not start["deep"]:
        host = host_name((start["bare"] or token[start.end() - start.start() :]).split("/")[0].partition(":")[0])
        shop = shops.for_host(host) if host else None
        if shop is not None and shop.platform == "other":
            cuts = [_other_cut(token)]
    for cut in cuts:
        for trailing in (_TRAILING, _TRAILING_MORE):
            url = _trimmed(token[:cut], trailing)
            if url and (link := shops.link(url)):
                return link, len(url)
    return None, 0


def _cuts(token: str) -> list[int]:
    """Where the address may end, nearest first: where ASCII stops, at an unopened bracket, at the token's end."""
    ends = {found.start() for found, _ in zip(_RUN_END.finditer(token), range(_MAX_CUTS), strict=False)}
    if (bracket := _unopened(token)) is not None:
        ends.add(bracket)
    return sorted({*ends, len(token)})


def _unopened(token: str) -> int | None:
    """The first closing bracket that nothing in the token opened."""
    depth = dict.fromkeys(_CLOSING.values(), 0)
    for bracket in _BRACKET.finditer(token):
        letter = bracket[0]
        if letter in depth:
            depth[letter] += 1
        else:
            depth[_CLOSING[letter]] -= 1
            if depth[_CLOSING[letter]] < 0:
                return bracket.start()
    return None


def _other_cut(token: str) -> int:
    """A shop whose pages may have any path: text is glued on when it follows an ASCII letter or digit directly."""
    bracket = _unopened(token)
    end = len(token) if bracket is None else bracket
    if mark := _HARD_MARK.search(token, 0, end):
        end = mark.start()
    segment_is_ascii = True
    for index in range(max(token.find("/", 8), 1), end):
        letter = token[index]
        if letter in "/?&=#":
            segment_is_ascii = True
        elif not letter.isascii():
            if segment_is_ascii and token[index - 1].isalnum():
                return index
            segment_is_ascii = False
    return end


def _trimmed(url: str, trailing: str) -> str:
    while url:
        last = url[-1]
        odd_mark = not last.isascii() and not last.isalnum()
        unopened = last in _CLOSING and url.count(last) > url.count(_CLOSING[last])
        if not (last in trailing or odd_mark or unopened):
            break
        url = url[:-1]
    return url


def _shortened(link: ShopLink, text: str, end: int) -> bool:
    """Whether an ellipsis shows that the id at the end of the address is only its beginning."""
    if _ELLIPSIS.match(text, end) is None:
        return False
    return link.short or link.item_id is None or link.url.endswith(link.item_id)
