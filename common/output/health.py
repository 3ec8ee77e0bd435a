"""Why a process does not do its duty now: /healthz answers 200 and "ok", or 503 and a line for each reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from common.output.printable import printable

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

PATH = "/healthz"


class Health:
    """The reasons, each under the name of what it is about. May be asked from any thread."""

    def __init__(self) -> None:
        self._reasons: dict[str, str] = {}
        self._asked: tuple[Callable[[], str | None], ...] = ()

    def ill(self, what: str, reason: str) -> None:
        """Takes the place of an earlier reason about the same."""
        self._reasons = self._reasons | {what: reason}

    def well(self, what: str) -> None:
        self._reasons = {name: reason for name, reason in self._reasons.items() if name != what}

    def ask(self, reason: Callable[[], str | None]) -> None:
        """Whenever somebody wants to know, `reason` is asked too; None: nothing is wrong there."""
        self._asked = (*self._asked, reason)

    def lines(self) -> list[str]:
        """A printable line each; none when all is well."""
        found = [f"{what}: {reason}" for what, reason in self._reasons.items()]
        return [printable(line) for line in (*found, *filter(None, (ask() for ask in self._asked)))]


def with_health(app: WSGIApplication, health: Health) -> WSGIApplication:
    """`app`, and the answer of `health` under /healthz."""

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != PATH:
            return app(environ, start)
        lines = health.lines()
        head = [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
        start("503 Service Unavailable" if lines else "200 OK", head)
        return ["".join(f"{line}\n" for line in lines or ["ok"]).encode()]

    return answer
