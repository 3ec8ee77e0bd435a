"""A page with the labels of an article and of a product is a product's: a plugin calls every page an article."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra rice cake with beans"
ARTICLE, PRODUCT = ("<meta property='og:type' content='article'>", "<meta property='og:type' content='product'>")


def read(head: str, body: str = "<p class='price'>£6.80</p><p class='stock out-of-stock'>Sold out</p>") -> str:
    answer = read_page(
        f"<h1>{NAME}</h1>{body}", url="https://www.pine-house.co.uk/cakes/rice", title=NAME, lang="en-GB", head=head
    )
    return str(answer["offer"]["price"] if answer.get("offer") else answer["reason"])


@pytest.mark.parametrize("head", [PRODUCT, ARTICLE + PRODUCT, PRODUCT + ARTICLE])
def test_the_label_of_a_product_is_enough(head: str) -> None:
    assert read(head) == "6.80"


def test_that_of_an_article_alone_is_none() -> None:
    text = f"<p>{'We tried all of them and tell what they cost. ' * 9}</p><p>The best costs £6.80 in the shop.</p>"
    assert read(ARTICLE, text) == "ARTICLE"
    assert read(ARTICLE + "<meta property='og:type' content='website'>", text) == "ARTICLE"
