"""robots.txt rules."""

from __future__ import annotations

import pytest

from worker.fetch.robots import Policy, product_token


@pytest.mark.parametrize(
    ("user_agent", "token"),
    [
        ("crawlfleet/0.1 (+https://example.org; x)", "crawlfleet"),
        ("Mozilla/5.0 (compatible; crawlfleet/0.1)", "crawlfleet"),
        ("my-crawler", "my-crawler"),
        ("", "*"),
    ],
)
def test_groups_are_matched_by_the_product_token(user_agent: str, token: str) -> None:
    assert product_token(user_agent) == token


def test_our_own_group_goes_before_everybodys() -> None:
    policy = Policy("User-agent: *\nDisallow: /\nUser-agent: CrawlFleet\nDisallow: /cart\nCrawl-delay: 7", "crawlfleet")
    assert policy.allows("https://a.example/item")
    assert not policy.allows("https://a.example/cart/1")
    assert policy.crawl_delay_seconds == 7.0
