"""How long, and with which pauses, the same batch is sent again to a database that is away or busy."""

from __future__ import annotations

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_delay, wait_random_exponential

from common.errors import StoreBusy, StoreSilent, StoreUnavailable
from common.store import metrics

FIRST_PAUSE_SECONDS = 0.05
LONGEST_PAUSE_SECONDS = 1.0


def patiently(seconds: float, worth_it: type[StoreUnavailable] = StoreUnavailable) -> AsyncRetrying:
    """Tries until `seconds` have passed, then the last error is raised as it is.

    Before each further try any time up to a limit passes, and the limit doubles: full jitter, so that many clients
    that were turned away together do not come back together (https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/).
    """
    return AsyncRetrying(
        retry=retry_if_exception_type(worth_it),
        stop=stop_after_delay(seconds),
        wait=wait_random_exponential(multiplier=FIRST_PAUSE_SECONDS, max=LONGEST_PAUSE_SECONDS),
        before_sleep=_count,
        reraise=True,
    )


def _count(state: RetryCallState) -> None:
    error = state.outcome.exception() if state.outcome else None
    metrics.again.labels(reason_of(error)).inc()


def reason_of(error: BaseException | None) -> str:
    if isinstance(error, StoreBusy):
        return "busy"
    return "silent" if isinstance(error, StoreSilent) else "away"
