"""What the owner of a lent PC says to its running worker: limits and wish, read anew whenever their files change."""

from __future__ import annotations

from collections.abc import Callable

from common.errors import ConfigError
from common.file_stamps import Stamp
from worker.presence import Held
from worker.volunteer.decision import BATTERY_SECONDS, IdleReason, Moment, OwnIdle, decide
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.limits import Limits
from worker.volunteer.meter import VolunteerMeter
from worker.volunteer.wishes import Wish


class Owner:
    """Asked often: files are read only when they changed, the battery every BATTERY_SECONDS."""

    def __init__(
        self,
        files: VolunteerFiles,
        meter: VolunteerMeter,
        *,
        now: Callable[[], Moment],
        on_battery: Callable[[], bool],
        monotonic: Callable[[], float],
    ) -> None:
        """Raises ConfigError for files that cannot be read."""
        self._files = files
        self._meter = meter
        self._now = now
        self._on_battery = on_battery
        self._monotonic = monotonic
        self._stamp: tuple[Stamp | None, ...] = ()
        self.limits: Limits = meter.limits
        self.wish = Wish()
        self._unreadable: str | None = None
        self._battery = False
        self._battery_at = float("-inf")
        self.idle: OwnIdle | None = None
        """As it was when held() was asked last."""

    def held(self) -> Held | None:
        """Why nothing may be taken now."""
        self._look()
        self.idle = self._decide()
        if self.idle is None:
            return None
        return Held(self.idle.sentence, ends=self.idle.reason is IdleReason.FINISHING)

    def _decide(self) -> OwnIdle | None:
        if self._unreadable is not None:
            return OwnIdle(IdleReason.PAUSED, f"paused: {self._unreadable}", None)
        if self._meter.trouble is not None:
            self._meter.look_again()
        if self._meter.trouble is not None:
            return OwnIdle(IdleReason.CANNOT_COUNT, f"what is fetched cannot be counted: {self._meter.trouble}", None)
        return decide(self.limits, self.wish, self._meter.counts, self._now(), on_battery=self._on_battery_now())

    def _look(self) -> None:
        stamp = self._files.stamp()
        if stamp == self._stamp:
            return
        try:
            self.limits, self.wish = self._files.limits(), self._files.wish()
        except ConfigError as error:
            # Limits that cannot be read are not taken for none.
            self._unreadable = str(error)
            self._stamp = ()  # a file that is given back to its owner keeps its stamp
        else:
            self._meter.limits = self.limits
            self._unreadable = None
            self._stamp = stamp

    def _on_battery_now(self) -> bool:
        if self._monotonic() - self._battery_at >= BATTERY_SECONDS:
            self._battery, self._battery_at = self._on_battery(), self._monotonic()
        return self._battery
