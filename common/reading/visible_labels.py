"""SKU and brand as the page prints them: beside their label, or in an element named after them.

A label is a whole line ("SKU:", a table's left cell) with the value on the next line, or the line's beginning. Stronger
labels win: a product code over a reference, a reference over an advert's number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from urllib.parse import unquote, urlsplit

from common.reading.identifiers import brand_of, clean_id
from common.reading.visible_lines import Line, names_of

_NUMBER = r"(?:no|nr|n[º°o]|num(?:ber|mer|éro|ero)?|code|id|#)\.?"
_CODE_LABEL = re.compile(
    r"(?:asin|sku(?: ?(?:code|id|no\.?|number))?|"
    rf"(?:product|item|article|catalogue|catalog|stock|part|shop|web)[ -]?{_NUMBER}|product reference|"
    r"(?:art(?:ikel)?|bestell|produkt)[.\s-]{0,3}(?:nr|nummer|no|id)\.?|artikelnummer|bestellnummer|produktnummer|"
    r"(?:code|réf(?:érence|\.)?)(?: (?:du )?(?:produit|article))?|"
    r"(?:código|cód\.?|codigo)(?: (?:do |de |del )?(?:produto|producto|artículo|item))?|codice(?: prodotto|"
    r" articolo)?|"
    r"cod(?:\.|ul)?(?: produs| prodotto)?|referencia|referência|rif\.?|"
    r"(?:kod|nr|indeks)(?: (?:produktu|ref(?:erencyjny)?|kat(?:alogowy)?|artykułu))\.?|kod (?:produktu|produktu:)?|"
    r"(?:kód|číslo)(?: (?:produktu|zboží|tovaru|výrobku))|cikkszám|termékkód|"
    r"šifra(?: (?:artikla|proizvoda|izdelka))?|kataloški broj|"
    r"артикул|код(?: товара| производителя)?|арт\.?|код на продукта|кат\.? номер|κωδικός(?: προϊόντος)?|"
    r"ürün kodu|stok kodu|varenr\.?|varenummer|artnr\.?|tuotenumero|tuotekoodi|"
    r"mã (?:sản phẩm|sp|hàng)|kode (?:produk|barang)|รหัสสินค้า|"
    r"商品(?:編號|编号|番号|コード|番號|貨號)|貨號|货号|品番|型番|管理番号|상품\s?(?:번호|코드)|품번)"
    r"\s{0,2}(?:[:：#-]|–|\Z|(?=\s[#\dA-Z]))",
    re.IGNORECASE,
)
_ADVERT_LABEL = re.compile(
    r"(?:(?:ebay )?item number|numéro de l'objet(?: ebay)?|ebay[- ]artikelnummer|número (?:de artículo|"
    r"do item)(?: de ebay)?|"
    rf"(?:post|ad|advert|listing|classified|offer|deal|anzeigen?|annonce|anuncio|ogłoszenia|"
    rf"oglas)(?:[ -]?(?:{_NUMBER}))?|"
    r"номер объявления|id oglasa|číslo inzerátu|딜번호|刊登編號)\s{0,2}(?:[:：#]|\Z|(?=\d{6}))",
    re.IGNORECASE,
)
_VALUE = re.compile(r"[#]?\s?([A-Za-z0-9][A-Za-z0-9._/\-]{1,30}[A-Za-z0-9]|[A-Za-z]?\d{3,})(?=$|[\s|,;)\]])")
_NOT_A_CODE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,3}(?:[.,]\d{3})*[.,]\d{2}")
_BRAND_LABEL = re.compile(
    r"(?:brand(?: name)?|make(?: ?/ ?manufacturer)?|marke|marque|marca|merk|manufacturer|hersteller|fabricante|"
    r"fabrikant|fabricant|producent|producător|"
    r"výrobce|výrobca|značka|zna[cč]ka|gyártó|márka|proizvođač|proizvajalec|blagovna znamka|robna marka|marka|"
    r"производител|марка|бренд|производитель|виробник|торговая марка|μάρκα|κατασκευαστής|varumärke|märke|merke|mærke|"
    r"tootja|valmistaja|tuotemerkki|thương hiệu|nhà sản xuất|merek|jenama|"
    r"แบรนด์|ยี่ห้อ|品牌|廠牌|メーカー|ブランド|브랜드|제조사)"
    r"\s{0,2}(?:[:：]|-\s?\Z|–\s?\Z|\Z)",
    re.IGNORECASE,
)
_STORE = re.compile(
    r"(?:visit the (.{1,40}) store|besuchen sie den (.{1,40})[- ]store|visiter la boutique (.{1,40})|"
    r"visita(?: lo| la)? (?:store di|tienda de) (.{1,40})|visita lo store di (.{1,40})|"
    r"bezoek de (.{1,40})[- ]store)\Z",
    re.IGNORECASE,
)
_BRAND_NAMES = re.compile(
    r"(?:^|[\s_-])(?:brand|manufacturer|product-?brand|brand-?name|marque|marke|marca)(?:$|[\s_-]|name|link)",
    re.IGNORECASE,
)
_BRAND_PATH = re.compile(
    r"/(?:brands?|marken?|marques?|marcas?|merk(?:en)?|manufacturers?|hersteller|znacky|brend|shop-by-brand)/", re.I
)
_MORE = re.compile(r"more|all|view|see|shop|mehr|alle|plus|ver|visit|follow|brand|marke|marque|marca|\d", re.IGNORECASE)
_LABEL_LINES = 1500
_BRAND_LINES = 60


@dataclass(frozen=True, slots=True)
class Printed:
    """A code as printed. `strong`: its label says that it is the product's code, not an advert's number."""

    code: str
    strong: bool


def sku_of(lines: Sequence[Line], url: str) -> Printed | None:
    """The code that stands beside a label that says so; else a number of the address that the page prints."""
    shown = [line for line in lines if not line.elsewhere and -40 <= line.at <= _LABEL_LINES]
    best: Printed | None = None
    for place, line in enumerate(shown):
        if line.element.get("itemprop") in {"sku", "productID"} and (own := _VALUE.fullmatch(line.text)):
            return Printed(own[1], True)
        label = _CODE_LABEL.match(line.text)
        if label is None or len(line.text) > 120:
            continue
        code = _value_after(shown, place, label.end())
        if code is not None:
            strong = not label[0].lower().startswith(("part", "model"))
            if label[0].lower().startswith("asin"):
                return Printed(code, True)
            best = best or Printed(code, strong)
    if best is not None:
        return best
    return _of_address(shown, url)


def _value_after(shown: Sequence[Line], place: int, end: int) -> str | None:
    rest = shown[place].text[end:].strip(" :：#-–")
    if not rest and place + 1 < len(shown):
        rest = shown[place + 1].text.strip(" :：#")
        if len(rest) > 40:
            return None
    found = _VALUE.match(rest)
    if found is None or _NOT_A_CODE.fullmatch(found[1]) or not any(mark.isdigit() for mark in found[1]):
        return None
    return clean_id(found[1].rstrip("."))


_OWN_NUMBER = re.compile(r"\d{6,}")


def _of_address(shown: Sequence[Line], url: str) -> Printed | None:
    """A number that the address ends with and the page prints, alone or behind an advert's label."""
    try:
        path = unquote(urlsplit(url).path)
    except ValueError:
        return None
    numbers = _OWN_NUMBER.findall(path)[-3:]
    if not numbers:
        return None
    for line in shown:
        text = line.text
        if len(text) > 60:
            continue
        label = _ADVERT_LABEL.match(text)
        rest = text[label.end() :].strip() if label else text
        if rest and rest.isdigit() and len(rest) >= 6 and any(number.endswith(rest) for number in numbers):
            return Printed(rest, False)
    return None


