"""Shops: which are paused, and of which pages can hardly be read just now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING

from common.errors import ErrorCode
from common.job import JobStatus
from common.output.typable import typable
from common.timing.units import DAY_MS
from fleet.doctor.finding import Finding, Topic, warning
from fleet.doctor.grouping import shared
from fleet.doctor.shops.pauses import switched_off, why_paused

if TYPE_CHECKING:
    from common.store import ErrorCount, ShopHealth, ShopRow

ENOUGH_PAGES = 20
"""Of a window that is filling: fewer say little."""
MANY_DISALLOWED = 10
"""Jobs that robots.txt ended: a shop that forbids a few of its pages is no news."""


def judge_shops(shops: Iterable[ShopRow]) -> Iterator[Finding]:
    """Shops that are paused, and those of which most pages of the last hour failed."""
    for shop in shops:
        if shop.paused:
            reason = why_paused(shop.paused_reason)
            yield warning(
                "shops",
                f"{shop.platform} is paused: {reason}",
                _resumed(typable(shop.platform, "SHOP"), by_itself=switched_off(shop.paused_reason)),
                topic=Topic.PAUSE,
                shop=shop.platform,
                cause=f"paused: {shared(reason, shop.platform, 'SHOP')}",
            )
        elif shop.failed_last_hour >= 10 and shop.failed_last_hour > 3 * shop.succeeded_last_hour:
            yield warning(
                "shops",
                f"{shop.platform}: {shop.failed_last_hour} failed and {shop.succeeded_last_hour} succeeded in the last "
                "hour",
                f"crawlfleet jobs errors --shop {typable(shop.platform, 'SHOP')} --newer-than 1h",
                shop=shop.platform,
                cause="far more jobs failed than succeeded in the last hour",
            )


def _resumed(shop: str, *, by_itself: bool) -> str:
    """What ends a pause. Before one that the dispatcher made itself, somebody has to look: resumed too early, its jobs
    meet the same pages again and die of them."""
    resume = f"crawlfleet jobs resume {shop}"
    if not by_itself:
        return resume
    return (
        f"`crawlfleet jobs errors --shop {shop}` says what came instead, `crawlfleet read LINK --via http` tries one "
        f"page. Only when pages are read again: `{resume}`; its jobs wait meanwhile, and none is lost"
    )


def judge_robots(standing: Iterable[ShopHealth], errors: Iterable[ErrorCount], now_ms: int) -> Iterator[Finding]:
    """Shops whose robots.txt ended many jobs, while no page of theirs was fetched for two days: it forbids all."""
    fetched = {health.shop: health.windows[-1].ends_at for health in standing if health.windows}
    for one in errors:
        if one.error_code != ErrorCode.ROBOTS_DISALLOWED or one.count < MANY_DISALLOWED:
            continue
        if one.status == JobStatus.FAILED_PERMANENT and now_ms - fetched.get(one.shop, 0) > 2 * DAY_MS:
            since = "" if one.shop in fetched else ", and none was ever fetched"
            yield warning(
                "shops",
                f"{one.shop}: its robots.txt forbids its pages: {one.count} jobs ended by that{since}",
                "nothing here goes past it; each is asked for again weekly, or by `crawlfleet jobs requeue --shop "
                f"{typable(one.shop, 'SHOP')} --error-code ROBOTS_DISALLOWED`",
                shop=one.shop,
                cause="robots.txt forbids its pages",
            )


def judge_pages(
    standing: Iterable[ShopHealth], paused: Set[str], errors: Sequence[ErrorCount], now_ms: int
) -> Iterator[Finding]:
    """Shops of which half of the last pages or more could not be read, within a day: long before their jobs are DEAD.
    `errors`: the most frequent, by shop. Those that are paused already are told of by judge_shops."""
    for health in standing:
        last = next((one for one in reversed(health.counted) if one.pages >= ENOUGH_PAGES), None)
        if last is None or 2 * last.failed < last.pages or now_ms - last.ends_at > DAY_MS:
            continue
        if paused & {health.shop, health.shop.partition("/")[0]}:
            continue
        code = next((one.error_code for one in errors if one.shop == health.shop and one.error_code), None)
        mostly = f", most of its jobs say {code}" if code else ""
        shop = typable(health.shop, "SHOP")
        yield warning(
            "shops",
            f"{health.shop}: {last.failed} of its last {last.pages} pages could not be read{mostly}; after two such "
            "windows in a row it is paused by itself",
            f"crawlfleet jobs errors --shop {shop}; crawlfleet jobs pause {shop} --reason …",
            shop=health.shop,
            cause=f"half of the last pages or more could not be read{mostly}",
        )
