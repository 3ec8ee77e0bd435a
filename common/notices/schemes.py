"""Which of Apprise's addresses may be a target: services reached over the network, named one by one. Pure.

Apprise also runs commands, writes to this machine's log and desktop and reads files that an address names. None of
that is a notification from a fleet, so what is not listed here is refused, and so is a parameter that names a file.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from socket import inet_aton
from urllib.parse import unquote_plus

SCHEMES = frozenset(
    """
    bark barks discord feishu flock form forms gchat gotify gotifys json jsons lark line mailgun mailto mailtos
    matrix matrixs mmost mmosts ntfy ntfys opsgenie pagerduty pbul pover prowl rocket rockets schan sendgrid
    signal signals slack splunk squadcast synology synologys tgram threema twilio twist webex wxteams workflows
    workflow xml xmls zulip
    """.split()
)
"""Each is reached over the network; json, form and xml are a plain HTTP request to an address of one's own."""

OWN_REQUESTS = frozenset({"json", "jsons", "form", "forms", "xml", "xmls"})
"""A request to whatever address is written: whoever adds one says what the dispatcher asks of its own network."""

NAMES_A_FILE = frozenset({"template", "pgp", "pgpkey", "key", "keyfile", "pem", "pemkey", "cert", "smime", "attach"})
"""Parameters by which some of these services read a file of the machine that sends, or send one."""

_INNER_NAMES = (".localhost", ".local", ".internal", ".lan", ".home.arpa")
_DOTTED = re.compile(r"(0x[0-9a-f]+|[0-9]+)(\.(0x[0-9a-f]+|[0-9]+)){1,3}")
_WORDS = re.compile(r"[/@?&;=,:]")
_ADDRESS = re.compile(r"(?P<scheme>[a-z0-9]{2,20})://\S{1,2000}", re.IGNORECASE)


def checked(url: str) -> str:
    """The address as it is kept. Raises ValueError, which never holds more of it than its scheme."""
    url = url.strip()
    found = _ADDRESS.fullmatch(url)
    if not found:
        raise ValueError(
            "this is no address of Apprise: one line, such as ntfys://ntfy.sh/TOPIC or mailtos://USER:PASSWORD@HOST"
        )
    scheme = found["scheme"].lower()
    if scheme not in SCHEMES:
        raise ValueError(f"{scheme}:// is not among the kinds of target that are allowed: {', '.join(sorted(SCHEMES))}")
    named = _parameters(url) & NAMES_A_FILE
    if named:
        raise ValueError(f"the parameter {', '.join(sorted(named))} is refused: targets read and send no files")
    return url


def of_a_service(url: str) -> str:
    """The address, for whoever has no shell here: of a service out there. Raises ValueError as `checked` does, and for
    a plain request and for a host written as one of this machine or its own network. A name, or one whole number, that
    leads to such a host passes."""
    url = checked(url)
    scheme = url.partition("://")[0].lower()
    if scheme in OWN_REQUESTS:
        raise ValueError(
            f"{scheme}:// sends a plain request to any address, so it is added at the command line alone: "
            "crawlfleet notify targets add NAME --file FILE"
        )
    if _inner_v6(url) or any(_inner(word) for word in _WORDS.split(unquote_plus(url.partition("://")[2]))):
        raise ValueError(
            f"this {scheme}:// address names a host of this machine or its own network; such a target is added at the "
            "command line alone: crawlfleet notify targets add NAME --file FILE"
        )
    return url


def _inner(word: str) -> bool:
    name = word.strip().rstrip(".").lower()
    if name == "localhost" or name.endswith(_INNER_NAMES):
        return True
    if not _DOTTED.fullmatch(name):
        return False
    try:
        return not ip_address(inet_aton(name)).is_global  # 127.1 and 0x7f.1 are addresses, too
    except OSError:
        return False


def _inner_v6(url: str) -> bool:
    found = re.findall(r"\[([0-9a-fA-F:.]+)\]", unquote_plus(url))
    try:
        return any(not ip_address(one).is_global for one in found)
    except ValueError:
        return True  # brackets around what is no address


def _parameters(url: str) -> set[str]:
    """The names of its parameters as Apprise (2.2, utils/parse.py) takes them: `;` parts them as `&` does, and blanks
    around a name are none of it."""
    parts = (part for after in url.split("?")[1:] for part in re.split("[&;]", after))
    return {unquote_plus(part.partition("=")[0]).strip().lower() for part in parts}


def shown(url: str) -> str:
    """What may be seen of an address: its scheme."""
    return f"{url.partition('://')[0].lower()}://…"
