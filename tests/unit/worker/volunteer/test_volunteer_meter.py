"""What is counted, kept and refused where bytes arrive; what the owner says reaches a running worker by files."""

from __future__ import annotations

import asyncio
import errno
import os
import stat
import threading
import time
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from common.errors import ConfigError, CrawlError, ErrorCode
from common.private_files import locked
from fleet.operations.volunteers.owning import resume
from worker.volunteer.decision import Moment
from worker.volunteer.fetch_log import DAYS_KEPT, FILE_BYTES, FOLDER_BYTES, FetchLog, Request
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.limits import Limits
from worker.volunteer.machine import only_worker, worker_runs
from worker.volunteer.meter import SAFE_SECONDS, VolunteerMeter
from worker.volunteer.owner import Owner
from worker.volunteer.wishes import Wish, paused

NOON = datetime(2026, 11, 23, 12, 0)
URL = "https://pinewood.example/p/1"


class Clock:
    def __init__(self) -> None:
        self.local = NOON

    def __call__(self) -> datetime:
        return self.local


def meter(folder: Path, clock: Clock | None = None) -> VolunteerMeter:
    return VolunteerMeter(VolunteerFiles(folder), local=clock or Clock(), monotonic=time.monotonic)


def test_counts_outlive_a_worker_that_was_killed(tmp_path: Path) -> None:
    first = meter(tmp_path)
    first.begins(URL)
    first.received(1_200_000)  # it was killed here: no end of the request
    again = meter(tmp_path)
    assert (again.counts.requests, again.counts.bytes) == (1, 1_200_000)
    assert first.since_last_asked() == (1, 1_200_000)
    assert first.since_last_asked() == (0, 0)


WRONG = {"ahead": NOON + timedelta(days=400), "behind": datetime(1970, 1, 1)}


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_clock_that_was_wrong_for_a_while_gives_no_day_twice(
    tmp_path: Path, wrong: datetime, restarted: bool
) -> None:
    """As without a battery: 1970 until the network tells the time; or after a wrong hand."""
    clock = Clock()
    one = meter(tmp_path, clock)
    one.begins(URL)
    one.received(1_000)
    one.look_again()
    for local in (wrong, NOON):
        clock.local = local
        if restarted:
            one = meter(tmp_path, clock)
        one.begins(URL)
    assert (one.counts.day, one.counts.requests, one.counts.bytes) == (NOON.date(), 2, 1_000)
    assert one.counts.total_requests == 3
    clock.local = NOON + timedelta(days=1)
    assert (one.counts.requests, one.counts.bytes) == (0, 0)


def test_a_clock_that_is_put_back_to_a_day_never_seen_goes_on_counting(tmp_path: Path) -> None:
    """It was wrong when the work began: a limit that is spent stays spent on what is the same day."""
    clock = Clock()
    clock.local = NOON + timedelta(days=400)
    one = meter(tmp_path, clock)
    one.begins(URL)
    clock.local = NOON
    assert one.counts.requests == 1
    clock.local = NOON + timedelta(days=1)
    assert one.counts.requests == 0


def test_of_many_wrong_days_only_the_last_are_kept(tmp_path: Path) -> None:
    clock = Clock()
    one = meter(tmp_path, clock)
    for days in range(100):
        clock.local = NOON + timedelta(days=days)
        one.begins(URL)
    assert (tmp_path / "counts.json").stat().st_size < 1_000


@pytest.mark.parametrize("torn", [b"", bytes(200), b'{"day": "2026-'])
def test_counts_that_a_power_cut_tore_go_on_from_those_of_a_minute_before(tmp_path: Path, torn: bytes) -> None:
    passed = 0.0
    first = VolunteerMeter(VolunteerFiles(tmp_path), local=Clock(), monotonic=lambda: passed)
    first.begins(URL)
    first.received(1_200_000)
    passed = SAFE_SECONDS
    first.begins(URL)
    first.begins(URL)
    (tmp_path / "counts.json").write_bytes(torn)
    again = meter(tmp_path)
    assert (again.counts.requests, again.counts.bytes) == (2, 1_200_000)
    again.begins(URL)
    assert meter(tmp_path).counts.requests == 3


@pytest.mark.parametrize("brought_back", [True, False], ids=["an older one is there", "none is there"])
def test_counts_that_a_power_cut_set_back_go_on_from_those_of_a_minute_before(
    tmp_path: Path, brought_back: bool
) -> None:
    """What was renamed last may not be on the disk yet, and the name before it comes back."""
    passed = 0.0
    first = VolunteerMeter(VolunteerFiles(tmp_path), local=Clock(), monotonic=lambda: passed)
    first.begins(URL)
    older = (tmp_path / "counts.json").read_bytes()
    passed = SAFE_SECONDS
    first.begins(URL)
    (tmp_path / "counts.json").unlink()
    if brought_back:
        (tmp_path / "counts.json").write_bytes(older)
    assert meter(tmp_path).counts.requests == 2


