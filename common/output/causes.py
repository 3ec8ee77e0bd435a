"""What led to an error."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator


def causes_of(error: BaseException) -> Iterator[BaseException]:
    """The error, then what led to it, the nearest first, each once. Of several tries at once each is one."""
    pending: deque[BaseException | None] = deque([error])
    seen: set[int] = set()
    while pending:
        current = pending.popleft()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        if isinstance(current, BaseExceptionGroup):
            pending.extend(current.exceptions)
        pending += [current.__cause__, current.__context__]
