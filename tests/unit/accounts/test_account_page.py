"""The address of somebody's page at a network is understood as that account, wherever an account is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.accounts.page import account_named, account_page
from common.accounts.server import server_and_name
from common.config import load
from common.errors import ConfigError
from fleet.operations.beginning import feed_of


@pytest.mark.parametrize(
    ("address", "source", "account", "base_url"),
    [
        ("https://bsky.app/profile/ada.bsky.social", "bluesky", "ada.bsky.social", None),
        ("bsky.app/profile/ada.example/", "bluesky", "ada.example", None),
        ("https://bsky.app/profile/did:plc:k3v9q", "bluesky", "did:plc:k3v9q", None),
        ("https://bsky.app/profile/ada.example/post/3kx?ref=x", "bluesky", "ada.example", None),
        ("https://www.threads.net/@ada_oak", "threads", "ada_oak", None),
        ("https://www.threads.com/@ada.oak?hl=en", "threads", "ada.oak", None),
        ("threads.net/@ada/post/C8x", "threads", "ada", None),
        ("https://pine.example/@ada", "mastodon", "ada", "https://pine.example"),
        ("https://Pine.example/@ada/with_replies", "mastodon", "ada", "https://pine.example"),
        ("pine.example/users/ada", "mastodon", "ada", "https://pine.example"),
        ("https://pine.example/@ada@oak.example", "mastodon", "ada", "https://oak.example"),
        ("https://pine.example/deck/@ada/110000000000000001", "mastodon", "ada", "https://pine.example"),
    ],
)
def test_whose_page_it_is(address: str, source: str, account: str, base_url: str | None) -> None:
    page = account_page(address)
    assert page is not None
    assert (page.source, page.account, page.base_url) == (source, account, base_url)
    wanted = {"source": source, "account": account} | ({"base_url": base_url} if base_url else {})
    assert feed_of(address) == wanted, "init says the same"


@pytest.mark.parametrize(
    "address",
    [
        "https://www.youtube.com/@ada",
        "https://medium.com/@ada",
        "https://ada.substack.com/@ada",
        "https://pine.example/@ada.rss",
        "https://pine.example/feed.xml",
        "https://pine.example/@ada/feed",
        "https://bsky.app/profile/did:plc:k3v9q/rss",
        "https://bsky.app/search",
        "https://ada:hush@pine.example/@ada",
    ],
)
def test_other_addresses_stay_feeds(address: str) -> None:
    assert account_page(address) is None
    assert feed_of(address) == {"source": "rss", "account": address}


@pytest.mark.parametrize("name", ["@ada", "ada.bsky.social", "@ada@pine.example", "posts.jsonl", "./posts/x", ""])
def test_a_name_is_no_address(name: str) -> None:
    assert account_page(name) is None


def settings(folder: Path, source: str, account: str) -> Path:
    path = folder / "crawlfleet.toml"
    path.write_text(f"[[feeds]]\nsource = '{source}'\naccount = '{account}'\n", "utf-8")
    return path


def test_the_settings_take_a_page_for_its_account(tmp_path: Path) -> None:
    (feed,) = load(settings(tmp_path, "bluesky", "https://bsky.app/profile/ada.example")).feeds
    assert feed.account == "ada.example"
    (feed,) = load(settings(tmp_path, "threads", "https://www.threads.net/@ada")).feeds
    assert feed.label == "threads:ada"


def test_the_settings_say_whose_page_no_feed_is(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r'page of a Bluesky account.*write source = "bluesky"'):
        load(settings(tmp_path, "rss", "https://bsky.app/profile/ada.example"))


@pytest.mark.parametrize("account", ["@me", "ada", "blog.example/feed.xml", "feed://blog.example/"])
def test_the_settings_take_no_feed_without_its_whole_address(account: str, tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"the 1st \[\[feeds\]\].*whole address as its account, with https:// before it"
    ) as refused:
        load(settings(tmp_path, "rss", account))
    assert f'"{account}"' not in str(refused.value), "a secret may have been pasted there"


def test_what_may_be_a_feed_is_polled_as_one(tmp_path: Path) -> None:
    (feed,) = load(settings(tmp_path, "rss", "https://pine.example/@ada")).feeds
    assert (feed.source, feed.account) == ("rss", "https://pine.example/@ada")


def test_forgetting_names_an_account_as_it_was_kept() -> None:
    assert account_named("threads", "https://www.threads.net/@ada") == "ada"
    assert account_named("rss", "https://pine.example/@ada") == "https://pine.example/@ada"


def test_an_account_seen_from_another_server_is_read_at_its_own() -> None:
    assert server_and_name("https://pine.example/@ada@oak.example", None) == ("https://oak.example", "ada")