def test_counts_that_cannot_be_read_at_all_are_not_taken_for_none(tmp_path: Path) -> None:
    meter(tmp_path).begins(URL)
    for file in tmp_path.glob("counts*.json"):
        file.write_bytes(b"")
    with pytest.raises(ConfigError, match=r"Move counts\.json and counts-safe\.json away: today's counts then begin"):
        meter(tmp_path)


async def test_no_request_begins_and_no_byte_is_read_past_a_limit_of_the_day(tmp_path: Path) -> None:
    VolunteerFiles(tmp_path).keep_limits(Limits(requests_a_day=2, mb_a_day=1))
    clock = Clock()
    first = meter(tmp_path, clock)
    first.begins(URL)
    first.begins(URL)
    for again in (first, meter(tmp_path, clock)):
        with pytest.raises(CrawlError) as refused:
            again.begins(URL)
        assert refused.value.code is ErrorCode.OWN_LIMIT
    clock.local += timedelta(days=1)
    first.begins(URL)
    first.received(1_000_000)
    with pytest.raises(CrawlError):
        await first.turn()


async def test_kb_per_second_slows_what_is_read(tmp_path: Path) -> None:
    VolunteerFiles(tmp_path).keep_limits(Limits(kb_per_second=200))
    slow, begun, got = meter(tmp_path), time.monotonic(), 0

    async def reads() -> None:
        nonlocal got
        while got < 100_000:
            may = await slow.turn()
            slow.received(may)
            got += may

    await asyncio.gather(reads(), reads())
    seconds = time.monotonic() - begun
    assert seconds >= (got - 2 * 25_000) / 200_000


def test_files_are_their_owners_alone(tmp_path: Path) -> None:
    files, counted = VolunteerFiles(tmp_path), meter(tmp_path)
    files.keep_limits(Limits())
    files.keep_wish(Wish())
    counted.begins(URL)
    counted.ended(URL, 200, 10)
    found = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.name for path in found} == {
        "limits.json", "wish.json", "counts.json", "counts-safe.json", "2026-11-23.jsonl",
    }  # fmt: skip
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in found)


def test_a_last_word_that_cannot_be_read_is_said_anew_by_what_is_advised(tmp_path: Path) -> None:
    owner = an_owner(tmp_path)
    (tmp_path / "wish.json").write_text("{")
    held = owner.held()
    assert held is not None and "wish.json cannot be read" in held.sentence
    assert "limits" not in held.sentence, "they are well"
    assert "`crawlfleet volunteer resume` writes it anew" in held.sentence
    resume(tmp_path)
    assert owner.held() is None


def test_limits_that_cannot_be_read_are_not_taken_for_none(tmp_path: Path) -> None:
    owner = an_owner(tmp_path)
    assert owner.held() is None
    (tmp_path / "limits.json").write_text("{")
    held = owner.held()
    assert held is not None and "limits.json cannot be read" in held.sentence
    assert "`crawlfleet volunteer limits`" in held.sentence
    with pytest.raises(ConfigError):
        meter(tmp_path)


