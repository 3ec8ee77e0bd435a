"""The currencies that crawlfleet can read, in one table: ISO 4217 code, digits of the minor unit, signs and names.

Everything that knows a currency knows it from here: how many digits an amount has (common/money.py), which currency a
text names and what money looks like in running text (common/reading/text/currency.py). To add one, add a row.

Digits are those of ISO 4217 list one (2024). The order counts in one case only: of two signs of the same length in one
text, the one that stands first in this table is taken.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Currency:
    """A row of the table."""

    code: str
    digits: int = 2
    """Of the minor unit, after the decimal mark."""
    signs: tuple[str, ...] = ()
    """Signs and names that mean this currency and no other, on either side of an amount."""
    before: tuple[str, ...] = ()
    """Such names that stand before the amount only."""
    behind: tuple[str, ...] = ()
    """Such names that stand behind the amount only. A full stop may follow each."""
    shared: tuple[str, ...] = ()
    """Signs that other currencies have too, on either side of an amount."""
    local_before: tuple[str, ...] = ()
    """Letters that mean it at home only ("R 1,250.00"): before an amount to the cent or with a mark of thousands, and
    no currency anywhere else.
    """
    local_behind: tuple[str, ...] = ()
    words_of: str | None = None
    """The currency whose names behind an amount mean this one in its own country: "lei", "руб"."""
    whole_prices: bool = False
    """Its prices have no fraction in practice, whatever ISO 4217 says: "384.000" is thousands."""


CURRENCIES = (
    Currency(
        "TWD",
        signs=("新台幣", "新臺幣"),
        before=("NT$", "NTD"),
        behind=("NTD",),
        shared=("$", "元"),
        local_before=("NT",),
        whole_prices=True,
    ),
    Currency("USD", signs=("US$",), before=("US $", "U$S"), shared=("$",)),
    Currency("BRL", before=("R$",), local_behind=("reais",)),
    Currency("SGD", before=("S$",), shared=("$",)),
    Currency("MYR", before=("RM",)),
    Currency("HKD", signs=("港幣", "港币", "港元"), before=("HK$",), shared=("$", "元")),
    Currency("AUD", before=("A$", "AU$"), shared=("$",)),
    Currency("CAD", before=("C$", "CA$"), shared=("$",)),
    Currency("NZD", before=("NZ$",), shared=("$",)),
    Currency("MXN", before=("MX$",), shared=("$",), local_behind=("pesos",)),
    Currency("CLP", 0, before=("CLP$",), shared=("$",), local_behind=("pesos",)),
    Currency("COP", before=("COL$",), shared=("$",), local_behind=("pesos",), whole_prices=True),
    Currency("ARS", before=("AR$",), shared=("$",), local_behind=("pesos",)),
    Currency("UYU", shared=("$",), local_behind=("pesos",)),
    Currency("CNY", signs=("人民币", "RMB"), before=("CN¥",), shared=("元", "¥")),
    Currency("JPY", 0, signs=("円",), shared=("¥",)),
    Currency("KRW", 0, signs=("원", "₩", "￦")),
    Currency("THB", signs=("฿", "บาท")),
    Currency("VND", 0, signs=("₫",), before=("đ",), behind=("đ", "vnđ", "VNĐ", "vnd", "đồng")),
    Currency("IDR", before=("Rp",), whole_prices=True),
    Currency("PHP", signs=("₱",), before=("Php", "PhP"), local_before=("P",)),
    Currency("EUR", signs=("€",), behind=tuple("euro Euro EURO euros Euros eur Eur euroa eura ευρώ Ευρώ евро".split())),
    Currency("GBP", signs=("£",)),
    Currency(
        "CHF",
        before=("Fr.", "SFr.", "sFr.", "SFR"),
        local_behind=("Fr", "francs", "Franken"),
    ),
    Currency("PLN", behind=("zł",)),
    Currency("CZK", behind=("Kč",)),
    Currency("RUB", signs=("₽",), behind=("руб", "рублей", "рубля", "рубль", "р.")),
    Currency("BYN", words_of="RUB"),
    Currency("UAH", signs=("₴",), behind=("грн", "гривень", "гривні", "гривня")),
    Currency("HRK", before=("Kn",), behind=("kn", "Kn")),
    Currency(
        "SAR",
        signs=("⃁", "ر.س", "ريال سعودي"),
        behind=("رس",),
        shared=("﷼", "ريال"),
        local_before=("SR",),
        local_behind=("SR",),
    ),
    Currency("AED", signs=("د.إ", "درهم إماراتي"), shared=("درهم",)),
    Currency("EGP", signs=("L.E", "ج.م"), before=("LE",)),
    Currency("KWD", 3, signs=("د.ك",), local_before=("KD",), local_behind=("KD",)),
    Currency("QAR", signs=("ر.ق",), shared=("﷼", "ريال"), local_before=("QR",), local_behind=("QR",)),
    Currency("BHD", 3, signs=("د.ب",), local_before=("BD",), local_behind=("BD",)),
    Currency("OMR", 3, signs=("ر.ع",), shared=("﷼", "ريال")),
    Currency("JOD", 3, signs=("د.أ",), local_before=("JD",), local_behind=("JD",)),
    Currency("MAD", signs=("د.م",), behind=("DH", "DHs", "Dhs"), shared=("درهم",)),
    Currency("INR", signs=("₹", "रु"), shared=("Rs",)),
    Currency("PKR", shared=("Rs",)),
    Currency("LKR", signs=("රු",), shared=("Rs",)),
    Currency("NPR", signs=("रू",), shared=("Rs",)),
    Currency("MUR", shared=("Rs",)),
    Currency("TRY", signs=("₺",), behind=("TL",)),
    Currency("ILS", signs=("₪",), before=("NIS",), behind=('ש"ח', "ש״ח", "שח", "שקל", "שקלים", "NIS")),
    Currency("NGN", signs=("₦",), local_before=("N",)),
    Currency("ZAR", local_before=("R",)),
    Currency("BGN", behind=("лв",)),
    Currency("RON", behind=("lei", "Lei", "LEI")),
    Currency("MDL", words_of="RON"),
    Currency("RSD", behind=("дин",), local_behind=("din",)),
    Currency("MKD", behind=("ден",)),
    Currency("HUF", behind=("Ft", "FT", "forint", "Forint")),
    Currency("SEK", behind=("kronor",), shared=("kr", "Kr")),
    Currency("NOK", shared=("kr", "Kr", "kroner")),
    Currency("DKK", shared=("kr", "Kr", "kroner")),
    Currency("ISK", 0, shared=("kr", "Kr")),
    Currency("PEN", before=("S/.",)),
    Currency("GTQ", local_before=("Q",)),
    Currency("BOB", local_before=("Bs",)),
    Currency("CRC", signs=("₡",)),
    Currency("PYG", 0, signs=("₲",), local_before=("Gs",)),
    Currency("KZT", signs=("₸",), behind=("тг", "тенге")),
    Currency("GEL", signs=("₾",), behind=("ლარი",)),
    Currency("AMD", signs=("֏",), whole_prices=True),
    Currency("AZN", signs=("₼",)),
    Currency("MNT", signs=("₮",)),
    Currency("BDT", signs=("৳",), before=("Tk",), behind=("টাকা",)),
    Currency("KES", before=("KSh", "Ksh", "KShs", "Kshs", "KSH")),
    Currency("TZS", before=("TSh", "Tsh")),
    Currency("ETB"),
    Currency("JMD", before=("J$",), shared=("$",)),
    Currency("TTD", before=("TT$",), shared=("$",)),
    Currency("DZD", signs=("د.ج",), behind=("دج",), local_behind=("DA",)),
    Currency("UZS", behind=("сум", "so'm", "so‘m", "soʻm", "so`m"), whole_prices=True),
    Currency("IQD", 3, signs=("د.ع",)),
    Currency("LYD", 3, signs=("د.ل",)),
    Currency("TND", 3, signs=("د.ت",), local_behind=("DT",)),
    Currency("XOF", 0, shared=("FCFA", "CFA")),
    Currency("XAF", 0, shared=("FCFA", "CFA")),
    Currency("UGX", 0, before=("USh", "Ush")),
    *(Currency(code, 0) for code in "BIF DJF GNF KMF RWF UYI VUV XPF".split()),
)

BY_CODE = {currency.code: currency for currency in CURRENCIES}

OTHER_CODES = frozenset(
    "AFN ALL ANG AOA AWG BAM BBD BMD BND BSD BTN BWP BZD CDF CUP CVE DOP ERN FJD FKP GHS "
    "GIP GMD GYD HNL HTG IRR KGS KHR KPW KYD LAK LBP LRD LSL MGA MMK MOP MRU MVR MWK MZN NAD "
    "NIO PAB PGK SBD SCR SDG SHP SLE SOS SRD SSP STN SVC SYP SZL TJS TMT TOP VES WST XCD YER ZMW ZWL".split()
)
"""Codes of ISO 4217 without a row: taken where a page declares them, not looked for in its text ("ALL", "TOP")."""


def is_code(code: str) -> bool:
    """Whether ISO 4217 has this code; markup holds misspelt ones."""
    return code in BY_CODE or code in OTHER_CODES


WITHOUT_HINT = {"元": "CNY", "Rs": "INR"}
"""What a shared sign means where nothing says which of its currencies is meant; the others then mean none."""
