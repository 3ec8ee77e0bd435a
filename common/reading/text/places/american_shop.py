"""What a shop says of itself that places it in the United States, where it names neither the country nor a ZIP code:

* its town with the state, behind a copyright mark or a street with its number ("© 2011 Brook Supply, Bozeman MT",
  "14 S Steele St, Hoquiam, Washington"). A town elsewhere may be where a thing was made or who wrote a review
* the legal form of its own firm, which hardly another country with a sign "$" has: "© 2014 Brook Supply, LLC" at
  www.brooksupply.example. The makers of shop systems are such firms, too
* its hours in a time zone of North America ("9am - 5pm PST"; Australia has an EST and a CST of its own), or a number
  free to call that is spelled in letters ("1-888-BROOKS-9"). Canada shares both, as it does other such numbers
"""

from __future__ import annotations

import re

_NAMED = (
    r"Alabama|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Idaho|Illinois|Indiana|Iowa|"
    r"Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|"
    r"Nevada|New (?:Hampshire|Jersey|Mexico|York)|(?:North|South) (?:Carolina|Dakota)|Ohio|Oklahoma|Oregon|"
    r"Pennsylvania|Rhode Island|Tennessee|Texas|Utah|Vermont|(?:West )?Virginia|Washington|Wisconsin|Wyoming"
)
_SHORT = r"A[KZ]|CT|FL|GA|I[AL]|KS|M[DINST]|N[CDEHJMVY]|RI|S[CD]|T[NX]|UT|V[AT]|W[IVY]"
"""None that is also a word, a common ending of a name ("Co", "LA") or the short name of a country or province that has
a sign "$" of its own (AR, CA, CO, KY, WA …).
"""
_SHORT_BEHIND_COMMA = r"AL|ID|IN|LA|M[AEO]|O[HKR]|PA"
_COPYRIGHT = r"(?:©|\([cC]\)|\b[Cc]opyright\b)"
_STREET = (
    r"\b\d{2,5} (?:[NSEW]\.? )?(?:[A-Z][\w.]+ ){1,3}"
    r"(?:St|Ave|Rd|Blvd|Dr|Ln|Hwy|Pkwy|Street|Avenue|Road|Boulevard|Drive|Lane|Highway|Parkway|Way)\b"
)
_TOWN = r"(?:[A-Z][a-z]+\.? ){0,2}[A-Z][a-z]+"
_BEHIND_COMMA = rf"{_TOWN}, (?:{_NAMED}|{_SHORT}|{_SHORT_BEHIND_COMMA})"
_END = r"[ .,|]*(?:$|[\x00\n(]|\d{3}[ .-]\d|(?:All|Powered|Phone|Tel|Call|USA?)\b)"
_OWN_TOWN = re.compile(
    rf"(?:{_COPYRIGHT}|{_STREET})[^\x00]{{0,70}}?[,.·|-] ?(?:{_BEHIND_COMMA}|{_TOWN} (?:{_SHORT}))(?={_END})|"
    rf"[,.·|-] (?:{_BEHIND_COMMA}|{_TOWN} (?:{_SHORT}))[ .,|-]{{1,3}}{_COPYRIGHT}"
)
_FIRM = re.compile(rf"{_COPYRIGHT}([^\x00]{{0,80}}?)\b(?:LLC|L\.L\.C)\b")
_HOURS = re.compile(r"\d\s?[aApP]\.?[mM]\.?[\s,(]{1,3}(?:[PM][SD]T|[ECMP]T|Pacific|Mountain)\b")
_SPELLED_NUMBER = re.compile(r"\b1[-. ]8(?:00|33|44|55|66|77|88)[-. ][A-Z]{3}[A-Z\d-]{3,12}\b")
_NAME_WORD = re.compile(r"[a-z]{4,}")
_OF_ANY_SHOP = frozenset({"shop", "shops", "shopping", "store", "stores", "online", "cart", "copyright"})


def is_american_shop(text: str, host: str) -> bool:
    """Whether a line, or several that are joined by dollar_place.joined, says one of these of the shop at this host.
    Limits: not every state's short name counts.
    """
    if any(sign.search(text) for sign in (_OWN_TOWN, _HOURS, _SPELLED_NUMBER)):
        return True
    words = {word for firm in _FIRM.finditer(text) for word in _NAME_WORD.findall(firm[1].lower())}
    return any(word in host for word in words - _OF_ANY_SHOP)
