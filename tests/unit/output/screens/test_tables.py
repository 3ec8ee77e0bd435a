"""Tables on a terminal: wide characters, narrow screens, hostile text."""

from __future__ import annotations

import pytest

from common.output.characters import characters, reads_backward
from common.output.printable import printable
from fleet.console.rendering import short
from fleet.durations import age_ms, ago
from fleet.terminal.table import Column, Table, render, render_indented
from fleet.terminal.text import fit, folded, width
from fleet.terminal.views import audit, feeds, workers
from fleet.terminal.views.jobs import jobs, reports
from fleet.terminal.views.products import product_changes, products
from fleet.terminal.views.volunteers import volunteers

COLUMNS = (Column("id"), Column("title", flexible=True), Column("price", right=True))
ROWS = [["a1", "松木馬克杯 350 ml", "420.00 TWD"], ["b22", "Oak chair", "9.90 SGD"]]


def test_wide_characters_take_two_columns_and_marks_none() -> None:
    assert width("松木") == 4
    assert width("é") == 1
    assert width("e\u0301") == 1


def test_columns_line_up_under_wide_titles() -> None:
    lines = render(COLUMNS, ROWS, screen_columns=200)
    assert len({width(line) for line in lines}) == 1


@pytest.mark.parametrize("screen", [21, 24, 31, 40, 80])
def test_a_table_fits_its_screen(screen: int) -> None:
    lines = render(COLUMNS, ROWS, screen_columns=screen)
    assert all(width(line) <= screen for line in lines)


def test_the_flexible_column_gives_way_first() -> None:
    table = "\n".join(render(COLUMNS, ROWS, screen_columns=28))
    assert "420.00 TWD" in table
    assert "…" in table


BENEATH = (Column("id"), Column("title", flexible=True), Column("price", right=True), Column("link", beneath=True))
LINK = "https://shop.example/" + "a" * 60


def test_what_a_narrow_screen_has_no_room_for_stands_whole_beneath_its_row() -> None:
    lines = render(BENEATH, [[*ROWS[0], LINK], [*ROWS[1], ""]], screen_columns=60)
    assert lines[2] == f"    link: {LINK}"
    assert lines[3].startswith("b22  Oak chair")
    assert lines[3:] == render(COLUMNS, ROWS, screen_columns=60)[2:], "an empty cell takes no line"
    assert "link" not in lines[0]


def test_a_sentence_beneath_is_broken_between_words_and_a_link_never() -> None:
    columns = (Column("id"), Column("why", beneath=True), Column("tries", beneath=True), Column("link", beneath=True))
    link = f"https://shop.example/{'a' * 60}"
    sentence = "a sentence of more words than one line of this screen has room for"
    assert render(columns, [["1", sentence, "2", link]], screen_columns=40) == [
        "id",
        "1",
        "    why: a sentence of more words than",
        "      one line of this screen has room",
        "      for",
        "    tries: 2",
        f"    link: {link}",
    ]


def test_what_is_never_cut_stands_whole_and_what_stands_beneath_breaks_between_cells() -> None:
    columns = (Column("name", whole=True), *(Column(f"figure {at}", right=True, beneath=True) for at in range(5)))
    lines = render(columns, [["n" * 50, *["1,000,000"] * 5]], screen_columns=40)
    assert lines[:2] == ["name", "n" * 50]
    assert all(width(line) <= 40 for line in lines[2:])
    assert " ".join(" ".join(lines[2:]).split()) == " ".join(f"figure {at}: 1,000,000" for at in range(5))


STATES = (
    Column("id", whole=True),
    Column("state"),
    Column("title", flexible=True),
    Column("tries", right=True),
    Column("error"),
    Column("link", beneath=True),
)


@pytest.mark.parametrize(
    ("screen", "headings", "beneath"),
    [
        (200, "id  state title tries error link", []),
        (54, "id  state title tries error", ["link: a.example"]),
        (53, "id  state title tries", ["error: TIMEOUT  link: a.example"]),
        (44, "id  state title", ["tries: 5,000  error: TIMEOUT", "link: a.example"]),
        (38, "id  state title", ["tries: 5,000  error: TIMEOUT", "link: a.example"]),
        (37, "id  state", ["title: Mug of oak, glazed", "tries: 5,000  error: TIMEOUT", "link: a.example"]),
    ],
)
def test_neither_a_state_nor_a_number_is_cut(screen: int, headings: str, beneath: list[str]) -> None:
    row = ["0a1b2c3d", "FAILED_PERMANENT", "Mug of oak, glazed", "5,000", "TIMEOUT", "a.example"]
    lines = render(STATES, [row], screen_columns=screen)
    assert lines[0].split() == headings.split()
    assert "FAILED_PERMANENT" in lines[1]
    assert [line.strip() for line in lines[2:]] == beneath
    assert all(width(line) <= screen for line in lines)


