"""Invented shops on well-known shop systems, each page as the system's own theme draws it, without structured data.

The first line of a page holds what must be read of it. They lie in tests/fixtures/shop_systems.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.places import FIXTURES

SHOPS = Shops(ShopsSettings())
PAGES = sorted((FIXTURES / "shop_systems").glob("*.html"))
FIELDS = ("price", "currency", "availability", "sku", "brand")
_TEXT = "<p>" + 40 * "Made by hand in small numbers. " + "</p></body>"
"""Pages that say little else than a price are taken for shells."""


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """(what must be read, what was)."""
    first, _, html = path.read_text("utf-8").partition("\n")
    found = re.search(r"\{.*\}", first)
    assert found is not None, f"{path.name}: the first line holds no expectation"
    wanted: dict[str, Any] = json.loads(found[0])
    html = html.replace("<head>", "<head><meta charset='utf-8'>", 1).replace("</body>", _TEXT)
    return wanted, read_saved(html.encode(), wanted["url"], SHOPS)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_product_of_a_shop_system_is_read_whole_and_stored(path: Path) -> None:
    wanted, answer = _read(path)
    assert answer["ok"], answer
    offer = answer["offer"]
    read = {field: offer.get(field) for field in FIELDS}
    read["price"] = format(float(read["price"]), "g") if read["price"] else None
    assert read == {field: wanted[field] for field in FIELDS} | {"price": format(float(wanted["price"]), "g")}
    silent = wanted["availability"] == "UNKNOWN"  # nothing on the page says whether it can be had: never stored
    assert answer["verdict"]["status"] == ("drop" if silent else "ok"), answer["verdict"]
