"""Numbers of which each digit is a picture that says what it shows: `<img alt="9"><img alt="9"><img alt="0">` is 990.

Shops once drew their prices so, against those who copy them. Whoever sees the page, or hears it read, meets a number.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from common.reading.parsed.tree import write_instead

_MAY_BE = re.compile(r"""alt\s?=\s?["']?\d["'\s/>]""")
"""It begins with letters, which are found at once: with a word's edge before them each place of a page is tried."""
_SIGNS = frozenset("0123456789.,")
_MOST_PICTURES, _MOST_SIGNS, _LEAST_DIGITS = 5_000, 12, 2


def may_be_digits(text: str) -> bool:
    """Whether the page with this source may draw numbers so. Takes as long as a fortieth of all the rest."""
    return _MAY_BE.search(text) is not None


def write_out_digits(root: Any) -> None:
    """Puts the number in place of pictures that follow each other with nothing between, each one digit or one mark of a
    number: at least two digits and at most twelve signs.
    """
    done: set[Any] = set()
    for picture in list(islice(root.iter("img"), _MOST_PICTURES)):
        if picture in done or not sign_of(picture):
            continue
        run = [picture]
        for following in picture.itersiblings():
            if (run[-1].tail or "").strip() or not sign_of(following):
                break
            run.append(following)
        done.update(run)
        number = "".join(map(sign_of, run))
        ends = number[0].isdigit() and number[-1].isdigit()
        if ends and len(number) <= _MOST_SIGNS and sum(map(str.isdigit, number)) >= _LEAST_DIGITS:
            write_instead(run, number)


def sign_of(node: Any) -> str:
    """The one digit or mark that a picture is said to show; empty for anything else."""
    said = (node.get("alt") or "").strip() if node.tag == "img" else ""
    return said if said in _SIGNS else ""
