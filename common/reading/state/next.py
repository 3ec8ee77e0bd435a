"""The rows that Next's App Router streams into a page: React's flight format in `self.__next_f.push([1, "…"])`. No code
is run; linear time; what is cut short gives its whole rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from common.reading.text.json_text import decode_at

_PUSH = re.compile(r"__next_f\.push\(\s{0,9}(?=\[)")
_ROW = re.compile(r"\n?([0-9a-f]{1,8}):(T[0-9a-f]{1,8},)?")


def rows(scripts: Iterable[str]) -> Iterator[dict[str, Any] | list[Any]]:
    """The JSON rows of what the scripts push to `self.__next_f`."""
    pieces: list[str] = []
    for script in scripts:
        for push in _PUSH.finditer(script):
            value = decode_at(script, push.end())[0]
            if isinstance(value, list) and len(value) > 1 and isinstance(value[1], str):
                pieces.append(value[1])
    stream, at = "".join(pieces), 0
    while (row := _ROW.match(stream, at)) is not None:
        if row[2]:  # a text of so many bytes, which may hold line breaks
            length = int(row[2][1:-1], 16)
            text = stream[row.end() : row.end() + length].encode("utf-8", "surrogatepass")[:length]
            at = row.end() + len(text.decode("utf-8", "ignore"))
            continue
        end = stream.find("\n", row.end())
        end = len(stream) if end == -1 else end
        if stream[row.end() : row.end() + 1] in {"[", "{"}:
            value = decode_at(stream, row.end())[0]
            if isinstance(value, (dict, list)):
                yield value
        at = end + 1
