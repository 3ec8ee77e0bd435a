"""Payloads that real networks gave, at the addresses the sources ask; and posts from files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pydantic import SecretStr

from benchmarks.real_material.real_site import Site, json_reply, load
from common.settings_tables.feeds import FeedSettings
from fleet.demo.server import Reply

_THREADS = "https://graph.threads.net/v1.0"
_BLUESKY = "https://public.api.bsky.app/xrpc/app.bsky.feed.getAuthorFeed"
_MASTODON = "https://mastodon.example"
_RSS = "https://feeds.example"
_SAID_TYPE = re.compile(rb"Header:\s*Content-type:\s*([^\r\n]+)", re.IGNORECASE)


def serve_feeds(site: Site, data: Path) -> list[FeedSettings]:
    """Adds every network payload to `site`; the accounts that read them."""
    feeds = data / "feeds"
    return [
        *_threads(site, feeds / "threads"),
        *_bluesky(site, feeds / "bluesky"),
        *_mastodon(site, feeds / "mastodon"),
        *_rss(site, feeds / "rss_atom"),
    ]


def _threads(site: Site, folder: Path) -> Iterable[FeedSettings]:
    pages = {
        "ethan13917": load(folder / "real_user_threads_2026-04.json"),
        "threadsapitestuser": load(folder / "doc_user_threads.json"),
        "attached": {"data": [load(folder / "doc_link_attachment.json")]},
        "nobody": load(folder / "real_mentions_empty.json"),
        "captured": {"data": list(_captured(folder))},
    }
    for name, page in pages.items():
        asked = f"{_THREADS}/profile_posts?username={name}"
        site.add(asked, json_reply(page))
        if after := page.get("paging", {}).get("cursors", {}).get("after"):
            site.add(f"{asked}&after={after}", json_reply({"data": []}))
        for post in page["data"]:
            site.add(f"{_THREADS}/{post['id']}/conversation", json_reply({"data": []}))
        yield FeedSettings(source="threads", account=name, token=SecretStr("saved-payloads"))


def _captured(folder: Path) -> Iterable[dict[str, str]]:
    """Real Threads posts that other programs saved in shapes of their own, in the API's shape."""
    for number, item in enumerate(load(folder / "scraper_items_with_shopee_links.json")):
        yield {"id": f"9{number}", "media_type": "TEXT_POST", "username": item["username"]} | {
            "permalink": item["postUrl"],
            "text": item["captionText"],
        }
    for item in load(folder / "unofficial_scraped_posts_flat.json"):
        yield {"id": item["pk"], "media_type": "TEXT_POST", "username": item["user_name"]} | {
            "permalink": item["url"],
            "text": item.get("content") or "",
        }


def _bluesky(site: Site, folder: Path) -> Iterable[FeedSettings]:
    for number, path in enumerate(sorted(folder.glob("*.json"))):
        tree = load(path)
        if "posts" in tree:
            tree = {"feed": [{"post": view} for view in tree["posts"]], "cursor": tree.get("cursor")}
        elif "feed" not in tree:
            tree = {"feed": [tree]}
        account = path.stem.rpartition("_")[2] if "getAuthorFeed" in path.stem else f"saved-{number}.example"
        site.add(f"{_BLUESKY}?actor={account}", json_reply(tree))
        if tree.get("cursor"):
            site.add(f"{_BLUESKY}?actor={account}&cursor={quote(tree['cursor'])}", json_reply({"feed": []}))
        yield FeedSettings(source="bluesky", account=account)


def _mastodon(site: Site, folder: Path) -> Iterable[FeedSettings]:
    for number, path in enumerate(sorted(folder.glob("*.json")), 1):
        tree = load(path)
        if isinstance(tree, dict):
            tree = tree.get("body", tree)
        statuses = tree if isinstance(tree, list) else [tree]
        account, name = str(100 + number), f"saved{number}"
        asked = f"{_MASTODON}/api/v1/accounts/{account}/statuses"
        site.add(f"{_MASTODON}/api/v1/accounts/lookup?acct={name}", json_reply({"id": account}))
        site.add(asked, json_reply(statuses))
        ids = [status["id"] for status in statuses if "id" in status]
        if ids:
            site.add(f"{asked}?min_id={max(ids, key=int)}", json_reply([]))
        yield FeedSettings(source="mastodon", account=name, base_url=_MASTODON)


def _rss(site: Site, folder: Path) -> Iterable[FeedSettings]:
    paths = sorted(path for path in folder.rglob("*") if path.suffix in {".xml", ".rss", ".atom"})
    for number, path in enumerate(paths, 1):
        body = path.read_bytes()
        said = _SAID_TYPE.search(body[:2000])
        kind = said[1].decode("ascii", "replace").strip() if said else "application/xml"
        site.add(f"{_RSS}/{number}", Reply(body=body, content_type=kind))
        yield FeedSettings(source="rss", account=f"{_RSS}/{number}")


def posts_from_files(folder: Path, data: Path, pages: Mapping[str, Iterable[str]]) -> list[FeedSettings]:
    """Writes one JSONL file of posts for the saved texts, the real addresses, and each list of `pages`."""
    links = data / "urls" / "shops"
    texts = [case["text"] for case in load(data / "link_extraction" / "texts_with_shop_links.json")["cases"]]
    files: dict[str, list[dict[str, Any]]] = {
        "texts": [{"text": text} for text in texts],
        "product-addresses": [
            {"text": f"look: {case['url']}"} for case in load(links / "real_product_urls.json")["cases"]
        ],
        "other-addresses": [{"urls": [case["url"]]} for case in load(links / "real_non_product_urls.json")["cases"]],
        **{name: [{"urls": [url]} for url in urls] for name, urls in pages.items()},
    }
    return [_written(folder / f"{name}.jsonl", posts) for name, posts in files.items()]


def _written(path: Path, posts: list[dict[str, Any]]) -> FeedSettings:
    lines = (json.dumps({"id": f"{path.stem}-{number}"} | post) for number, post in enumerate(posts, 1))
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return FeedSettings(source="jsonl", account=str(path))
