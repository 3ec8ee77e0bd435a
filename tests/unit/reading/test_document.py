"""What every reader asks of a parsed page: its text, cut where nobody needs more."""

from __future__ import annotations

from itertools import islice

import pytest

from common.page import Page
from common.reading.parsed.document import Document, body_text, parse, parse_text
from common.reading.parsed.links import leads_to_another
from common.reading.parsed.text_within import pieces_of_text, text_within


def page(body: str) -> Document:
    return parse_text(f"<html><head><title>Shop</title></head><body>{body}</body></html>", "https://shop.example/p")


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>Blue\n mug</p> in  stock", "Blue mug in stock"),
        ("<script>var a</script>Mug<style>p {}</style><noscript>no</noscript><template>later</template>!", "Mug !"),
        ("<p>Mu\u00adg</p>", "Mug"),
        ("", ""),
    ],
)
def test_the_bodys_text_has_no_scripts_and_no_head(body: str, text: str) -> None:
    assert body_text(page(body), 100) == text


def test_the_bodys_text_stops_where_enough_is_there() -> None:
    document = page("<p>one</p><p>two</p><p>three</p>")
    assert [body_text(document, limit) for limit in (1, 3, 4, 7, 8)] == [
        *("one", "one", "one two", "one two"),
        "one two three",
    ]


def test_pieces_of_an_element_include_what_stands_right_behind() -> None:
    section = page("<section>a<b>b</b>c</section>d<p>e</p>").root.find("body/section")
    assert list(pieces_of_text(section)) == ["a", "d", "b", "c"]


def test_an_elements_text_is_cut_at_the_limit() -> None:
    section = page("<section>Blue <b>mug</b> of clay</section>").root.find("body/section")
    assert text_within(section) == "Blue mug of clay"
    assert text_within(section, 8) == "Blue mug"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        pytest.param("<b>Blue</b><i>mug</i>", "Bluemug", id="parts of a word"),
        pytest.param("<b>12</b>,<sup>50</sup> <i>EUR</i>", "12,50 EUR", id="a price in parts"),
        pytest.param("<div>12</div><div>50</div>", "1250", id="a price in boxes"),
        pytest.param("<div>12,</div><div>50</div>", "12,50", id="its cents in a box"),
        pytest.param("<div>VORRA</div><div>Mug, blue</div>", "VORRA Mug, blue", id="words in boxes"),
        pytest.param("<div>VORRA<div>Mug</div></div>, blue", "VORRA Mug, blue", id="a box in a box"),
        pytest.param("Blue mug<br>of clay<br>3 <b>l</b>", "Blue mug of clay 3 l", id="lines"),
        pytest.param("<p>Mug 3</p><p>Cup 4</p>", "Mug 3 Cup 4", id="a number before a word"),
    ],
)
def test_words_of_boxes_are_parted_and_pieces_of_numbers_are_not(html: str, text: str) -> None:
    assert text_within(page(f"<section>{html}</section>").root.find("body/section")) == text


def test_what_a_page_is_indented_by_does_not_count() -> None:
    deep = "\n" + " " * 60
    html = f"<section>{deep}<b>{deep}Blue</b>{deep}<b>{deep}mug{deep}</b></section><p>{deep}Red mug</p>"
    body = page(html).root.find("body")
    assert text_within(body.find("section"), 10).split() == ["Blue", "mug"]
    assert text_within(body.find("p"), 8).strip() == "Red mug"


def test_elements_that_are_left_out_are_not_in_the_text() -> None:
    section = page("<section>Blue <b>big <i>big</i></b><i>mug</i></section>").root.find("body/section")
    assert text_within(section, without=lambda node: node.tag == "b") == "Blue mug"


def test_a_million_empty_elements_end_the_text() -> None:
    section = page(f"<section>Blue {'<b></b>' * 40_000}mug</section>").root.find("body/section")
    assert text_within(section).strip() == "Blue"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<html><body><p>one</p></body></html><h1>two</h1> three <p>four</p>", "one two three four"),
        (
            "<html><body>one</body></html><html><head></head><body class=a><h1>two</h1></body></html>three",
            "one two three",
        ),
        ("<html><body><p>one</html><h1>two</h1></html><p>three", "one two three"),
        ("<html></html><h1>two</h1>", "two"),
    ],
)
def test_what_stands_behind_a_pages_end_belongs_to_it(html: str, text: str) -> None:
    """Browsers show it. The parser alone gives it a second root."""
    document = parse_text(html, "https://shop.example/p")
    assert body_text(document, 100) == text
    assert not list(document.root.itersiblings())
    assert document.headings == (["two"] if "<h1>" in html else [])


def test_ten_thousand_ends_of_a_page_are_one_page() -> None:
    document = parse_text("<html><body>" + "<p>x</p></body></html><html><body>" * 10_000, "https://shop.example/p")
    assert len(document.root.findall(".//p")) == 10_000


