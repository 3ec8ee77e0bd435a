"""The exceptions that several parts raise or heed, and the taxonomy of crawl errors.

What one part alone knows stands with that part; what an operator may meet of it is a CrawlfleetError as well.

CrawlfleetError                  what an operator may meet; its text says what happened and what to do next
├── ConfigError                  a setting is unknown, malformed or missing
│   ├── WrongUsage               what was typed could never do
│   └── CleartextRefused         an unencrypted connection would leave this machine and Tailscale
├── StoreError                   the database refused or could not be reached
│   ├── StoreUnavailable         worth trying again (network, busy, 5xx); the write MAY have committed
│   │   ├── StoreBusy            turned away before anything was done (429): wait for a turn
│   │   └── StoreSilent          a request was sent and got no answer in time
│   ├── StoreRejected            will not work by trying again (bad SQL, constraint, permission)
│   └── SchemaMismatch           the schema is missing or older than this program
│       └── SchemaNewer          the schema is newer: no waiting helps this program
├── BrokerError                  the broker refused or could not be reached
│   ├── BrokerUnavailable        worth trying again; the publish MAY have arrived
│   │   └── BrokerBlocked        it hands messages out and takes none
│   ├── BrokerCleartextRefused   also a CleartextRefused
│   ├── PublishRefused           nacked: a queue is full (backpressure)
│   ├── Unroutable               returned: no queue is bound for the routing key
│   ├── RightMissing             this account may not do that
│   └── TopologyMissing          an exchange or queue does not exist; run `crawlfleet broker init`
├── SourceError                  one feed account could not be polled
├── ParsingStopped               reading strangers' bytes passed a limit (common/parsing/failures.py)
├── ParsingRaised                reading strangers' bytes raised an error (there, too)
├── ParsingUnavailable           no process to read strangers' bytes in can be started (there, too)
└── CrawlError                   one crawl did not work; carries an ErrorCode
    └── PerhapsOurs              this machine's own network may be the reason
        ├── Unanswered           nobody answered
        └── Astray               somebody else may have answered: Misled, LedAway, Unproven
"""

from __future__ import annotations

from enum import StrEnum


class CrawlfleetError(Exception):
    """An error that an operator may meet. The command line prints its text and exits non-zero, without a traceback."""


class ConfigError(CrawlfleetError):
    """A setting is unknown, malformed or missing. Several problems are several arguments, a line each."""

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))


class WrongUsage(ConfigError):
    """What was typed could never do: a word that there is not, an option too few. The command line ends with 2."""


class CleartextRefused(ConfigError):
    """An unencrypted connection would leave this machine and Tailscale, and no setting allows it.

    `may_pass`: an address lies in Tailscale's range, so that it will do once Tailscale's own interface is up.
    """

    def __init__(self, *problems: str, may_pass: bool = False) -> None:
        super().__init__(*problems)
        self.may_pass = may_pass


class StoreError(CrawlfleetError):
    """The database refused or could not be reached."""


class StoreUnavailable(StoreError):
    """Worth trying again. The write may have committed all the same: send it again with the same lease token."""


class StoreBusy(StoreUnavailable):
    """The server turned the request away before it did anything of it (429): too many wanted its connections."""


class StoreSilent(StoreUnavailable):
    """A request reached the server and got no answer in time. A write may have committed."""


class StoreRejected(StoreError):
    """Trying the same again will not work. Nothing of the batch was written."""


class SchemaMismatch(StoreError):
    """The schema is missing, or of another version than this program's."""


class SchemaNewer(SchemaMismatch):
    """The schema is newer than this program, which no waiting changes."""


class BrokerError(CrawlfleetError):
    """The broker refused or could not be reached."""


class BrokerUnavailable(BrokerError):
    """Worth trying again. The message may have arrived all the same."""


class BrokerBlocked(BrokerUnavailable):
    """It answers and hands messages out, and takes none from anybody."""


class BrokerCleartextRefused(BrokerError, CleartextRefused):
    """The password and all messages would leave this machine and Tailscale unencrypted."""


class PublishRefused(BrokerError):
    """The broker nacked the message: a queue is full. Backpressure, not loss."""


