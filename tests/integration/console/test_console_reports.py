"""Changes and errors over days, as the console shows them."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime

import pytest

from common.errors import ErrorCode
from common.offer import Availability
from fleet.operations.jobs import failing
from tests.servers.console import Here
from tests.servers.console.work import OFFER, not_read, record
from tests.servers.fleet_world import product_job


async def test_drops_and_sold_out_products_are_listed_by_day_and_kind(here: Here) -> None:
    ada, job, other = await here.person("ada"), product_job(1), product_job(2)
    await record(here.store, job)
    await record(here.store, job, dataclasses.replace(OFFER, price_minor=96000))
    await record(here.store, other, dataclasses.replace(OFFER, title="Toaster"))
    await record(here.store, other, dataclasses.replace(OFFER, title="Toaster", availability=Availability.OUT_OF_STOCK))
    page = await ada.page("/changes")
    assert all(said in page for said in ("1280.00 TWD", "960.00 TWD", "-25.0 %", "Kettle", "Toaster", "sold out"))
    assert 'role="img" aria-label="changes, by the day: 1 dropped, back or found again, 1 rose' in page
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    assert f"/changes?kind=drop&day={today}" in page
    dropped = await ada.page(f"/changes?kind=drop&day={today}&shop=shopee")
    assert "Kettle" in dropped and "Toaster" not in dropped
    assert "Nothing changed by these filters" in await ada.page("/changes?day=2020-01-02")
    for address, said in (("?day=yesterday", "is no day"), ("?kind=melted", "no change"), ("?shop=nosuch", "no shop")):
        refused = await ada.get(f"/changes{address}")
        assert (refused.status_code, said in refused.text) == (400, True), refused.text


async def test_changes_go_on_behind_the_last(here: Here) -> None:
    ada = await here.person("ada")
    for price in (100, 120) * 27:
        await record(here.store, product_job(1), dataclasses.replace(OFFER, price_minor=price))
    page = await ada.page("/changes?kind=rise")
    assert page.count(">rose</td>") == 27 and 'rel="next"' not in page
    page = await ada.page("/changes")
    assert page.count("%</td>") == 50
    further = await ada.page(page.split('rel="next" href="')[1].split('"')[0])
    assert further.count("%</td>") == 3


async def test_errors_are_counted_by_code_shop_and_day(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await here.person("ada")
    for number in range(3):
        await not_read(here.store, product_job(number), ErrorCode.AUTH_FAILED)
    await not_read(here.store, product_job(9), ErrorCode.PARSE_ERROR)
    page = await ada.page("/errors")
    assert "4 attempts did not work" in page
    assert page.index("AUTH_FAILED") < page.index("PARSE_ERROR"), "the most frequent first"
    assert 'aria-label="AUTH_FAILED at shopee by day: 0, 0, 0, 0, 0, 0, 3"' in page
    assert "/jobs?error=AUTH_FAILED&shop=shopee" in page
    assert "3 jobs by these filters" in await ada.page("/jobs?error=AUTH_FAILED&shop=shopee")
    assert "PARSE_ERROR" not in await ada.page("/errors?error=auth_failed&days=30")
    assert "No attempt failed by these filters" in await ada.page("/errors?shop=taobao")
    assert (await ada.get("/errors?days=999")).status_code == 400
    monkeypatch.setattr(failing, "MOST_LOOKED_AT", 2)
    page = await ada.page("/errors")
    assert "2 attempts did not work" in page and "older ones are not looked at here" in page


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/products?reason=AMBIGUOS_PRICE", "did you mean AMBIGUOUS_PRICE?"),
        ("/products?verdict=dear", "there is no verdict"),
        ("/errors?error=TIMEOT", "did you mean TIMEOUT?"),
        ("/jobs?error=TIMEOT", "did you mean TIMEOUT?"),
        ("/jobs?source=tread", "did you mean threads?"),
        ("/dead-letters?error=TIMEOT", "did you mean TIMEOUT?"),
        ("/dead-letters?error_code=TIMEOUT", "there is no filter"),
        ("/jobs?newer_than=1h", "did you mean newer?"),
        ("/audit?action=jobs+reque", "did you mean jobs requeue?"),
    ],
)
async def test_a_filters_unknown_word_is_no_empty_page(here: Here, address: str, said: str) -> None:
    ada = await here.person("ada")
    refused = await ada.get(address)
    assert (refused.status_code, said in refused.text) == (400, True), refused.text
