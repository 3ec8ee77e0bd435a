"""The child that parses strangers' bytes: what it holds, and that no request outlives or outgrows its limits."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest
import pytest_asyncio

from common.offer import Failure, FailureReason, Offer
from common.page import Page
from common.parsing.failures import ParsingRaised, ParsingStopped, ParsingUnavailable
from common.parsing.limits import ParseLimits
from common.parsing.probe import MISBEHAVE, STATE, Misbehaviour
from common.parsing.process import ParsingChild
from common.parsing.task import Task
from common.parsing.watch import Breach, Usage, breach
from common.settings import ShopsSettings
from common.shops.reading import READERS, PageRead, read_apart
from common.shops.registry import Shops
from common.turns.time_limit import time_limit

SMALL = ParseLimits(memory_bytes=80 * 2**20, processor_seconds=0.5, wall_seconds=60.0, answer_bytes=1_000_000)
"""The wall far off: on a busy machine half a second of computing can take long."""
HURRIED = replace(SMALL, wall_seconds=1.0)

_LOOKS = """
import gc
while_loading = gc.isenabled()
def looks(head: None, body: bytes) -> list[bool]:
    return [while_loading, gc.isenabled()]
"""


@pytest_asyncio.fixture
async def child() -> AsyncIterator[ParsingChild]:
    child = ParsingChild(SMALL)
    yield child
    await child.aclose()


async def test_the_child_holds_nothing_of_its_parents(child: ParsingChild, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRAWLFLEET_DATABASE_AUTH_TOKEN", "a-token")
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.set_inheritable(True)
        state = await child.run(STATE, None)
    assert state.environment.keys() - {"LC_CTYPE"} == {"PYDANTIC_DISABLE_PLUGINS"}
    if sys.platform == "linux":
        assert state.descriptors == [0, 1, 2]


async def test_garbage_is_looked_for_once_all_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "looks_for_garbage.py").write_text(_LOOKS)
    monkeypatch.syspath_prepend(tmp_path)
    looks: Task[None, list[bool]] = Task("probe", "looks_for_garbage:looks", type(None), list[bool])
    child = ParsingChild(SMALL, preload=["looks_for_garbage"])
    try:
        assert await child.run(looks, None) == [False, True]
    finally:
        await child.aclose()


async def test_one_child_serves_many_requests(child: ParsingChild) -> None:
    pids = {(await child.run(STATE, None)).pid for _ in range(20)}
    assert len(pids) == 1
    assert pids != {os.getpid()}


@pytest.mark.parametrize(
    ("how", "limit"),
    [
        (Misbehaviour("compute"), Breach.PROCESSOR),
        (Misbehaviour("fill", 3e8), Breach.MEMORY),
        (Misbehaviour("exit"), Breach.CRASH),
        (Misbehaviour("talk", 5e6), Breach.ANSWER),
        (Misbehaviour("close", 600), Breach.CRASH),
        (Misbehaviour("drip"), Breach.CRASH),
    ],
    ids=lambda value: getattr(value, "how", None),
)
async def test_a_request_past_a_limit_ends_and_the_next_one_is_served(
    child: ParsingChild, how: Misbehaviour, limit: Breach
) -> None:
    before = (await child.run(STATE, None)).pid
    with pytest.raises(ParsingStopped) as stopped:
        await child.run(MISBEHAVE, how)
    assert stopped.value.limit is limit
    assert not psutil.pid_exists(before)
    assert (await child.run(STATE, None)).pid != before


async def test_a_request_that_takes_too_long_without_computing_ends() -> None:
    child = ParsingChild(HURRIED)
    try:
        await child.start()
        before = child.pid
        with pytest.raises(ParsingStopped) as stopped:
            await child.run(MISBEHAVE, Misbehaviour("sleep", 600))
        assert stopped.value.limit is Breach.WALL_TIME
        assert before
        assert not psutil.pid_exists(before)
    finally:
        await child.aclose()


async def test_what_fits_the_limits_is_answered(child: ParsingChild) -> None:
    assert await child.run(MISBEHAVE, Misbehaviour("fill", 3e7)) == "30000000"


async def test_the_first_page_does_not_pay_for_the_words_of_all_languages() -> None:
    child = ParsingChild(replace(SMALL, memory_bytes=400 * 2**20), preload=READERS)
    page = Page(
        "https://oak.example/p", b"<title>Oak</title><h1>Oak board</h1><p>Price: 12.50 EUR</p><button>Buy</button>"
    )
    try:
        assert isinstance(await read_apart(child, Shops(ShopsSettings()).for_platform("other"), page, None), Offer)
    finally:
        await child.aclose()


async def test_only_pages_of_the_open_web_need_the_words_of_all_languages() -> None:
    needed: dict[str, str | None] = {}

    class Noting:
        async def run(self, task: Task[Any, Any], head: Any, body: bytes = b"", **_: Any) -> Any:
            needed[head.platform] = task.needs
            return PageRead(failure=Failure(FailureReason.NOT_FOUND, "on purpose"))

    shops = Shops(ShopsSettings())
    for platform in ("shopee", "other"):
        await read_apart(Noting(), shops.for_platform(platform), Page("https://oak.example/p", b""), None)
    assert needed == {"shopee": None, "other": "common.reading.words.wording:prepare"}


async def test_what_a_task_needs_and_breaks_is_no_fault_of_its_bytes(child: ParsingChild) -> None:
    with pytest.raises(ParsingUnavailable, match="does not start"):
        await child.run(replace(STATE, needs="math:no_such_function"), None)
    assert (await child.run(STATE, None)).pid == child.pid


async def test_a_child_that_lacks_what_a_task_needs_is_replaced_once(child: ParsingChild) -> None:
    without = (await child.run(STATE, None)).pid
    needing = replace(STATE, needs="gc:collect")
    having = (await child.run(needing, None)).pid
    assert having != without
    assert {(await child.run(task, None)).pid for task in (STATE, needing, STATE)} == {having}


async def test_an_error_in_the_function_costs_no_child(child: ParsingChild) -> None:
    before = (await child.run(STATE, None)).pid
    with pytest.raises(ParsingRaised, match="ValueError: on purpose"):
        await child.run(MISBEHAVE, Misbehaviour("raise"))
    assert (await child.run(STATE, None)).pid == before


async def test_an_answer_of_another_shape_is_refused(child: ParsingChild) -> None:
    numbers: Task[Misbehaviour, int] = Task("probe", MISBEHAVE.function, Misbehaviour, int)
    with pytest.raises(ParsingStopped):
        await child.run(numbers, Misbehaviour("talk", 3))
    assert (await child.run(STATE, None)).pid


async def test_a_cancelled_request_leaves_no_answer_for_the_next_one(child: ParsingChild) -> None:
    await child.start()
    asked = asyncio.create_task(child.run(MISBEHAVE, Misbehaviour("sleep", 30)))
    await _until_busy(child)
    asked.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asked
    assert await child.run(MISBEHAVE, Misbehaviour("talk", 2)) == "xx"


async def test_who_is_cancelled_while_a_request_past_its_limit_ends_is_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ending, may_end = asyncio.Event(), asyncio.Event()

    async def lingering(*_: object) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ending.set()
            await may_end.wait()

    child = ParsingChild(replace(SMALL, wall_seconds=0.01))
    await child.start()
    monkeypatch.setattr("common.parsing.process.exchange", lingering)
    asked = asyncio.create_task(child.run(STATE, None))
    await ending.wait()
    asked.cancel()
    await asyncio.sleep(0)
    may_end.set()
    await asyncio.wait([asked], timeout=60)
    await child.aclose()
    assert asked.cancelled()


async def test_requests_at_once_wait_for_their_turn(child: ParsingChild) -> None:
    sizes = [float(size) for size in range(1, 9)]
    answers = await asyncio.gather(*(child.run(MISBEHAVE, Misbehaviour("talk", size)) for size in sizes))
    assert [len(answer) for answer in answers] == [int(size) for size in sizes]


async def test_a_child_that_ended_between_two_requests_costs_neither(child: ParsingChild) -> None:
    state = await child.run(STATE, None)
    process = psutil.Process(state.pid)
    process.kill()
    with contextlib.suppress(psutil.NoSuchProcess):
        while process.status() != psutil.STATUS_ZOMBIE:
            os.sched_yield()  # no turn for the event loop: it must not hear of the end before the request does
    assert (await child.run(STATE, None)).pid != state.pid


async def test_what_a_parser_prints_is_no_answer(child: ParsingChild) -> None:
    assert await child.run(MISBEHAVE, Misbehaviour("print", 300_000)) == "x" * 300_000


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to ask with")
async def test_a_stop_meant_for_the_service_leaves_the_child_to_answer(child: ParsingChild) -> None:
    state = await child.run(STATE, None)
    assert os.getpgid(state.pid) != os.getpgid(0), "Ctrl-C in a terminal would reach it"
    for asked_to_stop in (signal.SIGTERM, signal.SIGINT):
        os.kill(state.pid, asked_to_stop)
    assert await child.run(MISBEHAVE, Misbehaviour("talk", 3)) == "xxx"
    assert child.pid == state.pid


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on processes counts for the user elsewhere")
async def test_the_child_makes_no_process_of_its_own(child: ParsingChild) -> None:
    if os.geteuid() == 0:
        pytest.skip("root is above this limit")
    with pytest.raises(ParsingRaised, match="BlockingIOError"):
        await child.run(MISBEHAVE, Misbehaviour("fork"))


async def test_no_child_to_be_had_says_nothing_of_what_was_to_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = ParsingChild(SMALL, preload=["common.there_is_no_such_module"])
    with pytest.raises(ParsingUnavailable, match="does not start"):
        await nothing.run(STATE, None)
    monkeypatch.setattr(sys, "executable", "/there/is/no/such/python")
    with pytest.raises(ParsingUnavailable, match="No such file"):
        await nothing.start()
    assert nothing.pid is None


@pytest.mark.skipif(sys.platform != "linux", reason="the system ties the child's life to its parent's on Linux only")
async def test_the_child_does_not_outlive_a_killed_parent() -> None:
    program = (
        "import asyncio, sys, time\n"
        "from common.parsing.process import ParsingChild\n"
        "from common.parsing.probe import STATE\n"
        "async def main():\n"
        "    child = ParsingChild()\n"
        "    print((await child.run(STATE, None)).pid, flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE)
    assert parent.stdout is not None
    pid = int(await parent.stdout.readline())
    grandchild = psutil.Process(pid)
    parent.kill()
    await parent.wait()
    gone, _ = psutil.wait_procs([grandchild], timeout=30)
    assert gone or grandchild.status() == psutil.STATUS_ZOMBIE


@pytest.mark.skipif(sys.platform != "linux", reason="the system ties the child's life to its parent's on Linux only")
def test_a_child_whose_parent_is_gone_before_it_could_tie_itself_to_it_ends() -> None:
    program = (
        "import os, signal, subprocess, sys\n"
        "from common.parsing.launch import command\n"
        "from common.parsing.limits import ParseLimits\n"
        "child = subprocess.Popen(command(ParseLimits(), ()), stdin=0, stdout=2, start_new_session=True)\n"
        "os.kill(child.pid, signal.SIGSTOP)\n"  # it takes milliseconds to its first line of Python
        "print(child.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    # The test holds the other ends of the child's pipes: nothing but its parent's end can tell it.
    parent = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert parent.stdout is not None
    child = psutil.Process(int(parent.stdout.readline()))
    parent.wait()
    child.send_signal(signal.SIGCONT)
    gone, _ = psutil.wait_procs([child], timeout=20)
    try:
        assert gone or child.status() == psutil.STATUS_ZOMBIE
    finally:
        with contextlib.suppress(psutil.NoSuchProcess):
            child.kill()
        for end in filter(None, (parent.stdin, parent.stdout, parent.stderr)):
            end.close()


async def test_what_is_brief_does_not_wait_behind_pages_nor_one_site_behind_anothers(child: ParsingChild) -> None:
    brief = replace(MISBEHAVE, brief=True)
    answered: list[str] = []

    async def ask(task: Task[Misbehaviour, str], site: str, name: str, seconds: float) -> None:
        await child.run(task, Misbehaviour("sleep", seconds), site=site)
        answered.append(name)

    await child.start()
    async with asyncio.TaskGroup() as group:
        for name, site in (("heavy 1", "heavy"), ("heavy 2", "heavy"), ("heavy 3", "heavy"), ("light", "light")):
            group.create_task(ask(MISBEHAVE, site, name, 0.3 if site == "heavy" else 0.0))
        await _until_busy(child)
        await asyncio.sleep(0)
        group.create_task(ask(brief, "feed", "feed", 0.0))
    assert answered == ["heavy 1", "feed", "light", "heavy 2", "heavy 3"]


async def test_neither_waiting_for_a_turn_nor_for_a_child_counts_against_a_time_limit(child: ParsingChild) -> None:
    async def read(seconds: float) -> str:
        async with time_limit(2.0):
            return await child.run(MISBEHAVE, Misbehaviour("sleep", seconds))

    assert await asyncio.gather(*(read(0.5) for _ in range(5))) == [""] * 5
    with pytest.raises(TimeoutError):
        await read(60.0)


def test_from_outside_memory_and_time_are_judged_beyond_what_was_there_before() -> None:
    before = Usage(memory_bytes=50 * 2**20, processor_seconds=100.0)
    assert breach(before, Usage(120 * 2**20, 100.2), SMALL) is None
    assert breach(before, Usage(140 * 2**20, 100.2), SMALL) is Breach.MEMORY
    assert breach(before, Usage(60 * 2**20, 100.7), SMALL) is Breach.PROCESSOR


async def _until_busy(child: ParsingChild) -> None:
    """Until the child computes or waits on a request: its input has been taken."""
    async with asyncio.timeout(60):
        while not child.busy:
            await asyncio.sleep(0)
