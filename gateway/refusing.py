"""How a gateway says no."""

from __future__ import annotations

from common.protocol.refusals import Reason, Refusal


class Refusing(Exception):
    """Ends a request with this refusal."""

    def __init__(self, reason: Reason, sentence: str, *, retry_after_seconds: float | None = None) -> None:
        super().__init__(sentence)
        self.refusal = Refusal(reason=reason, sentence=sentence[:200], retry_after_seconds=retry_after_seconds)


def away(what: str) -> Refusing:
    """The answer while database or broker is away; a machine loses nothing by asking again."""
    return Refusing(
        Reason.UNAVAILABLE, f"the fleet's {what} is away; it is asked again by itself", retry_after_seconds=10
    )
