"""What a report is judged to be: a price from the open web is stored when enough speaks for it, and a report that does
not say so has nothing; an address that a machine refused is no last word on the link."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.errors import ErrorCode
from common.offer import Availability, Offer, PriceCandidate
from common.outcome.crawl_outcome import RetryLater, Succeeded
from common.outcome.recrawl_pace import pace_of
from common.protocol.reports import Found, NotFound
from common.settings import ShopSettings, ShopsSettings
from common.settings_tables.work import WorkSettings
from common.shops.registry import Shops
from common.store.volunteers.values import ReportedLease
from common.ways.way import Way
from gateway.reports.judging import Impossible, Judging

PAGE = "https://shop.example/p/1"
LEASE = ReportedLease("j" * 26, "t", PAGE, "other", "any", 1, None, None, held=True, ended_as=None, reason=None)


def judging() -> Judging:
    work = WorkSettings()
    shops = Shops(ShopsSettings(other=ShopSettings(domains=("shop.example",))))
    return Judging(shops, pace_of(work), work.retry_delays_seconds)


@pytest.mark.parametrize(("strength", "reason"), [(None, "UNCONFIRMED_PRICE"), (1, "UNCONFIRMED_PRICE"), (4, None)])
def test_the_weight_of_a_reported_price(strength: int | None, reason: str | None) -> None:
    offer = Offer("Cup", 1200, "EUR", availability=Availability.IN_STOCK, price_strength=strength)
    said = Found(job_id="j" * 26, lease_token="t" * 43, offer=offer, fetched_url=PAGE, link=PAGE)
    outcome = judging().outcome(LEASE, said, trusted=False)
    assert isinstance(outcome, Succeeded)
    assert outcome.result.verdict.reason == reason


def test_grounds_that_add_up_to_more_than_is_believed_are_not_kept() -> None:
    candidates = (PriceCandidate(1200, "EUR", ("printed",)), PriceCandidate(900, "EUR"))
    offer = Offer(
        "Cup",
        1200,
        "EUR",
        availability=Availability.IN_STOCK,
        price_strength=8,
        price_grounds={"markup": 3, "more_markup": 2, "labels": 2, "printed": 1},
        candidates=candidates,
    )
    kept = _offer_of(offer)
    assert (kept.price_strength, kept.price_grounds) == (2, {})
    honest = replace(offer, price_strength=2, price_grounds={"printed": 1, "named": 1})
    assert _offer_of(honest).price_grounds == {"printed": 1, "named": 1}


def _offer_of(offer: Offer) -> Offer:
    said = Found(job_id="j" * 26, lease_token="t" * 43, offer=offer, fetched_url=PAGE, link=PAGE)
    outcome = judging().outcome(LEASE, said, trusted=False)
    assert isinstance(outcome, Succeeded)
    kept = outcome.result.offer
    assert kept is not None
    return kept


def test_an_address_that_a_machine_refused_is_no_last_word_on_the_link() -> None:
    """Two volunteers behind blockers of advertisements would have ended it for good."""
    said = NotFound(
        job_id="j" * 26,
        lease_token="t" * 43,
        error_code=ErrorCode.ADDRESS_REFUSED,
        detail="shop.example leads to 0.0.0.0: unspecified",
    )
    outcome = judging().outcome(LEASE, said, trusted=False)
    assert isinstance(outcome, RetryLater)
    assert (outcome.error_code, outcome.detail) == (ErrorCode.DNS_ERROR, said.detail)


@pytest.mark.parametrize(
    ("answered", "trusted", "why"),
    [
        ("https://open-api.affiliate.shopee.tw/", True, None),
        ("http://open-api.affiliate.shopee.tw/", True, "came from elsewhere"),
        ("https://open-api.affiliate.shopee.sg/", True, "came from elsewhere"),
        ("https://shopee.tw/product/1/2", True, "came from elsewhere"),
        ("https://open-api.affiliate.shopee.tw/", False, "the operator's own machines'"),
    ],
)
def test_what_an_official_interface_states_comes_from_its_one_host_by_tls_and_from_the_operators_machines(
    answered: str, trusted: bool, why: str | None
) -> None:
    link = "https://shopee.tw/product/1/2"
    lease = replace(LEASE, url_norm=link, platform="shopee", region="tw", via=Way.OFFICIAL)
    offer = Offer("Cup", 1200, "TWD", item_id="2", shop_id="1")
    said = Found(job_id="j" * 26, lease_token="t" * 43, offer=offer, fetched_url=answered, link=link)
    if why is None:
        assert isinstance(judging().outcome(lease, said, trusted=trusted), Succeeded)
        return
    with pytest.raises(Impossible, match=why):
        judging().outcome(lease, said, trusted=trusted)


@pytest.mark.parametrize(("led_to", "why"), [("https://shopee.tw/product/1/2", None), (PAGE, "its own shop's")])
def test_a_short_link_leads_to_its_own_shops_products_alone(led_to: str, why: str | None) -> None:
    """As for a worker that follows it: else whoever is trusted at one shop would write another's history."""
    lease = replace(LEASE, url_norm="https://s.shopee.tw/2AbCdEf", platform="shopee", region="tw")
    offer = Offer("Cup", 1200, "TWD" if why is None else "EUR", availability=Availability.IN_STOCK, price_strength=4)
    said = Found(job_id="j" * 26, lease_token="t" * 43, offer=offer, fetched_url=led_to, link=led_to)
    if why is None:
        assert isinstance(judging().outcome(lease, said, trusted=True), Succeeded)
        return
    with pytest.raises(Impossible, match=why):
        judging().outcome(lease, said, trusted=True)


@pytest.mark.parametrize("platform", ["shopee", "other"])
@pytest.mark.parametrize(
    "stated",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://evil.example/",
        "//evil.example/",
        "https://evil.example/",
        "https://evil.example:99999/",
        "https://user@evil.example/",
        "https://evil.example\\@shopee.tw/",
        "https://[::1/",
    ],
)
def test_a_reported_address_that_is_not_the_shops_is_not_kept(platform: str, stated: str) -> None:
    """On the product it is a link to click, and not every address that leads elsewhere can be read as one."""
    page = {"shopee": "https://shopee.tw/product/1/2", "other": PAGE}[platform]
    lease = replace(LEASE, url_norm=page, platform=platform)
    for url in (stated, f"{page}?of=its-own"):
        said = Found(
            job_id="j" * 26, lease_token="t" * 43, offer=Offer("Cup", url=url), fetched_url=page, link=page
        )  # fmt: skip
        outcome = judging().outcome(lease, said, trusted=False)
        assert isinstance(outcome, Succeeded) and outcome.result.offer is not None
        assert outcome.result.offer.url in ({None, page} if url == stated else {url})