class Unroutable(BrokerError):
    """The broker returned the message: no queue is bound for its routing key."""


class RightMissing(BrokerError):
    """The account has not the right that this needs. rabbitmq/README.md lists the rights of each role."""


class TopologyMissing(BrokerError):
    """An exchange or queue does not exist. `crawlfleet broker init` makes it."""


class SourceError(CrawlfleetError):
    """One feed account could not be polled. `retry_after_seconds` is what the network asked for, None if nothing."""

    def __init__(self, message: str, *, retry_after_seconds: float | None = None, needs_person: bool = False) -> None:
        super().__init__(message)
        self.retry_after_seconds = retry_after_seconds
        self.needs_person = needs_person
        """True when trying again cannot help until somebody acts (a dead token, a missing permission)."""


class Category(StrEnum):
    """What kind of trouble an error code is; whether trying again later can help depends on this alone."""

    RATE_LIMITING = "rate_limiting"
    CONTENT = "content"
    NETWORK = "network"
    PARSING = "parsing"
    GENERIC = "generic"
    POLICY = "policy"


class ErrorCode(StrEnum):
    """Why an attempt did not end in a stored product. `retry` says whether another attempt may."""

    RATE_LIMITED = "RATE_LIMITED"
    AUTH_FAILED = "AUTH_FAILED"
    ACCESS_DENIED = "ACCESS_DENIED"
    CONTENT_REMOVED = "CONTENT_REMOVED"
    CONTENT_NOT_FOUND = "CONTENT_NOT_FOUND"
    CONTENT_UNAVAILABLE = "CONTENT_UNAVAILABLE"
    REQUEST_REFUSED = "REQUEST_REFUSED"
    """A shop's official interface takes what was asked for to be wrong."""
    NETWORK_ERROR = "NETWORK_ERROR"
    TIMEOUT = "TIMEOUT"
    CONNECTION_REFUSED = "CONNECTION_REFUSED"
    DNS_ERROR = "DNS_ERROR"
    NO_NETWORK = "NO_NETWORK"
    """This machine has no network of its own; the job is given back."""
    OWN_LIMIT = "OWN_LIMIT"
    """The owner of this PC allows no more for now; the job is given back."""
    NO_TURN = "NO_TURN"
    """This worker's next turn at the domain is too far away, and nothing was asked; the job is given back."""
    PARSE_ERROR = "PARSE_ERROR"
    PARSE_LIMIT = "PARSE_LIMIT"
    """Reading the page passed a limit on memory, time or depth; what it would have said is not known."""
    INVALID_URL = "INVALID_URL"
    INVALID_RESPONSE = "INVALID_RESPONSE"
    INTERNAL_ERROR = "INTERNAL_ERROR"
    SHOP_UNKNOWN = "SHOP_UNKNOWN"
    """This worker does not know the link's shop, another one may; the job is given back."""
    NOT_LISTED = "NOT_LISTED"
    """A shop's official interface does not name this product, which does not make it gone; another way may read it."""
    WAY_PAUSED = "WAY_PAUSED"
    """This way may not be used for now (budget spent, keys refused); the job is given back."""
    ROBOTS_DISALLOWED = "ROBOTS_DISALLOWED"
    ADDRESS_REFUSED = "ADDRESS_REFUSED"
    CANCELLED = "CANCELLED"
    """An operator ended the job. Written by the store, never raised."""
    LEASE_EXPIRED = "LEASE_EXPIRED"
    """The worker vanished, and its lease ran out. Written by the store, never raised."""
    UNCONFIRMED = "UNCONFIRMED"
    """A volunteer's result waited for a second look, and nobody came. Written by the store, never raised."""

    @property
    def category(self) -> Category:
        return _CATEGORY[self]

    @property
    def retry(self) -> bool:
        """Whether trying again later can help."""
        return self.category in _RETRIED


