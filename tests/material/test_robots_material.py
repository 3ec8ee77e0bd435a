"""robots.txt rules, against public test collections. Where the parser deviates, the case stands in a table here."""

from __future__ import annotations

from typing import Any

from common.polite.reader import read_robots
from common.polite.rules import RobotsRules
from tests.places import saved_files, saved_json

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
"""Google's cases that our reader decides otherwise, and why that is borne."""


def policy_of(text: str, token: str) -> RobotsRules:
    return read_robots(token, text.encode())


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = saved_json(f"robots/{name}")["cases"]
    assert found
    return found


def test_the_cases_of_protego_a_reader_of_robots_txt() -> None:
    for case in cases("protego_cases.json"):
        policy = policy_of(case["robots_txt"], case["user_agent"])
        if "allowed" in case:
            assert policy.allows(case["url"]) == case["allowed"], case
        else:
            assert policy.crawl_delay_seconds == case["crawl_delay"], case


def test_googles_cases_but_the_listed_deviations() -> None:
    deviating = {
        (case["test"], case["user_agent"], case["url"])
        for case in cases("google_robotstxt_cases.json")
        if policy_of(case["robots_txt"], case["user_agent"]).allows(case["url"]) != case["allowed"]
    }
    assert deviating == set(DEVIATIONS)


def test_googles_pattern_table() -> None:
    for case in cases("google_spec_pattern_cases.json"):
        if "pattern" in case:
            policy = policy_of(f"User-agent: *\nDisallow: {case['pattern']}", "crawlfleet")
            assert policy.allows("http://a.example" + case["path"]) != case["match"], case
        elif "rules" in case:
            policy = policy_of(f"User-agent: *\n{case['rules']}", "crawlfleet")
            assert policy.allows(case["url"]) == case["allowed"], case


def test_real_files_are_read_without_error() -> None:
    for path in saved_files("robots/real_robots_txt", "*.txt"):
        policy = read_robots("crawlfleet", path.read_bytes())
        assert isinstance(policy.allows("https://a.example/some/page?x=1"), bool)
        assert policy.crawl_delay_seconds is None or policy.crawl_delay_seconds >= 0
