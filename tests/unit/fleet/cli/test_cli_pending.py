"""What waits for a second sight, and where a history breaks, as operators see it."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from common.offer import Availability, Offer, Verdict, VerdictReason, VerdictStatus
from common.outcome.crawl_result import CrawlResult, result_json
from common.store import Store
from fleet.terminal.text import width
from fleet.terminal.views.products.let_in import let_in_text
from tests.unit.fleet.command_line import Fleet, fleet, new_job

__all__ = ["fleet"]

OPERATORS = Path(__file__).parents[4] / "docs" / "operators.md"
MUG, LAMP = "Blue oak mug", "Desk lamp of brass"
OK = Verdict(VerdictStatus.OK)


async def crawl(store: Store, number: int, price_minor: int | None, title: str, verdict: Verdict = OK) -> None:
    """Product 1, as a crawl sees it now, whatever waits. Without a price it is sold out."""
    job = new_job(1)
    await store.jobs.add([job])
    await store.jobs.recheck([job.id])
    await store.jobs.cancel([job.id], reason="a wait of minutes is left out")
    await store.jobs.requeue([job.id])
    token = f"t{number}"
    await store.jobs.claim(job.id, worker_id="kitchen-pc", lease_token=token, lease_ms=60_000)
    stock = Availability.OUT_OF_STOCK if price_minor is None else Availability.IN_STOCK
    gtin = "4006381333931" if title == LAMP else None
    offer = Offer(title=title, price_minor=price_minor, currency="TWD", availability=stock, item_id="1", gtin=gtin)
    told = result_json(offer, verdict, job.url)
    result = CrawlResult(
        told, token, offer, verdict, job.url_norm, job.platform, job.region, job.url, next_crawl_in_ms=None
    )
    assert await store.jobs.succeed(job.id, token, result)


def test_pending_and_breaks_are_shown(fleet: Fleet) -> None:
    async def life(store: Store) -> None:
        for number, (price, title) in enumerate([(54000, MUG), (9000, LAMP), (9000, LAMP), (45000, LAMP)]):
            await crawl(store, number, price, title)

    fleet.store(life)
    product = f"{new_job(1).platform}:{new_job(1).region}:1"
    listed_so = " ".join(fleet("products", "list", "--pending").out.split())
    assert re.search(r"PRICE_JUMPED: 450.00 TWD instead of 90.00 TWD .* by kitchen-pc; next look: after 20", listed_so)
    shown = fleet("products", "show", product).out
    assert "PRICE_JUMPED: 450.00 TWD instead of 90.00 TWD since" in shown and "by kitchen-pc" in shown
    assert "next look     after 20" in shown
    told = " ".join(shown.split())
    assert "let in by a second look that sees the same price. Nobody can confirm it by hand" in told
    assert "jobs recheck" not in told, "it is under way already"
    job = fleet("jobs", "show", new_job(1).id).out
    assert "PRICE_JUMPED" in job and "next look after 20" in job
    sent_back = [line for line in job.splitlines() if "second look wanted" in line]
    assert sent_back and all("RUNNING" in line and "NEW" in line for line in sent_back)
    assert re.search(r"crawlfleet doctor   # the second look is due in \w+ if a dispatcher runs by then", job)
    assert "dispatch --once" not in job
    history = fleet("products", "history", product).out
    assert history.index("90.00 TWD") < history.index("another product:") < history.index("540.00 TWD")
    (found,) = fleet("products", "show", product, "--json").objects
    (sight,) = found["pending"]
    assert (sight["price"], sight["was_price"], sight["doubt"]) == ("450.00", "90.00", "PRICE_JUMPED")
    assert sight["look_by"] == "anybody" and sight["again_at"] > sight["seen_at"]
    assert "lease" not in json.dumps(sight)
    (listed,) = fleet("products", "list", "--json").objects
    assert listed["pending"]["doubt"] == "PRICE_JUMPED"


def test_a_break_is_a_line_of_its_own_also_while_the_new_product_has_no_price(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def life(store: Store) -> None:
        for number, (price, title) in enumerate([(54000, MUG), (None, LAMP), (None, LAMP)]):
            await crawl(store, number, price, title)

    fleet.store(life)
    monkeypatch.setenv("COLUMNS", "80")
    product = f"{new_job(1).platform}:{new_job(1).region}:1"
    for shown in (fleet("products", "history", product).out, fleet("products", "show", product).out):
        (line,) = [line for line in shown.splitlines() if line.endswith("another product:")]
        assert re.fullmatch(r"until \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ, another product:", line)
        assert shown.index(line) < shown.index("540.00 TWD")
    (price,) = fleet("products", "history", product, "--json").objects
    assert (price["price"], price["generation"], price["of_former_product"]) == ("540.00", 1, True)
    (row,) = csv.DictReader(io.StringIO(fleet("products", "history", product, "--csv").out))
    assert row["of_former_product"] == "true"
    (whole,) = fleet("products", "show", product, "--json").objects
    assert [one["of_former_product"] for one in whole["prices"]] == [True]


def test_why_products_wait_is_told_and_every_line_fits_the_screen(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "Iron lamp of " + "many words and " * 12 + "\u677e\u6728\u99ac\u514b\u676f" * 25

    async def life(store: Store) -> None:
        for number, title in enumerate([MUG, long]):
            await crawl(store, number, 54000, title)

    fleet.store(life)
    monkeypatch.setenv("COLUMNS", "80")
    job = new_job(1).id
    listed, whole, of_job = (
        fleet("products", "list").out,
        fleet("products", "show", job).out,
        fleet("jobs", "show", job).out,
    )
    for shown in (listed, whole, of_job):
        lines = shown.splitlines()
        assert all(width(line) <= 80 for line in lines if "crawlfleet" not in line), shown
        told = "".join("".join(lines).split())
        assert "".join(f"ANOTHER_PRODUCT: {long} at 540.00 TWD instead of {MUG}".split()) in told
        assert "by kitchen-pc" in " ".join(shown.split())
    at = listed.splitlines().index("What waits for a second look:")
    assert listed.splitlines()[at + 1].startswith(f"  {job[:10]}")
    monkeypatch.delenv("COLUMNS")
    assert "What waits for a second look:" in fleet("products", "list").out


def test_no_product_is_told_on_lines_that_fit(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    fleet("db", "init")
    monkeypatch.setenv("COLUMNS", "80")
    for typed, begins in (
        ((), "no product is known yet. They come of crawled jobs: `crawlfleet jobs list`"),
        (("--gone",), "no product matches. They come of crawled jobs: `crawlfleet jobs list`"),
        (("--pending",), "no product that matches waits for a second look. Of lent PCs' results"),
    ):
        lines = fleet("products", "list", *typed).out.splitlines()
        assert all(len(line) <= 80 for line in lines)
        assert " ".join(lines).startswith(begins)


def test_each_break_of_a_history_is_told(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    async def life(store: Store) -> None:
        seen = [(54000, MUG), (9000, LAMP), (9000, LAMP), (9500, LAMP), (50000, MUG), (50000, MUG)]
        for number, (price, title) in enumerate(seen):
            await crawl(store, number, price, title)

    fleet.store(life)
    monkeypatch.setenv("COLUMNS", "80")
    history = fleet("products", "history", new_job(1).id).out.splitlines()
    assert all(len(line) <= 80 for line in history)
    prices = [re.sub(r".*Z +(\S+) TWD.*", r"\1", line) if "TWD" in line else line[-8:] for line in history[1:]]
    assert prices == ["500.00", "product:", "95.00", "90.00", "product:", "540.00"]
    told = fleet("products", "history", new_job(1).id, "--json").objects
    assert [(one["price"], one["of_former_product"]) for one in told] == [
        ("500.00", False),
        ("95.00", True),
        ("90.00", True),
        ("540.00", True),
    ]


def test_why_a_price_is_not_stored_is_told_where_products_are_listed(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def life(store: Store) -> None:
        await crawl(store, 1, 54000, MUG)
        await crawl(store, 2, 0, MUG, Verdict(VerdictStatus.DROP, VerdictReason.ZERO_PRICE))

    monkeypatch.setenv("COLUMNS", "80")
    fleet.store(life)
    listed = fleet("products", "list", "--verdict", "drop").out
    assert "540.00 TWD" in listed and "not stored: ZERO_PRICE" in listed and "the price is the one of" in listed
    assert all(width(line) <= 80 for line in listed.splitlines())
    whole = fleet("products", "show", new_job(1).id).out
    assert "drop (ZERO_PRICE): its last page's price is not stored" in whole
    told = " ".join(whole.split())
    assert f"crawlfleet jobs show {new_job(1).id} # what its last page said" in told
    assert "let in by a page with a price above zero. Nobody can confirm it by hand (docs/operators.md," in told
    assert f"crawlfleet jobs recheck {new_job(1).id}" in told
    assert "let in by" not in fleet("products", "show", new_job(1).id, "--json").out, "prose is for people"


@pytest.mark.parametrize("reason", list(VerdictReason))
def test_each_reason_says_what_lets_the_price_in_and_the_page_it_names_knows_the_reason(reason: VerdictReason) -> None:
    assert re.fullmatch(r"(a page|a look|two looks) .*\. Nobody can confirm it by hand \(.*\)", let_in_text(reason, ()))
    section = OPERATORS.read_text(encoding="utf-8").split("## A price that is pending, or was not stored", 1)[1]
    assert reason in section.split("\n## ", 1)[0]


def test_a_reason_of_another_version_is_told_too() -> None:
    assert let_in_text("OF_TOMORROW", ()).startswith("a page that can be read. Nobody")
    assert let_in_text(None, ()) == ""
