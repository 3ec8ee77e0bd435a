"""One way to tell a share from an amount, wherever a page's prices are looked for."""

from __future__ import annotations

import re

import pytest

from common.reading.visible.discounts.per_cents import PER_CENT
from tests.invented.plain_page import read_page, stored_of


@pytest.mark.parametrize("text", ["5%", "26 %", "12.5%", "12,5 %", "%26", "% 7,5"])
def test_a_share(text: str) -> None:
    assert re.fullmatch(PER_CENT, text)


@pytest.mark.parametrize("text", ["26", "%", "126%", "12.50 %", "-26%", "€26"])
def test_no_share(text: str) -> None:
    assert re.fullmatch(PER_CENT, text) is None


@pytest.mark.parametrize("other", ["Matching cover £64.00", "Funda a juego £64.00", "£64.00"])
def test_one_per_cent_reduces_once(other: str) -> None:
    """It has led from the old price to the new one: the cover is cheaper by as much by chance."""
    for first in ("<s>£100.00</s> <b>£80.00</b> <span>-20%</span>", "<p>-20%</p><p>£100.00</p><p>£80.00</p>"):
        body = f"<h1>Aldra oak shelf</h1><div>{first}</div><p>{other}</p><p>In stock</p><button>Add to basket</button>"
        answer = read_page(body, url="https://aldra.example.co.uk/p/aldra-1", title="Aldra oak shelf", lang="en")
        assert stored_of(answer) in {None, "80.00"}
