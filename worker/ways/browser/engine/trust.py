"""The keys of `fetch.ca_file` as Chromium wants to be told of them.

A browser trusts its own list of authorities and no file of ours. What it can be told is a key: a certificate chain that
carries it is taken. So a server whose authority is in the file must send that authority's certificate along.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from common.errors import ConfigError
from common.output.unreadable import why_no_authorities


def key_hashes(ca_file: Path) -> tuple[str, ...]:
    """SHA-256 of each certificate's public key, base64. Raises ConfigError for a file that cannot be read."""
    from cryptography import x509  # noqa: PLC0415  # only for a file of one's own
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415  # as above

    try:
        certificates = x509.load_pem_x509_certificates(ca_file.read_bytes())
    except (OSError, ValueError):
        why = why_no_authorities(ca_file)
        raise ConfigError(f"fetch.ca_file: {why}. Name a PEM file of certificate authorities there.") from None
    keys = (one.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo) for one in certificates)
    return tuple(base64.b64encode(hashlib.sha256(key).digest()).decode() for key in keys)
