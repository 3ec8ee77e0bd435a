"""Who may ask the page on 127.0.0.1: whoever opened its link. Not other web pages, whatever they make a browser send.

A page elsewhere can make this PC's browser send requests here. So: the Host must be ours (a name that was rebound to
127.0.0.1 is not), a POST must come from our own Origin and carry the form's key, and the cookie is given out for the
link's key alone, HttpOnly and SameSite=Strict. Nothing is answered for other origins to read (no CORS). Pure.

Cookies know no ports: another program's page on 127.0.0.1 that the owner opens is sent ours. It reads nothing else.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qs

HEADERS = (
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    # Not no-referrer: browsers then send `Origin: null` with our own forms.
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
)
"""With every answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request. Header names in lower case; a name that came twice is in `headers` as its first value."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: str = ""
    kind: str = "text/plain; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Door:
    """`key` stands in the link, `session` in the cookie; both are random and live as long as the worker."""

    port: int
    key: str = field(repr=False)
    session: str = field(repr=False)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def link(self) -> str:
        return f"http://{self.host}/open?key={self.key}"

    @property
    def form_key(self) -> str:
        """In each form of the page, so that a request which only carries the cookie does nothing."""
        return hmac.new(self.session.encode(), b"form", hashlib.sha256).hexdigest()

    def refuses(self, asked: Asked) -> Answer | None:
        """None: it may be answered."""
        if asked.headers.get("host") != self.host:
            return Answer(421, "This address is for 127.0.0.1 on this PC alone.")
        origin = asked.headers.get("origin")
        if origin is not None and origin != f"http://{self.host}":
            return Answer(403, "Another web page asked for this; it is refused.")
        if asked.headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
            return Answer(403, "Another web page led here. Open the link that `crawlfleet volunteer status` shows.")
        if asked.method not in {"GET", "POST"}:
            return Answer(405, "Only GET and POST.")
        return None

    def opened(self, asked: Asked) -> Answer | None:
        """For the printed link: the cookie, and on to the page without the key in its address. None: another target."""
        path, _, query = asked.target.partition("?")
        if path != "/open" or asked.method != "GET":
            return None
        if not _same(_field(query, "key"), self.key):
            return Answer(
                403, "This link is not (or no more) good. `crawlfleet volunteer status` shows the present one."
            )
        cookie = f"{self._cookie}={self.session}; HttpOnly; SameSite=Strict; Path=/"
        return Answer(303, headers=(("Set-Cookie", cookie), ("Location", "/")))

    def knows(self, asked: Asked) -> bool:
        """Whether the cookie is there."""
        cookies = (part.strip().partition("=") for part in asked.headers.get("cookie", "").split(";"))
        return any(name == self._cookie and _same(value, self.session) for name, _, value in cookies)

    def wants(self, asked: Asked) -> str | None:
        """Which button a POST presses; None when it does not come from the page's own form."""
        if asked.headers.get("origin") != f"http://{self.host}":
            return None
        text = asked.body.decode("ascii", "replace")
        return _field(text, "do") if _same(_field(text, "key"), self.form_key) else None

    @property
    def _cookie(self) -> str:
        return f"crawlfleet_{self.port}"


def _field(text: str, name: str) -> str:
    try:
        values = parse_qs(text, max_num_fields=10).get(name, [""])
    except ValueError:
        return ""
    return values[0] if len(values) == 1 else ""


def _same(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode(), wanted.encode())
