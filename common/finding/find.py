"""Every shop link in a text, in the order of first appearance, each product once. Pure; linear in the text's length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import unescape
from itertools import chain

from common.finding.address_end import (
    OUTSIDE,
    TOKEN_CHARS,
    TRAILING,
    TRAILING_MORE,
    Ends,
    bounded,
    cuts,
    free_form_end,
    glued_cuts,
    may_be_glued,
    trimmed,
)
from common.finding.html_pieces import Place, pieces
from common.links.address import decode_address, host_of
from common.shops.base import ShopLink
from common.shops.registry import Shops

_DOMAIN_BEFORE = re.compile(r"\.[a-z]{2,18}:$", re.IGNORECASE)
_AUTHORITY = re.compile(rf"[^/?#{OUTSIDE}]{{1,255}}")
_ENCODED_TOKEN = re.compile(rf"[A-Za-z0-9%._~+!*'()-]{{1,{TOKEN_CHARS}}}")
_ENCODED_START = re.compile(r"https?%", re.IGNORECASE)
_ELLIPSIS = re.compile(r"…(?!…)|\.{2,3}(?!\.)")
_BROKEN = re.compile(r"(?<=\d)(?:[\u200b\ufeff]+\d|[\uff10-\uff19]|(?:<[^<>]{1,80}>){2,4}\d)")
_SCRIPT_BEFORE = re.compile(r"(?:(?:javascript|vbscript|data):|data:[\w/+.;=-]{1,30},)$", re.IGNORECASE)
_JSON_ESCAPE = re.compile(r"(?:\\u[0-9a-f]{4})+", re.IGNORECASE)
_KEYCAP = re.compile(r"[0-9#*]\ufe0f?\u20e3")
"""Its digit would be taken for the last one of the id before it."""
_INVISIBLE = re.compile(
    # Joiners and marks of direction say nothing. U+200B may break a line: it does, unless an address's mark stands by.
    r"[\u00ad\u200c-\u200f\u202a-\u202e\u2060]|(?<=[a-z0-9/][/.=?&-])[\u200b\ufeff]+(?=[a-z0-9%])|"
    r"(?<=[a-z0-9])[\u200b\ufeff]+(?=[/.=][a-z0-9])",
    re.IGNORECASE,
)
_INVISIBLE_MARKS = "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufeff"
_ENTITY = re.compile(
    r"&(?:amp|quot|apos|lt|gt|nbsp|shy|#8203|#x200b|#173|#0?3[489]|#x2[267]|#0?47|#x2f|#160);", re.IGNORECASE
)


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
    """The shop links among whole addresses (link cards, facets, attachments).

    Networks that make links of what people write take glued text along: then the link is looked for inside.
    """

    def found() -> Iterator[ShopLink]:
        for url in urls:
            link = shops.link(url)
            yield from [link] if link else _scan(url, shops)

    return unique(found())


def unique(links: Iterable[ShopLink]) -> list[ShopLink]:
    """Order kept, later links to the same product left out."""
    seen: dict[str, ShopLink] = {}
    for link in links:
        seen.setdefault(link.url_norm, link)
    return list(seen.values())


@lru_cache(maxsize=8)
def _beginning(deep_links: str) -> re.Pattern[str]:
    """How an address may begin in a text; `deep_links` is the part that the shops' apps have in it."""
    return re.compile(
        r"(?P<web>https?://)"
        r"|(?P<encoded>https?%(?:25){0,2}3a%(?:25){0,2}2f%(?:25){0,2}2f)"
        rf"|(?P<deep>(?<![a-z]){deep_links})"
        # Before a bare host: no part of another address, and no letter that could make it another name.
        r"|(?:(?<![^\s\"'(（：，。\u3000])//|(?<![A-Za-z0-9_@.\-/\\=&%?#\u00c0-\u058f\u1e00-\u1fff]))"
        r"(?P<bare>(?:[a-z0-9][a-z0-9-]{0,61}\.){1,5}[a-z]{2,18})(?=[/?]|:[0-9]{1,5}[/?])",
        re.IGNORECASE | re.ASCII,
    )


