"""Opening connections to RabbitMQ, and turning the libraries' errors into BrokerErrors.

Plain connections, rebuilt by their owners, instead of aio-pika's robust ones: after a broker restart a robust
connection may be up while its consumer is gone (aio-pika issues #231, #379, #626), restored objects are held by weak
reference, and a caller cannot tell. An owner that rebuilds all it needs in one place can be read and tested.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import unquote, urlsplit

import aio_pika
from aio_pika.abc import AbstractChannel, AbstractConnection
from aiormq.abc import AbstractChannel as BareChannel
from aiormq.abc import ExceptionType
from aiormq.exceptions import (
    AMQPConnectionError,
    AMQPError,
    AuthenticationError,
    ChannelAccessRefused,
    ChannelNotFoundEntity,
    ChannelPreconditionFailed,
    ConnectionClosed,
    ProbableAuthenticationError,
)

from common.broker.amqp.plain_words import AT_ITS_LIMIT, not_allowed, plain_words, what_lets_in
from common.errors import (
    BrokerCleartextRefused,
    BrokerError,
    BrokerUnavailable,
    CleartextRefused,
    RightMissing,
    TopologyMissing,
)
from common.net.cleartext import cleartext_addresses
from common.output.printable import printable
from common.output.unreadable import why_no_authorities
from common.private_files import first_line
from common.settings import BrokerSettings

GONE = (AMQPError, RuntimeError, OSError, TimeoutError, asyncio.IncompleteReadError)
"""What a broken or refused connection raises. aiormq says RuntimeError for a channel or connection that is closed."""


def without_a_word(error: Exception) -> bool:
    """So aiormq ends what is begun on a channel whose connection broke: by an Exception of no kind."""
    return type(error) is Exception and not error.args


def address(settings: BrokerSettings) -> str:
    """host:port/vhost for people; never the credentials."""
    parts = urlsplit(settings.url)
    port = parts.port or (5671 if parts.scheme == "amqps" else 5672)
    return f"{parts.hostname or 'localhost'}:{port}/{parts.path.lstrip('/')}"


@contextmanager
def translated(settings: BrokerSettings, doing: str) -> Iterator[None]:
    """Raise BrokerUnavailable (or another BrokerError) for whatever the libraries raise inside, and CancelledError just
    when somebody asked the running task to end.

    The libraries get cancellation wrong in both directions. They swallow it: before Python 3.12 asyncio.wait_for, which
    aiormq calls, returns a result that comes in the same turn of the loop as a cancellation, and forgets the
    cancellation; a worker told to stop went on for ever. And they raise it where nobody asked: when a connection goes
    silent, aiormq ends all its calls with CancelledError.
    """
    cancelled_before = cancellations()
    try:
        yield
        if cancellations() > cancelled_before:
            raise asyncio.CancelledError
    except BrokerError:
        raise
    except asyncio.CancelledError:
        if cancellations() > cancelled_before:
            raise
        raise BrokerUnavailable(f"the broker {address(settings)} is away ({doing}): it went silent") from None
    except (AuthenticationError, ProbableAuthenticationError):
        raise BrokerError(f"the broker {address(settings)} {_refused(settings, doing)}") from None
    except ChannelAccessRefused as error:
        raise RightMissing(
            f"the broker {address(settings)} denies this account the right it needs while {doing} ({error}); "
            "rabbitmq/README.md lists the rights of each role"
        ) from None
    except ChannelNotFoundEntity as error:
        raise TopologyMissing(
            f"the broker {address(settings)} answered while {doing}: {error}; run `crawlfleet broker init`"
        ) from None
    except ChannelPreconditionFailed as error:
        raise BrokerError(
            f"the broker {address(settings)} has something of that name with other arguments ({error}); let the queues "
            "run empty, delete them, and run `crawlfleet broker init` again"
        ) from None
    except GONE as error:
        if why := not_allowed(error):
            kind = BrokerUnavailable if AT_ITS_LIMIT in why else BrokerError
            raise kind(f"the broker {address(settings)} refused while {doing}: {why}; {what_lets_in(why)}") from None
        raise BrokerUnavailable(f"the broker {address(settings)} is away ({doing}): {plain_words(error)}") from None
    except Exception as error:
        if not without_a_word(error):
            raise
        raise BrokerUnavailable(f"the broker {address(settings)} is away ({doing}): {plain_words(error)}") from None


def _refused(settings: BrokerSettings, doing: str) -> str:
    """What to look at when it refused who we are. RabbitMQ's own account guest is tried where no password is set."""
    parts = urlsplit(settings.url)
    if parts.password or _password(settings) is not None:
        return f"refused the credentials while {doing}; check the user in broker.url and broker.password_file"
    user = printable(unquote(parts.username or ""))
    missing = f"no password is set for {user}" if user else "broker.url names no user, and no password is set"
    where = "name a file that holds it in broker.password_file, or set CRAWLFLEET_BROKER_PASSWORD"
    if settings.password_file is not None:
        where = f"broker.password_file ({printable(str(settings.password_file))}) is empty or cannot be read"
    return f"refused this program while {doing}: {missing}; {where}"