def test_limits_whose_folder_is_given_back_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To give a file back to its owner changes neither its content nor its time."""
    owner, files = an_owner(tmp_path), VolunteerFiles(tmp_path)
    files.keep_limits(Limits(hours="20:00-21:00"))
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:  # as for root, whom no file's mode stops
        if path.name == "limits.json":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return read(path)

    with monkeypatch.context() as taken:
        taken.setattr(Path, "read_bytes", refuse)
        held = owner.held()
        assert held is not None and f"cannot read {tmp_path}/limits.json" in held.sentence
    held = owner.held()
    assert held is not None and "outside your hours" in held.sentence


def an_owner(folder: Path, *, on_battery: bool = False) -> Owner:
    files = VolunteerFiles(folder)
    return Owner(
        files,
        meter(folder),
        now=lambda: Moment(0, NOON),
        on_battery=lambda: on_battery,
        monotonic=time.monotonic,
    )


def test_a_running_worker_hears_what_its_owner_says(tmp_path: Path) -> None:
    owner, files = an_owner(tmp_path), VolunteerFiles(tmp_path)
    assert owner.held() is None
    files.keep_wish(paused(0, None))
    held = owner.held()
    assert held is not None and not held.ends
    files.keep_wish(Wish(finish=True))
    held = owner.held()
    assert held is not None and held.ends
    files.keep_wish(Wish())
    files.keep_limits(Limits(hours="20:00-21:00"))
    held = owner.held()
    assert held is not None and "outside your hours" in held.sentence


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root writes everywhere")
def test_nothing_is_fetched_that_cannot_be_counted(tmp_path: Path) -> None:
    counted = meter(tmp_path)
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(CrawlError):
            counted.begins(URL)
    finally:
        tmp_path.chmod(0o700)


def test_a_disk_that_takes_no_counts_holds_the_worker(tmp_path: Path) -> None:
    counted = meter(tmp_path)
    owner = Owner(
        VolunteerFiles(tmp_path),
        counted,
        now=lambda: Moment(0, NOON),
        on_battery=lambda: False,
        monotonic=time.monotonic,
    )
    (tmp_path / "counts.part").mkdir()
    with pytest.raises(CrawlError):
        counted.begins(URL)
    held = owner.held()
    assert held is not None and "cannot be counted" in held.sentence
    (tmp_path / "counts.part").rmdir()
    assert owner.held() is None


def test_one_worker_a_folder(tmp_path: Path) -> None:
    assert not worker_runs(tmp_path)
    with only_worker(tmp_path):
        assert worker_runs(tmp_path)
        with pytest.raises(ConfigError, match="runs here already"), only_worker(tmp_path):
            pass
    assert not worker_runs(tmp_path)


def test_a_worker_starts_while_somebody_looks_whether_one_runs(tmp_path: Path) -> None:
    with only_worker(tmp_path):
        pass
    look = (tmp_path / "worker.lock").open("r+b")
    assert locked(look, shared=True)
    assert not worker_runs(tmp_path)
    ends = threading.Timer(0.1, look.close)
    ends.start()
    with only_worker(tmp_path):
        assert worker_runs(tmp_path)
    ends.join()


def request(day: date, text: str = URL) -> Request:
    return Request(datetime.combine(day, datetime.min.time()), text, 200, 5)


def test_the_log_keeps_the_latest_and_forgets_the_old(tmp_path: Path) -> None:
    log = FetchLog(tmp_path)
    for age in range(40, -1, -1):
        log.note(request(NOON.date() - timedelta(days=age), f"{URL}?age={age}"))
    assert [one.url for one in log.last(99)] == [f"{URL}?age={age}" for age in range(DAYS_KEPT, -1, -1)]
    assert [one.url for one in log.last(1)] == [f"{URL}?age=0"]


@pytest.mark.parametrize("wrong_days", [400, 20, -1, -400])
def test_the_log_outlives_a_clock_that_is_wrong_for_a_while(wrong_days: int, tmp_path: Path) -> None:
    """As after a flat battery: it was forgotten for good when the clock stood a month ahead."""
    log, today = FetchLog(tmp_path), NOON.date()
    wrong = today + timedelta(days=wrong_days)
    days = [today - timedelta(days=2), today - timedelta(days=1), wrong, today]
    for number, day in enumerate(days):
        log.note(request(day, f"{URL}?{number}"))
    assert sorted(one.url for one in log.last(9, today=today)) == [f"{URL}?{number}" for number in range(4)]
    assert [one.url for one in log.last(1, today=today)] == [f"{URL}?3"], "what was fetched now is the latest"
    for later in range(1, 2 * DAYS_KEPT + 1):
        log.note(request(today + timedelta(days=later)))
    last_day = today + timedelta(days=2 * DAYS_KEPT)
    assert f"{URL}?2" not in {one.url for one in log.last(99, today=last_day)}, "in the end that day goes as well"


def test_the_log_stays_within_its_size(tmp_path: Path) -> None:
    log = FetchLog(tmp_path)
    long = "?" + "x" * 7_900
    for number in range(3_600):
        log.note(request(NOON.date(), f"{URL}/{number}{long}"))
    files = list((tmp_path / "fetched").iterdir())
    assert len(files) > 1
    assert max(path.stat().st_size for path in files) <= FILE_BYTES
    assert sum(path.stat().st_size for path in files) <= FOLDER_BYTES
    for count in (20, 1_000, 100_000):
        numbers = [int(one.url[len(URL) + 1 :].partition("?")[0]) for one in log.last(count)]
        assert numbers == list(range(3_600 - len(numbers), 3_600)), "in the order they were fetched"
        assert len(numbers) == min(count, len(numbers))


def test_a_copy_that_its_owner_keeps_beside_the_log_is_left_alone(tmp_path: Path) -> None:
    log, day = FetchLog(tmp_path), NOON.date()
    log.note(request(day))
    copy = tmp_path / "fetched" / f"{day.isoformat()}-copy.jsonl"
    copy.write_text("mine\n")
    with (tmp_path / "fetched" / f"{day.isoformat()}.jsonl").open("ab") as file:
        file.truncate(FILE_BYTES)
    log.note(request(day, f"{URL}?after"))
    assert [one.url for one in log.last(1)] == [f"{URL}?after"]
    log.note(request(day + timedelta(days=3 * DAYS_KEPT)))
    assert copy.read_text() == "mine\n"


def test_a_line_that_cannot_be_read_costs_itself(tmp_path: Path) -> None:
    log = FetchLog(tmp_path)
    log.note(request(NOON.date()))
    with (tmp_path / "fetched" / "2026-11-23.jsonl").open("a") as file:
        file.write('{"at": "nev\n[]\n{}\n')
    log.note(request(NOON.date()))
    assert len(log.last(10)) == 2
