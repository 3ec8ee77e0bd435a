"""What an operator may meet: of settings, of the database, of the broker, of feeds."""

from __future__ import annotations


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
