"""Passwords as scrypt hashes: made, and held against what somebody typed. Pure, and slow: some 0.1 s."""

from __future__ import annotations

import base64
import hashlib
import hmac

LOG_N, R, P = 15, 8, 1
"""32 MiB of memory for each look (RFC 7914, section 2: N * r * 128 bytes)."""
LEAST, MOST = 10, 200
"""Characters of a password."""


def hashed(password: str, salt: bytes) -> str:
    """`scrypt$LOG_N$R$P$SALT$HASH`; `salt` is 16 random bytes."""
    return f"scrypt${LOG_N}${R}${P}${_text(salt)}${_text(_derived(password, salt, LOG_N, R, P))}"


def fits(password: str, stored: str | None) -> bool:
    """Whether it is the password that was hashed. Takes as long for somebody without one."""
    try:
        _, log_n, r, p, salt, wanted = (stored or _NOBODY).split("$")
        found = _derived(password, _bytes(salt), int(log_n), int(r), int(p))
    except ValueError:
        return False
    return hmac.compare_digest(found, _bytes(wanted)) and stored is not None


def _derived(password: str, salt: bytes, log_n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=2**log_n, r=r, p=p, maxmem=2**log_n * r * 256, dklen=32)


def _text(value: bytes) -> str:
    return base64.b64encode(value).decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


_NOBODY = f"scrypt${LOG_N}${R}${P}${_text(bytes(16))}${_text(bytes(32))}"