def test_a_line_of_its_own_stands_whole_above_its_row() -> None:
    said = "until yesterday, another product:"
    for screen in (24, 80):
        lines = render(COLUMNS, ROWS, above={1: said}, screen_columns=screen)
        at = lines.index(said)
        assert lines[at - 1].split()[-1] == "TWD" and lines[at + 1].startswith("b22")


def test_where_there_is_room_everything_stands_in_the_table() -> None:
    lines = render(BENEATH, [[*ROWS[0], LINK]], screen_columns=200)
    assert len(lines) == 2
    assert lines[1].endswith(LINK)


def test_nothing_is_cut_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert "x" * 500 in "\n".join(render((Column("link", flexible=True),), [["x" * 500]]))


def test_fit_never_splits_a_wide_character() -> None:
    assert fit("松木杯", 4) == "松…"
    assert fit("松木杯", 6) == "松木杯"
    assert fit("abc", 0) == ""


@pytest.mark.parametrize(
    ("typed", "ms"), [("90s", 90_000), ("30m", 1_800_000), ("2h", 7_200_000), ("1.5d", 129_600_000)]
)
def test_ages_as_people_type_them(typed: str, ms: int) -> None:
    assert age_ms(typed) == ms


@pytest.mark.parametrize("typed", ["", "2", "h", "-2h", "2 years", "2h30m"])
def test_what_is_no_age_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(ValueError, match="for example 2h"):
        age_ms(typed)


def test_how_long_ago() -> None:
    assert [ago(then, 100_000_000) for then in (None, 99_999_000, 99_000_000, 90_000_000, 0, 200_000_000)] == [
        "-",
        "1s",
        "16m",
        "2h",
        "1d",
        "0s",
    ]


@pytest.mark.parametrize("screen", [40, 60, 200])
@pytest.mark.parametrize(
    ("columns", "row"),
    [
        (audit.COLUMNS, ["2026-11-27 13:36:25", "root@a-host.example", "feeds poll", "", "1", "2m ago", "account ada"]),
        (feeds.COLUMNS, ["rss", f"https://posts.example/{'a' * 60}", "6 failed", "2m", "in 40m", "1", "HTTP 500"]),
        (jobs.ERROR_COLUMNS, ["other/a-shop-of-boards.example", "FAILED_PERMANENT", "CONTENT_NOT_FOUND", "12"]),
        (workers.COLUMNS, [f"{'pc-' * 20}1", "worker", "0.2.0", "9s", "0", "3", "1", "waiting for the broker"]),
        (
            volunteers.PERSONS,
            ["p1", "a name of somebody that is rather long", "on", "1", "0", "0", "6s", "in 6d", "3 wait"],
        ),
        (reports.COLUMNS, ["2026-11-27 13:36:25Z", "ada", "attic-pc.home.arpa", "5.00 TWD, IN_STOCK", "waiting"]),
    ],
)
def test_no_listing_of_names_loses_one_on_a_narrow_screen(
    columns: tuple[Column, ...], row: list[str], screen: int
) -> None:
    lines = render(columns, [row], screen_columns=screen)
    told = " ".join(" ".join(lines).split())
    assert all(cell in told for cell in row), told
    long = [line for line in lines if width(line) > screen]
    assert all(line.split(":")[0].strip() in {column.title for column in columns} for line in long), long


def test_a_table_that_is_indented_fits_the_screen_with_its_indent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    row = ["2026-11-27 13:36:25Z", "ada", "attic-pc-of-a-long-name.home.arpa", "5.00 TWD, IN_STOCK", "waiting"]
    lines = render_indented(reports.COLUMNS, [row])
    assert max(map(width, lines)) <= 60 and all(line.startswith("  ") for line in lines)
    monkeypatch.delenv("COLUMNS")
    assert all(cell in render_indented(reports.COLUMNS, [row])[1] for cell in row), "into a pipe nothing is cut"


