"""Whether an address still shows the same product: by GTIN, picture and name, in that order."""

from __future__ import annotations

import pytest

from common.outcome.identity import Identity, Sameness, compare, likeness, picture

SAME, OTHER, UNSURE = Sameness.SAME, Sameness.OTHER, Sameness.UNSURE


def named(title: str | None, brand: str | None = None, **more: str) -> Identity:
    return Identity(title, brand, **more)


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        (named("Oak mug", gtin="4006381333931"), named("Pine lamp", gtin="04006381333931"), SAME),
        (named("Oak mug", gtin="4006381333931"), named("Oak mug", gtin="73513537"), OTHER),
        (
            named("Oak mug", gtin="4006381333931"),
            named("Oak mug", gtin="4006381333932"),
            SAME,
        ),  # no GTIN: a wrong digit
        (named("A book", gtin="0306406152"), named("Its new title", gtin="9780306406157"), SAME),  # ISBN-10 and -13
        (
            named("Oak mug", image_url="https://a.example/p/oak-mug-blue-1_400x400.jpg"),
            named("Autumn present", image_url="https://cdn.example/p/oak-mug-blue-1_80x80.webp"),
            SAME,
        ),
        (named("Oak mug blue"), named("[SALE] oak mug, blue – now with a lid"), SAME),
        (named("Oak mug blue"), named("blue mug OAK"), SAME),
        (named("Tasse en chêne façonnée"), named("TASSE EN CHENE FACONNEE"), SAME),
        (named("Oak mug blue"), named("Pine desk lamp"), OTHER),
        (named("藍色茶壺 大容量"), named("【限時特惠】藍色茶壺"), SAME),
        (named("藍色茶壺 大容量"), named("男士羊毛大衣 秋冬"), OTHER),
        (named("แก้วกาแฟไม้โอ๊ค"), named("แก้วกาแฟไม้โอ๊ค สีน้ำเงิน"), SAME),
        (named("แก้วกาแฟไม้โอ๊ค"), named("โคมไฟตั้งโต๊ะ"), OTHER),
        (named("Oak mug blue large"), named("Oak chair blue large"), SAME),  # names alone cannot tell these
        (named("Oak mug blue large", "Pine"), named("Oak chair blue large", "Elm"), UNSURE),
        (named("Oak set of mugs", "Pine"), named("Large oak kitchen table", "Elm"), OTHER),
        (named("Oak mug", "Pine & Sons"), named("Oak mug", "PINE"), SAME),
        (named("Oak mug"), named("Oak table lamp"), UNSURE),
        (named(None), named("Oak mug"), UNSURE),
        (named("Oak mug"), named("!!!"), UNSURE),
        (named(""), named(""), UNSURE),
    ],
)
def test_an_address_shows_the_same_product_another_or_nobody_knows(
    before: Identity, now: Identity, said: Sameness
) -> None:
    assert compare(before, now) is said
    assert compare(now, before) is said


def test_a_name_cut_within_a_word_is_held_wholly() -> None:
    assert likeness("Weihnachtsbaumständer", "Weihnachtsbaumst…") == 1.0


def test_what_is_no_pictures_name_says_nothing() -> None:
    assert picture("https://a.example/1.jpg") is None
    assert picture("https://[/p/oak-mug-blue-1.jpg") is None
    assert compare(named("Oak", image_url="https://a.example/1.jpg"), named("Pine", image_url="/1.jpg")) is OTHER


def test_long_names_of_strangers_cost_little() -> None:
    assert likeness("a " * 100_000, "b" * 200_000) == 0.0
