"""Keys and tokens of a libsql-server, made here so that tests choose what a token says and when it ends."""

from __future__ import annotations

import base64
import json
import time
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

LEEWAY_SECONDS = 60
"""libsql-server 0.24.32 takes a token this long after its end."""

MAY_WRITE = {"p": {"rw": {"ns": ["default"]}}}


def public_pem(key: Ed25519PrivateKey) -> bytes:
    """As SQLD_AUTH_JWT_KEY_FILE wants it; several may stand one after the other."""
    return key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def token(key: Ed25519PrivateKey, *, ends_in_seconds: float | None = 600, **claims: Any) -> str:
    """A token that may write, unless `claims` say otherwise; `ends_in_seconds` None: it never ends."""
    body = claims or dict(MAY_WRITE)
    if ends_in_seconds is not None:
        body["exp"] = int(time.time() + ends_in_seconds)
    return signed(key, body)


def signed(key: Ed25519PrivateKey, body: dict[str, Any]) -> str:
    head = ".".join(_part(json.dumps(part).encode()) for part in ({"alg": "EdDSA", "typ": "JWT"}, body))
    return f"{head}.{_part(key.sign(head.encode()))}"


def _part(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")
