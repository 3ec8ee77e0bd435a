"""The message: `{"job_id": "…", "v": 1}`. Everything else about a job stands in the database."""

from __future__ import annotations

import json
import re

VERSION = 1
MAX_BYTES = 4096

_JOB_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class MalformedMessage(Exception):
    """The body is not such a message; the text says why and may stand in a header."""


def encode(job_id: str) -> bytes:
    """The body of a message. `job_id` is ASCII without quotes, as job ids are."""
    return b'{"job_id":"%b","v":%d}' % (job_id.encode("ascii"), VERSION)


def decode(body: bytes) -> str:
    """The job id in a message's body. Raises MalformedMessage for any other bytes."""
    if len(body) > MAX_BYTES:
        raise MalformedMessage(f"{len(body)} bytes, more than {MAX_BYTES}")
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        raise MalformedMessage("not JSON") from None
    if not isinstance(message, dict):
        raise MalformedMessage("not a JSON object")
    if "job_id" not in message:
        raise MalformedMessage("no job_id")
    version = message.get("v")
    if version != VERSION or isinstance(version, bool):
        told = str(version)[:20].encode("ascii", "backslashreplace").decode("ascii")  # a stranger's half characters
        raise MalformedMessage(f"unknown version {told}")
    job_id = message["job_id"]
    if not isinstance(job_id, str) or not _JOB_ID.fullmatch(job_id):
        raise MalformedMessage("job_id is not an id")
    return job_id
