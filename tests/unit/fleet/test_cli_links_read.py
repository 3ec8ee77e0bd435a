"""`crawlfleet links` and `crawlfleet read`: no database, no network, one answer a line."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from fleet.cli import main
from fleet.terminal.text import width

PAGE = """<html><head><title>Mug</title><script type="application/ld+json">{"@context": "https://schema.org",
"@type": "Product", "name": "Pine mug", "sku": "M-1", "offers": {"@type": "Offer", "price": "12.50",
"priceCurrency": "EUR", "availability": "https://schema.org/InStock"}}</script></head><body></body></html>"""


class Typed(io.TextIOWrapper):
    """Standard input with these bytes."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data), "utf-8")


@pytest.fixture(autouse=True)
def _shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CRAWLFLEET_SHOPS_OTHER_DOMAINS", '["pinewood.example"]')


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = 0
    try:
        main(list(arguments))
    except SystemExit as ended:
        code = int(ended.code or 0)
    return code, capsys.readouterr().out


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_links_of_a_text_in_order_without_duplicates(capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        "好用https://shopee.tw/x-i.1.2?utm_source=a，and https://item.taobao.com/item.htm?id=720000000004 "
        "shopee.tw/product/1/2"
    )
    code, out = run(capsys, "links", text, "--json")
    assert code == 0
    first, second = objects(out)
    assert {key: first[key] for key in ("url_norm", "platform", "region", "shop_id", "item_id")} == {
        "url_norm": "https://shopee.tw/product/1/2",
        "platform": "shopee",
        "region": "tw",
        "shop_id": "1",
        "item_id": "2",
    }
    assert (second["platform"], second["item_id"]) == ("taobao", "720000000004")


def test_links_of_html_come_from_attributes_of_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Typed(b'<a href="https://shopee.sg/product/3/4">look \xff</a>'))
    _, out = run(capsys, "links", "-", "--html", "--json")
    assert [link["url_norm"] for link in objects(out)] == ["https://shopee.sg/product/3/4"]


def test_a_text_without_links_is_an_empty_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "links", "nothing here", "--json") == (0, "")


def test_read_one_page_gzip_or_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain, packed = tmp_path / "page.html", tmp_path / "page.html.gz"
    plain.write_text(PAGE, "utf-8")
    packed.write_bytes(gzip.compress(PAGE.encode()))
    for file in (plain, packed):
        code, out = run(capsys, "read", str(file), "--url", "https://pinewood.example/mug", "--json")
        (answer,) = objects(out)
        assert code == 0
        assert answer["ok"] is True
        offer = answer["offer"]
        assert (offer["title"], offer["price_minor"], offer["price"], offer["currency"]) == (
            "Pine mug",
            1250,
            "12.50",
            "EUR",
        )
        assert answer["verdict"]["status"] == "ok"
    code, out = run(capsys, "read", str(plain), "--url", "https://pinewood.example/mug")
    assert "12.50 EUR" in out


def test_read_ends_with_1_where_there_is_no_product_with_json_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    absent = str(tmp_path / "absent.html")
    code, out = run(capsys, "read", absent, "--url", "https://pinewood.example/mug", "--json")
    assert (code, objects(out)[0]["reason"]) == (1, "UNREADABLE_FILE")
    assert run(capsys, "read", absent, "--url", "https://pinewood.example/mug")[0] == 1
    code, out = run(capsys, "read", absent, "--url", "pinewood")
    assert (code, out) == (2, "")


def test_read_shows_a_person_every_field_and_where_it_came_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    body = "<h1>Pine mug</h1><del>15,00 €</del> <b class='price'>12,50 €</b><p>SKU: PM-1</p><p>Brand: Pinewood</p>"
    page.write_text(f"<title>Pine mug</title>{body}<button>Buy now</button>", "utf-8")
    code, out = run(capsys, "read", str(page), "--url", "https://pinewood.example/mug")
    assert code == 0
    for line in (
        "price        12.50 EUR, before 15.00 EUR  (visible)",
        "sku          PM-1  (visible)",
        "brand        Pinewood  (visible)",
    ):
        assert line in out
    page.write_text(page.read_text("utf-8").replace("€", "$"), "utf-8")
    assert "price        12.50, no currency named" in run(capsys, "read", str(page), "--url", "https://a.example/x")[1]


