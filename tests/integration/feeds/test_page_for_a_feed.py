"""A page that looks like somebody's at a Mastodon server is polled as the feed it was said to be, and then named."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.servers.feed_server import FeedServer, Reply

HOST = "pine.example"


def test_the_failed_poll_says_what_to_write(tmp_path: Path) -> None:
    with FeedServer([HOST], lambda _: Reply(body=b"<!doctype html><title>ada</title>")) as server:
        fetch = server.fetch_settings()
        (tmp_path / "crawlfleet.toml").write_text(
            f"[fetch]\nresolve = {json.dumps(fetch.resolve)}\nca_file = '{fetch.ca_file}'\n"
            "allow_addresses = ['127.0.0.1']\n"
            f"[[feeds]]\nsource = 'rss'\naccount = 'https://{HOST}/@ada'\n",
            "utf-8",
        )
        command = [sys.executable, "-m", "fleet", "up", "--until-idle"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    said = " ".join(str(json.loads(line)["message"]) for line in done.stderr.splitlines() if line.startswith("{"))
    assert "is no RSS, Atom or JSON feed" in said
    assert 'if it is one, write source = "mastodon", account = "ada", base_url = "https://pine.example"' in said
