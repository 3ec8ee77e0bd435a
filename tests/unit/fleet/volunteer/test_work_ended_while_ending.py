"""A lent PC's worker that ends to be made anew, and is told to stop meanwhile: its crawls keep their time."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from common.protocol.joining import Settings as Told
from common.settings import Settings
from common.settings_tables.volunteer import VolunteerSettings
from fleet.run.volunteer.service import run_volunteer
from tests.unit.fleet.settings.test_volunteer_settings import TOLD
from worker.source.membership import Membership, MembershipFile
from worker.tally import Tally
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.limits import Limits
from worker.volunteer.now import Now


class CrawlUnderWay:
    """A worker whose crawl goes on until somebody will not wait for it."""

    asked: ClassVar[list[CrawlUnderWay]] = []
    """Each time that one of them was asked to end."""

    def __init__(self, *, held: Callable[[], object], **_: Any) -> None:
        self._held = held
        self._cut_off = False

    async def run(self, **_: Any) -> Tally:
        while not self._cut_off:
            self._held()
            await asyncio.sleep(0.02)
        return Tally()

    def stop(self) -> None:
        if self in self.asked:
            self._cut_off = True
        self.asked.append(self)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_stop_while_the_worker_ends_for_new_limits_cuts_no_crawl_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CrawlUnderWay, "asked", [])
    monkeypatch.setattr("worker.service.Worker", CrawlUnderWay)
    monkeypatch.setattr("fleet.run.volunteer.service.LOOK_SECONDS", 0.05)
    file = MembershipFile(tmp_path)
    member = Membership(
        gateway="http://127.0.0.1:9", machine="m1", token="t" * 43, told=Told.model_validate(TOLD, strict=False)
    )
    file.write(member)
    after_each_look: list[int] = []

    def show(now: Now) -> None:
        after_each_look.append(len(CrawlUnderWay.asked))
        match len(after_each_look):
            case 2:
                VolunteerFiles(tmp_path).keep_limits(Limits(crawls_at_once=2))
            case 10 | 20:
                os.kill(os.getpid(), signal.SIGTERM)
            case 200:
                raise AssertionError("it goes on after two words to stop")

    settings = Settings(volunteer=VolunteerSettings(page=False))
    run_volunteer(settings, member, file, until_idle=False, show=show)
    assert after_each_look[9] == 1, "the owner's other limit was taken up"
    assert after_each_look[10:20] == [1] * 10, "the first word to stop cuts nothing off"
    assert len(CrawlUnderWay.asked) == 2, "the second cuts off, and no other worker is made"
