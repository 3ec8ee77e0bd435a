"""What a call of the API is, and what it is asked with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from common.store import ConsoleRole
from fleet.console.api.problems import Problem
from fleet.operations.auditing import Operator

if TYPE_CHECKING:
    from pydantic import BaseModel

    from common.settings import Settings
    from common.store import Cursor
    from fleet.console.api.given import Given
    from fleet.console.context import Console

G_co = TypeVar("G_co", bound="Given", covariant=True)

SOME_BYTES = 64 * 1024
MANY_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Program:
    """Whoever holds a token."""

    name: str
    role: ConsoleRole

    @property
    def operator(self) -> Operator:
        return Operator(self.name, "API")

    @property
    def asks_as(self) -> str:
        """Apart from a person of the same name."""
        return f"the token {self.name}"


@dataclass(frozen=True, slots=True)
class Asked(Generic[G_co]):
    """One request: by whom, and with what."""

    console: Console
    by: Program
    given: G_co
    said_by_calls: Callable[[str], str]
    """What an operation advises, said of the API (fleet/console/api/advice.py)."""

    @property
    def settings(self) -> Settings:
        return self.console.settings

    @property
    def operator(self) -> Operator:
        return self.by.operator

    def require_broker(self) -> None:
        """Raises Problem where the broker lives inside another process."""
        if self.settings.broker.in_memory:
            raise Problem(
                409,
                "NO_BROKER",
                "broker.url is memory:, a broker that lives inside `crawlfleet up` and cannot be seen from outside.",
                "Jobs themselves are at /api/v1/jobs; for queues and dead letters set broker.url to a RabbitMQ.",
            )


def page_of(items: list[dict[str, Any]], now_ms: int, following: Cursor | None) -> dict[str, Any]:
    """A page of a list, and where the next one begins."""
    return {"items": items, "now_ms": now_ms, "next": str(following) if following else None}


@dataclass(frozen=True, slots=True)
class Call:
    """A GET reads its values from the query; a POST changes something, and reads them from a JSON body."""

    method: str
    path: str
    summary: str
    handler: Callable[[Asked[Any]], Awaitable[dict[str, Any]]]
    given: type[Given]
    answer: type[BaseModel]
    does: tuple[Callable[..., object], ...]
    """The operations behind it."""
    most_bytes: int = SOME_BYTES

    @property
    def name(self) -> str:
        """`jobs_requeue`, as the command line says it: jobs requeue."""
        words = self.path.strip("/").replace("-", "_").split("/")
        return "_".join(words)

    @property
    def acts(self) -> bool:
        return self.method == "POST"