def test_a_name_that_is_cut_in_one_row_stands_whole_beneath_that_row_alone() -> None:
    columns = (Column("account", flexible=True, again=True), Column("state"))
    assert render(columns, [["ada", "ok"], ["somebody@a.example", "ok"]], screen_columns=20) == [
        "account        state",
        "ada            ok",
        "somebody@a.e…  ok",
        "    account: somebody@a.example",
    ]


def test_a_table_in_parts_widens_and_says_its_headings_anew_where_they_differ() -> None:
    columns = (Column("id", whole=True), Column("count", right=True), Column("link", flexible=True, beneath=True))
    table = Table(screen_columns=24)
    assert table.lines(columns, [["a", "1", "x.example"]]) == ["id  count  link", "a       1  x.example"]
    assert table.lines(columns, [["abcd", "2", "y.example"]]) == ["abcd      2  y.example"]
    assert table.lines(columns, [["b", "3", "a-long-one.example"]]) == [
        "id    count",
        "b         3",
        "    link: a-long-one.example",
    ], "it has no room in the row any more"
    more = (*columns, Column("why", beneath=True))
    assert table.lines(more, [["c", "4", "", "slow"]]) == ["c         4", "    why: slow"]
    assert table.lines(more, []) == []


FAMILY, ENGLAND, THUMB = (
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "\U0001f44d\U0001f3fd",
)
FLAG, HEART, KEYCAP, PARTS = "\U0001f1e9\U0001f1ea", "\u2764\ufe0f", "1\ufe0f\u20e3", "\u1100\u1161\u11a8"


@pytest.mark.parametrize(
    "one", [FAMILY, ENGLAND, THUMB, FLAG, HEART, KEYCAP, PARTS, "\u261d\U0001f3fd", "\u677e", "e\u0301"]
)
def test_a_character_of_several_parts_is_one_and_is_not_cut(one: str) -> None:
    wide = 1 if one == "e\u0301" else 2
    assert width(one) == wide and width(one * 3) == 3 * wide
    for columns in range(1, 12):
        cut = fit(one * 9, columns)
        assert width(cut) <= columns and set(characters(cut)) <= {one, "…"}
    assert fit(f"{one}abc", wide + 1) == f"{one}…"
    assert all(width(line) <= 5 for line in folded(one * 9, first="", rest="", breaks=True, columns=5))
    assert set(characters(short(one * 40, 21))) == {one, "…"}


LISTED = {
    "listing of jobs": (
        jobs.COLUMNS,
        ["k3v9q", "other/{0}.example", "DEAD", "5/5", "3d", "TIMEOUT", "https://x.example/{0}"],
    ),
    "products": (
        products.COLUMNS,
        ["k3v9q", "{0}", "5.00 TWD", "IN_STOCK", "ok", "3d", "other/x", "https://x.example/{0}"],
    ),
    "changes": (
        product_changes.COLUMNS,
        ["2026-11-27 13:36", "dropped", "{0}", "5.00 ILS", "6.00 ILS", "-17.0%", "other/x", "https://x.example/{0}"],
    ),
}


@pytest.mark.parametrize("listing", LISTED)
@pytest.mark.parametrize(
    "text", [FAMILY * 30, FLAG * 30, "松木の杯" * 20, "שולחן עץ 24 " * 9, "طاولة ٢٤ " * 9, ENGLAND * 3 + HEART * 40]
)
def test_columns_stand_beneath_each_other_whatever_the_script(listing: str, text: str) -> None:
    columns, row = LISTED[listing]
    plain = [cell.format("a wooden table") for cell in row]
    lines = render(columns, [plain, [cell.format(text) for cell in row], plain], screen_columns=80)
    first, strange, last = (line for line in lines[1:] if not line.startswith(" "))
    assert all(width(line) <= 80 for line in lines if "://" not in line and text not in line)
    assert first == last and not any(reads_backward(one) for one in strange.rpartition("https")[0])
    figure = "5/5" if listing == "listing of jobs" else "5.00"
    assert width(first.partition(figure)[0]) == width(strange.partition(figure)[0])
    pieces = set(characters(text))
    assert set(characters(strange)) - set(strange) <= pieces, "no part of a character"
    assert printable(strange) == strange
