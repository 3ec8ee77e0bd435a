"""One fetched (or saved) answer, as page reading sees it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """`url` is where the answer came from after redirects; `body` is inflated bytes, not yet decoded."""

    url: str
    body: bytes
    status: int = 200
    content_type: str | None = None
    requested_url: str | None = None
    currency: str | None = None
    """An ISO 4217 code: what an operator says that this shop's prices are in where its pages do not say it."""