MANY = " ".join(f"a{number}=1" for number in range(6_000))
QUOTED = 'title="' + "word " * 6_000 + '"'


@pytest.mark.parametrize(
    ("body", "attributes"),
    [
        (f"{'<b>x</b>' * 9_000}<p id=a {MANY}>Mug</p>", []),
        (f"1 > 0 {' ' * 25_000} <p id=a {MANY}>Mug</p>", []),
        (f"<p id=a {QUOTED}>Mug</p>", ["id", "title"]),
        (f"{'word ' * 6_000}<p id=a>Mug</p>", ["id"]),
        (f"<script>a = '<p {MANY}'</script><p id=a>Mug</p>", ["id"]),
    ],
    ids=["behind short tags", "behind a text", "quoted words", "a text alone", "in a script"],
)
def test_only_a_tag_of_thousands_of_attributes_loses_them(body: str, attributes: list[str]) -> None:
    found = page(body).root.find(".//p")
    assert (found.text, found.keys()) == ("Mug", attributes)


@pytest.mark.parametrize("tags", [("a",), ("select", "a", "img"), ("h1", "a"), ("a", "p"), ("video",), ("a", "a")])
@pytest.mark.parametrize("most", [1, 3, 500])
def test_the_first_elements_stand_in_the_page_s_order(tags: tuple[str, ...], most: int) -> None:
    inner = "<h1>Cup</h1><a>1</a><p><img><select></select></p><a>2</a>" * 40
    document = parse_text(f"<html><body>{inner}</body></html>", "https://shop.example/p/1")
    assert document.first(most, *tags) == list(islice(document.root.iter(*tags), most))


@pytest.mark.parametrize(
    "body",
    [
        "<p>Ä €</p>".encode(),
        b"\xef\xbb\xbf<p>\xc3\x84 \xe2\x82\xac</p>",
        "<p>Ä\x00 €</p>".encode(),
        "<p>Ä €</p>".encode("cp1252"),
        "<p>Ä €</p>".encode("utf-16"),
        "<p>Ä €</p>€".encode()[:-1],
    ],
)
def test_the_tree_says_what_the_text_says(body: bytes) -> None:
    document = parse(Page("https://shop.example/p/1", body))
    assert document.text.startswith("<p>Ä €</p>")
    assert document.root.findtext(".//p") == "Ä €"


def test_relative_addresses_are_relative_to_what_the_page_names_for_that() -> None:
    head = "<base target='_top'><base href='/shop/'><base href='/other/'><link rel='canonical' href='p/mug'>"
    document = parse_text(f"<html><head>{head}</head><body></body></html>", "https://shop.example/shop/c/9/p/mug?x=1")
    assert document.canonical == "https://shop.example/shop/p/mug"
    assert document.absolute("img/mug.jpg") == "https://shop.example/shop/img/mug.jpg"
    assert document.absolute("//cdn.example/mug.jpg") == "https://cdn.example/mug.jpg"


@pytest.mark.parametrize(
    ("href", "leads"),
    [("p/mug", False), ("p/mug?size=2", False), ("mug", True), ("/shop/p/mug", False), ("#tab", False), ("?q=1", True)],
)
def test_a_link_leads_to_where_the_pages_base_makes_it_lead(href: str, leads: bool) -> None:
    url = "https://shop.example/shop/p/mug"
    document = parse_text(f"<html><head><base href='/shop/'></head><body><a href='{href}'>x</a></body></html>", url)
    assert leads_to_another(document.first(1, "a")[0].get("href"), url) is leads


def test_without_another_base_addresses_of_links_are_left_as_they_are() -> None:
    url, link = "https://shop.example/shop/", "<a href='p/mug'>x</a><a href='mailto:anna@shop.example'>y</a>"
    for head in ("", "<base href='/shop/'>"):
        document = parse_text(f"<html><head>{head}</head><body>{link}</body></html>", url)
        assert [one.get("href") for one in document.first(2, "a")] == ["p/mug", "mailto:anna@shop.example"]


@pytest.mark.parametrize(
    ("body", "tags"),
    [
        ("<div role='heading' aria-level='1'>Mug</div>", ["h1"]),
        ("<span role=heading aria-level=3>Mug</span>", ["h3"]),
        ("<div role='heading'>Mug</div><div aria-level='1'>Mug</div>", ["div", "div"]),
        ("<p role='listitem' aria-level='1'>Mug</p><div role='heading' aria-level='9'>Mug</div>", ["p", "div"]),
    ],
)
def test_a_plain_box_that_is_called_a_heading_of_a_level_is_one(body: str, tags: list[str]) -> None:
    document = page(body)
    assert [node.tag for node in document.root.find("body")] == tags
    assert document.headings == ["Mug"] * tags.count("h1")
