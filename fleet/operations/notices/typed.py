"""A rule as somebody types it, and as it is told. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from common.currencies import BY_CODE
from common.errors import WrongUsage
from common.money import format_minor, to_minor
from common.notices.conditions import LEAST
from common.notices.times import zone_named
from common.notices.values import OF_PRODUCTS, Kind, NewRule, Timing
from common.output.counting import counted
from common.timing.units import MINUTE_MS
from fleet.durations import age_ms
from fleet.operations.shops.names import shop_name, shop_named

_CLOCK = r"([01]?\d|2[0-3]):([0-5]\d)"
_AT = re.compile(rf"(?:daily@)?{_CLOCK}")
_HOURS = re.compile(rf"{_CLOCK}\s*-\s*{_CLOCK}")
_MOST_DIGEST_MINUTES = 7 * 1440
_UNIT = {
    Kind.FEED_FAILING: ("failed poll", " in a row"),
    Kind.DEAD_LETTERS: ("dead job", " within an hour"),
    Kind.NOTHING_RECORDED: ("minute", ""),
}


@dataclass(frozen=True, slots=True)
class TypedRule:
    """What was typed, as text; None: nothing."""

    kind: Kind
    target: str
    product: str | None = None
    """A product's key, or what `crawlfleet products show` takes."""
    shop: str | None = None
    below: str | None = None
    """80.00"""
    currency: str | None = None
    by: str | None = None
    """10 or 10%"""
    least: int | None = None
    quiet: str | None = None
    """22:00-07:00"""
    zone: str | None = None
    digest: str | None = None
    """30m, 2h, or daily@08:00"""


def understood(typed: TypedRule) -> NewRule:
    """The rule; `product_key` still as it was typed. Raises WrongUsage, which says what to type."""
    kind = typed.kind
    if typed.product and typed.shop:
        raise WrongUsage("a rule is for one product or for one shop, not for both.")
    if typed.product and kind not in OF_PRODUCTS:
        raise WrongUsage(f"{kind} is about the fleet, not about a product.")
    if typed.shop and kind is Kind.FEED_FAILING:
        raise WrongUsage(f"{kind} is about watched accounts, not about a shop.")
    if typed.least is not None and kind not in LEAST:
        raise WrongUsage(f"{kind} takes no number of its own.")
    if kind is Kind.NOTHING_RECORDED and typed.shop and "/" in typed.shop:
        raise WrongUsage(f"{kind} looks at a whole platform: shopee, taobao or other.")
    below, currency = _mark(typed)
    return NewRule(
        kind=kind,
        target=typed.target,
        product_key=typed.product,
        shop=shop_name(*shop_named(typed.shop)) if typed.shop else None,
        below_minor=below,
        currency=currency,
        by_percent=_share(typed),
        least=typed.least,
        timing=_timing(typed),
    )


def _mark(typed: TypedRule) -> tuple[int | None, str | None]:
    if typed.kind is not Kind.PRICE_BELOW:
        if typed.below or typed.currency:
            raise WrongUsage(f"a mark and its currency belong to {Kind.PRICE_BELOW}.")
        return None, None
    currency = (typed.currency or "").upper()
    if not typed.below or currency not in BY_CODE:
        raise WrongUsage(f"{typed.kind} needs a mark and its currency's code: --below 80.00 --currency EUR")
    try:
        amount = Decimal(typed.below)
        minor = to_minor(amount, currency) if amount.is_finite() and 0 < amount < 10**12 else None
    except InvalidOperation:
        minor = None
    if not minor:  # 1e-999999999 is less than the least
        raise WrongUsage(f"{typed.below!r} is no amount of {currency}; write it as in {format_minor(8000, currency)}")
    return minor, currency


def _share(typed: TypedRule) -> int | None:
    if typed.kind is not Kind.PRICE_DROP:
        if typed.by:
            raise WrongUsage(f"a share belongs to {Kind.PRICE_DROP}.")
        return None
    text = (typed.by or "").removesuffix("%").strip()
    if not text.isdecimal() or len(text) > 2 or not 1 <= int(text) <= 99:
        raise WrongUsage(f"{typed.kind} needs a share in whole per cent, from 1 to 99: --by 10")
    return int(text)


def _timing(typed: TypedRule) -> Timing:
    zone = typed.zone or "UTC"
    try:
        zone_named(zone)
    except ValueError as error:
        raise WrongUsage(str(error)) from None
    quiet_from = quiet_to = None
    if typed.quiet:
        found = _HOURS.fullmatch(typed.quiet.strip())
        if not found:
            raise WrongUsage(f"{typed.quiet!r} are no quiet hours; write them as in 22:00-07:00, midnight as 00:00")
        quiet_from, quiet_to = (int(found[at]) * 60 + int(found[at + 1]) for at in (1, 3))
        if quiet_from == quiet_to:
            raise WrongUsage(f"{typed.quiet!r} begin and end at one time; write them as in 22:00-07:00")
    minutes, at = _digest(typed.digest)
    return Timing(zone, quiet_from, quiet_to, minutes, at)


def _digest(text: str | None) -> tuple[int | None, int | None]:
    """(minutes, minute of the day): one of them, or none."""
    if not text:
        return None, None
    if found := _AT.fullmatch(text.strip()):
        return None, int(found[1]) * 60 + int(found[2])
    try:
        minutes = age_ms(text) // MINUTE_MS
    except ValueError:
        minutes = 0
    if not 1 <= minutes <= _MOST_DIGEST_MINUTES:
        raise WrongUsage(f"{text!r} is no digest; write 30m, 2h, or daily@08:00")
    return minutes, None


def what(rule: NewRule) -> str:
    """`price-below 80.00 EUR`: what it looks for."""
    if rule.below_minor is not None and rule.currency:
        return f"{rule.kind} {format_minor(rule.below_minor, rule.currency)} {rule.currency}"
    if rule.by_percent is not None:
        return f"{rule.kind} by {rule.by_percent} %"
    if rule.kind in LEAST:
        noun, lately = _UNIT[rule.kind]
        return f"{rule.kind}, {counted(rule.least or LEAST[rule.kind], noun)}{lately}"
    return str(rule.kind)


def of_what(rule: NewRule) -> str:
    return rule.product_key or rule.shop or "all"


def when(rule: NewRule) -> str:
    """`daily at 08:00, quiet 22:00-07:00 (Europe/Vienna)`."""
    timing = rule.timing
    parts = []
    if timing.digest_at is not None:
        parts.append(f"daily at {_clock(timing.digest_at)}")
    elif timing.digest_minutes is not None:
        parts.append(f"collected for {timing.digest_minutes} min")
    if timing.quiet_from is not None and timing.quiet_to is not None:
        parts.append(f"quiet {_clock(timing.quiet_from)}-{_clock(timing.quiet_to)}")
    if not parts:
        return "at once"
    by_wall = timing.digest_at is not None or timing.quiet_from is not None
    return ", ".join(parts) + (f" ({timing.zone})" if by_wall else "")


def _clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"
