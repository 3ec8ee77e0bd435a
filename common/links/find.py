"""Every shop link in a text, in the order of first appearance, each product once. Pure; linear in the text's length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from common.links.address import MAX_URL_CHARS, decode_address, host_name
from common.links.html_text import pieces
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
_TOKEN = re.compile(rf"[^\s<>\"`\x00-\x1f\u200b\u2028\u2029\ufeff]{{1,{MAX_URL_CHARS}}}")
_ENCODED_TOKEN = re.compile(rf"[A-Za-z0-9%._~+!*'()-]{{1,{MAX_URL_CHARS}}}")
_NEXT_LINK = re.compile(r"(?<![=?&/:%#@+])https?://", re.IGNORECASE)
_RUN_END = re.compile(r"(?<=[\x21-\x7e])(?![\x21-\x7e])")
_HARD_MARK = re.compile(r"[，。！？；、「」『』【】（）《》〈〉]")
_HOST = re.compile(r"[a-z]+://([^/?#\s]*)", re.IGNORECASE)
_TRAILING = ".,;:!?'\"*_~|^$&=+-#([{<\\"
_CLOSING = {")": "(", "]": "[", "}": "{"}
_ELLIPSIS = re.compile(r"…(?!…)|\.{2,3}(?!\.)")
_MAX_CUTS = 48


def find_links(text: str, shops: Shops) -> list[ShopLink]:
    """The shop links of a plain text: glued to CJK text or punctuation, without scheme, percent-encoded, wrapped.

    A link whose id a network's display has cut short (an ellipsis follows it) is left out, never guessed.
    """
    return unique(_scan(text, shops))


def find_links_html(html: str, shops: Shops) -> list[ShopLink]:
    """The shop links of an HTML text: link and data attributes, then what is visible. Broken HTML is read as it comes."""

    def found() -> Iterator[ShopLink]:
        for piece, whole in pieces(html):
            link = shops.link(piece) if whole else None
            if link:
                yield link
            else:
                yield from _scan(piece, shops)

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
        if text[max(0, begin - 11) : begin].lower().endswith(("javascript:", "data:", "vbscript:")):
            position = _token_end(text, begin)
            continue
        if start["encoded"]:
            token = _ENCODED_TOKEN.match(text, begin)
            position = token.end() if token else start.end()
            if token and (link := shops.link(decode_address(token[0].rstrip(_TRAILING)))):
                yield link
            continue
        position = _token_end(text, begin)
        token_text = text[begin:position]
        link, used = _read_token(token_text, shops)
        if link:
            yield link
            position = begin + used
        elif mark := _HARD_MARK.search(token_text):
            position = begin + max(mark.end(), start.end() - begin)


def _plain(text: str) -> str:
    if "\\/" in text:
        text = text.replace("\\/", "/")
    if "\\u00" in text:
        text = text.replace("\\u0026", "&").replace("\\u002F", "/").replace("\\u002f", "/").replace("\\u003d", "=")
    return text.replace("&amp;", "&") if "&amp;" in text else text


def _token_end(text: str, begin: int) -> int:
    token = _TOKEN.match(text, begin)
    if token is None:
        return begin + 1
    following = _NEXT_LINK.search(text, begin + 8, token.end())
    return following.start() if following else token.end()


def _read_token(token: str, shops: Shops) -> tuple[ShopLink | None, int]:
    """The link a token begins with, and how many characters of the token belong to it."""
    authority = _HOST.match(token)
    web = token if authority else "https://" + token
    head = authority or _HOST.match(web)
    if head is None or "@" in head[1]:
        return None, 0
    if not web[:4].lower() == "http":
        cuts: Iterable[int] = _cuts(token)
    else:
        host = host_name(head[1].partition(":")[0])
        shop = shops.for_host(host) if host else None
        if shop is None and not (host and is_wrapper_host(host)):
            return None, 0
        cuts = [_other_cut(token)] if shop is not None and shop.platform == "other" else _cuts(token)
    for cut in cuts:
        url = _trimmed(token[:cut])
        if link := shops.link(url):
            return (None if _shortened(link, url, token[len(url) :]) else link), max(len(url), 1)
    return None, 0


def _cuts(token: str) -> list[int]:
    """Where the address may end, nearest first: where ASCII stops, at an unopened bracket, at the token's end."""
    ends = {found.start() for found, _ in zip(_RUN_END.finditer(token), range(_MAX_CUTS), strict=False)}
    if (bracket := _unopened(token)) is not None:
        ends.add(bracket)
    return [*sorted(ends), len(token)]


def _unopened(token: str) -> int | None:
    """The first closing bracket that nothing in the token opened."""
    depth = dict.fromkeys(_CLOSING.values(), 0)
    for index, letter in enumerate(token):
        if letter in depth:
            depth[letter] += 1
        elif letter in _CLOSING:
            depth[_CLOSING[letter]] -= 1
            if depth[_CLOSING[letter]] < 0:
                return index
    return None


def _other_cut(token: str) -> int:
    """A shop whose pages may have any path: text is glued on when it follows an ASCII letter or digit directly."""
    bracket = _unopened(token)
    end = len(token) if bracket is None else bracket
    if mark := _HARD_MARK.search(token, 0, end):
        end = mark.start()
    slash = token.find("/", 8)
    for index in range(max(slash, 1), end):
        if not token[index].isascii() and token[index - 1].isascii() and token[index - 1].isalnum():
            segment = token[token.rfind("/", 0, index) + 1 : index]
            if segment.isascii():
                return index
    return end


def _trimmed(url: str) -> str:
    while url:
        if url[-1] in _TRAILING or (not url[-1].isascii() and not url[-1].isalnum()) or (url[-1] in _CLOSING and url.count(url[-1]) > url.count(_CLOSING[url[-1]])):
            url = url[:-1]
        else:
            break
    return url


def _shortened(link: ShopLink, url: str, rest: str) -> bool:
    """Whether an ellipsis shows that the id at the end of `url` is only its beginning."""
    if _ELLIPSIS.match(rest) is None:
        return False
    return link.short or link.item_id is None or url.endswith(link.item_id)
