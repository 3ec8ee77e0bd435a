"""Invented pages with a trap each: an amount beside the price that is not the price, or a page that is no product's.

The first line of a page says what may be stored of it: a price, or null where none may be; or why it is refused. They
lie in tests/fixtures/shop_traps.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.places import FIXTURES

SHOPS = Shops(ShopsSettings())
PAGES = sorted((FIXTURES / "shop_traps").glob("*.html"))


def _expected(path: Path) -> tuple[dict[str, Any], str]:
    first, _, html = path.read_text("utf-8").partition("\n")
    found = re.search(r"\{.*\}", first)
    assert found is not None, f"{path.name}: the first line holds no expectation"
    return json.loads(found[0]), html.replace("<head>", "<head><meta charset='utf-8'>", 1)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_nothing_but_the_price_of_a_product_is_stored(path: Path) -> None:
    expected, html = _expected(path)
    answer = read_saved(html.encode(), expected["url"], SHOPS)
    if "refused" in expected:
        assert answer.get("reason") in expected["refused"], answer
        return
    offer, verdict = answer.get("offer") or {}, answer.get("verdict") or {}
    stored = offer.get("price") if verdict.get("status") == "ok" else None
    wanted = expected["stored"]
    assert (stored and Decimal(stored)) == (wanted and Decimal(wanted)), answer
