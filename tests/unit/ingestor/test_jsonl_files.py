"""JSONL: appending is cheap, rotation loses nothing, a broken line costs only itself."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from common.errors import SourceError
from common.settings_tables.feeds import FeedSettings
from ingestor.sources.base import Poll, Tools
from ingestor.sources.jsonl.lines import BYTES_PER_POLL, MAX_LINE_BYTES, POSTS_PER_POLL, parse_line
from ingestor.sources.jsonl.source import Jsonl
from ingestor.sources.payload import Malformed
from tests.parsing_here import ParsingHere
from tests.unit.ingestor.no_network import NoNetwork


class Ticking:
    """Every look at the clock costs a tenth of a second, so nothing waits for real."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.1
        return self.now


def tools() -> Tools:
    return Tools(client=NoNetwork(), clock_ms=lambda: 0, monotonic=Ticking(), parser=ParsingHere(), budget_seconds=10)


def line(name: int | str) -> str:
    return json.dumps({"id": str(name), "text": f"post {name}"}) + "\n"


def append(path: Path, text: str) -> None:
    with path.open("a") as file:
        file.write(text)


class Reader:
    def __init__(self, account: Path | str) -> None:
        self.feed = FeedSettings(source="jsonl", account=str(account))
        self.cursor: str | None = None

    async def poll(self) -> Poll:
        poll = await Jsonl(tools()).poll(self.feed, self.cursor)
        self.cursor = poll.cursor
        return poll

    async def ids(self) -> list[str]:
        return [post.id for post in (await self.poll()).posts]


async def test_only_what_was_appended_is_read(tmp_path: Path) -> None:
    path = tmp_path / "posts.jsonl"
    path.write_text(line(1) + line(2))
    reader = Reader(path)
    assert await reader.ids() == ["1", "2"]
    assert await reader.ids() == []
    append(path, line(3))
    assert await reader.ids() == ["3"]


async def test_a_rotated_file_is_read_to_its_end_and_the_new_one_from_its_start(tmp_path: Path) -> None:
    path = tmp_path / "posts.jsonl"
    path.write_text(line(1))
    reader = Reader(path)
    await reader.poll()
    append(path, line(2))
    path.rename(tmp_path / "posts.jsonl.1")
    path.write_text(line(3))
    assert await reader.ids() == ["2", "3"]
    assert await reader.ids() == []


@pytest.mark.parametrize(
    "names", [("posts.jsonl.2", "posts.jsonl.1"), ("posts.jsonl-20261127", "posts-20261128.jsonl")]
)
async def test_parts_that_were_rotated_away_while_nobody_polled_are_read(
    tmp_path: Path, names: tuple[str, str]
) -> None:
    path = tmp_path / "posts.jsonl"
    (tmp_path / "posts.jsonl.9").write_text(line("there before the first poll"))
    path.write_text(line(1))
    reader = Reader(path)
    assert await reader.ids() == ["1"]
    os.utime(tmp_path / "posts.jsonl.9", (1, 1))
    append(path, line(2))
    path.rename(tmp_path / names[0])
    path.write_text(line(3))
    path.rename(tmp_path / names[1])
    for name in ("posts.jsonl.gz", "posts.jsonl.1.gz", "posts.jsonlines", "posts-of-bob.jsonl", "posts.jsonl.swp"):
        (tmp_path / name).write_text(line(name))
    path.write_text(line(4))
    assert sorted(await reader.ids()) == ["2", "3", "4"]
    assert await reader.ids() == []


async def test_what_a_copy_holds_of_a_file_that_was_emptied_is_read(tmp_path: Path) -> None:
    """logrotate's copytruncate: what was written since the last poll is in the copy alone."""
    path = tmp_path / "posts.jsonl"
    path.write_text(line(1))
    reader = Reader(path)
    assert await reader.ids() == ["1"]
    append(path, line(2))
    (tmp_path / "posts.jsonl.1").write_text(path.read_text())
    path.write_text(line(3))
    assert sorted(await reader.ids()) == ["1", "2", "3"], "from its start: what is known makes no new job"
    assert await reader.ids() == []


