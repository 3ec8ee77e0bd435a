"""What a report leaves out of a failure's words: how the network and the disk of a lent PC look. Pure but for the home
folder's name.

Whoever runs the gateway names the shops, so a task may lead to any name: a router's, a printer's. Nothing is connected
to there; but the words of the failure would tell which names there are at home, and their addresses.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from pathlib import Path

from common.errors import ErrorCode

NO_ADDRESS = "no public address was found for the link's host"
"""Of each DNS_ERROR alike: that a name leads into the home says more than that there is none."""
_PERHAPS_ADDRESS = re.compile(r"[0-9A-Fa-f:.]{3,45}")
_ADDRESS = "(address)"


def told(code: ErrorCode, detail: str) -> str:
    """A failure's words for the gateway."""
    return NO_ADDRESS if code is ErrorCode.DNS_ERROR else without_home(detail)


def without_home(text: str) -> str:
    """The text with no IP address in it and without the path of the user's home, which holds a name."""
    home = _home()
    if home is not None:
        text = text.replace(home, "~")
    return _PERHAPS_ADDRESS.sub(_hidden, text)


def _hidden(found: re.Match[str]) -> str:
    whole = found[0]
    bare = whole.rstrip(".:") if not whole.endswith("::") else whole
    try:
        ip_address(bare)
    except ValueError:
        return whole
    return _ADDRESS + whole[len(bare) :]


def _home() -> str | None:
    try:
        home = str(Path.home())
    except RuntimeError:  # a user without one
        return None
    return home if len(home) > 1 else None
