"""Which country with a dollar of its own a page's shop is at home in, by what shops print there and hardly anywhere
else: addresses, telephone numbers, numbers of firms, and how far they deliver.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.reading.text.places.dollar_place import CANADIAN_POSTCODE, is_of_the_states, joined

_PROVINCES = (
    r"ON|Ont\.|Ontario|BC|B\.C\.|British Columbia|AB|Alberta|QC|PQ|Qu[ée]bec|MB|Manitoba|SK|Saskatchewan|NS|"
    r"Nova Scotia|NB|New Brunswick|NL|Newfoundland|PEI?|Prince Edward Island"
)
_CANADIAN_TOWNS = (
    r"Toronto|Ottawa|Mississauga|Hamilton|Kitchener|Waterloo|Guelph|Kingston|London|Windsor|Barrie|Markham|Brampton|"
    r"Oakville|Burlington|Vaughan|Vancouver|Victoria|Surrey|Burnaby|Richmond|Kelowna|Nanaimo|Kamloops|Edmonton|Calgary|"
    r"Red Deer|Lethbridge|Winnipeg|Regina|Saskatoon|Montr[ée]al|Laval|Qu[ée]bec|Gatineau|Sherbrooke|Longueuil|Halifax|"
    r"Dartmouth|Moncton|Fredericton|Saint John|St\.? John's|Charlottetown"
)
_NEW_ZEALAND_TOWNS = (
    r"Auckland|Wellington|Christchurch|Hamilton|Dunedin|Tauranga|Nelson|Napier|Hastings|Palmerston North|Rotorua|"
    r"Queenstown|Whangarei|New Plymouth|Invercargill|Timaru|Blenheim|Gisborne|W[aā]naka|Lower Hutt"
)
_HONG_KONG_TOWNS = (
    r"Kowloon|New Territories|N\.T\.|Wan ?[Cc]hai|Causeway Bay|Mong ?[Kk]ok|Tsim Sha Tsui|Kwun Tong|Sheung Wan|Central|"
    r"Tsuen Wan"
)


def _ends_in(country: str) -> str:
    """The end of an address, as in "Melbourne, Victoria, Australia"."""
    return rf"(?<=\w[,\-–|] ){country}(?=\s?(?:[.|·•©–\-(]|\Z|\x00))"


_NUMBERS = {
    "AUD": re.compile(
        r"\b(?:NSW|VIC|QLD|TAS|N\.S\.W\.),?\s\d{4}\b|\bA\.?B\.?N\.?:?\s?\d{2}\s?\d{3}\s?\d{3}\s?\d{3}\b|"
        r"\bA\.?C\.?N\.?:?\s?\d{3}\s?\d{3}\s?\d{3}\b|\+61[ (]?\(?\d|"
        r"\b(?:[Cc]all|[Pp]h(?:one)?|[Tt]el(?:ephone)?|[Oo]n)\b[^\x00\d]{0,12}1[38]00[ -]\d{3}[ -]\d{3}\b(?![ -]?\d)"
    ),
    "NZD": re.compile(rf"\+64[ (]?\(?\d|\b(?:{_NEW_ZEALAND_TOWNS}),? \d{{4}}, New Zealand\b"),
    "CAD": CANADIAN_POSTCODE,
    "SGD": re.compile(r"\+65[ -]?[3689]\d{3}|\bSingapore \(?\d{6}\b"),
    "HKD": re.compile(r"\+852[ -]?\d{4}"),
    "TWD": re.compile(r"\+886[ -]?\d|統一編號|統編[:\uff1a]?\s?\d{8}"),
}
"""Currency → what a shop of its country prints anywhere on a page: the end of an address with its code, the prefix of
its telephone numbers, a firm's number."""
_NUMBERED = re.compile(r"[\d統]")
"""Without one of these a line says none of them: it takes a tenth of the time to leave such lines out first."""
_TOWNS = {
    "AUD": re.compile(rf"\b[A-Z][a-z]+,? (?:SA|WA|ACT|NT),?\s\d{{4}}\b|{_ends_in('Australia')}"),
    "NZD": re.compile(
        rf"\b(?:{_NEW_ZEALAND_TOWNS}),? (?:\d{{4}}|NZ|New Zealand)(?!\w)|{_ends_in('(?:NZ|New Zealand)')}"
    ),
    "CAD": re.compile(rf"\b(?:{_CANADIAN_TOWNS}),? (?:{_PROVINCES})(?!\w)|{_ends_in('Canada')}"),
    "SGD": re.compile(_ends_in("Singapore")),
    "HKD": re.compile(
        rf"\b(?:{_HONG_KONG_TOWNS}),? (?:Kowloon,? )?(?:Hong Kong|H\.?K\.?)(?!\w)|{_ends_in('Hong Kong')}|"
        r"香港(?:九龍|新界|島|仔|中環|灣仔)|九龍(?:灣|城|塘|觀塘|旺角|尖沙咀|紅磡)|新界(?:荃灣|沙田|屯門|元朗|葵涌)"
    ),
    "TWD": re.compile(rf"[台臺][北中南]市|新北市|桃園市|高雄市|新竹[市縣]|彰化縣|{_ends_in('Taiwan')}"),
}
"""Currency → a town of its country, or its name at the end of an address: the shop's where it stands among the last
lines beside what makes it an address. Elsewhere it is where a thing was made, or who wrote a review."""
_IS_ADDRESS = re.compile(
    r"[\d©]|\b(?:Inc|Ltd|Pty|Limited|Lt[ée]e|[Pp]ick-?ups?|[Ll]ocated|[Bb]ased|[Oo]ffices?|[Ss]tores?|[Ss]tudio|"
    r"[Ss]howroom|[Aa]ddress|Road|Rd|Street|St|Avenue|Ave|Drive|Dr)\b|[路街號号道樓楼]"
)
_WITHIN = r"(?:within|throughout|across|outside(?: of)?|anywhere in|everywhere in|all over)"
_NO_OTHER = r"(?! ?(?:and|&|or|/|,))"
_COUNTRIES = {
    "AUD": ("Australia",), "NZD": ("NZ", "New Zealand"), "CAD": ("Canada",), "SGD": ("Singapore",),
    "HKD": ("Hong Kong",), "TWD": ("Taiwan",),
}  # fmt: skip
_DELIVERS = {
    code: re.compile(rf"\b{_WITHIN} (?:{name})\b{_NO_OTHER}|\b(?:{name})[ -]?[Ww]ide\b|\b[Nn]ationwide (?:{name})\b")
    for code, name in ((code, "|".join(names)) for code, names in _COUNTRIES.items())
}
_DELIVERY = re.compile(r"\b(?:free|ship\w*|deliver\w*|postage|freight|courier)\b", re.IGNORECASE)
_STATES_TOO = re.compile(r"\bU\.?S\.?A?\b")
_GOODS_TAX = re.compile(
    r"\b(?:inc|incl|including|includes?|ex|exc|excl|excluding|plus)\.? (?:all )?(?:GST|HST)\b|"
    r"\b(?:GST|HST) (?:inc|incl|included|inclusive|exclusive|excluded|free)\b|\+ ?(?:GST|HST)\b"
)
_FOOTER_LINES, _MOST_CHARS = 12, 160


