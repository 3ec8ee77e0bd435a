"""The brand that only the product's name holds, when the page says it apart from the name; and the maker's own shop."""

from __future__ import annotations

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.invented.shop_names_and_codes import Form

SHOPS = Shops(ShopsSettings())
NAME = "Tarnwick Oak Side Table"
SENTENCE = "<p>You will like how the Tarnwick drawer glides in this solid oak frame.</p>"
OTHERS = '<p><a href="/b">Tarnwick Pine Desk</a></p><p><a href="/c">Tarnwick Ash Stool</a></p>'
LINK = '<p><a href="/x?m=4">Tarnwick</a></p>'
KIT = {"heading": "Hard Cider Kit", "title": "Hard Cider Kit", "trail": "", "shop": "Brewhill Cider Co, LLC"}
SHOP_URL = "https://brewhillciderco.com/hard-cider-kit"


def brand(form: Form) -> str | None:
    found: str | None = read_saved(form.page(), form.url, SHOPS)["offer"]["brand"]
    return found


@pytest.mark.parametrize("behind", [SENTENCE + OTHERS, SENTENCE + LINK, OTHERS + LINK])
def test_the_names_first_word_for_which_two_things_speak(behind: str) -> None:
    assert brand(Form(heading=NAME, behind=behind)) == "Tarnwick"


@pytest.mark.parametrize("head", ['<meta name="keywords" content="Tarnwick, oak table">', "<title>x</title>"])
def test_a_keyword_or_a_part_of_the_title_speaks_for_it_too(head: str) -> None:
    title = f"{NAME} | Tarnwick | Hill Shop" if "<title>" in head else None
    assert brand(Form(heading=NAME, behind=LINK, head=head, title=title)) == "Tarnwick"


@pytest.mark.parametrize("behind", ["", SENTENCE, OTHERS, LINK])
def test_one_thing_alone_is_not_enough(behind: str) -> None:
    assert brand(Form(heading=NAME, behind=behind)) is None


def test_what_the_page_writes_small_is_a_kind() -> None:
    links = '<p><a href="/o">Oak</a></p><p><a href="/b">Oak Desk</a></p><p><a href="/c">Oak Stool</a></p>'
    assert brand(Form(heading="Oak Side Table", behind=links)) is None


def test_capitals_say_nothing_where_all_nouns_have_one() -> None:
    text = "<p>Der Tisch hat eine Platte aus Holz, die auf einem Gestell aus Stahl liegt und mit Öl gepflegt wird.</p>"
    more = "<p>In der Küche ist der Esstisch ein Ort, an dem die Familie mit Freunden am Abend zu Tisch sitzt.</p>"
    links = '<p><a href="/b">Esstisch Rund</a></p><p><a href="/c">Esstisch Eckig</a></p>'
    form = Form(heading="Esstisch Schwarz 60cm", behind=text + more + links, about="", language="", price="24,50 €")
    assert brand(form) is None


def test_what_stands_behind_by_needs_one_thing() -> None:
    heading = "Oak Side Table by Tarnwick"
    assert brand(Form(heading=heading, behind=LINK)) == "Tarnwick"
    assert brand(Form(heading=heading)) is None


@pytest.mark.parametrize(
    "foot", ['<a href="/w">Wholesale</a><p>Our Hard Cider Kit holds all you need.</p>', '<a href="/s">Stockists</a>']
)
def test_a_makers_own_shop(foot: str) -> None:
    assert brand(Form(**KIT, url=SHOP_URL, behind=foot)) == "Brewhill Cider Co"


@pytest.mark.parametrize(
    ("foot", "url"),
    [
        ("", SHOP_URL),
        ('<a href="/w">Wholesale</a>', SHOP_URL),
        ('<a href="/s">Stockists</a>', "https://www.kits.example/hard-cider-kit"),
    ],
)
def test_a_shop_of_which_nothing_says_that_it_is_the_maker(foot: str, url: str) -> None:
    assert brand(Form(**KIT, url=url, behind=foot)) is None


def test_a_brand_without_a_value_is_none() -> None:
    empty = "<table><tr><td>Brand</td><td></td></tr><tr><td>Colour</td><td>Oak</td></tr></table>"
    assert brand(Form(detail=empty)) is None
    assert brand(Form(detail="<p>Brand:</p><p>In stock</p>")) is None


def test_a_bold_row_above_another_heads_its_columns() -> None:
    row = "<table><tr><td><b>Brand</b></td><td><b>Code</b></td></tr><tr><td>Tarnwick</td><td>KX-4417</td></tr></table>"
    form = Form(detail=row)
    offer = read_saved(form.page(), form.url, SHOPS)["offer"]
    assert (offer["brand"], offer["sku"]) == ("Tarnwick", "KX-4417")


@pytest.mark.parametrize("name", ["Phone case (500GB)", "Lamp - 1080P", "Tyre Winter, 205/55R16", "Lamp (2013)"])
def test_sizes_at_the_names_end_are_no_codes(name: str) -> None:
    form = Form(heading=name)
    assert read_saved(form.page(), form.url, SHOPS)["offer"]["sku"] is None


def test_what_other_names_say_apart_at_their_end_as_well() -> None:
    heading = "Barbell set, 20 kg | NORVORM"
    more = "<p>Rack for barbells{0}</p><p>Bench for two{0}</p>"
    text = "<p>You will like how the NORVORM rack carries all of the weights.</p>"
    assert brand(Form(heading=heading, behind=text + more.format(" | NORVORM"))) == "NORVORM"
    assert brand(Form(heading=heading, behind=text + more.format(" | OAKVORM"))) is None


def test_no_brand_is_what_ends_a_word_for_a_kind_of_goods() -> None:
    links = '<p><a href="/j">Jersey</a></p><p><a href="/b">Jersey Dots</a></p><p><a href="/c">Jersey Plain</a></p>'
    assert brand(Form(heading="Jersey Forest Animals", behind=links)) == "Jersey"
    assert brand(Form(heading="Jersey Forest Animals", behind=links + "<p>Soft Bio-Jersey of cotton.</p>")) is None


def test_a_link_to_the_page_itself_and_its_whole_name_speak_for_no_brand() -> None:
    form = Form(heading=NAME, behind=SENTENCE + '<p><a href="{}">Tarnwick</a></p>')
    own = form.url.rpartition("/")[2]
    there = Form(heading=NAME, behind=SENTENCE + f'<p><a href="/{own}">Tarnwick</a></p>')
    assert brand(there) is None
    label = '<meta property="og:title" content="Tarnwick">'
    assert brand(Form(heading=NAME, behind=SENTENCE + LINK, head=label)) is None


def test_a_sentence_that_goes_on_as_the_name_does_speaks_for_no_brand() -> None:
    text = "<p>You will like this new Tarnwick Oak. It glides on the very best of rails.</p>"
    assert brand(Form(heading=NAME, behind=LINK + text)) is None