_CATEGORY: dict[ErrorCode, Category] = {
    code: category
    for category, codes in {
        Category.RATE_LIMITING: (ErrorCode.RATE_LIMITED, ErrorCode.AUTH_FAILED, ErrorCode.ACCESS_DENIED),
        Category.CONTENT: (
            ErrorCode.CONTENT_REMOVED,
            ErrorCode.CONTENT_NOT_FOUND,
            ErrorCode.CONTENT_UNAVAILABLE,
            ErrorCode.NOT_LISTED,
            ErrorCode.REQUEST_REFUSED,
        ),
        Category.NETWORK: (
            ErrorCode.NETWORK_ERROR,
            ErrorCode.TIMEOUT,
            ErrorCode.CONNECTION_REFUSED,
            ErrorCode.DNS_ERROR,
            ErrorCode.NO_NETWORK,
        ),
        Category.PARSING: (
            ErrorCode.PARSE_ERROR,
            ErrorCode.PARSE_LIMIT,
            ErrorCode.INVALID_URL,
            ErrorCode.INVALID_RESPONSE,
        ),
        Category.GENERIC: (
            ErrorCode.INTERNAL_ERROR,
            ErrorCode.SHOP_UNKNOWN,
            ErrorCode.OWN_LIMIT,
            ErrorCode.NO_TURN,
            ErrorCode.WAY_PAUSED,
            ErrorCode.LEASE_EXPIRED,
        ),
        Category.POLICY: (
            ErrorCode.ROBOTS_DISALLOWED,
            ErrorCode.ADDRESS_REFUSED,
            ErrorCode.CANCELLED,
            ErrorCode.UNCONFIRMED,
        ),
    }.items()
    for code in codes
}

GONE = frozenset({ErrorCode.CONTENT_REMOVED, ErrorCode.CONTENT_NOT_FOUND})
"""What says that the page is no more."""

NEXT_WAY = frozenset({ErrorCode.AUTH_FAILED, ErrorCode.ACCESS_DENIED, ErrorCode.NOT_LISTED})
"""What ends a job's try of one way and sends it down to its shop's next: a wall, or a product that the way does not
know."""

_RETRIED = frozenset({Category.RATE_LIMITING, Category.NETWORK, Category.GENERIC})


class CrawlError(CrawlfleetError):
    """One crawl did not work. `retry_after_seconds` is what the server asked for, None if nothing."""

    def __init__(self, code: ErrorCode, detail: str, *, retry_after_seconds: float | None = None) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.retry_after_seconds = retry_after_seconds


class PerhapsOurs(CrawlError):
    """A request to `host` failed in a way for which this machine's own network may be the reason."""

    def __init__(self, code: ErrorCode, detail: str, *, host: str) -> None:
        super().__init__(code, detail)
        self.host = host


class Unanswered(PerhapsOurs):
    """Nobody at `host` answered, or its name was not found."""

    def __init__(self, code: ErrorCode, detail: str, *, host: str, silent: bool = True) -> None:
        super().__init__(code, detail, host=host)
        self.silent = silent
        """False: somebody said that there is no such name, as far as the system tells."""


class Astray(PerhapsOurs):
    """Somebody else than the owner of `host` may have answered, as a hotel's login page does for every shop. So it is
    a failure that passes. `place` is where it led, to be compared with where other names lead."""

    def __init__(self, code: ErrorCode, detail: str, *, host: str, place: str) -> None:
        super().__init__(code, detail, host=host)
        self.place = place


class Misled(Astray):
    """The name leads to an address that nobody may connect to, as far as this machine's resolver says. A hotel's login
    page and a blocker of advertisements say so of honest shops."""

    def __init__(self, host: str, address: str, reason: str) -> None:
        super().__init__(ErrorCode.DNS_ERROR, f"{host} leads to {address}: {reason}", host=host, place=address)


class LedAway(Astray):
    """An answer without TLS, which anybody on the way may write, leads to a host that is not asked."""

    def __init__(self, host: str, to: str, place: str) -> None:
        detail = f"{host} leads to {to}, which is not a registered shop's host"
        super().__init__(ErrorCode.NETWORK_ERROR, detail, host=host, place=place)


class Unproven(Astray):
    """Whoever answers shows a certificate that is not accepted for `host`."""

    def __init__(self, host: str, why: str) -> None:
        detail = f"{host}: certificate not accepted: {why}"
        super().__init__(ErrorCode.NETWORK_ERROR, detail, host=host, place="")
