"""What a request must show before its form counts: it comes from our own page, which carries a key of the session.

A page elsewhere can make a browser send requests here. Its cookie is SameSite=Strict, so such a request carries none;
besides, Origin and Sec-Fetch-Site must be our own, and the form must hold the key. Pure.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

MOST_BYTES = 64 * 1024
MOST_FIELDS = 600

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; "
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not no-referrer: browsers then send `Origin: null` with our own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""With every answer."""


def form_key(session: str) -> str:
    """In each form of the pages of this session."""
    return hmac.new(session.encode(), b"form", hashlib.sha256).hexdigest()


def key_fits(session: str, given: str) -> bool:
    return hmac.compare_digest(form_key(session).encode(), given.encode())


def from_elsewhere(headers: Mapping[str, str], public_host: str | None = None) -> bool:
    """Whether another site's page sent this form. `public_host`: of a proxy in front, which may write its own Host."""
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return True
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc not in {headers.get("host"), public_host}
    except ValueError:
        return True


def fields(body: bytes) -> dict[str, list[str]]:
    """An urlencoded form's fields, each with its values in order. Raises ValueError for one that is none."""
    found: dict[str, list[str]] = {}
    for name, value in parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS):
        found.setdefault(name, []).append(value)
    return found