def brand_of_lines(lines: Sequence[Line], title: str | None = None) -> str | None:
    """The brand beside its label, in an element named brand, behind a link to the brand's page, or right above the
    heading when the page's `title` says it too.
    """
    shown = [line for line in lines if not line.elsewhere and -40 <= line.at <= _LABEL_LINES]
    for look in (_labelled_brand, _named_brand):
        found = look(shown)
        if found is not None:
            return found
    return _above_heading(shown, title or "")


def _above_heading(shown: Sequence[Line], title: str) -> str | None:
    """The last short line before the heading, in the heading's own box, that the title repeats as a whole word."""
    top = next((line.element for line in shown if line.at == 0), None)
    above = next((line for line in reversed(shown) if line.at < 0), None)
    if top is None or above is None or above.at < -2 or not 1 < len(above.text) <= 30 or _MORE.match(above.text):
        return None
    box = set(islice(above.element.iterancestors(), 4))
    if not box & set(islice(top.iterancestors(), 4)):
        return None
    return brand_of(above.text) if re.search(rf"(?<!\w){re.escape(above.text)}(?!\w)", title, re.IGNORECASE) else None


def _labelled_brand(shown: Sequence[Line]) -> str | None:
    for place, line in enumerate(shown):
        if len(line.text) > 80:
            continue
        label = _BRAND_LABEL.match(line.text)
        if label is None:
            continue
        value = line.text[label.end() :].strip(" :：")
        if not value and place + 1 < len(shown):
            value = shown[place + 1].text.strip(" :：")
        found = brand_of(value) if 1 < len(value) <= 40 else None
        if found is not None and not found.endswith((":", "?")):
            return found
    return None


def _named_brand(shown: Sequence[Line]) -> str | None:
    for line in shown:
        if not -15 <= line.at <= _BRAND_LINES or line.at == 0 or not 1 < len(line.text) <= 60:
            continue
        store = _STORE.match(line.text)
        if store is not None:
            return brand_of(next(part for part in store.groups() if part))
        if len(line.text) > 30 or _MORE.match(line.text) or line.text.endswith(":"):
            continue
        parent = line.element.getparent()
        named = _BRAND_NAMES.search(names_of(line.element)) or (
            parent is not None and _BRAND_NAMES.search(names_of(parent))
        )
        if named or (line.element.tag == "a" and _BRAND_PATH.search(line.element.get("href") or "")):
            found = brand_of(line.text)
            if found is not None:
                return found
    return None