@pytest.mark.parametrize("has_successor", [True, False])
async def test_a_file_rotated_just_as_it_is_opened_is_read_to_its_end_by_the_next_poll(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_successor: bool
) -> None:
    path = tmp_path / "posts.jsonl"
    path.write_text(line(1))
    reader = Reader(path)
    await reader.poll()
    append(path, line(2))
    to_open = Path.open

    def rotates(self: Path, *args: Any, **more: Any) -> Any:
        monkeypatch.undo()
        path.rename(tmp_path / "posts.jsonl.1")
        if has_successor:
            path.write_text(line(3))
        return to_open(self, *args, **more)

    monkeypatch.setattr(Path, "open", rotates)
    assert await reader.ids() == (["3"] if has_successor else [])
    append(path, line(4))
    assert await reader.ids() == ["2", "4"]
    (tmp_path / "posts.jsonl.1").unlink()
    for _ in range(2):
        poll = await reader.poll()
    assert poll.cursor is not None and len(json.loads(poll.cursor)["files"]) == 1, "nothing is remembered for ever"


async def test_a_file_that_another_program_takes_away_meanwhile_costs_no_poll(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "posts.jsonl").write_text(line(1))
    is_file = Path.is_file

    def then_gone(self: Path) -> bool:
        there = is_file(self)
        if self.suffix == ".part":
            self.unlink()
        return there

    (tmp_path / "upload.part").write_text("half")
    monkeypatch.setattr(Path, "is_file", then_gone)
    assert await Reader(tmp_path).ids() == ["1"]


async def test_a_truncated_and_a_rewritten_file_begin_anew(tmp_path: Path) -> None:
    path = tmp_path / "posts.jsonl"
    path.write_text(line(1) + line(2))
    reader = Reader(path)
    await reader.poll()
    with path.open("w") as file:
        file.write(line(3))
    assert await reader.ids() == ["3"]
    with path.open("w") as file:
        file.write(line("a much longer name than before") + line(5))
    assert await reader.ids() == ["a much longer name than before", "5"]


async def test_a_folder_of_files(tmp_path: Path) -> None:
    (tmp_path / "b.ndjson").write_text(line(2))
    (tmp_path / "a.jsonl").write_text(line(1))
    (tmp_path / "notes.txt").write_text("no posts")
    reader = Reader(tmp_path)
    assert await reader.ids() == ["1", "2"]
    (tmp_path / "c.jsonl").write_text(line(3))
    assert await reader.ids() == ["3"]


async def test_a_last_line_still_being_written_waits(tmp_path: Path) -> None:
    path = tmp_path / "posts.jsonl"
    path.write_text(line(1) + '{"id": "2", "te')
    reader = Reader(path)
    assert await reader.ids() == ["1"]
    append(path, 'xt": "x"}')
    assert await reader.ids() == ["2"]
    append(path, "\n" + line(3))
    assert await reader.ids() == ["3"]


async def test_a_broken_line_is_named_by_its_place(tmp_path: Path) -> None:
    path = tmp_path / "posts.jsonl"
    path.write_text(line(1) + "not json\n" + "x" * (MAX_LINE_BYTES + 10) + "\n\n" + '{"id": "9"}\n[1]\n' + line(2))
    poll = await Reader(path).poll()
    assert [post.id for post in poll.posts] == ["1", "2"]
    reasons = [post.reason for post in poll.skipped]
    assert [reason.split(":")[1].strip() for reason in reasons] == [f"posts.jsonl line {n}" for n in (2, 3, 5, 6)]


async def test_a_long_file_is_read_in_batches(tmp_path: Path) -> None:
    path = tmp_path / "posts.jsonl"
    path.write_text("".join(line(n) for n in range(POSTS_PER_POLL + 7)))
    reader = Reader(path)
    first, second = await reader.poll(), await reader.poll()
    assert (len(first.posts), first.more) == (POSTS_PER_POLL, True)
    assert (len(second.posts), second.more) == (7, False)


