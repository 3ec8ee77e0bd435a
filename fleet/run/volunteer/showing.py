"""What a volunteer's PC does, shown to its owner: on the terminal, in now.json, and on the page with its buttons."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.settings_tables.volunteer import VolunteerSettings
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.machine import moment
from worker.volunteer.meter import VolunteerMeter
from worker.volunteer.now import Now, NowFile
from worker.volunteer.owner import Owner
from worker.volunteer.wishes import pressed

if TYPE_CHECKING:
    from worker.presence import Presence
    from worker.tally import Tally

Show = Callable[[Now], None]
PRESSED_SECONDS = 10.0
"""So long a pressed button is answered by what its wish means, unless the worker itself says something new."""


class Showing:
    """Shows the worker that runs now, one after another."""

    def __init__(
        self,
        settings: VolunteerSettings,
        files: VolunteerFiles,
        *,
        owner: Owner,
        meter: VolunteerMeter,
        tally: Tally,
        show: Show,
        monotonic: Callable[[], float],
    ) -> None:
        self._settings = settings
        self._files = files
        self._owner = owner
        self._meter = meter
        self._tally = tally
        self._show = show
        self._monotonic = monotonic
        self._now_file = NowFile(files.folder)
        self._page: str | None = None
        self._pages_read = 0
        self._pressed: _Pressed | None = None
        self.presence: Presence | None = None
        """Of the worker that runs now; None: none has begun."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """While inside, the page is there where the settings want one; afterwards now.json is gone as well."""
        async with AsyncExitStack() as stack:
            if self._settings.page:
                from worker.volunteer.fetch_log import FetchLog
                from worker.volunteer.page.server import serving

                fetched = FetchLog(self._files.folder)
                door = await stack.enter_async_context(
                    serving(self._settings.page_port, self._now, fetched, self.press)
                )
                self._page = door.link
            try:
                yield
            finally:
                self._count_pages()
                self._now_file.remove()

    def look(self) -> None:
        """What is shown is made anew."""
        self._count_pages()
        now = self._now()
        self._now_file.write(now)
        self._show(now)

    def press(self, button: str) -> None:
        """A button of the page. Raises KeyError for one that there is not, ConfigError."""
        self._files.keep_wish(pressed(button, self._files.wish(), moment().ms))
        held = self._owner.held()
        self._pressed = _Pressed(self._told(), held.sentence if held else "resumed", self._monotonic())

    def _count_pages(self) -> None:
        for _ in range(self._tally.succeeded - self._pages_read):
            self._meter.page_read()
        self._pages_read = self._tally.succeeded

    def _now(self) -> Now:
        presence, idle = self.presence, self._owner.idle
        return Now(
            state=self._state(),
            running=presence.running if presence else 0,
            counts=self._meter.counts,
            limits=self._owner.limits,
            idle=idle.reason if idle else None,
            process=os.getpid(),
            page=self._page,
        )

    def _told(self) -> str:
        return self.presence.state if self.presence else "starting"

    def _state(self) -> str:
        """The worker's own sentence; right after a button, which the worker takes up a moment later, the button's."""
        told, button = self._told(), self._pressed
        if button is None or told != button.before or self._monotonic() - button.at > PRESSED_SECONDS:
            return told
        return button.sentence


@dataclass(frozen=True, slots=True)
class _Pressed:
    """A button of the page: what the worker said before it, and what the button means."""

    before: str
    sentence: str
    at: float
