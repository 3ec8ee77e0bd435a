"""Commands take the address of an account's page where they take an account, and say which one they understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.accounts.networks import NETWORKS
from common.config import load
from tests.unit.fleet.command_line import Fleet, fleet

__all__ = ["fleet"]

WATCHED = """
[[feeds]]
source = "bluesky"
account = "https://bsky.app/profile/ada.example"
[[feeds]]
source = "mastodon"
account = "@oak@pine.example"
[[feeds]]
source = "mastodon"
account = "elm"
base_url = "https://pine.example/"
"""


def test_init_watches_the_account_and_says_so(fleet: Fleet) -> None:
    said = fleet("init", "--yes", "--account", "https://www.threads.net/@ada")
    assert said.code == 0
    assert "It watches the Threads account ada." in said.out
    assert [feed.label for feed in load(Path("crawlfleet.toml")).feeds] == ["threads:ada"]


@pytest.mark.parametrize(
    ("address", "label"),
    [
        ("https://bsky.app/profile/ada.example", "bluesky:ada.example"),
        ("https://pine.example/@oak", "mastodon:@oak@pine.example"),
        ("pine.example/@elm/media", "mastodon:elm"),
    ],
)
def test_an_account_is_steered_by_its_page(fleet: Fleet, address: str, label: str) -> None:
    Path("crawlfleet.toml").write_text(WATCHED, "utf-8")
    assert fleet("db", "init").code == 0
    said = fleet("feeds", "pause", address, "--reason", "on holiday")
    assert said.code == 0, said.err
    assert said.out.startswith(f"{label} is polled no more")
    assert fleet("feeds", "pause", "https://oak.example/@oak", "--reason", "x").code == 1


def test_forget_knows_an_account_by_its_page(fleet: Fleet) -> None:
    Path("crawlfleet.toml").write_text(WATCHED, "utf-8")
    said = fleet("feeds", "forget", "bluesky", "https://bsky.app/profile/ada.example", "--yes")
    assert said.code == 1
    assert "bluesky:ada.example stands in [[feeds]]" in said.err


@pytest.mark.parametrize(
    ("typed", "instead"),
    [("treads", "did you mean threads?"), ("operator", f"There are {', '.join(NETWORKS)}.")],
)
def test_forget_knows_the_networks(fleet: Fleet, typed: str, instead: str) -> None:
    """A typing error must not look like an account of which nothing is left."""
    assert fleet("db", "init").code == 0
    said = fleet("feeds", "forget", typed, "@ada", "--yes")
    assert (said.code, said.out) == (2, "")
    assert f"there is no network '{typed}'" in said.err and instead in said.err
    assert fleet("feeds", "forget", "Threads", "@ada", "--dry-run").out == "0 rows would be erased (--dry-run)\n"
