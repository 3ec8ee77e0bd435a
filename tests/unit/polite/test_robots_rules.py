"""What a robots.txt allows, rule by rule; the last table lists where the parser reads otherwise than Google's."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from common.polite.reader import MAX_PATTERN_CHARS, MAX_RULES, read_robots
from common.polite.robots import product_token
from common.polite.rules import RobotsRules
from tests.growth import assert_linear

SITE = "https://shop.example"


def policy_of(text: str, token: str) -> RobotsRules:
    return read_robots(token, text.encode())


def allows(rules: str, path: str, token: str = "crawlfleet") -> bool:
    return policy_of(rules, token).allows(SITE + path)


def everybody(*rules: str) -> str:
    return "\n".join(("User-agent: *", *rules))


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
    policy = policy_of(
        "User-agent: *\nDisallow: /\nUser-agent: CrawlFleet\nDisallow: /cart\nCrawl-delay: 7", "crawlfleet"
    )
    assert policy.allows("https://a.example/item")
    assert not policy.allows("https://a.example/cart/1")
    assert policy.crawl_delay_seconds == 7.0


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("/tea", "/tea", True),
        ("/tea", "/teapot/1?x=2", True),
        ("/tea", "/green/tea", False),
        ("/tea", "/Tea", False),
        ("/tea/", "/tea", False),
        ("/tea/", "/tea/cups", True),
        ("/tea*", "/teapot", True),
        ("/*.php", "/index.php?lang=th", True),
        ("/*.php", "/index.PHP", False),
        ("/*.php$", "/shop/index.php", True),
        ("/*.php$", "/index.php?lang=th", False),
        ("/tea*.php", "/teapot/list.php", True),
        ("/$", "/", True),
        ("/$", "/tea", False),
        ("/*?sort=", "/list?sort=price", True),
        ("/*/cart", "/th/cart/add", True),
        ("/caf%C3%A9", "/café/1", True),
        ("/café", "/caf%C3%A9/1", True),
        ("/caf%c3%a9", "/caf%C3%A9", True),
        ("/a%2Fb", "/a/b", False),
        ("tea", "/tea", False),
        ("*tea", "/green/tea", True),
        ("", "/tea", False),
    ],
)
def test_a_pattern_matches_a_path_from_its_start(pattern: str, path: str, matches: bool) -> None:
    assert allows(everybody(f"Disallow: {pattern}"), path) is not matches


@pytest.mark.parametrize(
    ("rules", "path", "allowed"),
    [
        (("Allow: /shop", "Disallow: /"), "/shop/1", True),
        (("Disallow: /", "Allow: /shop"), "/shop/1", True),
        (("Allow: /", "Disallow: /shop"), "/shop/1", False),
        (("Disallow: /shop", "Allow: /shop/open/", "Disallow: /shop/open/not"), "/shop/open/1", True),
        (("Disallow: /shop", "Allow: /shop/open/", "Disallow: /shop/open/not"), "/shop/open/not-this", False),
        (("Disallow: /shop", "Allow: /shop"), "/shop/1", True),
        (("Allow: /*.htm", "Disallow: /page"), "/page.htm", True),
        (("Allow: /$", "Disallow: /"), "/", True),
        (("Allow: /$", "Disallow: /"), "/page", False),
    ],
)
def test_the_longest_rule_decides_whatever_the_order_and_allow_wins_a_tie(
    rules: tuple[str, ...], path: str, allowed: bool
) -> None:
    assert allows(everybody(*rules), path) is allowed


@pytest.mark.parametrize("agent", ["crawlfleet/0.1", "CrawlFleet/*", "crawlfleet / 0.1", "crawlfleet/0.1 (+https://x)"])
def test_a_group_that_names_our_version_too_is_ours(agent: str) -> None:
    assert not allows(f"User-agent: {agent}\nDisallow: /\n\nUser-agent: *\nAllow: /", "/tea")
    assert allows(f"User-agent: other{agent}\nDisallow: /", "/tea")


GROUPS = """
User-agent: oakbot
User-agent: pinebot
Disallow: /wood

User-agent: PineBot
Disallow: /needles

