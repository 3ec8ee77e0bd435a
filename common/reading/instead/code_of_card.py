"""Whether a printed code is that of a card in a list: the name of another product, which leads to its page, stands
between the page's own heading and the code.
"""

from __future__ import annotations

from urllib.parse import urljoin

from common.reading.address import is_list
from common.reading.parsed.letters import folded
from common.reading.parsed.links import leads_to_another
from common.reading.text.identifiers import clean_id
from common.reading.visible.lines import Line, itself_and_above, link_around
from common.reading.visible.view import PageView

_HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
_MOST_LINES, _STEPS = 40, 3


def is_code_of_card(code: str, view: PageView) -> bool:
    """Whether a smaller heading that is a link to another page stands between the page's heading and this code."""
    led_on = False
    for line in view.near(0, _MOST_LINES):
        if line.at > 0 and code in line.text and clean_id(line.text.rpartition(" ")[2]) == code:
            return led_on
        led_on = led_on or (line.at > 0 and _leads_on(line, view))
    return False


def _leads_on(line: Line, view: PageView) -> bool:
    """Whether this is the name of another product. A part of the page's own heading names its maker or series, and the
    address of a list one of them, an author or the like.
    """
    url = view.document.url
    link = link_around(line.element, _STEPS)
    if link is None or not any(one.tag in _HEADINGS for one in itself_and_above(line.element, _STEPS)):
        return False
    if folded(line.text) in folded(view.heading.text or "") or is_list(urljoin(url, link.get("href") or "")):
        return False
    return leads_to_another(link.get("href"), url)
