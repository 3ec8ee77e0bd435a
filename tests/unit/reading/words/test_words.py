"""The words of all languages: each file as its speakers may edit it, and a language added without touching code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from common.reading.text.availability import of_button, of_phrase
from common.reading.text.identifiers import brand_of
from common.reading.words import phrases, wording
from common.reading.words.sections import SECTIONS
from tests.invented.plain_page import read_page

FILES = sorted(wording.FOLDER.glob("*.toml"))
_NOT_MEANT = re.compile(r"[\\^${}?\t\n]|\.[*+]|(?<!\w)\*|\*(?![ |)\]]|$)|<(?!(?:number|tax|no)>)")
"""Marks of regular expressions, and marks of phrases where they mean nothing."""
_CONTRADICT = (
    ("stock.in", "stock.out"),
    ("stock.in", "stock.tell_me"),
    ("stock.in", "stock.sold"),
    ("button.buy", "stock.tell_me"),
    ("button.buy", "stock.out"),
    ("tax.net", "tax.included"),
    ("price.labels", "price.old_labels"),
    ("price.sale_labels", "price.old_labels"),
    ("price.labels", "price.sale_labels"),
    ("code.labels", "code.maker_labels"),
    ("names.price", "names.other_price"),
)


def spelled(stated: list[str]) -> list[str]:
    return ["".join(one) for phrase in stated for one in phrases.spellings(phrases.parsed(phrase))]


def faults(path: Path) -> list[str]:
    """What is wrong with a file, a sentence each."""
    found = []
    for section, stated in wording.read_file(path).items():
        if not stated:
            found.append(f"{section} is empty: leave it out")
        found.extend(
            f"{section}: {phrase!r} has a mark that means nothing here"
            for phrase in stated
            if _NOT_MEANT.search(phrase)
        )
        ways = spelled(stated)
        found.extend(f"{section}: {way!r} stands there twice" for way, times in Counter(ways).items() if times > 1)
        for way in ways:
            if not way or way != way.strip() or "  " in way:
                found.append(f"{section}: {way!r} is empty or has a blank too many")
            if way != way.lower():
                found.append(f"{section}: {way!r} is not in lower case")
    return found


def test_there_is_a_file_for_each_language() -> None:
    assert len(FILES) > 30
    assert {"any", "en", "de", "zh-tw", "ko"} <= {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_words_has_no_fault(path: Path) -> None:
    assert faults(path) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[stock]\nin = []", "empty"),
        ("[stock]\nin = ['']", "empty or has a blank"),
        ("[stock]\nin = ['there ']", "a blank too many"),
        ("[stock]\nin = ['there', 'the[re]']", "twice"),
        ("[stock]\nin = ['There']", "lower case"),
        ("[stock]\nin = ['there?']", "means nothing"),
        ("[stock]\nin = ['the.*re']", "means nothing"),
        ("[stock]\nin = ['\\bthere']", "means nothing"),
        ("[stock]\nin = ['<amount> there']", "means nothing"),
    ],
)
def test_faults_are_found(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "xx.toml").write_text(text)
    assert any(fault in one for one in faults(tmp_path / "xx.toml")), faults(tmp_path / "xx.toml")


@pytest.mark.parametrize("text", ["[stock]\nthere = ['so']", "[weather]\nin = ['so']", "there = ['so']"])
def test_an_unknown_section_is_refused_by_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "xx.toml").write_text(text)
    with pytest.raises(
        wording.UnknownSectionError, match=r"xx\.toml: no rule looks for '(stock.there|weather.in|there)"
    ):
        wording.read_file(tmp_path / "xx.toml")


@pytest.mark.parametrize("phrase", ["(there", "the]re", "[there)", "there)"])
def test_a_bracket_without_its_other_half_is_refused(phrase: str) -> None:
    with pytest.raises(ValueError, match="without its"):
        phrases.parsed(phrase)


def test_no_phrase_says_the_contrary_elsewhere() -> None:
    said: dict[str, set[str]] = {section: set() for section in SECTIONS}
    for path in FILES:
        for section, stated in wording.read_file(path).items():
            said[section].update(spelled(stated))
    assert {pair: said[pair[0]] & said[pair[1]] for pair in _CONTRADICT if said[pair[0]] & said[pair[1]]} == {}
    assert all(said.values()), "a section without a phrase in any language"


INVENTED = """
[stock]
in = ["zub zub", "<number> zub"]
out = ["nir [fo ]zub"]

[button]
buy = ["grop [ta ]zik"]

[price]
sale_labels = ["mig plonk"]
old_labels = ["ur plonk"]

[tax]
names = ["blik"]

[brand]
labels = ["tarn"]

[code]
labels = ["zik <no>"]
number_words = ["krom"]

