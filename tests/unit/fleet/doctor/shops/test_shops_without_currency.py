"""Shops whose prices wait because no page says what they are in: doctor names them, and what to type."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from common.settings import DatabaseSettings, ShopSettings, ShopsSettings
from common.shops.registry import Shops
from common.store import init_schema, open_store
from common.store.operators.domains import WithoutCurrency
from common.store.schema import LATEST
from fleet.doctor.finding import Finding
from fleet.doctor.grouping import grouped
from fleet.doctor.shops.currencies import judge_currencies
from tests.old_database import make_old


def judged(waiting: Iterable[WithoutCurrency], *domains: str, **told: str) -> list[Finding]:
    currencies = tuple(f"{name.replace('_', '.')} {code}" for name, code in told.items())
    shops = Shops(ShopsSettings(other=ShopSettings(domains=domains, currencies=currencies)))
    return list(judge_currencies(shops, waiting))


def test_what_to_type_is_named() -> None:
    (finding,) = judged([WithoutCurrency("pine.example", 3)], "pine.example")
    assert finding.text == "other/pine.example: 3 prices wait because its pages do not say which currency they mean"
    assert "crawlfleet shops currency other/pine.example CODE" in str(finding.next_step)
    assert "crawlfleet jobs recheck --shop other/pine.example" in str(finding.next_step)


def test_a_page_or_two_say_nothing_of_a_shop() -> None:
    assert judged([WithoutCurrency("pine.example", 2)], "pine.example") == []


def test_a_shop_of_which_one_host_is_named_is_told_of_too() -> None:
    (finding,) = judged([WithoutCurrency("pine.example", 9)], "shop.pine.example")
    assert finding.shop == "other/pine.example"


def test_what_the_settings_say_and_what_is_no_shop_any_more_is_left_out() -> None:
    waiting = [WithoutCurrency("oak.example", 5), WithoutCurrency("pine.example", 4)]
    assert judged(waiting, "pine.example", pine_example="AUD") == []


def test_many_of_them_are_one_line() -> None:
    names = [f"{wood}.example" for wood in ("ash", "elm", "oak", "pine")]
    (group,) = grouped(judged([WithoutCurrency(name, 4) for name in names], *names))
    assert group.text == "4 shops: prices wait because pages do not say which currency they mean"
    assert "crawlfleet shops currency SHOP CODE" in str(group.next_step)


async def test_a_database_of_before_names_them_once_it_came_forward(tmp_path: Path) -> None:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'old.db'}")
    await make_old(settings, 36)
    old = sqlite3.connect(tmp_path / "old.db")
    rows = [
        *[("pine.example", "AMBIGUOUS_CURRENCY", None)] * 2,
        ("pine.example", "NO_CURRENCY", None),
        ("pine.example", "NO_CURRENCY", 5),  # its page is gone
        ("pine.example", "NO_PRICE", None),
        *[("oak.example", "NO_CURRENCY", None)] * 4,
        *[("elm.example", "NO_CURRENCY", None)] * 5,
        (None, "NO_CURRENCY", None),  # read before its shop was kept
    ]
    old.executemany(
        "INSERT INTO products (product_key, platform, region, shop_id, url, url_norm, availability, verdict, "
        "verdict_reason, job_id, first_seen_at, last_seen_at, gone_at) "
        "VALUES (?, 'other', 'any', ?, 'u', 'u', 'UNKNOWN', 'quarantine', ?, 'j', 1, 1, ?)",
        [(f"other:{number}", *row) for number, row in enumerate(rows)],
    )
    old.commit()
    old.close()
    report = await init_schema(settings)
    assert (report.before, report.after) == (36, LATEST) and report.serves <= 36
    store = await open_store(settings)
    await store.domains.tell_currency("elm.example", "AUD", by="ada")
    found = await store.domains.without_currency(limit=10)
    await store.close()
    assert found == [WithoutCurrency("oak.example", 4), WithoutCurrency("pine.example", 3)]
