"""The one escaping of what strangers wrote, and the words of suggested commands."""

from __future__ import annotations

import json
import shlex
import unicodedata
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from common.output import printable as module
from common.output.printable import MARKS_IN_A_ROW, printable, printable_json
from common.output.typable import typable, typable_path
from tests.growth import assert_linear

ANY_TEXT = st.text(st.characters(codec=None))
BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u115f\u1160\u3164\uffa0\U000e0041\U000e0001\ufff9"
CONTROLS = "".join(map(chr, [*range(0x20), *range(0x7F, 0xA0)])) + "\u2028\u2029"


@pytest.mark.parametrize("character", sorted({*BIDI, *INVISIBLE, *CONTROLS, "\ud83d", "\ue000", "\uffff"}))
def test_what_commands_hides_or_reorders_is_escaped(character: str) -> None:
    shown = printable(f"a{character}b")
    assert shown[0] + shown[-1] == "ab"
    assert shown[1:-1].startswith("\\")
    assert shown.isascii()
    assert shown.isprintable()
    line = printable_json({"x": f"a{character}b"})
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line) == {"x": f"a{character}b"}


@pytest.mark.parametrize(
    "text",
    [
        "松木馬克杯 350 ml",
        "全角\u3000スペース",
        "แก้วไม้",
        "Cốc gỗ",
        "کتاب",
        "e\u0301",
        "👩\u200d👩\u200d👧",
        "👩🏽\u200d🚒",
        "❤\ufe0f\u200d🔥",
        "1\ufe0f\u20e3",
        "🇹🇼",
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "\U0001faea",
        "C:\\Users",
        "a\u00a0b",
    ],
)
def test_letters_spaces_and_emoji_of_any_script_stay(text: str) -> None:
    assert printable(text) == text
    assert json.loads(printable_json(text)) == text
    assert printable_json(text) == json.dumps(text, ensure_ascii=False)


def test_escapes_can_be_read() -> None:
    assert printable("a\x1b[31m\n\t\r\x9b\u202e\U000e0041\ud83d") == r"a\x1b[31m\n\t\r\x9b\u202e\U000e0041\ud83d"


def test_a_flood_of_marks_is_cut_for_eyes_and_escaped_for_programs() -> None:
    flood = "e" + "\u0301" * 1000 + "x"
    assert printable(flood) == "e" + "\u0301" * MARKS_IN_A_ROW + "x"
    assert printable_json(flood).count("\u0301") == MARKS_IN_A_ROW
    assert json.loads(printable_json(flood)) == flood


@given(ANY_TEXT)
@example("👩\ufe0f\ufe0f\ufe0f\ufe0f\ufe0f\u200d👩")
@example("\U0001f3f4\u0301\U000e0067\U000e0062\U000e0073\U000e007f")
def test_only_harmless_characters_come_out_and_twice_is_once(text: str) -> None:
    shown = printable(text)
    assert printable(shown) == shown
    for character in shown:
        assert character.isprintable() or unicodedata.category(character) in {"Zs", "Cn", "Cf"}
        assert character not in set(BIDI) | set(CONTROLS) | {"\ufeff", "\u200b"}


def test_long_text_takes_time_in_proportion() -> None:
    for unit in ("\u202e", "\u0301", "👩\u200d", "\U0001f3f4\U000e0067"):
        assert_linear(printable, unit.__mul__, 100_000)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | ANY_TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(ANY_TEXT, inner),
)


@given(JSON_VALUES)
def test_json_keeps_its_value(value: object) -> None:
    line = printable_json(value)
    assert json.loads(line) == json.loads(json.dumps(value))
    assert not set(line) & (set(BIDI) | set(CONTROLS))


@pytest.mark.parametrize("text", ["k3v9q", "other/example.com", "shopee:tw:9100001", "RATE_LIMITED", "a=b"])
def test_a_plain_word_is_typed_as_it_is(text: str) -> None:
    assert typable(text, "ID") == text
    assert shlex.split(f"crawlfleet jobs show {text}")[-1] == text


@pytest.mark.parametrize(
    "text",
    ["", "$(touch x)", "`id`", "a b", "--all", "-x", "a;b", "a'b", 'a"b', "a|b", "~root", "*", "a\n", "%PATH%", "松木",
     "x" * 201, "@args", "a&b", "a\u202eb", "!1", "#"],
)  # fmt: skip
def test_any_other_word_is_replaced(text: str) -> None:
    assert typable(text, "ID") == "ID"


@given(ANY_TEXT)
def test_a_path_is_one_word_of_a_posix_shell(text: str) -> None:
    word = typable_path(text, windows=False)
    assert shlex.split(word) == [text if word != "FILE" or text == "FILE" else "FILE"]
    assert printable(word) == word


def test_a_path_on_windows_is_shown_only_where_quotes_hold() -> None:
    assert typable_path(r"C:\Users\A B\x.db", windows=True) == r'"C:\Users\A B\x.db"'
    for risky in ("C:\\%PATH%", "$env:x", 'a"b', "a`b", "a;b", "C:\\a b\\"):
        assert typable_path(risky, windows=True) == "FILE"


@pytest.mark.parametrize("write", [printable, printable_json])
def test_of_a_long_line_only_what_is_not_plain_is_looked_at(
    write: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []

    def category(character: str) -> str:
        looked_at.append(character)
        return unicodedata.category(character)

    monkeypatch.setattr(module, "unicodedata", SimpleNamespace(category=category))
    line = "https://shop.example/" + "a" * 1000 + " 茶\u202e壺 " + "b" * 1000
    assert write(line).strip('"') == line.replace("\u202e", "\\u202e")
    assert len(looked_at) <= 6, "a hundred thousand rows are to be written in seconds"
