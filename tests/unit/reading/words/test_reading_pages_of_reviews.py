"""Pages of reviews are no product's, whatever their labels say; and words for "not given" are no code of one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page


def read(path: str, body: str = "<p>75 verified ratings</p><h3>Good</h3><p>I like it</p>") -> Any:
    return read_page(
        f"<h1>Oak chair Vorra</h1>{body}",
        url=f"https://www.pine-house.shop{path}",
        title="Reviews of Oak chair Vorra",
        lang="en",
        head="<meta property='og:type' content='product'>",
    )


@pytest.mark.parametrize(
    "path",
    [
        "/catalog/productratingsreviews/sku/IT910/",
        "/oak/ratings-and-reviews",
        "/oak/ratings-reviews/2",
        "/product-ratings/771",
        "/oak-p-771/yorumlar",
        "/oak/recensioner",
        "/oak/velemenyek",
        "/oak/recenzii",
        "/oak/axiologiseis",
        "/oak/danh-gia",
        "/oak/kundenbewertungen",
    ],
)
def test_they_are_called_so(path: str) -> None:
    assert read(path)["reason"] == "REVIEW"


SOLD = "<p class=price>129,00 €</p><p>In stock</p><button>Add to cart</button>"


@pytest.mark.parametrize("path", ["/oak-chair", "/oak/rating-5", "/operating-ratings-table", "/mnenje-oak"])
def test_other_addresses_are_not(path: str) -> None:
    assert read(path, SOLD)["offer"]["price_minor"] == 12900


@pytest.mark.parametrize("none", ["ND", "N/D", "n. v.", "N/B", "b/d", "Н/Д", "k. A.", "n.v.t.", "s/n", "N/A"])
def test_what_says_that_there_is_no_code_is_none(none: str) -> None:
    body = f"{SOLD}<span class='sku_wrapper'>SKU: <span class='sku'>{none}</span></span>"
    assert read("/oak-chair", body)["offer"]["sku"] is None


@pytest.mark.parametrize("code", ["ND-1", "VV40", "K-A7", "SN12"])
def test_what_only_begins_so_is_a_code(code: str) -> None:
    body = f"{SOLD}<span class='sku_wrapper'>SKU: <span class='sku'>{code}</span></span>"
    assert read("/oak-chair", body)["offer"]["sku"] == code
