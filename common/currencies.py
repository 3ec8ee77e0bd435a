"""The currencies that crawlfleet can read, in one table: ISO 4217 code, digits of the minor unit, signs and names.

Everything that knows a currency knows it from here: how many digits an amount has (common/money.py), which currency a
text names and what money looks like in running text (common/reading/text/currencies/). To add one, add a row.

Every country's money that ISO 4217 lists has a row, and some that was withdrawn since 2018. What nobody pays with has
none: metals, units of account, funds' codes (CLF, CHE, XDR). Digits are those of ISO 4217 list one (2026). The order
counts in one case only: of two signs of the same length in one text, the one that stands first in this table is taken.
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
    """Signs that other currencies, or sizes of clothes, have too, on either side of an amount."""
    local_before: tuple[str, ...] = ()
    """Letters that mean it at home only ("R 1,250.00"): before an amount to the cent or with a mark of thousands, and
    no currency anywhere else.
    """
    local_behind: tuple[str, ...] = ()
    words_of: str | None = None
    """The currency whose names behind an amount mean this one in its own country: "lei", "руб"."""
    is_word: bool = False
    """Its code means other things in texts ("ALL", "5 KGS"): taken where markup declares it, not looked for."""
    whole_prices: bool = False
    """Its prices have no fraction in practice, whatever ISO 4217 says: "384.000" is thousands."""


CURRENCIES = (
    Currency(
        "TWD",
        signs=("新台幣", "新臺幣"),
        before=("NT$", "TW$", "NTD"),
        behind=("NTD",),
        shared=("$", "元"),
        local_before=("NT",),
        whole_prices=True,
    ),
    Currency("USD", signs=("US$",), before=("US $", "U$S", "u$s"), shared=("$",)),
    Currency("BRL", before=("R$",), local_behind=("reais",)),
    Currency("SGD", before=("S$", "SG$"), shared=("$",)),
    Currency("MYR", before=("RM",), local_behind=("ringgit",)),
    Currency("HKD", signs=("港幣", "港币", "港元"), before=("HK$",), shared=("$", "元")),
    Currency("AUD", before=("A$", "AU$", "AU $", "AUS$"), shared=("$",)),
    Currency("CAD", before=("CA$", "CAN$"), shared=("$", "C$")),
    Currency("NZD", before=("NZ$",), shared=("$",)),
    Currency("MXN", before=("MX$",), shared=("$",), local_behind=("pesos",)),
    Currency("NIO", shared=("C$",), behind=("córdobas", "Córdobas"), local_behind=("cordobas",)),
    Currency("CLP", 0, before=("CLP$", "CL$"), shared=("$",), local_behind=("pesos",)),
    Currency("COP", before=("COL$", "CO$"), shared=("$",), local_behind=("pesos",), whole_prices=True),
    Currency("ARS", before=("AR$",), shared=("$",), local_behind=("pesos",)),
    Currency("UYU", before=("$U", "UYU$"), shared=("$",), local_behind=("pesos",)),
    Currency("CNY", signs=("人民币", "RMB"), before=("CN¥",), shared=("元", "¥"), local_behind=("yuan",)),
    Currency("JPY", 0, signs=("円",), shared=("¥",), local_behind=("yen",)),
    Currency("KRW", 0, signs=("원", "₩", "￦"), local_behind=("won",)),
    Currency("THB", signs=("฿", "บาท"), local_behind=("baht", "Baht")),
    Currency("VND", 0, signs=("₫",), before=("đ",), behind=("đ", "vnđ", "VNĐ", "vnd", "đồng")),
    Currency("IDR", before=("Rp",), local_behind=("rupiah",), whole_prices=True),
    Currency("PHP", signs=("₱",), before=("Php", "PhP"), local_before=("P",)),
    Currency(
        "EUR",
        signs=("€",),
        behind=tuple(
            "euro Euro EURO euros Euros EUROS eur Eur euroa eura eiro eurot evrov evra eurų eurai avro "
            "ευρώ Ευρώ евро євро ევრო".split()
        ),
    ),
    Currency("GBP", signs=("£",)),
    Currency(
        "CHF",
        before=("Fr.", "SFr.", "sFr.", "SFR"),
        local_before=("Fr",),
        local_behind=("Fr", "francs", "Franken"),
    ),
    Currency("PLN", behind=("zł", "złotych", "złote", "złoty"), local_behind=("zlotych",)),
    Currency("CZK", before=("Kč",), behind=("Kč", "Kc"), local_behind=("korun", "koruny")),
    Currency(
        "RUB",
        signs=("₽",),
        behind=("руб", "Руб", "РУБ", "pуб", "рублей", "рубля", "рубль", "рублёў", "рублі", "р."),
        local_behind=("Р",),
    ),
    Currency("BYN", behind=("бел. руб", "бел.руб"), words_of="RUB", local_behind=("Br",)),
    Currency("UAH", signs=("₴",), behind=("грн", "Грн", "ГРН", "гривень", "гривні", "гривня")),
    Currency("HRK", before=("Kn",), behind=("kn", "Kn"), local_behind=("kuna",)),
    Currency(
        "SAR",
        signs=("⃁", "ر.س", "ريال سعودي"),
        behind=("رس",),
        shared=("﷼", "ريال"),
        local_before=("SR",),
        local_behind=("SR",),
    ),
    Currency(
        "AED",
        signs=("د.إ", "درهم إماراتي"),
        words_of="MAD",
        shared=("درهم", "Dhs", "DHs"),
        local_before=("Dh",),
        local_behind=("dirhams",),
    ),
    Currency("EGP", signs=("L.E", "ج.م", "جنيه مصري"), before=("LE", "E£"), behind=("E£",), shared=("جنيه",)),
    Currency("KWD", 3, signs=("د.ك", "دينار كويتي"), local_before=("KD",), local_behind=("KD", "دينار")),
    Currency("QAR", signs=("ر.ق", "ريال قطري"), shared=("﷼", "ريال"), local_before=("QR",), local_behind=("QR",)),
    Currency("BHD", 3, signs=("د.ب", "دينار بحريني"), local_before=("BD",), local_behind=("BD", "دينار")),
    Currency("OMR", 3, signs=("ر.ع", "ريال عماني"), shared=("﷼", "ريال"), local_before=("RO",), local_behind=("RO",)),
    Currency("JOD", 3, signs=("د.أ", "د.ا", "دينار أردني"), local_before=("JD",), local_behind=("JD", "دينار")),
    Currency(
        "MAD",
        signs=("د.م", "درهم مغربي"),
        behind=("DH",),
        shared=("درهم", "Dhs", "DHs"),
        local_before=("Dh",),
        local_behind=("dirhams", "dirham"),
    ),
    Currency("INR", signs=("₹",), behind=("रुपये", "रुपए"), shared=("Rs", "ரூ", "रु")),
    Currency("PKR", shared=("Rs",)),
    Currency("LKR", signs=("රුපියල්", "රු"), shared=("Rs", "ரூ")),
    Currency("NPR", signs=("रू",), shared=("Rs", "रु")),
    Currency("MUR", shared=("Rs",)),
    Currency("TRY", signs=("₺",), behind=("TL", "Türk Lirası", "lirası"), local_behind=("lira",)),
    Currency(
        "ILS",
        signs=("₪",),
        before=("NIS",),
        behind=('ש"ח', "ש״ח", "שח", "שקל", "שקלים", "NIS"),
        local_behind=("shekels",),
    ),
    Currency("NGN", signs=("₦",), local_before=("N",), local_behind=("naira", "Naira")),
    Currency("ZAR", local_before=("R",), local_behind=("rand", "Rand")),
    Currency("BGN", behind=("лв", "лева")),
    Currency("RON", behind=("lei", "Lei", "LEI")),
    Currency("MDL", words_of="RON", local_behind=("лей", "леев")),
    Currency("RSD", behind=("дин", "РСД"), local_behind=("din", "dinara", "динара")),
    Currency("MKD", behind=("ден", "МКД"), local_behind=("денари", "denari", "denarë")),
    Currency("HUF", behind=("Ft", "FT", "forint", "Forint")),
    Currency("SEK", behind=("kronor",), shared=("kr", "Kr")),
    Currency("NOK", shared=("kr", "Kr", "kroner")),
    Currency("DKK", shared=("kr", "Kr", "kroner")),
    Currency("ISK", 0, behind=("krónur", "króna"), shared=("kr", "Kr")),
    Currency("PEN", before=("S/.",), shared=("S/",), local_behind=("soles", "nuevos soles")),
    Currency("GTQ", local_before=("Q",), local_behind=("quetzales",)),
    Currency("BOB", local_before=("Bs",), local_behind=("Bs", "bolivianos")),
    Currency("CRC", signs=("₡",), local_behind=("colones",)),
    Currency(
        "PYG", 0, signs=("₲",), behind=("guaraníes", "Guaraníes"), local_before=("Gs",), local_behind=("guaranies",)
    ),
    Currency("KZT", signs=("₸",), behind=("тг", "Тг", "тенге", "теңге"), local_behind=("tenge", "tg")),
    Currency("GEL", signs=("₾",), behind=("ლარი", "ლ."), local_behind=("lari", "лари")),
    Currency("AMD", signs=("֏",), behind=("դրամ", "դր"), local_behind=("dram", "драм"), whole_prices=True),
    Currency("AZN", signs=("₼",), local_behind=("manat",)),
    Currency("MNT", signs=("₮",), behind=("төгрөг", "төг")),
    Currency("BDT", signs=("৳",), before=("Tk",), behind=("টাকা", "Tk"), local_behind=("taka", "Taka", "tk")),
    Currency("KES", before=("KSh", "Ksh", "KShs", "Kshs", "KSH"), local_before=("Shs", "Sh")),
    Currency(
        "TZS", before=("TSh", "Tsh", "TShs", "Tshs", "TSH"), local_before=("Shs", "Sh"), local_behind=("shilingi",)
    ),
    Currency("ETB", behind=("ብር",), local_before=("Br", "Birr"), local_behind=("birr", "Birr", "Br")),
    Currency("JMD", before=("J$",), shared=("$",)),
    Currency("TTD", before=("TT$",), shared=("$",)),
    Currency(
        "DZD",
        signs=("د.ج", "دينار جزائري"),
        behind=("دج",),
        local_before=("DA",),
        local_behind=("DA", "dinars", "دينار"),
    ),
    Currency("UZS", behind=("сум", "сўм", "so'm", "so‘m", "soʻm", "so`m", "so’m", "so´m"), whole_prices=True),
    Currency("IQD", 3, signs=("د.ع", "دينار عراقي"), local_behind=("دينار",), whole_prices=True),
    Currency("LYD", 3, signs=("د.ل", "دينار ليبي")),
    Currency("TND", 3, signs=("د.ت", "دينار تونسي"), local_before=("DT",), local_behind=("DT", "dinars", "دينار")),
    Currency("XOF", 0, shared=("FCFA", "CFA", "F CFA", "F.CFA", "Fcfa")),
    Currency("XAF", 0, shared=("FCFA", "CFA", "F CFA", "F.CFA", "Fcfa")),
    Currency("UGX", 0, before=("USh", "Ush", "UShs", "Ushs"), local_before=("Shs", "Sh")),
    Currency("ALL", behind=("lekë", "Lekë", "LEKË"), local_behind=("lek", "Lek", "LEK", "leke"), is_word=True),
    Currency("BAM", local_behind=("KM", "КМ", "konvertibilnih maraka", "maraka"), is_word=True),
    Currency("KGS", local_behind=("сом", "сомдон", "som"), is_word=True),
    Currency("TJS", behind=("сомонӣ", "сомони"), local_behind=("somoni",)),
    Currency("TMT", local_behind=("manat",)),
    Currency("MMK", behind=("ကျပ်",), local_before=("Ks",), local_behind=("Ks", "kyat", "kyats"), whole_prices=True),
    Currency("KHR", signs=("៛",), behind=("រៀល",), local_behind=("riel", "riels"), whole_prices=True),
    Currency("LAK", signs=("₭",), behind=("ກີບ",), local_behind=("kip",), is_word=True, whole_prices=True),
    Currency("GHS", signs=("GH₵", "₵"), before=("GH¢", "GHC", "GHc", "Gh₵"), behind=("cedis",)),
    Currency("ZMW", before=("ZMK",), local_before=("ZK",), local_behind=("kwacha",)),
    Currency("MWK", local_behind=("kwacha",)),
    Currency("BWP", local_before=("P",), local_behind=("pula",)),
    Currency("GMD", local_behind=("dalasi", "dalasis")),
    Currency("HNL", local_before=("Lps",), local_behind=("lempiras", "Lps")),
    Currency("PAB", before=("B/.",), local_behind=("balboas",)),
    Currency("DOP", before=("RD$",), shared=("$",), behind=("pesos dominicanos",), local_behind=("pesos",)),
    Currency("HTG", behind=("gourdes",), local_behind=("Gdes", "gdes")),
    Currency("BBD", before=("Bds$", "BDS$", "BBD$"), shared=("$",)),
    Currency("BZD", before=("BZ$",), shared=("$",)),
    Currency("XCD", before=("EC$",), shared=("$",)),
    Currency("GYD", before=("G$", "GY$"), shared=("$",)),
    Currency("BND", before=("B$", "BN$"), shared=("$",)),
    Currency("FJD", before=("FJ$",), shared=("$",)),
    Currency("NAD", before=("N$",), shared=("$",)),
    Currency("LRD", before=("L$",), shared=("$",)),
    Currency("SBD", before=("SI$",), shared=("$",)),
    Currency("WST", before=("WS$",), shared=("$",)),
    Currency("KYD", before=("CI$",), shared=("$",)),
    Currency("SRD", before=("SR$", "SRD$"), shared=("$",)),
    Currency("MOP", before=("MOP$",), signs=("澳門幣", "澳门币"), shared=("$", "元"), is_word=True),
    Currency("PGK", local_behind=("kina",)),
    Currency("MVR", before=("MRf", "Mrf"), local_before=("Rf",)),
    Currency("AFN", signs=("؋", "افغانی", "افغانۍ")),
    Currency("SYP", signs=("ل.س", "ليرة سورية")),
    Currency("LBP", signs=("ل.ل", "ليرة لبنانية"), local_before=("LL", "L.L"), local_behind=("LL", "L.L")),
    Currency("YER", signs=("ر.ي", "ريال يمني"), shared=("﷼", "ريال")),
    Currency("SDG", signs=("ج.س", "جنيه سوداني"), shared=("جنيه",)),
    Currency("MZN", behind=("meticais",), local_behind=("MT", "Mt")),
    Currency(
        "AOA", behind=("kwanzas", "Kwanzas"), local_before=("Kz", "KZ", "AKZ"), local_behind=("Kz", "KZ", "kz", "AKZ")
    ),
    Currency("MGA", behind=("ariary", "Ariary"), local_behind=("Ar",), whole_prices=True),
    Currency("BIF", 0, before=("FBu",), behind=("FBu",)),
    Currency("RWF", 0, before=("FRw", "Frw", "Rwf"), behind=("FRw", "Frw", "Rwf")),
    Currency("DJF", 0, behind=("Fdj",)),
    Currency("XPF", 0, behind=("F CFP", "FCFP")),
    Currency("CDF", local_before=("FC",), local_behind=("FC",)),
    Currency("VUV", 0, local_before=("VT", "Vt"), local_behind=("VT", "Vt", "vatu")),
    Currency("VES", before=("Bs.S", "Bs.D"), local_before=("Bs",), local_behind=("Bs", "bolívares")),
    Currency("IRR", whole_prices=True),
    *(Currency(code, 0) for code in "GNF KMF UYI".split()),
    *(
        Currency(code, is_word=True)
        for code in "ANG AWG BMD BSD BTN CUC CUP CVE ERN FKP GIP KPW LSL MRU SCR SHP SLE SLL SOS SSP STN SVC SZL TOP "
        "VED XCG ZWG ZWL".split()
    ),
)

BY_CODE = {currency.code: currency for currency in CURRENCIES}


def is_code(code: str) -> bool:
    """Whether ISO 4217 has, or lately had, this code for a country's money; markup holds misspelt ones."""
    return code in BY_CODE


def currency_code(written: str) -> str:
    """The code as ISO 4217 writes it: "aud" is AUD. Raises ValueError, which says what to write instead."""
    code = written.strip().upper()
    if not is_code(code):
        raise ValueError(f"{written!r} is no currency's code of ISO 4217; write three letters, such as USD, AUD or SEK")
    return code


WITHOUT_HINT = {"元": "CNY", "Rs": "INR", "रु": "INR", "C$": "CAD"}
"""What a shared sign means where nothing says which of its currencies is meant; the others then mean none."""
