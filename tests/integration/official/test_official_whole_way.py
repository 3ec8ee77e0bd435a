"""From links to stored prices in a process of its own: what is listed officially, and what goes on by plain HTTP."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from tests.integration.official.test_official_commands import Operator
from tests.invented.shopee import item
from tests.servers.official import ShopeeDouble, ShopeeItem, TaobaoDouble
from tests.servers.shop_server import Reply, ShopServer

LISTED = [9_200_000 + number for number in range(6)]
NOT_LISTED = 9_300_000
TAOBAO = [600_000_000_100 + number for number in range(25)]


def test_a_job_goes_down_its_ways_and_a_budget_and_a_ban_make_it_wait(
    tmp_path: Path, server: ShopServer, shopee: ShopeeDouble, taobao: TaobaoDouble
) -> None:
    shopee.items |= {number: ShopeeItem(number, 310001, f"碗 {number}", "100", "100") for number in LISTED}
    page = json.dumps({"item": item(itemid=NOT_LISTED, shopid=310001, currency="TWD")}).encode()
    server.routes["shopee.tw", f"/product/310001/{NOT_LISTED}"] = Reply(body=page, content_type="application/json")
    taobao.answer_next((7, "accesscontrol.limited-by-app-access-count", "This ban will last for 1 more seconds"))
    operator = Operator(
        tmp_path,
        server,
        accounts=(
            ("shopee", "tw", "123456", "demo", 100),
            ("taobao", "cn", "12345678", "helloworld", 100),
        ),
    )
    links = [f"https://shopee.tw/product/310001/{number}" for number in (*LISTED, NOT_LISTED)]
    links += [f"https://item.taobao.com/item.htm?id={number}" for number in TAOBAO]
    added = operator.types("jobs", "add", *links)
    assert added.returncode == 0, added.stderr
    deadline = time.monotonic() + 120
    while True:  # a run ends while a source wants a pause: its jobs wait in the database
        run = operator.types("up", "--until-idle", "--workers", "1", "--json", seconds=120)
        assert run.returncode == 0, run.stderr
        with closing(sqlite3.connect(tmp_path / "fleet.db")) as database:
            ended = dict(database.execute("SELECT url_norm, status FROM crawl_jobs").fetchall())
        if set(ended.values()) == {"SUCCEEDED"} or time.monotonic() > deadline:
            break
    assert set(ended.values()) == {"SUCCEEDED"}, run.stderr
    assert len(ended) == len(links)
    database = sqlite3.connect(tmp_path / "fleet.db")
    prices = dict(database.execute("SELECT item_id, price_kind || ' ' || availability FROM products").fetchall())
    assert {prices[str(number)] for number in LISTED} == {"official UNKNOWN"}
    assert {prices[str(number)] for number in TAOBAO} == {"official_list UNKNOWN"}
    assert prices[str(NOT_LISTED)].endswith(" IN_STOCK")
    ways = dict(database.execute("SELECT item_id, via FROM crawl_jobs").fetchall())
    assert ways.pop(str(NOT_LISTED)) == "http"
    assert set(ways.values()) == {"official"}
    spent = database.execute("SELECT COUNT(*) FROM crawl_jobs WHERE attempt > 1 AND via = 'official'").fetchone()
    assert spent == (0,), "to wait for a source costs no attempt"
    (once,) = database.execute(
        "SELECT MAX(n) FROM (SELECT COUNT(*) n FROM price_observations GROUP BY job_id)"
    ).fetchone()
    assert once == 1
    database.close()
    assert shopee.calls == len(LISTED) + 1
    assert len(taobao.asked_for) == len(TAOBAO)
    assert taobao.calls < len(TAOBAO), "they share calls"