async def test_a_file_of_long_lines_is_read_in_batches_of_some_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "posts.jsonl"
    path.write_text("".join(json.dumps({"id": str(n), "text": "x" * 900_000}) + "\n" for n in range(20)))
    reader = Reader(path)
    polls = [await reader.poll()]
    while polls[-1].more:
        polls.append(await reader.poll())
    assert [post.id for poll in polls for post in poll.posts] == [str(n) for n in range(20)]
    for poll in polls:
        assert 0 < sum(len(post.text) for post in poll.posts) <= BYTES_PER_POLL + MAX_LINE_BYTES


async def test_a_missing_file_needs_a_person(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not exist"):
        await Reader(tmp_path / "nothing.jsonl").poll()


async def test_a_pipe_is_no_file_and_says_how_it_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "posts.jsonl")
    with pytest.raises(SourceError, match=r"neither a file nor a folder.*account") as raised:
        await Reader(tmp_path / "posts.jsonl").poll()
    assert raised.value.needs_person


async def test_a_home_folder_of_nobody_needs_a_person() -> None:
    with pytest.raises(SourceError, match=r"cannot read ~nobody-of-this-name/posts\.jsonl"):
        await Reader("~nobody-of-this-name/posts.jsonl").poll()


async def test_a_folder_that_may_not_be_listed_needs_a_person_and_a_file_in_it_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> Iterator[Path]:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))

    append(tmp_path / "posts.jsonl", line(1))
    monkeypatch.setattr(Path, "iterdir", refuse)  # for root, whom no folder's mode stops
    assert await Reader(tmp_path / "posts.jsonl").ids() == ["1"]
    with pytest.raises(SourceError, match="Permission denied") as raised:
        await Reader(tmp_path).poll()
    assert raised.value.needs_person


@pytest.mark.parametrize(
    "text", ["1", "{}", '{"text": 5}', '{"urls": "x"}', '{"text": "x", "id": {}}', "\xff", '{"text": "x", "url": 1}']
)
def test_lines_that_are_no_post(text: str) -> None:
    with pytest.raises(Malformed):
        parse_line(text.encode("latin-1"))


def test_every_field_of_a_line() -> None:
    post = parse_line(
        b'{"id": 7, "author": "oak", "text": "t", "html": "<b>h</b>", "urls": ["https://x.example/", 5],'
        b' "created_at": "2026-05-01T08:00:00Z", "url": "https://x.example/7"}'
    )
    assert (post.id, post.author, post.html, post.urls) == ("7", "oak", ("<b>h</b>",), ("https://x.example/",))
    assert post.created_at_ms == parse_line(b'{"text": "", "created_at": 1777622400000}').created_at_ms


@pytest.fixture
def pipe() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    read, write = os.pipe()
    with os.fdopen(read, "rb") as reader, os.fdopen(write, "wb", buffering=0) as writer:
        yield reader, writer


async def test_standard_input_is_given_again_until_recorded(pipe: tuple[BinaryIO, BinaryIO]) -> None:
    reader, writer = pipe
    source, feed = Jsonl(tools(), lambda: reader), FeedSettings(source="jsonl", account="-")
    writer.write((line(1) + line(2)).encode())
    first = await source.poll(feed, '{"stdin": "an earlier process", "batches": 9}')
    again = await source.poll(feed, None)
    assert [post.id for post in first.posts] == ["1", "2"] == [post.id for post in again.posts]
    assert first.more
    writer.write(line(3).strip().encode())
    writer.close()
    last = await source.poll(feed, first.cursor)
    assert ([post.id for post in last.posts], last.more) == (["3"], False)
    assert (await source.poll(feed, last.cursor)).posts == []


def test_a_post_with_an_empty_id_is_named_as_one_without() -> None:
    """A column without a value, as a spreadsheet exports it: the post was set aside."""
    with_none, empty = (parse_line(b'{"id": %s, "text": "look"}' % given) for given in (b"null", b'""'))
    assert with_none.id.startswith("hash:") and empty.id.startswith("hash:")