def cancellations() -> int:
    """How often the running task was asked to end."""
    task = asyncio.current_task()
    return task.cancelling() if task else 0


class _Connection(aio_pika.Connection):
    """One that counts as closed as soon as it failed to open or to close.

    aio-pika's own connection calls close() only when it is garbage-collected, on whatever loop it finds then. A failed
    attempt is kept alive by its traceback, so the loop may have ended by that time, and Python warns of a coroutine
    that was never awaited.
    """

    async def connect(self, timeout: float | int | None = None) -> None:
        try:
            await super().connect(timeout)
        except BaseException:
            await super().close()
            raise

    async def close(self, exc: ExceptionType | None = ConnectionClosed) -> None:
        try:
            await super().close(exc)
        except BaseException:
            await super().close(exc)  # it has forgotten its transport by now, so this waits for nothing
            raise


async def open_connection(settings: BrokerSettings) -> AbstractConnection:
    """A new connection. Raises BrokerUnavailable, or BrokerError for refused credentials, a virtual host that is not
    open to them, and refused cleartext."""
    context = _tls(settings) if urlsplit(settings.url).scheme == "amqps" else None
    with translated(settings, "connecting"):
        hosts = await _hosts(settings)
        for host in hosts[:-1]:
            with suppress(AMQPConnectionError, OSError):
                return await _connect(settings, host, context)
        return await _connect(settings, hosts[-1], context)


async def _hosts(settings: BrokerSettings) -> list[str]:
    """What to connect to, in the order to try: for cleartext addresses that were looked at, never a name."""
    parts = urlsplit(settings.url)
    host = parts.hostname or "localhost"
    if parts.scheme == "amqps" or settings.allow_cleartext:
        return [host]
    try:
        return await cleartext_addresses(host, parts.port or 5672, setting="broker.allow_cleartext")
    except CleartextRefused as error:
        raise BrokerCleartextRefused(f"broker.url: {error}", may_pass=error.may_pass) from None


async def _connect(settings: BrokerSettings, host: str, context: ssl.SSLContext | None) -> AbstractConnection:
    parts = urlsplit(settings.url)
    secret = _password(settings) or unquote(parts.password or "guest")
    return await aio_pika.connect(
        connection_class=_Connection,
        host=host,
        port=parts.port or (5671 if context else 5672),
        login=unquote(parts.username or "guest"),
        password=secret,
        virtualhost=unquote(parts.path[1:]) or "/",
        ssl=context is not None,
        ssl_context=context,
        timeout=settings.publish_timeout_seconds,
        heartbeat=settings.heartbeat_seconds,
        client_properties={"connection_name": "crawlfleet"},
    )


def _password(settings: BrokerSettings) -> str | None:
    """As its file says now, so that a new one is used without a restart; as it said at the start while it is away."""
    if settings.password_file is not None:
        with suppress(OSError, UnicodeDecodeError):
            if word := first_line(settings.password_file):
                return word
    return settings.password.get_secret_value() if settings.password else None


def _tls(settings: BrokerSettings) -> ssl.SSLContext:
    if settings.ca_file is None:
        return ssl.create_default_context()
    try:
        return ssl.create_default_context(cafile=str(settings.ca_file))
    except OSError:
        why = why_no_authorities(settings.ca_file)
        raise BrokerError(f"broker.ca_file: {why}. Name a PEM file of certificate authorities there.") from None


async def close_quietly(closable: AbstractConnection | AbstractChannel | BareChannel | None) -> None:
    """Close what may be broken already; never raises for that, and takes at most 5 s."""
    if closable is None:
        return
    cancelled_before = cancellations()
    try:
        async with asyncio.timeout(5):
            await closable.close()
    except GONE:
        return
    except asyncio.CancelledError:
        if cancellations() > cancelled_before:
            raise
    except Exception as error:
        if not without_a_word(error):
            raise
