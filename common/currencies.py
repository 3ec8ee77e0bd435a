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
    whole_prices: bool = False
    """Its prices have no fraction in practice, whatever ISO 4217 says: "384.000" is thousands."""


CURRENCIES = (
    Currency("TWD", signs=("新台幣", "新臺幣"), before=("NT$",), shared=("$", "元"), whole_prices=True),
    Currency("USD", signs=("US$",), before=("US $", "U$S"), shared=("$",)),
    Currency("BRL", before=("R$",)),
    Currency("SGD", before=("S$",), shared=("$",)),
    Currency("MYR", before=("RM",)),
    Currency("HKD", before=("HK$",), shared=("$", "元")),
    Currency("AUD", before=("A$", "AU$"), shared=("$",)),
    Currency("CAD", before=("C$", "CA$"), shared=("$",)),
    Currency("NZD", before=("NZ$",), shared=("$",)),
    Currency("MXN", before=("MX$",), shared=("$",)),
    Currency("CLP", 0, before=("CLP$",), shared=("$",)),
    Currency("COP", before=("COL$",), shared=("$",), whole_prices=True),
    Currency("ARS", before=("AR$",), shared=("$",)),
    Currency("UYU", shared=("$",)),
    Currency("CNY", signs=("人民币", "RMB"), before=("CN¥",), shared=("元", "¥")),
    Currency("JPY", 0, signs=("円",), shared=("¥",)),
    Currency("KRW", 0, signs=("원", "₩")),
    Currency("THB", signs=("฿",), behind=("บาท",)),
    Currency("VND", 0, signs=("₫",), behind=("đ", "vnđ", "đồng")),
    Currency("IDR", before=("Rp",), whole_prices=True),
    Currency("PHP", signs=("₱",)),
    Currency("EUR", signs=("€",), behind=("euro", "Euro", "EURO", "euros", "Euros")),
    Currency("GBP", signs=("£",)),
    Currency("CHF", before=("Fr.", "SFr.")),
    Currency("PLN", behind=("zł",)),
    Currency("CZK", behind=("Kč",)),
    Currency("RUB", signs=("₽",), behind=("руб", "р.")),
    Currency("UAH", signs=("₴",), behind=("грн",)),
    Currency("HRK", before=("Kn",), behind=("kn", "Kn")),
    Currency("SAR", signs=("﷼",), behind=("ر.س", "ريال")),
    Currency("AED", behind=("د.إ",)),
    Currency("EGP", signs=("L.E",), before=("LE",), behind=("ج.م",)),
    Currency("KWD", 3, behind=("د.ك",)),
    Currency("QAR", behind=("ر.ق",)),
    Currency("BHD", 3, behind=("د.ب",)),
    Currency("OMR", 3, behind=("ر.ع",)),
    Currency("JOD", 3, behind=("د.أ",)),
    Currency("MAD", behind=("د.م", "DH", "DHs", "Dhs")),
    Currency("INR", signs=("₹",), shared=("Rs",)),
    Currency("PKR", shared=("Rs",)),
    Currency("LKR", shared=("Rs",)),
    Currency("NPR", shared=("Rs",)),
    Currency("MUR", shared=("Rs",)),
    Currency("TRY", signs=("₺",), behind=("TL",)),
    Currency("ILS", signs=("₪",)),
    Currency("NGN", signs=("₦",)),
    Currency("ZAR"),
    Currency("BGN", behind=("лв",)),
    Currency("RON", behind=("lei", "Lei")),
    Currency("RSD"),
    Currency("HUF", behind=("Ft",)),
    Currency("SEK", shared=("kr",)),
    Currency("NOK", shared=("kr",)),
    Currency("DKK", shared=("kr",)),
    Currency("ISK", 0, shared=("kr",)),
    Currency("PEN", before=("S/.",)),
    Currency("CRC", signs=("₡",)),
    Currency("PYG", 0, signs=("₲",)),
    Currency("KZT", signs=("₸",)),
    Currency("GEL", signs=("₾",)),
    Currency("UZS", behind=("сум", "so'm"), whole_prices=True),
    Currency("IQD", 3),
    Currency("LYD", 3),
    Currency("TND", 3),
    *(Currency(code, 0) for code in "BIF DJF GNF KMF RWF UGX UYI VUV XAF XOF XPF".split()),
)

BY_CODE = {currency.code: currency for currency in CURRENCIES}

OTHER_CODES = frozenset(
    "AFN ALL AMD ANG AOA AWG AZN BAM BBD BDT BMD BND BOB BSD BTN BWP BYN BZD CDF CUP CVE DOP DZD ERN ETB FJD FKP GHS "
    "GIP GMD GTQ GYD HNL HTG IRR JMD KES KGS KHR KPW KYD LAK LBP LRD LSL MDL MGA MKD MMK MNT MOP MRU MVR MWK MZN NAD "
    "NIO PAB PGK SBD SCR SDG SHP SLE SOS SRD SSP STN SVC SYP SZL TJS TMT TOP TTD TZS VES WST XCD YER ZMW ZWL".split()
)
"""Codes of ISO 4217 without a row: taken where a page declares them, not looked for in its text ("ALL", "TOP")."""


def is_code(code: str) -> bool:
    """Whether ISO 4217 has this code; markup holds misspelt ones."""
    return code in BY_CODE or code in OTHER_CODES


WITHOUT_HINT = {"元": "CNY", "Rs": "INR"}
"""What a shared sign means where nothing says which of its currencies is meant; the others then mean none."""