def _scan(text: str, shops: Shops) -> Iterator[ShopLink]:
    text = _plain(text)
    ends = Ends(text)
    beginning = _beginning(shops.deep_links)
    position = 0
    while start := beginning.search(text, position):
        begin = start.start("bare") if start["bare"] else start.start()
        if start["encoded"]:
            token = _ENCODED_TOKEN.match(text, begin)
            position = token.end() if token else start.end()
            yield from _encoded(token[0], shops) if token else ()
            continue
        if not _promising(text, begin, start, shops):
            position = ends.of_foreign(begin)
            continue
        position = ends.of(begin)
        link, used = _read_token(bounded(text[begin:position]), start, shops)
        if link:
            position = begin + used
            if not _script(text, begin) and not _shortened(link, text, position):
                yield link


def _encoded(token: str, shops: Shops) -> Iterator[ShopLink]:
    """The links of a percent-encoded stretch: the text it stands for may hold more than the address."""
    decoded = decode_address(token)
    if not _ENCODED_START.match(decoded):
        yield from _scan(decoded, shops)


def _promising(text: str, begin: int, start: re.Match[str], shops: Shops) -> bool:
    """Whether the host belongs to a shop or a known wrapper, and nothing before it makes it a disguise."""
    if start["deep"]:
        return True
    if start["bare"] and text[begin - 1 : begin] == ":" and _DOMAIN_BEFORE.search(text, max(0, begin - 20), begin):
        return False
    authority = _AUTHORITY.match(text, begin if start["bare"] else start.end())
    if authority is None or "@" in authority[0]:
        return False
    host = host_of(authority[0])
    return host is not None and shops.may_lead_to_one(host)


def _script(text: str, begin: int) -> bool:
    return _SCRIPT_BEFORE.search(text, max(0, begin - 40), begin) is not None


def _plain(text: str) -> str:
    """The text without the escapes of JSON and HTML that stand inside addresses, invisible marks and keycaps."""
    if "\\/" in text:
        text = text.replace("\\/", "/")
    if "\\u" in text:
        text = _JSON_ESCAPE.sub(_letters, text)
    if "&" in text and ";" in text:
        text = _ENTITY.sub(lambda found: unescape(found[0]), text)
    if "\u20e3" in text:
        text = _KEYCAP.sub(" ", text)
    return _INVISIBLE.sub("", text) if any(mark in text for mark in _INVISIBLE_MARKS) else text


def _letters(escapes: re.Match[str]) -> str:
    """What JSON escapes stand for; letters beyond the basic plane take two."""
    return bytes.fromhex(escapes[0].lower().replace("\\u", "")).decode("utf-16-be", "replace")


def _read_token(token: str, start: re.Match[str], shops: Shops) -> tuple[ShopLink | None, int]:
    """The link a token begins with, and how many characters of the token belong to it."""
    ends: Iterable[int] = [len(token)]
    if not start["deep"]:
        ends = chain(cuts(token), glued_cuts(token)) if may_be_glued(token) else cuts(token)
        authority = start["bare"] or token[start.end() - start.start() :][:256]
        host = host_of(authority.partition("/")[0])
        shop = shops.for_host(host) if host else None
        if shop is not None and shop.free_form:
            ends = [free_form_end(token)]
    tried = {""}
    for cut in ends:
        for trailing in (TRAILING, TRAILING_MORE):
            url = trimmed(token[:cut], trailing)
            if url in tried:
                continue
            if link := shops.link(url):
                return link, len(url)
            tried.add(url)
    return None, 0


def _shortened(link: ShopLink, text: str, end: int) -> bool:
    """Whether an ellipsis, or a break amid digits, shows that the id at the address's end is only its beginning."""
    if _BROKEN.match(text, end):
        return True
    if _ELLIPSIS.match(text, end) is None or (link.short and "?" in link.url and "?" not in link.url_norm):
        return False
    return link.short or link.item_id is None or link.url.endswith(link.item_id)
