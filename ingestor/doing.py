"""How the polls of all accounts stand, in one sentence for whoever looks at the service."""

from __future__ import annotations

from collections.abc import Callable

POLLED = "every feed is polled on its schedule"


class Doing:
    """Told of each account's last poll; says the sentence that follows from all of them."""

    def __init__(
        self, accounts: int, on_ready: Callable[[], None] | None = None, say: Callable[[str], None] | None = None
    ) -> None:
        """`on_ready` is called once, at the first poll that worked; `say` with each sentence."""
        self._accounts = accounts
        self._on_ready = on_ready
        self._say = say
        self._failing: dict[str, str] = {}

    def note(self, label: str, why: str | None) -> None:
        """This account's last poll failed, and why; None: it worked, or the account is paused."""
        self._failing.pop(label, None)
        if why is not None:
            self._failing[label] = why
        elif self._on_ready:
            on_ready, self._on_ready = self._on_ready, None
            on_ready()
        if self._say:
            self._say(self._sentence())

    def _sentence(self) -> str:
        if not self._failing:
            return POLLED
        label, why = next(reversed(self._failing.items()))
        count = "the account" if self._accounts == 1 else f"{len(self._failing)} of {self._accounts} accounts"
        return f"{count} could not be polled, tried again with growing pauses; {label}: {why}"
