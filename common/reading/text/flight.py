"""What Next's App Router streams into a page: the rows of React's flight format in `self.__next_f.push([1, "…"])`. No
code is run; linear time; what is cut short gives its whole rows.
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
    return (row for row in _rows(scripts) if not isinstance(row, str))


def texts(scripts: Iterable[str]) -> Iterator[str]:
    """The texts that the rows hold apart, and those that they put into elements as they are: "__html"."""
    for row in _rows(scripts):
        if isinstance(row, str):
            yield row
            continue
        pending: list[Any] = [row]
        for _ in range(_MOST_VALUES):
            if not pending:
                break
            value = pending.pop()
            if isinstance(value, dict):
                if isinstance(html := value.get("__html"), str):
                    yield html
                pending.extend(value.values())
            elif isinstance(value, list):
                pending.extend(value)


_MOST_VALUES = 20_000


def _rows(scripts: Iterable[str]) -> Iterator[dict[str, Any] | list[Any] | str]:
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
            held = stream[row.end() : row.end() + length].encode("utf-8", "surrogatepass")[:length]
            text = held.decode("utf-8", "ignore")
            at = row.end() + len(text)
            yield text
            continue
        end = stream.find("\n", row.end())
        end = len(stream) if end == -1 else end
        if stream[row.end() : row.end() + 1] in {"[", "{"}:
            value = decode_at(stream, row.end())[0]
            if isinstance(value, (dict, list)):
                yield value
        at = end + 1