[refusal]
missing = ["snu qued"]
"""


@pytest.fixture
def invented(tmp_path: Path) -> Iterator[None]:
    (tmp_path / "xx.toml").write_text(INVENTED)
    _use(wording.FOLDER, tmp_path)
    yield
    _use(wording.FOLDER)


def _use(*folders: Path) -> None:
    wording.use(*folders)
    for remembered in (of_phrase, of_button):
        remembered.cache_clear()


def read(body: str) -> dict[str, Any]:
    return read_page(body, url="https://shop.example/p/blue-cup", title="Blue cup")


PAGE = (
    "<h1>Blue cup</h1><p>Mig plonk</p><p>12,50 €</p><p>Ur plonk</p><p>20,00 €</p><p>Nir fo zub</p>"
    "<p>Zik krom: CUP-100</p><p>Tarn: Pinewood</p>"
)


def test_the_documentation_names_every_section_and_no_other() -> None:
    text = (Path(__file__).parents[4] / "docs" / "languages.md").read_text("utf-8")
    named = re.findall(r"^\| `\[(\w+)\] (\w+)`", text, re.MULTILINE)
    assert {f"{group}.{name}" for group, name in named} == {*SECTIONS}


def test_without_its_file_the_language_is_not_read() -> None:
    assert not read(PAGE)["ok"]


@pytest.mark.usefixtures("invented")
def test_a_language_is_added_by_one_file() -> None:
    found = read(PAGE)["offer"]
    assert (found["price"], found["availability"]) == ("12.50", "OUT_OF_STOCK")
    assert (found["sku"], found["brand"]) == ("CUP-100", "Pinewood")
    bought = read(PAGE.replace("<p>Nir fo zub</p>", "<button>Grop ta zik</button>"))["offer"]
    assert bought["availability"] == "IN_STOCK"
    assert read("<h1>Snu qued</h1>")["reason"] == "NOT_FOUND"
    assert brand_of("Unbranded") is None, "the other languages stay"


@pytest.mark.parametrize(
    ("language", "said", "state"),
    [
        ("it", "Non in stock", "OUT_OF_STOCK"),
        ("hr", "Nije na zalihi", "OUT_OF_STOCK"),
        ("et", "Pole laos", "OUT_OF_STOCK"),
        ("sv", "Slut på lager", "OUT_OF_STOCK"),
        ("th", "ไม่มีสินค้า", "OUT_OF_STOCK"),
        ("zh-TW", "沒有庫存", "OUT_OF_STOCK"),
        ("zh-CN", "缺货", "OUT_OF_STOCK"),
        ("ko", "품절", "OUT_OF_STOCK"),
        ("fa", "ناموجود", "OUT_OF_STOCK"),
        ("fa", "موجود در انبار", "IN_STOCK"),
        ("tr", "Stok Durumu: Var", "IN_STOCK"),
        ("tr", "Stok Durumu: Yok", "OUT_OF_STOCK"),
        ("ru", "Наличие: есть", "IN_STOCK"),
        ("ja", "在庫：○", "IN_STOCK"),
        ("lt", "Prekės neturime", "OUT_OF_STOCK"),
        ("en", "Stock: 5", "IN_STOCK"),
        ("en", "Stock: 0", "OUT_OF_STOCK"),
        ("bg", "Не е налично", "OUT_OF_STOCK"),
    ],
)
def test_a_line_of_each_language_says_whether_it_can_be_had(language: str, said: str, state: str) -> None:
    answer = read_page(
        f"<h1>Blue cup</h1><b class='price'>12,50 €</b><p>{said}</p><p>SKU: CUP-100</p><p>{40 * 'Earthenware. '}</p>",
        url="https://shop.example/p/blue-cup",
        title="Blue cup",
        lang=language,
    )
    assert answer["offer"]["availability"] == state


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Disponible sous 8 jours - réapprovisionnement en cours", "BACKORDER"),
        ("Lieferbar in 8 Tagen, zurzeit nicht auf Lager", "BACKORDER"),
        ("Available within 2-3 weeks, currently sold out", "BACKORDER"),
        ("Available for 3 days - sold out", "OUT_OF_STOCK"),
        ("Back in stock in 8 days - sold out", "OUT_OF_STOCK"),
        ("Wieder lieferbar in 8 Tagen - ausverkauft", "OUT_OF_STOCK"),
        ("In stock 3 - size M sold out", "OUT_OF_STOCK"),
        ("In stock. Delivery 3 days. Blue is sold out", "OUT_OF_STOCK"),
        ("In stock, returns within 14 days, sold out", "OUT_OF_STOCK"),
        ("Sold out - 3 days left", "OUT_OF_STOCK"),
    ],
)
def test_what_can_be_had_in_so_many_days_is_on_order(text: str, state: str) -> None:
    assert of_phrase(text).value == state
