"""A town of the United States with its state, where a page gives the shop's own address: behind a copyright mark or a
street with its number ("© 2011 Brook Supply, Bozeman MT", "14 S Steele St, Hoquiam, Washington").

A town and state elsewhere may be where a thing was made or who wrote a review, and says nothing.
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


def names_american_town(text: str) -> bool:
    """Whether a line, or several that are joined by dollar_place.joined, ends an own address in a town of the United
    States. Limits: not every state's short name counts.
    """
    return _OWN_TOWN.search(text) is not None
