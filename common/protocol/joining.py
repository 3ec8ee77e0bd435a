"""join, and the two ways a machine goes on: its settings (with a new token when the old one ages) and leave."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Annotated

from pydantic import FailFast, Field, StringConstraints

from common.protocol.base import Answered, Line, Message, Secret

Version = Annotated[str, StringConstraints(max_length=40, pattern=r"^[0-9A-Za-z.+!-]+$")]
Domain = Annotated[str, StringConstraints(max_length=253, pattern=r"^[a-z0-9.-]+$")]
ShopName = Annotated[str, StringConstraints(max_length=20, pattern=r"^[a-z0-9_]+$")]
Contact = Annotated[str, StringConstraints(max_length=200, pattern=r"^[!-'*-\[\]-~](?:[ -'*-\[\]-~]*[!-'*-\[\]-~])?\z")]
"""As fetch.contact: printable ASCII that may stand in a header's comment."""


MOST_CURRENCIES = 20_000
"""Told to a machine; more do not fit an answer."""
CurrencyCode = Annotated[str, StringConstraints(max_length=3, pattern=r"^[A-Z]{3}$")]
"""Of ISO 4217, or one of a version that the other side does not know."""
Domains = Annotated[tuple[Domain, ...], FailFast(), Field(max_length=100_000)]
"""Of one shop; more do not fit an answer. Of wrong ones the first is enough: each would be an error of its own."""


class Join(Message):
    secret: Secret
    """The invite's."""
    nonce: Secret
    """The machine's own, made once for one joining: sent again with it, the answer is the same."""
    name: Line = Field(min_length=1)
    platform: Line
    version: Version


class Settings(Message):
    """What a volunteer's worker is told. It can narrow what the worker does, never loosen what is compiled in."""

    number: str = Field(max_length=16)
    """Made of what stands below, so that all gateways with the same settings say the same."""
    shops: dict[ShopName, Domains] = Field(max_length=50)
    """Shop → its registrable domains, for the shops an operator names; a shop that brings its own domains has none."""
    currencies: dict[Domain, CurrencyCode] = Field(default_factory=dict, max_length=MOST_CURRENCIES)
    """Registrable domain → what an operator says that its prices are in where its pages do not say it. An older worker
    skips it; what that one reads of such pages waits in quarantine."""
    requests_per_second: float = Field(gt=0, le=1000)
    """To one registrable domain; a worker takes its own limit when that is lower."""
    contact: Contact | None = None
    """Whom a shop can ask about these requests; part of the User-Agent."""
    oldest_version: Version
    lease_seconds: float = Field(ge=30, le=3600)
    renew_seconds: float = Field(ge=5, le=1800)


class Joined(Answered):
    machine: Line
    token: Secret
    told: Settings


class SettingsAnswer(Answered):
    told: Settings
    token: Secret | None = None
    """A new token, when the one that asked has passed half its life. The old one is good until the new one is used."""


class Left(Answered):
    released: int = Field(ge=0)
    """Leases that were given back."""


def token_of(secret: str, nonce: str) -> str:
    """A joining machine's first token: 256 bits that only who made the nonce can reckon, the same whenever asked.

    So a gateway keeps no token to be able to answer a repeated join alike.
    """
    digest = hmac.new(nonce.encode(), b"crawlfleet machine " + secret.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def hash_of(secret: str) -> str:
    """What the database keeps of a secret. It has 256 random bits, so a plain hash tells nothing of it."""
    return hashlib.sha256(b"crawlfleet " + secret.encode()).hexdigest()
