"""What of a picture's address names the picture, so that two addresses of one picture are known. Pure.

An address names none where the picture stands for any product (a placeholder, a shop's logo), and where it is only
called as any picture may be ("products/main-image.jpg").
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, parse_qsl, urlsplit

_LEAST_LETTERS = 12
_LEAST_OWN_LETTERS = 4
_MOST_PARAMETERS = 32
_PICTURE_TYPE = re.compile(r"\.(?:jpe?g|jfif|png|webp|avif|gif|svg|bmp|tiff?|heic)(?![a-z])")
_SIZE = re.compile(
    r"[_-]?\d{2,4}x\d{2,4}(?:q\d+)?|_(?:small|medium|large|grande|thumb)\b|\.(?:jpe?g|png|webp|avif|gif)"
)
_DRAWN_AS = frozenset("w h q width height wid hei quality size dpr fit crop fmt format fm auto".split())
"""Parameters that say how a picture is drawn, not which one it is."""
_OF_NO_PRODUCT = re.compile(
    r"place[-_ ]?holder|(?<![a-z])no[-_ ]?(?:image|img|photo|picture|pic)(?![a-z])|coming[-_ ]?soon"
    r"|(?:image|img|photo|picture)s?[-_ ]?(?:not[-_ ]?available|unavailable|missing)"
)
_FILE_OF_NO_PRODUCT = re.compile(r"(?<![a-z])(?:default|logo|blank)(?![a-z])")
"""Only in a file's own name: a shop system names all pictures' folders "123-large_default"."""
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LETTERS = re.compile(r"[^\W\d_]+")
_ANY_PICTURES = frozenset(
    "main image images img picture pictures pic pics photo photos product products media static assets files upload "
    "uploads front back side cover first default original full zoom large medium small thumb thumbnail jpg jpeg png "
    "webp avif gif svg".split()
)
"""Words by which any product's picture may be called."""


def picture_named(url: str | None) -> str | None:
    """The last two parts of the address's path, without sizes and file type. With its query, drawing aside, where the
    path ends in no picture's file: a program then draws what the query names ("getimage.ashx?id=1")."""
    parts = _parts(url)
    if parts is None:
        return None
    path = [part for part in parts.path.split("/") if part]
    file = path[-1] if path else ""
    asked = "" if _PICTURE_TYPE.search(file.casefold()) else _asked(parts.query)
    written = _HUMP.sub("-", f"{parts.path}?{asked}").casefold()
    own = _HUMP.sub("-", f"{file}?{asked}").casefold()
    if _OF_NO_PRODUCT.search(written) or _FILE_OF_NO_PRODUCT.search(own):
        return None
    name = _SIZE.sub("", "/".join(path[-2:]).casefold()) + asked.casefold()
    own_words = _LETTERS.sub(lambda word: "" if word[0] in _ANY_PICTURES else word[0], name)
    return name if _letters(name) >= _LEAST_LETTERS and _letters(own_words) >= _LEAST_OWN_LETTERS else None


def _parts(url: str | None) -> SplitResult | None:
    try:
        return urlsplit(url) if url else None
    except ValueError:
        return None


def _asked(query: str) -> str:
    try:
        pairs = parse_qsl(query, max_num_fields=_MOST_PARAMETERS)
    except ValueError:  # more of them than any picture's address has
        return query
    return "".join(f"?{name}={value}" for name, value in sorted(pairs) if name.casefold() not in _DRAWN_AS)


def _letters(name: str) -> int:
    return sum(map(str.isalnum, name))
