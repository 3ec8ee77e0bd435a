"""Shopee's signature: a plain SHA-256 over the very bytes that are sent.

Source: Shopee Affiliate Open API, "Authentication": the timestamp may differ from Shopee's clock by ten minutes.
"""

from __future__ import annotations

import hashlib

from common.shops.official import Account


def authorization(account: Account, body: bytes, *, at_seconds: int) -> str:
    """The Authorization header for this body at this Unix time."""
    factor = f"{account.app_id}{at_seconds}".encode() + body + account.secret.encode()
    signature = hashlib.sha256(factor).hexdigest()
    return f"SHA256 Credential={account.app_id}, Timestamp={at_seconds}, Signature={signature}"
