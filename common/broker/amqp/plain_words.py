"""What went wrong with a connection, in words for people: no library's, no class names, no errno tuples.

A broker that knows who asks and lets them not in (no such virtual host, no rights in it, no more connections) says so
where it would open the virtual host. aiormq waits for nothing but a yes there, and of any other answer it says that a
frame was not expected, without the broker's reason. It tells the reason of a refusal that the list of answers names; so
that list has the refusal, too, as AMQP allows it.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import re
import socket
import ssl

from aiormq.exceptions import ConnectionClosed
from pamqp.commands import Connection

from common.output.no_handles import no_handles_left
from common.output.unreached import not_trusted

_SAID_BY_BROKER = re.compile(r"[A-Z]{3,}(?:_[A-Z]+)* - [^\n]{1,300}")
"""RabbitMQ's own reason: `NOT_ALLOWED - vhost x not found`."""
_QUOTES = "'\")>"
AT_ITS_LIMIT = "connection limit"
"""In the broker's words where there is room again as soon as others end."""
_NOT_ALLOWED = 530
_CLOSE = Connection.Close.name

if _CLOSE not in Connection.Open.valid_responses:
    Connection.Open.valid_responses.append(_CLOSE)

for _library in ("aiormq", "aio_pika"):
    # What they log is raised too, and told once, in words of our own.
    logging.getLogger(_library).setLevel(logging.CRITICAL + 1)


def plain_words(error: BaseException) -> str:
    """One clause, such as `nothing listens there`."""
    if handles := no_handles_left(error):
        return handles
    chain = [error]
    while (cause := chain[-1].__cause__ or chain[-1].__context__) is not None and cause not in chain:
        chain.append(cause)
    text = " ".join(str(one) for one in chain)
    if said := _SAID_BY_BROKER.search(text):
        return said[0].rstrip(_QUOTES)
    # A system's number comes last: aiormq's own errors carry that of their cause, and TLS has numbers of its own.
    return next(filter(None, (*map(_known, chain), *map(_numbered, chain))), None) or _by_text(text)


def _known(error: BaseException) -> str | None:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"{not_trusted(error)} (broker.ca_file names authorities of your own)"
    if isinstance(error, ssl.SSLError):
        return "there is no TLS that fits; amqps:// needs the broker's TLS port"
    if isinstance(error, socket.gaierror):
        return "no address is known for that name"
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, ConnectionRefusedError) or number == errno.ECONNREFUSED:
        return "nothing listens there"
    if isinstance(error, TimeoutError):
        return "it did not answer in time"
    if isinstance(error, ConnectionResetError | BrokenPipeError | asyncio.IncompleteReadError):
        return "it closed the connection"
    return None


def _numbered(error: BaseException) -> str | None:
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else None


def _by_text(text: str) -> str:
    """For errors that carry no more than a library's sentence."""
    if "Connect call failed" in text:
        return "nothing listens there"
    if "Name or service not known" in text or "getaddrinfo" in text:
        return "no address is known for that name"
    if "unexpectedly closed" in text:
        return "it closed the connection before it said anything that RabbitMQ says"
    if "closed" in text:
        return "the connection was closed"
    return "the connection broke"


def not_allowed(error: BaseException) -> str | None:
    """The broker's own reason, such as `NOT_ALLOWED - vhost x not found`; None for any other error."""
    if not isinstance(error, ConnectionClosed) or len(error.args) < 2 or error.args[0] != _NOT_ALLOWED:
        return None
    return str(error.args[1])


def what_lets_in(why: str) -> str:
    """What to do about that reason."""
    if AT_ITS_LIMIT in why:
        return (
            "end programs that are connected and not needed, or raise that limit where RabbitMQ runs "
            "(`rabbitmqctl set_vhost_limits`, `rabbitmqctl set_user_limits`)"
        )
    return (
        "name at the end of broker.url a virtual host that is there and in which this user has rights; where RabbitMQ "
        "runs, `rabbitmqctl list_vhosts` and `rabbitmqctl list_permissions -p VHOST` say which"
    )
