"""What a person types for a shop: a platform, or <platform>/<shop id> for a single shop of it."""

from __future__ import annotations

from common.errors import WrongUsage
from common.shops.table import SHOPS
from fleet.guessing import instead


def shop_or_market(typed: str) -> tuple[str, str | None]:
    """As shop_named, for who only looks; a market of a platform too, as listings name it: shopee.tw, other.any.

    (platform or platform.market, single shop). Raises WrongUsage for one that does not exist.
    """
    platform, dot, market = typed.partition(".")
    if not dot or platform not in SHOPS:
        return shop_named(typed)
    from common.settings import ShopSettings
    from common.shops.registry import load_shop

    if market != "any" and load_shop(platform, ShopSettings()).currency(market) is None:
        raise WrongUsage(f"there is no market {market!r} of {platform}: {platform} alone takes all of them.")
    return typed, None


def shop_named(typed: str) -> tuple[str, str | None]:
    """(platform, None), or (platform, single shop) as the database has them: other/example.com, shopee/12345.

    Raises WrongUsage for a shop that does not exist: a typing error must not look like an empty answer.
    """
    platform, slash, single = typed.partition("/")
    if platform not in SHOPS:
        raise WrongUsage(f"there is no shop {typed!r}{_meant(typed)}")
    if not slash:
        return platform, None
    from common.settings import ShopSettings
    from common.shops.registry import load_shop

    known = load_shop(platform, ShopSettings()).single_shop(single)
    if not known or "/" in known or ":" in known:
        raise WrongUsage(f"{typed}: a single shop is written other/example.com or shopee/12345.")
    return platform, known


def _meant(typed: str) -> str:
    """The rest of the sentence: a guess at what was to be typed, or what there is."""
    platform, _, rest = typed.partition(".")
    if platform in SHOPS:
        return f": it is a market, and this is done to {platform} as a whole. Type {platform}."
    if rest and "/" not in typed:
        return f"; a single shop of the open web is written other/{typed}."
    guess = instead(typed, tuple(SHOPS))
    return guess if guess.startswith(";") else f"{guess[:-1]}; a single shop is written other/example.com."


def shop_name(platform: str, single: str | None) -> str:
    """As the database's table of shops has it."""
    return f"{platform}/{single}" if single else platform
