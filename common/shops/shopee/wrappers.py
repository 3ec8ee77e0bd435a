"""Shopee's own redirect wrappers: affiliate links, universal links, its login and captcha pages. Pure."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, unquote

from common.links.wrappers import IsAddress, Wrapper, by_parameter

_SITES = r"(?:(?:www|m|s|app|mall|mobile|live|feeds)\.)?shopee\.(?:[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})"
_SHORT = r"(?:[a-z]{1,3}\.)?(?:shp\.ee|shope\.ee)"
_MARKET = re.compile(r"\bshopee\.(?:[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$")
_NO_COUNTRY = "shopee://product/"


def _with_market(wrapper: Wrapper) -> Wrapper:
    """The app's own scheme without a country (shopee://product/1/2) means the market of the host that names it."""

    def target(parts: SplitResult, is_address: IsAddress) -> str | None:
        found = wrapper.target(parts, is_address)
        market = _MARKET.search(parts.netloc)
        if found is None or market is None or found[: len(_NO_COUNTRY)].lower() != _NO_COUNTRY:
            return found
        return f"https://{market[0]}/{found.partition('://')[2]}"

    return Wrapper(wrapper.hosts, target)


def _universal_path(parts: SplitResult, is_address: IsAddress) -> str | None:
    """The target as the rest of the path: /universal-link/https://…, or a page of the market itself."""
    market = _MARKET.search(parts.netloc)
    if market is None or not parts.path.startswith("/universal-link/"):
        return None
    rest = unquote(parts.path.removeprefix("/universal-link/"))
    if is_address(rest):
        return rest
    if parts.netloc.startswith(("live.", "feeds.", "s.")):
        # These hosts show no product pages; the market's own does, under the same path.
        return parts._replace(netloc=market[0]).geturl()
    return None


WRAPPERS = (
    _with_market(by_parameter(rf"{_SITES}|{_SHORT}", r"/an_redir", "origin_link")),
    _with_market(
        by_parameter(
            rf"{_SITES}|{_SHORT}",
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
        )
    ),
    _with_market(by_parameter(_SITES, r"/(?:buyer/login|buyer/signup|verify/.*)", "next", "redirect", "home_url")),
    Wrapper(_SITES, _universal_path),
)
