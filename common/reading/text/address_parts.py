"""The host, the path and the last word of an address, empty where it cannot be taken apart, as of a broken link; and
whether it is that of a front page.
"""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

_PLACE = (
    "(?:a[ertu]|b[eghry]|c[ahlnosz]|d[aek]|e[elnstu]|f[ir]|g[br]|h[ekru]|i[delnst]|j[ap]|k[orz]|l[tuv]|m[sxy]|n[bloz]|"
    "p[ehklt]|r[osu]|s[aegiklv]|t[hrw]|u[akys]|v[in]|z[ah])"
)
"""A language or country."""
_FRONT = re.compile(
    rf"[^/]*//[^/]*(?:/{_PLACE}(?:[-_]{_PLACE})?){{0,2}}/?(?:(?:index|default|home|start|main)\.\w+)?", re.IGNORECASE
)


def host_of(url: str) -> str:
    """The host in small letters."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def path_of(url: str) -> str:
    """The path as it is meant: "/blue cup" of "/blue%20cup"."""
    return unquote(written_path_of(url))


def written_path_of(url: str) -> str:
    """The path as it is written: "/blue%20cup"."""
    try:
        return urlsplit(url).path
    except ValueError:
        return ""


def last_part(path: str) -> str:
    """What stands behind the last slash but one that ends it: "blue-cup" of "/cups/blue-cup/"."""
    return path.rstrip("/").rpartition("/")[2]


def is_front_page(page: str) -> bool:
    """Whether an address without parameters is that of a site's front page: "/", "/nl/nl/", "/index.html"."""
    return _FRONT.fullmatch(page) is not None


def local_name(text: str) -> str:
    """A word of a vocabulary without that one's address or prefix: "Product" of "https://schema.org/Product",
    "http://schema.org#Product" and "schema:Product".
    """
    return last_part(text.strip()).rpartition("#")[2].rpartition(":")[2]
