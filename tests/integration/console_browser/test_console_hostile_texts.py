"""Titles, links, ids and errors that strangers wrote: shown as text, on any screen, in the width there is."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from playwright.async_api import Browser, expect

from common.job import job_id_for
from fleet.opening import embedded_path
from tests.servers.console import Here
from tests.servers.console.chromium import DESK, PHONE, Watched, context_of
from tests.servers.console.screens import addresses

SCRIPT = '<script>alert(1)</script><img src=x onerror="alert(2)"><style>main{display:none}</style>'
HOSTILE = (
    SCRIPT,
    "\u202egnip.exe\u2066\u200f right to left \u0000\u0007\u001b[2J",
    "a" * 10_000,
    "ш" * 5_000 + " " + "木" * 5_000,
    "javascript:alert(3)",
    "\"'><a href=javascript:alert(4) onclick=alert(5)>here</a> {{ 7 * 7 }} {% raw %} ${7*7}",
)
INVISIBLE = re.compile("[\u0000-\u0008\u000b-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
HARMLESS = """() => [...document.querySelectorAll("a, form, button")].every((one) =>
  ["http:", "https:"].includes(new URL(one.href || one.formAction || one.action, location).protocol))"""


_PLANTED = (
    "UPDATE crawl_jobs SET id = :id, url = :link, url_norm = :link, source_account = :text, item_id = :text, "
    "shop_id = :text, error_code = :text, last_error = :text, source_post_id = :text WHERE id = :was",
    "INSERT INTO job_sightings (job_id, source, source_account, source_post_id, post_url, posted_at, url, seen_at) "
    "VALUES (:id, :text, :text, :text, 'javascript:alert(6)', 0, :text, 0)",
    "INSERT INTO job_events (job_id, seq, from_status, to_status, attempt, lease_token, worker, error_code, at, via, "
    "detail) SELECT :id, 9, from_status, to_status, 1, 'l', :text, :text, at, 'http', :text FROM job_events LIMIT 1",
    "UPDATE products SET job_id = :id, title = :text, brand = :text, seller = :text, url = :link, url_norm = :link, "
    "sku = :text, product_key = 'other:pinewood.example:id:' || :text, verdict_reason = :text, "
    "image_url = 'javascript:alert(7)' WHERE job_id = :was",
    "INSERT INTO workers (worker_id, role, version, state, running, done, failed, first_seen_at, last_seen_at) "
    "SELECT :text, 'worker', :text, :text, 1, 1, 1, last_seen_at, last_seen_at FROM workers LIMIT 1",
    "INSERT INTO unregistered_links (domain, posts, first_seen_at, last_seen_at) "
    "VALUES (substr(:text, 1, 250), 9, 0, 0)",
    "INSERT INTO operator_events (id, at, operator, through, action, target, meant, done, ended_at) "
    "VALUES (:text, 1, :text, :text, :text, :text, 1, 1, 1)",
    "UPDATE feed_cursors SET last_error = :text WHERE source = 'rss'",
    "UPDATE persons SET name = :text WHERE id = 'person-1'",
    "UPDATE shops SET paused_reason = :text WHERE platform = 'taobao'",
)


def plant(path: Path) -> list[str]:
    """Jobs with products whose every word is hostile, and the same words wherever else strangers' words stand. Their
    ids."""
    ids: list[str] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        taken = [job for (job,) in connection.execute("SELECT job_id FROM products ORDER BY last_seen_at DESC")]
        for was, text in zip(taken, HOSTILE, strict=False):
            link = text if text.startswith("javascript:") else f"https://shop.pinewood.example/{len(ids)}?{text}"
            ids.append(job_id_for(link))
            for sql in _PLANTED:
                connection.execute(sql, {"id": ids[-1], "was": was, "text": text, "link": link})
    return ids


WIDE = """(most) => [...document.querySelectorAll(".wide > table")].filter((one) => one.scrollWidth > most)
  .map((one) => [one.caption?.textContent, one.scrollWidth])"""
SIDEWAYS = """() => [...document.querySelectorAll(".wide")].filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => [one.querySelector("caption")?.textContent, one.scrollWidth])"""
SCROLLED_PX = 2400
"""A table with words of 10,000 characters in several of its columns is no wider."""


async def test_hostile_texts_stay_texts(chromium: Browser, here: Here) -> None:
    ids = plant(embedded_path(here.settings.database))
    ada = await here.person("ada")
    found = [address for known in (await addresses(here, ada)).values() for address in known]
    context = await context_of(chromium, here, ada)
    watched = Watched(await context.new_page(), here.url)
    page = watched.page
    for address in dict.fromkeys(
        [*found, *(f"/jobs/{one}" for one in ids), *(f"/products/one?key={one}" for one in ids)]
    ):
        await page.set_viewport_size(DESK)
        answer = await page.goto(address)
        assert answer and answer.status == 200, address
        text = await page.locator("body").inner_text()
        assert not INVISIBLE.search(text.replace("\n", "").replace("\t", "")), address
        assert await page.evaluate(HARMLESS), f"{address}: a link or a form that leads to no web address"
        assert await page.locator("main h1").is_visible(), address
        assert await page.locator("main script, main style, main img").count() == 0, address
        assert await page.evaluate(WIDE, SCROLLED_PX) == [], address
        await page.set_viewport_size(PHONE)
        assert await page.evaluate(SIDEWAYS) == [], f"{address}: a table that scrolls sideways on a phone"
        await watched.sideways()
        await watched.violations()
    assert not watched.complaints, "\n".join(watched.complaints)
    await context.close()


ARABIC = "سماعات رأس (طراز WH-1000) – أسود"
RIGHT_TO_LEFT = """() => [...document.querySelectorAll("bdi")].filter((one) => one.textContent.includes("سماعات"))
  .map((one) => getComputedStyle(one).direction)"""


async def test_a_title_from_right_to_left_is_read_that_way_and_leaves_the_price_beside_it(
    chromium: Browser, here: Here
) -> None:
    """In a line from left to right its brackets and its last words would stand elsewhere."""
    with closing(sqlite3.connect(embedded_path(here.settings.database), isolation_level=None)) as connection:
        key, job = connection.execute("SELECT product_key, job_id FROM products WHERE verdict = 'ok'").fetchone()
        connection.execute("UPDATE products SET title = ?, brand = ? WHERE product_key = ?", (ARABIC, ARABIC, key))
        told = "json_set(result_json, '$.offer.title', ?)"
        connection.execute(f"UPDATE crawl_jobs SET result_json = {told} WHERE id = ?", (ARABIC, job))
    context = await context_of(chromium, here, await here.person("ada"))
    page = await context.new_page()
    for address, times in ((f"/products/one?key={quote(key, safe='')}", 2), (f"/jobs/{job}", 1), ("/products", 1)):
        await page.goto(address)
        assert await page.evaluate(RIGHT_TO_LEFT) == ["rtl"] * times, address
    await context.close()


async def test_what_is_done_with_a_long_list_is_at_hand_without_its_end(chromium: Browser, here: Here) -> None:
    context = await context_of(chromium, here, await here.person("ada"), phone=True)
    page = await context.new_page()
    await page.goto("/jobs?status=NEW&status=SUCCEEDED&status=DEAD")
    assert await page.evaluate("document.documentElement.scrollHeight > 4 * innerHeight")
    await expect(page.get_by_role("button", name="Recheck…")).to_be_in_viewport(ratio=1)
    await context.close()
