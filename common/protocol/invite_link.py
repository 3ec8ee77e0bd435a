"""An invite as one link: the gateway's address, and the secret in the fragment, which browsers and chats keep back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlunsplit

from common.addresses import parts_of

_FRAGMENT = re.compile(r"invite=([A-Za-z0-9_-]{43})")


@dataclass(frozen=True, slots=True)
class Invite:
    gateway: str
    """https://host[:port][/path], without a slash at the end."""
    secret: str

    @property
    def link(self) -> str:
        return f"{self.gateway}/#invite={self.secret}"

    def __repr__(self) -> str:
        return f"Invite(gateway={self.gateway!r})"


def read_link(text: str) -> Invite:
    """Raises ValueError with what is wrong, and not a word of the link itself: it holds a secret."""
    if not text.strip():
        raise ValueError("it is empty; paste the whole link")
    try:
        parts = parts_of(text.strip())
    except ValueError:
        raise ValueError("it is no address") from None
    if parts.scheme not in {"https", "http"} or not parts.hostname:
        raise ValueError("it does not begin with https:// and a host")
    if "@" in parts.netloc or parts.query:
        raise ValueError("it holds more than an address and the invite behind #")
    found = _FRAGMENT.fullmatch(parts.fragment)
    if found is None:
        raise ValueError("the part behind # is missing or not whole; paste the whole link")
    gateway = urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), "", ""))
    return Invite(gateway, found[1])
