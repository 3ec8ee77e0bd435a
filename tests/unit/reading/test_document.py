"""What every reader asks of a parsed page: its text, cut where nobody needs more."""

from __future__ import annotations

import pytest

from common.reading.document import Document, body_text, parse_text, pieces_of_text, text_within


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
