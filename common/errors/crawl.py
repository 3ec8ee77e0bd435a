"""One crawl that did not work, and whether this machine's own network may be the reason."""

from __future__ import annotations

from common.errors.codes import ErrorCode
from common.errors.services import CrawlfleetError


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
