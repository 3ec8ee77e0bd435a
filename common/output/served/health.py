"""Why a process does not do its duty now: /healthz and /readyz answer 200 and "ok", or 503 and a line a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from common.output.printable import printable

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

PATH, READY, METRICS = "/healthz", "/readyz", "/metrics"
PAGES = (
    "/metrics   what this process counts, for Prometheus",
    "/healthz   ok, or 503 and a line for each reason why this process does not do its duty",
    "/readyz    ok, or 503 and why it has not begun its duty, or stops",
)


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

    def not_ready(self) -> list[str]:
        """Why it has not begun its duty, or stops: a printable line each. None while it is at work, well or ill."""
        return [printable(f"{what}: {reason}") for what, reason in self._reasons.items()]

    def lines(self) -> list[str]:
        """A printable line for everything that is wrong; none when all is well."""
        return self.not_ready() + [printable(line) for line in filter(None, (ask() for ask in self._asked))]


def with_health(app: WSGIApplication, health: Health) -> WSGIApplication:
    """`app` under /metrics, the answers of `health` under /healthz and /readyz, and under / a list of them all."""

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path == METRICS:
            return app(environ, start)
        if path == "/":
            return _text(start, "200 OK", PAGES)
        if path == PATH:
            return _told(start, health.lines())
        if path == READY:
            return _told(start, health.not_ready())
        return _text(start, "404 Not Found", ["there is nothing here; / lists what there is"])

    return answer


def _told(start: StartResponse, lines: list[str]) -> Iterable[bytes]:
    return _text(start, "503 Service Unavailable" if lines else "200 OK", lines or ["ok"])


def _text(start: StartResponse, status: str, lines: Iterable[str]) -> Iterable[bytes]:
    start(status, [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")])
    return ["".join(f"{line}\n" for line in lines).encode()]
