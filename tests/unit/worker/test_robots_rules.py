"""robots.txt rules, against public test collections. Where the parser deviates, the case stands in a table here."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.places import REPO
from worker.fetch.robots import Policy, product_token

ROBOTS = REPO.parent / "shared/data/robots"

DEVIATIONS = {
    ("ID_LineSyntax_Groups_OtherRules", "FooBot", "http://foo.bar/"): "an unknown line ends a group of user agents",
    (
        "GoogleOnly_AcceptUserAgentUpToFirstSpace",
        "Foo",
        "http://foo.bar/x/y",
    ): "an agent line with a space in it is taken whole (Google only; ours has none)",
    (
        "GoogleOnly_AcceptUserAgentUpToFirstSpace",
        "Foo Bar",
        "http://foo.bar/x/y",
    ): "the same, seen from the other side",
}
"""Google's cases that Protego decides otherwise, and why that is borne."""


def cases(name: str) -> list[dict[str, Any]]:
    path = ROBOTS / name
    if not path.exists():
        pytest.skip(f"the collection of public cases is not there ({name})")
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cases"]
    assert found
    return found


def test_protegos_own_cases() -> None:
    for case in cases("protego_cases.json"):
        policy = Policy(case["robots_txt"], case["user_agent"])
        if "allowed" in case:
            assert policy.allows(case["url"]) == case["allowed"], case
        else:
            assert policy.crawl_delay_seconds == case["crawl_delay"], case


def test_googles_cases_but_the_listed_deviations() -> None:
    deviating = {
        (case["test"], case["user_agent"], case["url"])
        for case in cases("google_robotstxt_cases.json")
        if Policy(case["robots_txt"], case["user_agent"]).allows(case["url"]) != case["allowed"]
    }
    assert deviating == set(DEVIATIONS)


def test_googles_pattern_table() -> None:
    for case in cases("google_spec_pattern_cases.json"):
        if "pattern" in case:
            policy = Policy(f"User-agent: *\nDisallow: {case['pattern']}", "crawlfleet")
            assert policy.allows("http://a.example" + case["path"]) != case["match"], case
        elif "rules" in case:
            policy = Policy(f"User-agent: *\n{case['rules']}", "crawlfleet")
            assert policy.allows(case["url"]) == case["allowed"], case


def test_real_files_are_read_without_error() -> None:
    files = sorted((ROBOTS / "real_robots_txt").glob("*.txt"))
    if not files:
        pytest.skip("the collection of real robots.txt files is not there")
    for path in files:
        policy = Policy(path.read_bytes().decode("utf-8-sig", "replace"), "crawlfleet")
        assert isinstance(policy.allows("https://a.example/some/page?x=1"), bool)
        assert policy.crawl_delay_seconds is None or policy.crawl_delay_seconds >= 0


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
