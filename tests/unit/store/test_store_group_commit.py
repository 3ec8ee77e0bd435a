"""Group commit: who rides together, who pays for a bad unit, and what a cancelled caller leaves behind."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import pytest

from common.errors import StoreRejected, StoreUnavailable
from common.store.drivers.base import Rows, Statement
from common.store.drivers.group_commit import GroupCommit, RowStatement


class Recorder:
    """Answers every statement with its own SQL; waits at the gate; refuses what says `bad`."""

    def __init__(self) -> None:
        self.batches: list[list[Statement]] = []
        self.begun = asyncio.Event()
        self.gate = asyncio.Event()
        self.gate.set()
        self.unavailable = False

    async def connect(self) -> None: ...
    async def close(self) -> None: ...

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        self.batches.append(list(statements))
        self.begun.set()
        await self.gate.wait()
        if self.unavailable:
            raise StoreUnavailable("gone")
        if any("bad" in statement.sql or "bad" in str(statement.args) for statement in statements):
            raise StoreRejected("bad")
        return [self._answer(statement) for statement in statements]

    @staticmethod
    def _answer(statement: Statement) -> Rows:
        rows = [
            {"id": row[0], "lease_token": row[1]}
            for row in json.loads(str(statement.args.get("rows", "[]")))
            if row[0] != "gone"
        ]
        return Rows(rows or [{"sql": statement.sql}], 1)


async def started(recorder: Recorder) -> None:
    """Until the first batch is in flight."""
    async with asyncio.timeout(60):
        await recorder.begun.wait()


def sql_of(answer: Sequence[Rows]) -> list[object]:
    return [rows.rows[0].get("sql") for rows in answer]


async def test_the_next_batch_gathers_while_one_is_in_flight() -> None:
    recorder = Recorder()
    group = GroupCommit(recorder, max_units=3)
    recorder.gate.clear()
    first = asyncio.create_task(group.batch([Statement("W0")]))
    await started(recorder)
    others = [asyncio.create_task(group.batch([Statement(f"W{n}"), Statement(f"V{n}")])) for n in range(1, 6)]
    await asyncio.sleep(0)
    recorder.gate.set()
    answers = await asyncio.gather(first, *others)
    assert [len(batch) for batch in recorder.batches] == [1, 6, 4]
    assert [sql_of(answer) for answer in answers[1:]] == [[f"W{n}", f"V{n}"] for n in range(1, 6)]
    await group.close()


async def test_a_bad_unit_costs_only_itself() -> None:
    recorder = Recorder()
    group = GroupCommit(recorder, max_units=10)
    answers = await asyncio.gather(
        *(group.batch([Statement(sql)]) for sql in ("W1", "bad", "W2")), return_exceptions=True
    )
    assert isinstance(answers[1], StoreRejected)
    assert [sql_of(a) for a in (answers[0], answers[2]) if not isinstance(a, BaseException)] == [["W1"], ["W2"]]


async def test_a_unit_that_cannot_be_written_down_costs_only_itself_and_nobody_waits_for_ever() -> None:
    recorder = Recorder()
    group = GroupCommit(recorder, max_units=10)
    async with asyncio.timeout(60):
        answers = await asyncio.gather(
            *(group.batch([RowStatement("CLAIM", {}, [row])]) for row in (("a", "t-a"), ("b", b"bytes"), ("c", "t-c"))),
            return_exceptions=True,
        )
    assert isinstance(answers[1], TypeError)
    assert [one[0].rows for one in (answers[0], answers[2]) if not isinstance(one, BaseException)] == [
        [{"id": "a", "lease_token": "t-a"}],
        [{"id": "c", "lease_token": "t-c"}],
    ]


async def test_unavailable_reaches_every_caller_as_an_exception_of_its_own() -> None:
    recorder = Recorder()
    recorder.unavailable = True
    group = GroupCommit(recorder, max_units=10)
    errors = await asyncio.gather(*(group.batch([Statement("W")]) for _ in range(3)), return_exceptions=True)
    assert all(isinstance(error, StoreUnavailable) for error in errors)
    assert len({id(error) for error in errors}) == 3
    assert len(recorder.batches) == 1


async def test_a_cancelled_caller_breaks_nobody_else() -> None:
    recorder = Recorder()
    group = GroupCommit(recorder, max_units=10)
    recorder.gate.clear()
    leader = asyncio.create_task(group.batch([Statement("W0")]))
    await started(recorder)
    waiting = asyncio.create_task(group.batch([Statement("never sent")]))
    other = asyncio.create_task(group.batch([Statement("W1")]))
    await asyncio.sleep(0)
    leader.cancel()
    waiting.cancel()
    recorder.gate.set()
    assert sql_of(await other) == ["W1"]
    assert [[s.sql for s in batch] for batch in recorder.batches] == [["W0"], ["W1"]]


class HangsAlone(Recorder):
    """Refuses the first batch, of several units, and answers nothing of those that are sent one by one."""

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        if self.batches:
            self.gate.clear()
        return await super().batch(statements)


async def test_nobody_waits_for_ever_when_the_event_loop_ends_while_units_are_sent_one_by_one() -> None:
    recorder = HangsAlone()
    group = GroupCommit(recorder, max_units=2)
    callers = [asyncio.create_task(group.batch([Statement(sql)])) for sql in ("bad", "W1", "W2")]
    async with asyncio.timeout(60):
        while len(recorder.batches) < 2:
            await asyncio.sleep(0)
    for task in asyncio.all_tasks() - {asyncio.current_task(), *callers}:
        task.cancel()
    _, waiting = await asyncio.wait(callers, timeout=5)
    assert not waiting
    assert all(caller.cancelled() for caller in callers)


async def test_reads_do_not_wait_for_writes() -> None:
    recorder = Recorder()
    group = GroupCommit(recorder, max_units=10)
    await asyncio.gather(group.batch([Statement("W")]), group.batch([Statement("SELECT 1")]))
    assert sorted(len(batch) for batch in recorder.batches) == [1, 1]


async def test_reads_that_come_while_one_is_in_flight_share_a_request_and_wait_for_no_write() -> None:
    recorder = Recorder()
    group = GroupCommit(recorder, max_units=10)
    recorder.gate.clear()
    write = asyncio.create_task(group.batch([Statement("W")]))
    first = asyncio.create_task(group.batch([Statement("SELECT 0")]))
    await started(recorder)
    others = [asyncio.create_task(group.batch([Statement(f"SELECT {n}")])) for n in range(1, 4)]
    await asyncio.sleep(0)
    recorder.gate.set()
    answers = await asyncio.gather(first, *others)
    await write
    assert [sql_of(answer) for answer in answers] == [[f"SELECT {n}"] for n in range(4)]
    assert sorted(len(batch) for batch in recorder.batches) == [1, 1, 3]


async def test_rows_share_a_statement_and_each_gets_its_own() -> None:
    recorder = Recorder()
    group = GroupCommit(recorder, max_units=10)
    rows = [RowStatement("CLAIM", {}, [(job, f"t-{job}")]) for job in ("a", "gone", "b")]
    late = RowStatement("CLAIM", {"now_ms": 5}, [("c", "t-c")])
    answers = await asyncio.gather(
        group.batch([rows[0], Statement("A")]), *(group.batch([row]) for row in [*rows[1:], late])
    )
    (batch,) = recorder.batches
    assert [s.sql for s in batch] == ["CLAIM", "A", "CLAIM", "CLAIM"], "the two that are of one kind"
    assert [[row["id"] for row in answer[0].rows] for answer in answers] == [["a"], [], ["b"], ["c"]]
    assert sql_of(answers[0]) == [None, "A"]


async def test_units_of_one_kind_share_all_their_statements_of_rows_in_their_order() -> None:
    recorder = Recorder()
    group = GroupCommit(recorder, max_units=10)
    units = [
        [RowStatement("END", {}, [(job, "t")]), RowStatement("COUNT", {}, [(job, "t"), ("x", job)])]
        for job in ("a", "b")
    ]
    answers = await asyncio.gather(*(group.batch(unit) for unit in units))
    (batch,) = recorder.batches
    assert [s.sql for s in batch] == ["END", "COUNT"]
    assert json.loads(str(batch[1].args["rows"])) == [["a", "t"], ["x", "a"], ["b", "t"], ["x", "b"]]
    assert [[row["id"] for row in answer[1].rows] for answer in answers] == [["a", "x"], ["b", "x"]]


async def test_reads_share_each_statement_whatever_else_they_ask() -> None:
    recorder = Recorder()
    group = GroupCommit(recorder, max_units=10)
    token, lease = "SELECT token", "SELECT lease"
    units: list[list[Statement | RowStatement]] = [
        [RowStatement(token, {}, [("a", "t")]), RowStatement(lease, {}, [("a", "l")])],
        [RowStatement(lease, {}, [("b", "l")]), Statement("SELECT 1"), RowStatement(token, {}, [("b", "t")])],
        [RowStatement(token, {}, [("gone", "t")])],
    ]
    answers = await asyncio.gather(*(group.batch(unit) for unit in units))
    (batch,) = recorder.batches
    assert [s.sql for s in batch] == [token, lease, "SELECT 1"]
    ids = [[[row.get("lease_token") for row in rows.rows] for rows in answer] for answer in answers]
    assert ids == [[["t"], ["l"]], [["l"], [None], ["t"]], [[]]]


async def test_what_stands_right_behind_a_statement_stays_there() -> None:
    recorder = Recorder()
    group = GroupCommit(recorder, max_units=10)
    units: list[list[Statement | RowStatement]] = [
        [RowStatement("ADD", {}, [(job, "t")]), Statement(f"COUNT CHANGES {job}")] for job in ("a", "b")
    ]
    answers = await asyncio.gather(*(group.batch(unit) for unit in units))
    (batch,) = recorder.batches
    assert [s.sql for s in batch] == ["ADD", "COUNT CHANGES a", "ADD", "COUNT CHANGES b"]
    assert sql_of(answers[1])[1] == "COUNT CHANGES b"


async def test_who_asks_for_the_same_is_answered_once_and_who_writes_the_same_writes_twice() -> None:
    recorder = Recorder()
    group = GroupCommit(recorder, max_units=10)
    for sql, sent in (("SELECT 1", [["m", "t"]]), ("COUNT", [["m", "t"], ["m", "t"]])):
        recorder.batches.clear()
        await asyncio.gather(*(group.batch([RowStatement(sql, {}, [("m", "t")])]) for _ in range(2)))
        assert [json.loads(str(s.args["rows"])) for batch in recorder.batches for s in batch] == [sent]


async def test_a_bad_row_costs_only_itself() -> None:
    recorder = Recorder()
    group = GroupCommit(recorder, max_units=10)
    answers = await asyncio.gather(
        *(group.batch([RowStatement("CLAIM", {}, [(job, "t")])]) for job in ("a", "bad", "b")),
        return_exceptions=True,
    )
    assert [isinstance(answer, StoreRejected) for answer in answers] == [False, True, False]


async def test_close_lets_the_batch_in_flight_end() -> None:
    recorder = Recorder()
    group = GroupCommit(recorder, max_units=10)
    recorder.gate.clear()
    writer = asyncio.create_task(group.batch([Statement("W")]))
    await started(recorder)
    closing = asyncio.create_task(group.close())
    await asyncio.sleep(0)
    assert not closing.done()
    recorder.gate.set()
    await closing
    assert sql_of(await writer) == ["W"]
    with pytest.raises(StoreUnavailable):
        await group.batch([Statement("W")])
