"""Lease tokens of machines: what a machine holds, and what the database has. Pure.

The token a machine holds is made of its claim's request id and the job, so a gateway can say it again and keeps none.
What the database has is made of the machine and that token. So a token named by any other machine is another lease's,
or nobody's, in every statement there is.
"""

from __future__ import annotations

import base64
import hashlib
import hmac


def held_token(join_hash: str, request_id: str, job_id: str) -> str:
    """43 characters, the same for the same machine, request and job; only who knows the machine's nonce reckons it."""
    digest = hmac.new(join_hash.encode(), f"lease {request_id} {job_id}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def stored_token(machine: str, held: str) -> str:
    """As crawl_jobs and gateway_leases have it."""
    return hashlib.sha256(f"{machine} {held}".encode()).hexdigest()[:40]
