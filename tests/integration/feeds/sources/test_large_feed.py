"""A feed of more entries or bytes than one poll takes: its newest entries are read, and the listings say so."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from tests.servers.feed_server import Asked, FeedServer, Reply

HOST = "blog.pinewood.example"
FEED = f"https://{HOST}/feed"
NEWEST = 5_000
PATIENCE_SECONDS = 600
"""A poll and its reading take seconds of a processor, and on a busy machine many times that."""


class Feed:
    """One feed, and a folder in which commands of a fleet that watches it are run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.body = b""
        self.kind = "application/rss+xml"
        self.version = 1
        self.server = FeedServer([HOST], self._answer)

    def _answer(self, asked: Asked) -> Reply:
        tag = f'"{self.version}"'
        if asked.headers.get("if-none-match") == tag:
            return Reply(304)
        return Reply(200, self.body, {"Content-Type": self.kind, "ETag": tag})

    def watch(self, *, links_per_day: int = 1_000_000, **fetch: object) -> None:
        reached = self.server.fetch_settings()
        fetch |= {
            "resolve": reached.resolve,
            "ca_file": str(reached.ca_file),
            "allow_addresses": reached.allow_addresses,
        }
        lines = [
            f'[database]\nurl = "file:{self.folder / "fleet.db"}"',
            f"[ingest]\npoll_timeout_seconds = {PATIENCE_SECONDS}",
            f"[parse]\nwall_seconds = {PATIENCE_SECONDS}\n[fetch]",
            *(f"{name} = {json.dumps(value)}" for name, value in fetch.items()),
            f'[[feeds]]\nsource = "rss"\naccount = "{FEED}"\nlinks_per_day = {links_per_day}',
        ]
        (self.folder / "crawlfleet.toml").write_text("\n".join(lines), "utf-8")

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "fleet", *words]
        return subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
        )

    def polled(self) -> None:
        done = self.run("ingest", "--once")
        assert done.returncode == 0, done.stderr

    def items(self) -> set[int]:
        """The item ids of the links that were accepted."""
        with closing(sqlite3.connect(self.folder / "fleet.db")) as database:
            return {int(item) for (item,) in database.execute("SELECT item_id FROM crawl_jobs")}

    def said(self) -> str:
        """What is known of the one account's last poll."""
        sql = "SELECT COALESCE(json_extract(cursor, '$.read_in_part'), 'None') FROM feed_cursors"
        with closing(sqlite3.connect(self.folder / "fleet.db")) as database:
            ((said,),) = database.execute(sql)
        return str(said)

    def shown(self) -> str:
        """The same, as each command shows it."""
        listed = " ".join(self.run("feeds", "list").stdout.split())
        (account,) = [json.loads(line) for line in self.run("feeds", "list", "--json").stdout.splitlines()]
        doctor = " ".join(self.run("doctor").stdout.split())
        if account["read_in_part"]:
            # On a screen the text may be broken between any words.
            assert "read in part" in listed and "read in part" in doctor
        return str(account["read_in_part"])


@pytest.fixture
def feed(tmp_path: Path) -> Iterator[Feed]:
    feed = Feed(tmp_path)
    with feed.server:
        feed.watch()
        assert feed.run("db", "init").returncode == 0
        yield feed


def rss(numbers: Iterable[int], *, padding: int = 0) -> bytes:
    """The higher an entry's number, the newer it is."""
    first = datetime(2026, 1, 1, tzinfo=UTC)
    entries = "".join(
        f"<item><guid isPermaLink='false'>{n}</guid><pubDate>{format_datetime(first + timedelta(minutes=n))}</pubDate>"
        f"<title>https://shopee.tw/product/1/{n}</title>{'<description>' + 'x' * padding + '</description>'}</item>"
        for n in numbers
    )
    return f"<rss version='2.0'><channel><title>t</title>{entries}</channel></rss>".encode()


def newest(of: int) -> set[int]:
    return set(range(of - NEWEST + 1, of + 1))


@pytest.mark.trodden
def test_forty_thousand_entries(feed: Feed) -> None:
    feed.body = rss(range(40_000, 0, -1), padding=250)
    assert len(feed.body) > 15_000_000
    feed.polled()
    assert feed.items() == newest(40_000)
    said = feed.shown()
    assert said == feed.said()
    assert said.startswith("the newest 5,000 of ") and "bytes (fetch.max_wire_bytes" in said
    asked = len(feed.server.asked)
    feed.polled()
    assert len(feed.server.asked) == asked + 1, "unchanged, it costs one conditional request"
    assert feed.said() == said
    feed.body, feed.version = rss(range(40_010, 30_000, -1)), 2
    feed.polled()
    assert feed.items() == newest(40_000) | newest(40_010), "what is new comes on top, nothing is taken back"
    feed.body, feed.version = rss(range(40_020, 40_000, -1)), 3
    feed.polled()
    assert feed.shown() == feed.said() == "None"


def test_the_newest_stand_last(feed: Feed) -> None:
    feed.body = rss(range(1, 5_501))
    feed.polled()
    assert feed.items() == newest(5_500)
    assert feed.said() == "the newest 5,000 of 5,500 entries"


def test_while_links_wait_for_the_next_day(feed: Feed) -> None:
    feed.watch(links_per_day=10)
    feed.body = rss(range(5_100, 0, -1))
    feed.polled()
    assert feed.items() == set(range(101, 111)), "the oldest of the newest come first"
    assert feed.said() == "the newest 5,000 of 5,100 entries"


def test_a_feed_cut_by_its_bytes_that_begins_with_its_oldest(feed: Feed) -> None:
    feed.watch(max_wire_bytes=40_000)
    feed.body = rss(range(1, 21), padding=4_000)
    feed.polled()
    read = feed.items()
    assert read == set(range(1, len(read) + 1)) and 3 <= len(read) <= 9, "no entry that was cut in the middle"
    assert "begins with its oldest" in feed.said()


@pytest.mark.parametrize("kind", ["json", "utf-16"])
def test_what_cannot_be_read_in_part_says_what_to_do(feed: Feed, kind: str) -> None:
    feed.watch(max_wire_bytes=40_000)
    if kind == "json":
        feed.kind = "application/feed+json"
        feed.body = json.dumps({"items": [{"id": str(n), "title": "x" * 4_000} for n in range(20)]}).encode()
    else:
        feed.body = rss(range(20), padding=4_000).decode().encode("utf-16")
    done = feed.run("ingest", "--once")
    assert done.returncode == 1
    for said in (done.stderr, feed.run("feeds", "list", "--json").stdout):
        assert "cannot be read in part" in said and "fetch.max_wire_bytes" in said


def test_a_json_feed_of_many_items(feed: Feed) -> None:
    feed.kind = "application/feed+json"
    dated = [
        {"id": str(n), "title": f"https://shopee.tw/product/1/{n}", "date_published": f"2026-01-{1 + n // 1000:02}"}
        for n in range(6_000)
    ]
    feed.body = json.dumps({"items": dated}).encode()
    feed.polled()
    assert feed.items() == set(range(1_000, 6_000))
    assert feed.said() == "the newest 5,000 of 6,000 entries"
