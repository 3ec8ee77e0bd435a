"""A private feed's address without its key."""

from __future__ import annotations

import re

import pytest

from common.links.shown_account import shown_account, without_queries


@pytest.mark.parametrize(
    "account",
    [
        "@oak",
        "oak.example",
        "oak@social.example",
        "feeds/mug?key=1",
        "-",
        "https://a.example/feed",
        "http://a.example?",
    ],
)
def test_what_holds_no_value_is_shown_as_it_is(account: str) -> None:
    assert shown_account(account) == account


@pytest.mark.parametrize(
    ("account", "shown"),
    [
        ("https://a.example/feed?user=7&key=Zx81", "https://a.example/feed?user=…&key=…"),
        ("HTTPS://a.example/feed?Zx81", "HTTPS://a.example/feed?…"),
        ("https://a.example?key=Zx81;more=Zx81?Zx81", "https://a.example?key=…;more=…?…"),
        ("https://a.example/feed?key=Zx81=Zx81&b", "https://a.example/feed?key=…&…"),
        ("https://a.example/feed#Zx81", "https://a.example/feed#…"),
        ("https://oak:Zx81@a.example/feed?b=", "https://…@a.example/feed?b=…"),
        ("https:oak:Zx81@a.example/feed", "https:…@a.example/feed…"),
        (" https://a.example/?k=Zx81\n", "https://a.example/?k=…"),
    ],
)
def test_values_and_credentials_are_masked(account: str, shown: str) -> None:
    said = shown_account(account)
    assert re.fullmatch(re.escape(shown) + "~[0-9a-f]{4}", said)
    assert "Zx81" not in said
    assert shown_account(said) == said


def test_two_feeds_that_differ_only_in_a_value_are_told_apart() -> None:
    first, second = (shown_account(f"https://a.example/videos?channel={name}") for name in ("mug", "cup"))
    assert first != second


def test_addresses_within_a_text() -> None:
    shown = shown_account("https://a.example/feed?key=Zx81")
    assert without_queries("feed https://a.example/feed?key=Zx81: HTTP 500 (https://b.example/c).") == (
        f"feed {shown}: HTTP 500 (https://b.example/c)."
    )
    assert without_queries(f"feed {shown}: HTTP 500") == f"feed {shown}: HTTP 500"