def home_of_dollar(texts: Sequence[str]) -> str | None:
    """The currency of the one such country that these lines of a page speak of as their shop's: by a number anywhere,
    by how far it delivers, by an address among the last lines. None where they speak so of several, or of the United
    States.
    """
    short = [text for text in texts if len(text) <= _MOST_CHARS]
    said, addresses = joined(short), joined(text for text in short[-_FOOTER_LINES:] if _IS_ADDRESS.search(text))
    numbered = joined(text for text in short if _NUMBERED.search(text))
    homes = {code for code in _NUMBERS if _NUMBERS[code].search(numbered) or _TOWNS[code].search(addresses)}
    named = {code for code, names in _COUNTRIES.items() if any(name in said for name in names)}
    homes |= {code for code in named if _DELIVERS[code].search(said) and _delivers_there(short, code)}
    return homes.pop() if len(homes) == 1 and not is_of_the_states(short) else None


def may_be_at_home_abroad(texts: Sequence[str]) -> bool:
    """Whether these lines of a page leave in doubt that "$" is the United States' dollar: prices with or without a tax
    that those have not ("incl. GST"), or a town of another country with a dollar among the last lines, and nothing that
    speaks of the United States.
    """
    short = [text for text in texts if len(text) <= _MOST_CHARS]
    if _GOODS_TAX.search(joined(short)) is not None:
        return True
    footer = joined(short[-_FOOTER_LINES:])
    return any(town.search(footer) for town in _TOWNS.values()) and not is_of_the_states(short)


def _delivers_there(texts: Sequence[str], code: str) -> bool:
    """Whether a line says how far the shop delivers: "Free shipping within Canada". Not beside the United States."""
    lines = (text for text in texts if _DELIVERS[code].search(text) and not _STATES_TOO.search(text))
    return any(_DELIVERY.search(text) for text in lines)
