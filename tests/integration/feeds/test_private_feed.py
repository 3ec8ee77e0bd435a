"""A private feed's address holds a key in its query: no command, log or error shows it, the database keeps it."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from common.links.shown_account import shown_account
from tests.servers.feed_server import Asked, FeedServer, Reply

HOST, KEY = "blog.example", "Zx81SECRETkey"
REPO = Path(__file__).parents[3]
ITEM = "<item><title>https://shopee.tw/product/310001/9100001</title><link>#mug</link></item>"
FEED = f'<rss version="2.0"><channel><title>t</title>{ITEM}</channel></rss>'.encode()


def answer(asked: Asked) -> Reply:
    match asked.path:
        case "/feed":
            return Reply(body=FEED)
        case "/text":
            return Reply(body=b"no feed at all")
        case "/json":
            return Reply(body=b'{"items": 5}')
        case "/author":
            return Reply(body=b'<rss version="2.0"><channel><author>' + b"a" * 60_000 + b"</author>")
        case "/loop" | "/away":
            to = {"/loop": "/loop", "/away": "http://127.0.0.1/feed"}[asked.path]
            return Reply(302, headers={"Location": f"{to}?key={KEY}"})
    return Reply(int(asked.path[1:]))


PATHS = ("feed", "text", "json", "author", "loop", "away", "401", "404", "429", "500")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with FeedServer([HOST], answer) as server:
        fetch = server.fetch_settings()
        lines = [
            "[fetch]",
            f"resolve = {json.dumps(fetch.resolve)}",
            f'ca_file = "{fetch.ca_file}"',
            'allow_addresses = ["127.0.0.1"]',
            "requests_per_second = 100",
        ]
        lines += [f'[[feeds]]\nsource = "rss"\naccount = "https://{HOST}/{path}?u=7&key={KEY}"' for path in PATHS]
        lines += [f'[[feeds]]\nsource = "mastodon"\naccount = "https://{HOST}/@somebody?key={KEY}"']
        (tmp_path / "crawlfleet.toml").write_text("\n".join(lines) + '\n[log]\nlevel = "debug"\n')
        yield tmp_path


def said_by(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "fleet", *words],
        cwd=folder,
        env={"PYTHONPATH": str(REPO), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        timeout=120,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_the_key_in_a_feeds_address_is_shown_nowhere(folder: Path) -> None:
    said = {"ingest": said_by(folder, "ingest", "--once")}
    assert "1 new job," in said["ingest"], said["ingest"]
    with closing(sqlite3.connect(folder / "crawlfleet.db")) as database:
        accounts = {row[0] for row in database.execute("SELECT account FROM feed_cursors WHERE source = 'rss'")}
        errors = [row[0] for row in database.execute("SELECT last_error FROM feed_cursors WHERE last_error <> ''")]
        (job,) = (row[0] for row in database.execute("SELECT id FROM crawl_jobs"))
        assert accounts == {f"https://{HOST}/{path}?u=7&key={KEY}" for path in PATHS}
        assert len(errors) == len(PATHS)
        # As a version before this one recorded it.
        database.execute(
            "UPDATE feed_cursors SET last_error = ? WHERE account LIKE '%/500?%'",
            [f"feed https://{HOST}/500?u=7&key={KEY}: HTTP 500"],
        )
    for words in (
        ["ingest", "--once", "--again", "--since", "1d"],
        ["doctor", "--json"],
        ["jobs", "list", "--json"],
        ["jobs", "show", job],
        ["jobs", "show", job, "--json"],
    ):
        said[" ".join(words)] = said_by(folder, *words)
    assert [words for words, text in said.items() if KEY in text] == []
    assert [error for error in errors if KEY in error] == []
    named = shown_account(f"https://{HOST}/feed?u=7&key={KEY}")
    shows = [words for words, text in said.items() if named in text or json.dumps(named)[1:-1] in text]
    assert len(shows) >= 5, said
