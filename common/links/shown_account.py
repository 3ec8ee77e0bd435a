"""A watched account as it is shown: a private feed's address without the key in its query. Pure.

The database and the settings keep the whole address; whatever a person or a program reads (commands, `--json`, logs,
errors) gets this form. The values of the query and a name or password in the address are masked. What is left of two
addresses that differ only there would be the same, so a mark follows: four hexadecimal digits of the address's
SHA-256, which tell feeds apart and say next to nothing of a key that is long enough to be one.

Limits: a key in the path cannot be told from a path and stays. An account that is no web address is shown as it is.
"""

from __future__ import annotations

import hashlib
import re

MASK = "…"

_ADDRESS = re.compile(r"https?:[^\s\"'<>]+", re.IGNORECASE)
_PARTS = re.compile(r"(?P<scheme>https?:/*)(?P<host>[^/?#]*)(?P<path>[^?#]*)(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_PIECE = re.compile(r"[?&;#][^?&;#]*")
_SHOWN = re.compile(rf"{MASK}~[0-9a-f]{{4}}$")


def shown_account(account: str) -> str:
    """`https://example.com/feed?user=7&key=Zx81` as `https://example.com/feed?user=…&key=…~3fa2`.

    What was masked before stays as it is.
    """
    parts = _PARTS.fullmatch(account.strip())
    if parts is None or _SHOWN.search(account):
        return account
    host, rest = parts["host"], parts["rest"]
    shown_host = f"{MASK}@{host.rpartition('@')[2]}" if "@" in host else host
    shown_rest = "".join(_masked(piece) for piece in _PIECE.findall(rest))
    if (shown_host, shown_rest) == (host, rest):
        return account
    mark = hashlib.sha256(account.encode("utf-8", "surrogatepass")).hexdigest()[:4]
    ending = "" if shown_rest.endswith(MASK) else MASK
    return f"{parts['scheme']}{shown_host}{parts['path']}{shown_rest}{ending}~{mark}"


def without_queries(text: str) -> str:
    """A text with each web address in it as shown_account shows it: for errors, whoever wrote them."""
    return _ADDRESS.sub(lambda found: _within(found.group()), text)


def _within(address: str) -> str:
    kept = address.rstrip(".,:;)]}")
    return shown_account(kept) + address[len(kept) :]


def _masked(piece: str) -> str:
    """`?name=value` without the value; a piece without a name may be a key as it stands."""
    name, equals, value = piece.partition("=")
    if equals:
        return f"{name}={MASK}" if value else piece
    return piece if len(piece) == 1 else f"{piece[0]}{MASK}"
