"""Redirect wrappers: addresses that name their target in a parameter. Pure.

Only wrappers written down here are opened. A parameter called `url` on an unknown host proves nothing about where
the link leads, so it is left alone.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import SplitResult, unquote

from common.links.address import decode_address, parse, query
from common.links.deep_links import SCHEMES

MAX_DEPTH = 5


@dataclass(frozen=True, slots=True)
class Wrapper:
    """`hosts` and `paths` match whole; of `names` the first parameter that holds an address is the target."""

    hosts: re.Pattern[str]
    paths: re.Pattern[str]
    names: tuple[str, ...]


def _wrapper(hosts: str, paths: str, *names: str) -> Wrapper:
    return Wrapper(re.compile(hosts), re.compile(paths, re.IGNORECASE), names)


_SHOPEE = r"(?:(?:www|m|s|app|mall|mobile|live|feeds)\.)?shopee\.(?:[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})"
_SHOPEE_SHORT = r"(?:[a-z]{1,3}\.)?(?:shp\.ee|shope\.ee)"
_AGENTS = (
    r"(?:www\.|m\.)?(?:superbuy|wegobuy|pandabuy|allchinabuy|cssbuy|sugargoo|cnfans|mulebuy|joyabuy|orientdig|"
    r"hoobuy|oopbuy|acbuy|kakobuy|lovegobuy|basetao|itaobuy|hipobuy|hagobuy|usfans|litbuy|ootdbuy|eastmallbuy|joyagoo|ponybuy|loongbuy|sifubuy|hubbuycn|gtbuy|fishgoo|"
    r"blikbuy|tigbuy|parcelup)\.com"
)

WRAPPERS = (
    _wrapper(rf"{_SHOPEE}|{_SHOPEE_SHORT}", r"/an_redir", "origin_link"),
    _wrapper(
        rf"{_SHOPEE}|{_SHOPEE_SHORT}",
        r"(?:/m)?/universal-link(?:/.*)?",
        "url",
        "redir",
        "redirect",
        "redirect_url",
        "origin_link",
        "deep_link",
        "deeplink",
        "link",
        "target",
    ),
    _wrapper(_SHOPEE, r"/(?:buyer/login|buyer/signup|verify/.*)", "next", "redirect", "home_url"),
    _wrapper(
        r"login(?:\.m)?\.(?:taobao|tmall)\.com|login\.world\.taobao\.com",
        r"/.*",
        "redirecturl",
        "redirect_url",
        "tpl_redirect_url",
        "redirect",
    ),
    _wrapper(r"m\.taobao\.com", r"/tbopen/.*", "h5url", "url"),
    _wrapper(
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
    _wrapper(r"l\.(?:threads\.(?:com|net)|instagram\.com|messenger\.com|wl\.co)|lm?\.facebook\.com", r"/.*", "u"),
    _wrapper(r"(?:www|m|mbasic|web)\.facebook\.com", r"/(?:l\.php|flx/warn/?|sharer(?:/sharer)?\.php)", "u"),
    _wrapper(r"go\.bsky\.app", r"/redirect", "u"),
    _wrapper(r"l\.(?:workplace|whatsapp)\.com", r"/.*", "u"),
    _wrapper(r"[\w-]+\.safelinks\.protection\.outlook\.com", r"/.*", "url"),
    _wrapper(r"t\.umblr\.com", r"/redirect", "z"),
    _wrapper(r"(?:www|maps)\.google\.[a-z]{2,3}(?:\.[a-z]{2})?", r"/url", "q", "url"),
    _wrapper(r"www\.google\.[a-z]{2,3}(?:\.[a-z]{2})?", r"/imgres", "imgrefurl"),
    _wrapper(
        r"www\.google\.[a-z]{2,3}(?:\.[a-z]{2})?|googleads\.g\.doubleclick\.net", r"/(?:aclk|pagead/aclk)", "adurl"
    ),
    _wrapper(r"(?:out|www)\.reddit\.com", r"/.*", "url"),
    _wrapper(r"slack-redir\.net", r"/link", "url"),
    _wrapper(r"(?:www\.|m\.)?youtube\.com", r"/redirect", "q"),
    _wrapper(r"(?:m\.)?vk\.com|away\.vk\.com", r"/away(?:\.php)?", "to"),
    _wrapper(r"link\.(?:zhihu|csdn)\.(?:com|net)|link\.juejin\.cn", r"/.*", "target"),
    _wrapper(r"(?:www\.)?(?:gitee|sspai|afdian)\.(?:com|net)", r"/link", "target"),
    _wrapper(r"(?:www|links)\.jianshu\.com", r"/(?:go-wild|go)", "url", "to"),
    _wrapper(r"(?:www\.)?douban\.com", r"/link2/?", "url"),
    _wrapper(r"(?:weibo\.cn|(?:www\.)?weibo\.com)", r"/sinaurl", "u", "toasturl"),
    _wrapper(r"c\.pc\.qq\.com", r"/.*", "pfurl", "url"),
    _wrapper(r"(?:www\.)?linkedin\.com", r"/(?:redir/redirect|safety/go)/?", "url"),
    _wrapper(r"(?:twitter|x)\.com", r"/(?:intent/(?:tweet|post)|share)", "url"),
    _wrapper(r"social-plugins\.line\.me", r"/lineit/share", "url"),
    _wrapper(r"(?:api|web)\.whatsapp\.com|wa\.me", r"/(?:send/?|\d{0,15})", "text"),
    _wrapper(r"line\.me", r"/r/share", "text"),
    _wrapper(r"(?:t|telegram)\.me", r"/(?:share/url|iv)", "url"),
    _wrapper(r"(?:html\.)?duckduckgo\.com", r"/l/", "uddg"),
    _wrapper(r"disq\.us", r"/(?:url|p)", "url"),
    _wrapper(r"exit\.sc|(?:www\.)?href\.li|steamcommunity\.com", r"/(?:linkfilter/?)?", "url", "u"),
    _wrapper(r"(?:app\.)?(?:invol\.co|invle\.co|invl\.me|involve\.asia)", r"/.*", "url", "deeplink"),
    _wrapper(
        r"(?:go|track)\.isclix\.com|(?:fast|click|tracking?|pub|go)\.accesstrade\.(?:com\.)?(?:vn|th|in\.th|co\.id|global|me)|"
        r"click\.accesstra\.de|atid\.me|atth\.me|go\.ecotrackings\.com|go\.masoffer\.net",
        r"/.*",
        "url",
        "u",
        "url_enc",
    ),
    _wrapper(
        r"[\w-]+\.onelink\.me|app\.appsflyer\.com",
        r"/.*",
        "af_web_dp",
        "deep_link_value",
        "af_dp",
        "af_r",
        "af_android_url",
        "af_ios_url",
    ),
    _wrapper(r"app\.adjust\.com|[\w-]+\.adj\.st", r"/.*", "redirect", "fallback", "deep_link", "deeplink"),
    _wrapper(r"(?:www\.)?awin1\.com", r"/(?:cread|awclick)\.php", "ued", "p"),
    _wrapper(r"click\.linksynergy\.com", r"/(?:deeplink|link|fs-bin/click)", "murl", "rd_parm1"),
    _wrapper(r"go\.skimresources\.com|redirect\.viglink\.com|(?:www\.)?shareasale\.com", r"/.*", "url", "u", "urllink"),
    _wrapper(
        r"(?:[\w-]+\.)?ecomobi\.com|(?:[\w-]+\.)?adpia\.vn|(?:www\.)?vbtrax\.com|(?:www\.)?dpbolvw\.net",
        r"/.*",
        "url",
        "target",
        "t",
        "tgt",
    ),
    _wrapper(_AGENTS, r"/.*", "url", "producturl", "productlink", "ntag", "goodsurl"),
)
_MARKET = re.compile(r"\bshopee\.(?:[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$")
_PRF = r"(?:[\w-]+\.)?prf\.hn"
_ANY_HOST = re.compile("|".join(f"(?:{wrapper.hosts.pattern})" for wrapper in WRAPPERS) + rf"|{_PRF}")
_AGENT = re.compile(_AGENTS)
_AGENT_SHOPS = frozenset({"taobao", "tmall", "tb", "ali_taobao"})
_AGENT_SHOP_NAMES = ("shop_type", "platform", "source", "shoptype", "channel", "storeplatform", "type", "tp")
_AGENT_PATH = re.compile(r"/(?:product/1/|item-|products/agent/taobao/)(\d{5,20})(?:\.html?)?/?")
_ADDRESS = re.compile(rf"https?://|{SCHEMES}", re.IGNORECASE)


@lru_cache(maxsize=1024)
def is_wrapper_host(host: str) -> bool:
    """Whether any wrapper lives on this lower-case host."""
    return _ANY_HOST.fullmatch(host) is not None


@lru_cache(maxsize=256)
def _wrappers_of(host: str) -> tuple[Wrapper, ...]:
    return tuple(wrapper for wrapper in WRAPPERS if wrapper.hosts.fullmatch(host))


def unwrap(url: str) -> str:
    """The innermost target of `url`; `url` itself when it is no wrapper."""
    return chain(url)[-1]


def chain(url: str) -> list[str]:
    """`url` and what it wraps, outermost first; at most MAX_DEPTH layers are opened."""
    found = [url]
    while len(found) <= MAX_DEPTH:
        inner = _open(found[-1])
        if inner is None or inner in found:
            break
        found.append(inner)
    return found


def _open(url: str) -> str | None:
    parts = parse(url)
    if parts is None or not is_wrapper_host(parts.netloc):
        return None
    for wrapper in _wrappers_of(parts.netloc):
        if wrapper.paths.fullmatch(parts.path or "/"):
            if target := _target(parts, wrapper.names):
                return _with_market(target, parts.netloc)
            break
    return _agents_item(parts) if _AGENT.fullmatch(parts.netloc) else _in_path(parts)


def _target(parts: SplitResult, names: tuple[str, ...]) -> str | None:
    values = query(parts)
    fragment_query = parts.fragment.partition("?")[2]
    if fragment_query:
        values = {**query(parts._replace(query=fragment_query)), **values}
    for name in names:
        value = values.get(name, "")
        value = (_plain_base64(value) if name == "url_enc" else decode_address(value)).strip()
        if _ADDRESS.match(value):
            return value
        if value.startswith("//"):
            return "https:" + value
    return None


def _plain_base64(value: str) -> str:
    """What Accesstrade's `url_enc` holds; nothing when it is no address."""
    try:
        return base64.b64decode(value + "=" * (-len(value) % 4), altchars=b"-_").decode("utf-8")
    except (binascii.Error, ValueError):
        return ""


