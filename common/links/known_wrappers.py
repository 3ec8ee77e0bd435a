"""The redirect wrappers of social networks, messengers, search engines and affiliate networks. Pure."""

from __future__ import annotations

from urllib.parse import SplitResult

from common.links.address import decode_address
from common.links.wrappers import IsAddress, Wrapper, by_parameter


def _destination_in_path(parts: SplitResult, is_address: IsAddress) -> str | None:
    """Partnerize: /click/camref:…/destination:https%3A%2F%2F…"""
    _, mark, rest = parts.path.partition("/destination:")
    return decode_address(rest) if mark else None


def _bare_query(parts: SplitResult, is_address: IsAddress) -> str | None:
    """The target is the whole query: href.li/?https://…"""
    return parts.query if parts.query.startswith("http") else None


WRAPPERS = (
    by_parameter(r"l\.(?:threads\.(?:com|net)|instagram\.com|messenger\.com|wl\.co)|lm?\.facebook\.com", r"/.*", "u"),
    by_parameter(r"(?:www|m|mbasic|web)\.facebook\.com", r"/(?:l\.php|flx/warn/?|sharer(?:/sharer)?\.php)", "u"),
    by_parameter(r"go\.bsky\.app", r"/redirect", "u"),
    by_parameter(r"l\.(?:workplace|whatsapp)\.com", r"/.*", "u"),
    by_parameter(r"[\w-]+\.safelinks\.protection\.outlook\.com", r"/.*", "url"),
    by_parameter(r"t\.umblr\.com", r"/redirect", "z"),
    by_parameter(r"(?:www|maps)\.google\.[a-z]{2,3}(?:\.[a-z]{2})?", r"/url", "q", "url"),
    by_parameter(r"www\.google\.[a-z]{2,3}(?:\.[a-z]{2})?", r"/imgres", "imgrefurl"),
    by_parameter(
        r"www\.google\.[a-z]{2,3}(?:\.[a-z]{2})?|googleads\.g\.doubleclick\.net", r"/(?:aclk|pagead/aclk)", "adurl"
    ),
    by_parameter(r"(?:out|www)\.reddit\.com", r"/.*", "url"),
    by_parameter(r"slack-redir\.net", r"/link", "url"),
    by_parameter(r"(?:www\.|m\.)?youtube\.com", r"/redirect", "q"),
    by_parameter(r"(?:m\.)?vk\.com|away\.vk\.com", r"/away(?:\.php)?", "to"),
    by_parameter(r"link\.(?:zhihu|csdn)\.(?:com|net)|link\.juejin\.cn", r"/.*", "target"),
    by_parameter(r"(?:www\.)?(?:gitee|sspai|afdian)\.(?:com|net)", r"/link", "target"),
    by_parameter(r"(?:www|links)\.jianshu\.com", r"/(?:go-wild|go)", "url", "to"),
    by_parameter(r"(?:www\.)?douban\.com", r"/link2/?", "url"),
    by_parameter(r"(?:weibo\.cn|(?:www\.)?weibo\.com)", r"/sinaurl", "u", "toasturl"),
    by_parameter(r"c\.pc\.qq\.com", r"/.*", "pfurl", "url"),
    by_parameter(r"(?:www\.)?linkedin\.com", r"/(?:redir/redirect|safety/go)/?", "url"),
    by_parameter(r"(?:twitter|x)\.com", r"/(?:intent/(?:tweet|post)|share)", "url"),
    by_parameter(r"social-plugins\.line\.me", r"/lineit/share", "url"),
    by_parameter(r"(?:api|web)\.whatsapp\.com|wa\.me", r"/(?:send/?|\d{0,15})", "text"),
    by_parameter(r"line\.me", r"/r/share", "text"),
    by_parameter(r"(?:t|telegram)\.me", r"/(?:share/url|iv)", "url"),
    by_parameter(r"(?:html\.)?duckduckgo\.com", r"/l/", "uddg"),
    by_parameter(r"disq\.us", r"/(?:url|p)", "url"),
    by_parameter(r"exit\.sc|(?:www\.)?href\.li|steamcommunity\.com", r"/(?:linkfilter/?)?", "url", "u"),
    by_parameter(r"(?:app\.)?(?:invol\.co|invle\.co|invl\.me|involve\.asia)", r"/.*", "url", "deeplink"),
    by_parameter(
        r"(?:go|track)\.isclix\.com|(?:fast|click|tracking?|pub|go)\.accesstrade\.(?:com\.)?(?:vn|th|in\.th|co\.id|global|me)|"
        r"click\.accesstra\.de|atid\.me|atth\.me|go\.ecotrackings\.com|go\.masoffer\.net",
        r"/.*",
        "url",
        "u",
        "url_enc",
    ),
    by_parameter(
        r"[\w-]+\.onelink\.me|app\.appsflyer\.com",
        r"/.*",
        "af_web_dp",
        "deep_link_value",
        "af_dp",
        "af_r",
        "af_android_url",
        "af_ios_url",
    ),
    by_parameter(r"app\.adjust\.com|[\w-]+\.adj\.st", r"/.*", "redirect", "fallback", "deep_link", "deeplink"),
    by_parameter(r"(?:www\.)?awin1\.com", r"/(?:cread|awclick)\.php", "ued", "p"),
    by_parameter(r"click\.linksynergy\.com", r"/(?:deeplink|link|fs-bin/click)", "murl", "rd_parm1"),
    by_parameter(
        r"go\.skimresources\.com|redirect\.viglink\.com|(?:www\.)?shareasale\.com", r"/.*", "url", "u", "urllink"
    ),
    by_parameter(
        r"(?:[\w-]+\.)?ecomobi\.com|(?:[\w-]+\.)?adpia\.vn|(?:www\.)?vbtrax\.com|(?:www\.)?dpbolvw\.net",
        r"/.*",
        "url",
        "target",
        "t",
        "tgt",
    ),
    Wrapper(r"(?:[\w-]+\.)?prf\.hn", _destination_in_path),
    Wrapper(r"(?:www\.)?href\.li", _bare_query),
)
