"""Whether an address still shows the same product: by GTIN, picture and name, in that order."""

from __future__ import annotations

import pytest

from common.outcome.identity import Identity, Sameness, compare, likeness
from common.outcome.pictures import picture_named

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
    assert picture_named("https://a.example/1.jpg") is None
    assert picture_named("https://[/p/oak-mug-blue-1.jpg") is None
    assert compare(named("Oak", image_url="https://a.example/1.jpg"), named("Pine", image_url="/1.jpg")) is OTHER


def test_long_names_of_strangers_cost_little() -> None:
    assert likeness("a " * 100_000, "b" * 200_000) == 0.0


KETTLE, HOSE = ("Copper kettle Alma 1.5 l", "Alma"), ("Garden hose reel 20 m Verdo", "Verdo")


def test_one_picture_does_not_make_one_product_of_two_names_and_brands() -> None:
    shared = "https://a.example/p/oak-mug-blue-1.jpg"
    kettle, hose = named(*KETTLE, image_url=shared), named(*HOSE, image_url=shared)
    assert compare(kettle, hose) is compare(hose, kettle) is OTHER
    assert compare(kettle, named(HOSE[0], image_url=shared)) is SAME  # renamed, and no brand says more
    assert compare(kettle, named("Kupferkessel groß", "ALMA", image_url=shared)) is SAME
    assert compare(kettle, named("アルマの銅製ケトル", "アルマ", image_url=shared)) is SAME  # a brand in another script


@pytest.mark.parametrize(
    "address",
    [
        "/wp-content/uploads/woocommerce-placeholder-600x600.png",
        "/media/catalog/product/placeholder/default/no-image.jpg",
        "/media/catalog/product/placeholder/default/image.jpg",
        "/static/shop-logo-2024.png",
        "/static/OurShopLogo2024.png",
        "/img/p/en-default-large_default.jpg",
        "/images/products/noimage_large.gif",
        "/images/products/blank-600x600.gif",
        "/images/image-coming-soon.png",
        "/images/products/image_not_available.png",
        "/media/products/main-image.jpg",
        "/_next/image?url=%2Fplaceholder.png&w=640",
    ],
)
def test_a_picture_that_stands_for_any_product_says_nothing(address: str) -> None:
    kettle, hose = (named(name, image_url=f"https://a.example{address}") for name, _ in (KETTLE, HOSE))
    assert picture_named(kettle.image_url) is None
    assert compare(kettle, hose) is OTHER


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("/webshop/getimage.ashx?id=1", "/webshop/getimage.ashx?id=2", False),
        ("/webshop/getimage.ashx?id=1&w=400", "/webshop/getimage.ashx?w=80&id=1", True),
        ("/shop/image.php?product=4711&size=2", "/shop/image.php?product=4712&size=2", False),
        ("/_next/image?url=%2Fkettle.jpg&w=640", "/_next/image?url=%2Fhose.jpg&w=640", False),
        ("/_next/image?url=%2Fkettle.jpg&w=640", "/_next/image?url=%2Fkettle.jpg&w=80&q=75", True),
        ("/files/copper-kettle.jpg?v=17", "/files/copper-kettle.jpg?v=18", True),
        ("/123-large_default/copper-kettle.jpg", "/123-large_default/copper-kettle.webp", True),
        ("/catalogo/copper-kettle.jpg", "/catalogo/copper-kettle.jpg", True),
        ("/blankets/copper-blanket.jpg", "/blankets/copper-blanket.jpg", True),
        ("/products/4711/main-image.jpg", "/products/4711/main-image.webp", True),
        ("/products/4711/main-image.jpg", "/products/4712/main-image.jpg", False),
    ],
)
def test_the_query_counts_where_it_names_the_picture(one: str, other: str, is_one: bool) -> None:
    before, now = (
        named(name, image_url=f"https://a.example{address}")
        for (name, _), address in zip((KETTLE, HOSE), (one, other), strict=True)
    )
    assert compare(before, now) is (SAME if is_one else OTHER)


def test_an_address_of_many_parameters_costs_little() -> None:
    assert picture_named("https://a.example/image?" + "&".join(f"a{at}=1" for at in range(100_000)))