def _with_market(target: str, host: str) -> str:
    """The app's own scheme without a country (shopee://product/1/2) means the market of the host that names it."""
    market = _MARKET.search(host)
    return f"https://{market[0]}/{target[9:]}" if market and target[:17].lower() == "shopee://product/" else target


def _in_path(parts: SplitResult) -> str | None:
    """Wrappers that carry the target as the rest of their path: /universal-link/https://…, awin-like /destination:…"""
    if parts.path.startswith("/universal-link/") and (market := _MARKET.search(parts.netloc)):
        rest = unquote(parts.path.removeprefix("/universal-link/"))
        if _ADDRESS.match(rest):
            return rest
        if parts.netloc.startswith(("live.", "feeds.", "s.")):
            return parts._replace(netloc=market[0]).geturl()
    if re.fullmatch(_PRF, parts.netloc) and "/destination:" in parts.path:
        return decode_address(parts.path.partition("/destination:")[2])
    if parts.netloc.endswith("href.li") and parts.query.startswith("http"):
        return parts.query
    return None


def _agents_item(parts: SplitResult) -> str | None:
    """A buying agent's own page for one Taobao item: the agent names shop and id."""
    values = query(parts)
    shop = next((values[name] for name in _AGENT_SHOP_NAMES if name in values), "")
    item_id = values.get("id") or values.get("itemid") or ""
    if shop.lower() in _AGENT_SHOPS and item_id.isascii() and item_id.isdigit():
        return f"https://item.taobao.com/item.htm?id={item_id}"
    if found := _AGENT_PATH.fullmatch(parts.path):
        return f"https://item.taobao.com/item.htm?id={found[1]}"
    return None
