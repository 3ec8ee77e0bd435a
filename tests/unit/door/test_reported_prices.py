"""A price from the open web is stored when enough speaks for it, and a report that does not say so has nothing."""

from __future__ import annotations

import pytest

from common.offer import Availability, Offer
from common.outcome.crawl_outcome import Succeeded
from common.outcome.recrawl_pace import pace_of
from common.protocol.reports import Found
from common.settings import ShopSettings, ShopsSettings
from common.settings_tables.work import WorkSettings
from common.shops.registry import Shops
from common.store.volunteers.values import ReportedLease
from gateway.reports.judging import Judging

PAGE = "https://shop.example/p/1"


@pytest.mark.parametrize(("strength", "reason"), [(None, "UNCONFIRMED_PRICE"), (1, "UNCONFIRMED_PRICE"), (4, None)])
def test_the_weight_of_a_reported_price(strength: int | None, reason: str | None) -> None:
    work = WorkSettings()
    judging = Judging(
        Shops(ShopsSettings(other=ShopSettings(domains=("shop.example",)))), pace_of(work), work.retry_delays_seconds
    )
    lease = ReportedLease("j" * 26, "t", PAGE, "other", "any", 1, None, None, held=True, ended_as=None, reason=None)
    offer = Offer("Cup", 1200, "EUR", availability=Availability.IN_STOCK, price_strength=strength)
    said = Found(job_id="j" * 26, lease_token="t" * 43, offer=offer, fetched_url=PAGE, link=PAGE)
    outcome = judging.outcome(lease, said, trusted=False)
    assert isinstance(outcome, Succeeded)
    assert outcome.result.verdict.reason == reason