User-agent: *
Crawl-delay: 3
Disallow: /all
"""


@pytest.mark.parametrize(
    ("token", "refused", "open_to_it"),
    [
        ("oakbot", ["/wood"], ["/needles", "/all"]),
        ("OakBot", ["/wood"], ["/all"]),
        ("pinebot", ["/wood", "/needles"], ["/all"]),
        ("crawlfleet", ["/all"], ["/wood", "/needles"]),
    ],
)
def test_a_group_may_name_several_agents_and_an_agent_several_groups(
    token: str, refused: list[str], open_to_it: list[str]
) -> None:
    assert [path for path in refused if allows(GROUPS, path, token)] == []
    assert [path for path in open_to_it if not allows(GROUPS, path, token)] == []


@pytest.mark.parametrize(
    "text",
    [
        "User-agent: *\r\nDisallow: /no\r\n",
        "User-agent: *\rDisallow: /no",
        "user-AGENT:*\nDISALLOW:/no",
        "  User-agent : *  \n\tDisallow :  /no  ",
        "# first\nUser-agent: * # everybody\n# between\nDisallow: /no # not here",
        "User-agent: *\n\n\nDisallow: /no",
        "Sitemap: https://shop.example/map.xml\nUser-agent: *\nDisallow: /no\nSitemap: /other.xml",
        "User-agent: *\nHello, robots\nDisallow: /no",
        "<b>Welcome</b>\nUser-agent: *\nDisallow: /no",
    ],
)
def test_lines_however_they_are_written(text: str) -> None:
    assert not allows(text, "/no/1")
    assert allows(text, "/yes")


@pytest.mark.parametrize(
    "text", ["", "\n\n", "<!doctype html><title>Not found</title>", "Disallow: /no", "User-agent: *", "\x00\xff"]
)
def test_a_file_without_rules_allows_everything(text: str) -> None:
    assert allows(text, "/no/1")


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        ("Crawl-delay: 2", 2.0),
        ("crawl-delay: 0.5", 0.5),
        ("Crawl-delay: soon", None),
        ("Crawl-delay:", None),
        ("Disallow: /x", None),
    ],
)
def test_the_delay_between_requests(line: str, seconds: float | None) -> None:
    assert policy_of(everybody(line), "crawlfleet").crawl_delay_seconds == seconds


@pytest.mark.parametrize(
    ("text", "token", "path", "why"),
    [
        (
            "User-agent: oakbot\nX-Wish: none\nUser-agent: *\nDisallow: /",
            "oakbot",
            "/x",
            "an unknown line ends a group of user agents",
        ),
        (
            "User-agent: oak bot\nDisallow: /",
            "oak",
            "/x",
            "an agent line with a space in it is taken whole",
        ),
    ],
)
def test_where_this_parser_allows_what_googles_refuses(text: str, token: str, path: str, why: str) -> None:
    assert allows(text, path, token), why


def test_what_says_too_much_closes_the_site() -> None:
    many = everybody(*(f"Disallow: /{number}" for number in range(MAX_RULES + 1)))
    assert "5000 rules" in (policy_of(many, "crawlfleet").closed or "")
    assert not allows(many, "/elsewhere")
    assert allows(many, "/robots.txt")
    long = everybody("Allow: /" + "a" * MAX_PATTERN_CHARS)
    assert not allows(long, "/elsewhere")


def test_only_our_groups_rules_are_kept() -> None:
    others = "".join(f"User-agent: bot{number}\n" for number in range(9_000))
    rules = "".join(f"Disallow: /{number}\n" for number in range(9_000))
    policy = policy_of(f"{others}{rules}\nUser-agent: *\nDisallow: /no", "crawlfleet")
    assert [rule.pattern for rule in policy.rules] == ["/no"]


def test_a_rule_written_a_thousand_times_is_one() -> None:
    assert len(policy_of("User-agent: *\nDisallow: /no\n" * 9_000, "crawlfleet").rules) == 1


def test_a_delay_is_never_more_than_a_day() -> None:
    assert policy_of(everybody("Crawl-delay: 1e300"), "crawlfleet").crawl_delay_seconds == 86_400.0
    assert policy_of(everybody("Crawl-delay: nan"), "crawlfleet").crawl_delay_seconds is None
    assert policy_of(everybody("Crawl-delay: " + "9" * 90_000), "crawlfleet").crawl_delay_seconds == 86_400.0


SHAPES = {
    "agents then rules": lambda size: "User-agent: *\n" * (size // 28) + "Disallow: /abcdefg\n" * (size // 38),
    "agents of one name in parts": lambda size: "User-agent: crawl\nUser-agent: c\nDisallow: /x\n" * (size // 44),
    "a line of blanks": lambda size: "User-agent: *\nDisallow: " + " " * size,
    "a line of words": lambda size: "User-agent: *\n" + "a " * (size // 2),
    "empty lines": lambda size: "\n" * size,
    "escapes": lambda size: "User-agent: *\n" + ("Disallow: " + "%2a" * 300 + "\n") * (size // 911),
    "asterisks": lambda size: "User-agent: *\n" + ("Disallow: /" + "a*" * 900 + "b\n") * (size // 1813),
    "wildcards in agents": lambda size: "User-agent: " + "*c" * (size // 2) + "\nDisallow: /",
    "bytes that are no text": lambda size: "User-agent: *\nDisallow: /" + "\x00\ufffd" * (size // 4),
    "a name in our name": lambda size: "User-agent: " + "r" * size,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_reading_takes_time_in_proportion(shape: str) -> None:
    assert_linear(lambda text: read_robots("crawlfleet", text), lambda size: SHAPES[shape](size).encode(), 400_000)


@pytest.mark.parametrize(
    ("pattern", "piece"),
    [("a*" * 900 + "b", "a"), ("*" * 1_900 + "b", "a"), ("*ab" * 600 + "$", "a"), ("/" + "ab*" * 600 + "c", "ab")],
)
def test_matching_takes_time_in_proportion(pattern: str, piece: str) -> None:
    policy = policy_of(everybody("Disallow: " + pattern, "Disallow: /" + pattern), "crawlfleet")

    def ask(path: str) -> None:
        for _ in range(200):
            policy.allows(path)

    assert_linear(ask, lambda size: SITE + "/" + piece * (size // len(piece)), 8_000)


def test_rules_cross_over_as_json() -> None:
    policy = policy_of(everybody("Disallow: /caf%c3%a9*$", "Allow: /", "Crawl-delay: 2"), "crawlfleet")
    adapter = TypeAdapter(RobotsRules)
    assert adapter.validate_json(adapter.dump_json(policy)) == policy
