"""What became of a message, from what Apprise logged and what was answered to its requests. Pure.

Source of what is read: Apprise's plugins (2.2) log "Socket Exception: …" with the text of requests, urllib3 or smtplib
(Lark: "Lark Exception: …"), and "Sent …" for each recipient that took it. Several services answer a request that they
refuse with 200 and say so in the body alone; Apprise takes that for delivered (Slack excepted).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

_NEVER_REACHED = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectTimeout|Connection refused|Failed to (?:resolve|establish)"
    r"|No route to host|Network is unreachable|Name or service not known|name resolution|getaddrinfo"
    r"|CERTIFICATE_VERIFY_FAILED|WRONG_VERSION_NUMBER|HANDSHAKE_FAILURE|ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL",
)
_BROKEN = re.compile(r"Socket Exception|^Lark Exception|connection error", re.IGNORECASE)
_EXCEPTION = re.compile(r"Socket Exception|^Lark Exception")
_LATE = re.compile(r"did not finish within")
_MAIL_REFUSED = re.compile(r"Socket Exception: .{0,200}?\(([45]\d\d), b?['\"]", re.DOTALL)
"""smtplib names the code with which a mail server refuses the login, the sender, every recipient, or the message."""
_MAIL_CANNOT = re.compile(r"extension not supported by server")
_MAY_HAVE_TAKEN_IT = frozenset({500, 502, 504})
_WRONG_PASSWORD = frozenset({"530", "534", "535"})

_SAYS_SO = {
    "bark": ("code", (200,)),
    "barks": ("code", (200,)),
    "feishu": ("code", (0,)),
    "lark": ("code", (0,)),
    "pover": ("status", (1,)),
    "schan": ("code", (0,)),
    "splunk": ("result", ("success",)),
    "synology": ("success", (True,)),
    "synologys": ("success", (True,)),
    "tgram": ("ok", (True,)),
    "zulip": ("result", ("success",)),
}
"""By scheme: what a service's answer says of itself, and what that is when it took the message."""


class Outcome(StrEnum):
    """What became of one try."""

    SENT = "sent"
    NOT_SENT = "not_sent"
    """The target certainly does not have it."""
    UNSURE = "unsure"
    """It may have it, or some of its recipients do."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`said` holds nothing of the target's address, nor of what the target said."""

    outcome: Outcome
    said: str = ""
    wait_seconds: float | None = None
    """How long the target asked to be left alone."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One answer to a request of Apprise's."""

    status: int
    body: bytes = b""
    wait_seconds: float | None = None


def judged(scheme: str, *, took: bool, lines: Sequence[str], heard: Sequence[Heard], left: bool = True) -> Answer:
    """`took`: what Apprise made of it. `heard`: the answers, the first first; none of a mail server's. `left`: whether
    the message, or a request for it, may have left this machine whole."""
    refused = [_refuses(scheme, one) for one in heard]
    if took and any(refused):
        if all(refused):
            return Answer(Outcome.NOT_SENT, "it answered, and the answer says that it refused the message")
        return Answer(Outcome.UNSURE, "some of its recipients did not take it")
    if took and not heard and not any(line.startswith("Sent ") for line in lines):
        return Answer(Outcome.NOT_SENT, "Apprise sent nothing: its address asks for something else than a message")
    return Answer(Outcome.SENT) if took else _failed(scheme, lines, heard, left=left)


def _refuses(scheme: str, one: Heard) -> bool:
    """Whether an answer of status 200 says that the message was refused."""
    key, well = _SAYS_SO.get(scheme, ("", ()))
    if one.status != 200 or not key:
        return False
    try:
        tree = json.loads(one.body)
    except (ValueError, RecursionError):
        return False
    return isinstance(tree, dict) and key in tree and tree[key] not in well


def _failed(scheme: str, lines: Sequence[str], heard: Sequence[Heard], *, left: bool) -> Answer:
    """Why a message was not sent, and whether that is certain."""
    if any(line.startswith("Sent ") for line in lines):
        return Answer(Outcome.UNSURE, "some of its recipients did not take it")
    exceptions = [line for line in lines if _EXCEPTION.search(line)]
    if exceptions and all(_NEVER_REACHED.search(line) for line in exceptions):
        return Answer(Outcome.NOT_SENT, "it could not be reached")
    if exceptions and all(_mail_refuses(line) for line in exceptions):
        return Answer(Outcome.NOT_SENT, _mail_refuses(exceptions[-1]))
    if not left and exceptions and not any(map(_LATE.search, lines)):  # what is given up as late goes on
        return Answer(Outcome.NOT_SENT, "the line broke, or no answer came in time, before it was given the message")
    if any(_LATE.search(line) or _BROKEN.search(line) for line in lines):
        return Answer(Outcome.UNSURE, "the line broke, or no answer came in time")
    if heard and heard[-1].status >= 300:
        return _by_status(heard)
    if heard and scheme == "slack":
        said = "it answered, and refused the message: see to the token and the channel in its address"
        return Answer(Outcome.NOT_SENT, said)
    return Answer(Outcome.UNSURE, "it was not taken, and Apprise does not say why")


def _mail_refuses(line: str) -> str:
    """What a mail server said against it, before it had the message; nothing if it is not that."""
    if _MAIL_CANNOT.search(line):
        return "its mail server lacks what the address asks for (encryption, or a login)"
    found = _MAIL_REFUSED.search(line)
    if found is None:
        return ""
    why = ": see to the user and password in its address" if found[1] in _WRONG_PASSWORD else ""
    return f"its mail server refused it with {found[1]}{why}"


def _by_status(heard: Sequence[Heard]) -> Answer:
    last = heard[-1]
    said = f"it answered with status {last.status}"
    wait = max((one.wait_seconds or 0.0 for one in heard), default=0.0) or None
    if last.status < 400:
        said += ", a redirect, which is not followed: add it anew by the address that it leads to"
    unsure = any(one.status in _MAY_HAVE_TAKEN_IT for one in heard)
    return Answer(Outcome.UNSURE if unsure else Outcome.NOT_SENT, said, wait)