def test_read_shows_details_and_where_they_came_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    node = {
        "@type": "Product",
        "name": "Pine mug",
        "description": "A mug.\x1b[31m",
        "category": "Kitchen > Mugs",
        "aggregateRating": {"ratingValue": "4,5", "reviewCount": 2},
        "offers": {"price": "12.50", "priceCurrency": "EUR", "itemCondition": "https://schema.org/UsedCondition"},
    }
    script = f"<script type='application/ld+json'>{json.dumps(node)}</script>"
    page.write_text(f"<title>Pine mug</title>{script}<h1>Pine mug</h1><p>12,50 € (25,00 €/kg)", "utf-8")
    _, out = run(capsys, "read", str(page), "--url", "https://pinewood.example/mug")
    for line in (
        "rating       4.50 of 5, 2 reviews  (json-ld)",
        "category     Kitchen > Mugs  (json-ld)",
        "condition    USED  (json-ld)",
        "unit price   25.00 EUR per kg  (visible)",
        "description  A mug.",
    ):
        assert line in out
    assert "\x1b" not in out
    _, out = run(capsys, "read", str(page), "--url", "https://pinewood.example/mug", "--json")
    (answer,) = objects(out)
    assert answer["offer"]["details"]["rating_hundredths"] == 450
    assert answer["offer"]["came_from"]["review_count"] == "json-ld"


def test_many_pages_are_answered_in_order_and_a_bad_line_costs_only_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = tmp_path / "page.html"
    good.write_text(PAGE, "utf-8")
    url = "https://pinewood.example/mug"
    lines = [
        json.dumps({"file": str(good), "url": url}),
        "not json",
        "",
        json.dumps({"file": str(tmp_path / "none.html"), "url": url}),
        json.dumps({"file": str(good)}),
        json.dumps(["file"]),
        "[" * 100_000,
        json.dumps({"file": "a\0b", "url": url}),
        json.dumps({"file": str(good), "url": url}),
    ]
    monkeypatch.setattr(sys, "stdin", Typed("\n".join(lines).encode() + b"\n\xff\xfe\n"))
    code, out = run(capsys, "read", "-", "--json")
    answers = objects(out)
    assert code == 0
    assert [answer.get("reason", "ok") for answer in answers] == [
        "ok",
        "UNREADABLE_LINE",
        "UNREADABLE_FILE",
        "UNREADABLE_LINE",
        "UNREADABLE_LINE",
        "UNREADABLE_LINE",
        "UNREADABLE_FILE",
        "ok",
        "UNREADABLE_LINE",
    ]
    assert answers[0]["file"] == answers[7]["file"] == str(good)
    assert answers[2]["file"] == str(tmp_path / "none.html")


def test_read_without_an_address_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["read", str(tmp_path / "x.html")])
    assert ended.value.code == 2
    assert "--url" in capsys.readouterr().err


def test_a_long_name_is_told_on_lines_that_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "Pine mug " + "of oak " * 40 + "\u677e\u6728\u99ac\u514b\u676f" * 20
    (tmp_path / "page.html").write_text(PAGE.replace("Pine mug", name), "utf-8")
    command = ("read", str(tmp_path / "page.html"), "--url", "https://pinewood.example/mug")
    monkeypatch.setenv("COLUMNS", "80")
    _, out = run(capsys, *command)
    assert all(width(line) <= 80 for line in out.splitlines()), out
    assert "".join(name.split()) in "".join(out.split())
    monkeypatch.delenv("COLUMNS")
    assert run(capsys, *command)[1].startswith(f"title        {name}  (")


def test_read_shows_what_a_quarantined_price_may_be_and_why_it_was_doubted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        "<html lang='de-DE'><title>Blue cup</title><h1>Blue cup</h1><p class=price>12,50 EUR</p>"
        "<p class=price>15,00 EUR</p><p>Auf Lager</p><button>Kaufen</button></html>"
    )
    code, out = run(capsys, "read", str(page), "--url", "https://pinewood.example/p/1")
    assert code == 0
    assert "quarantine UNCONFIRMED_PRICE" in out
    assert "may be       12.50 EUR (visible, printed), 15.00 EUR (printed)" in out
    assert "-2 points, 2 are needed: +2 it stands where a price is looked for" in " ".join(out.split())


@pytest.mark.skipif(sys.platform != "linux", reason="the file without an end")
def test_of_a_file_without_end_no_more_is_read_than_a_page_may_have(capsys: pytest.CaptureFixture[str]) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, before[1]))
    try:
        code, out = run(capsys, "read", "/dev/zero", "--url", "https://pinewood.example/mug", "--json")
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
    (answer,) = objects(out)
    assert code == 1
    assert answer["detail"].startswith("larger than")
