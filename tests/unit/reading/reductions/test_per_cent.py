"""One way to tell a share from an amount, wherever a page's prices are looked for."""

from __future__ import annotations

import re

import pytest

from common.reading.visible.discounts.per_cents import PER_CENT


@pytest.mark.parametrize("text", ["5%", "26 %", "12.5%", "12,5 %", "%26", "% 7,5"])
def test_a_share(text: str) -> None:
    assert re.fullmatch(PER_CENT, text)


@pytest.mark.parametrize("text", ["26", "%", "126%", "12.50 %", "-26%", "€26"])
def test_no_share(text: str) -> None:
    assert re.fullmatch(PER_CENT, text) is None
