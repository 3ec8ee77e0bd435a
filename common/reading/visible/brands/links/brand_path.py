"""Which addresses are those of a brand's page, and the brand's name in them."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from common.reading.parsed.letters import letters
from common.reading.words.wording import Wording

BRAND_PATH = Wording(
    r"[/?&-](?:(?<=/)(?:(?:brands?|manufacturers?|shop-by-brand|<names.brand_path>)/(?=[\w%?])|vendors\?|"
    r"(?:brand|manufacturer)s?\.\w{2,4}\?|firm-[a-z]{3}-\d|(?:brand|manufacturer)s?_(?=\w)|"
    r"(?:brands|manufacturers?)-(?=\w)|(?:by-|pa_|product[-_])brand/|m-\d+-[\w-]+\.aspx)|"
    r"(?<=[?&])(?:filter_)?(?:manufacturers?|manu|brand|mfg|mfr)(?:_?id)?=|(?<=-)m-\d+\.html?)"
)
"""In the address of a brand's page. By the mark that each begins with: pages have hundreds of addresses."""
_PART_END = re.compile(r"[/?&#.]")
_NUMBERED = re.compile(r"\A\d+[-_]|[-_]\d+\Z")
_MAX_LINK_WORDS = 12


def addressed(link: Any, said: str) -> str:
    """Those words of what a link says with which its address goes on behind "brand/": "Pinewood" of "Oak pens by
    Pinewood" and "/brand/pinewood.html". All of the text where there are none.
    """
    href = link.get("href") or ""
    path = BRAND_PATH.search(href)
    if path is None:
        return said
    named = letters(_NUMBERED.sub("", _PART_END.split(unquote(href[path.end() :]))[0]))
    words = said.split()[:_MAX_LINK_WORDS]
    runs = (words[start:end] for start in range(len(words)) for end in range(start + 1, len(words) + 1))
    return next((" ".join(run) for run in runs if named and letters("".join(run)) == named), said)
