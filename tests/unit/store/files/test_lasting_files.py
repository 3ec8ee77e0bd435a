"""What must survive a power cut: the disk has a file's bytes before it gets its name, and its folder after."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from common.errors import ErrorCode
from common.lasting.files import put_in_place, write_lasting, write_new
from common.lasting.folders import make_lasting_folder, sync_folder
from common.outcome.crawl_outcome import Failed
from common.protocol.joining import Settings as Told
from common.settings import DatabaseSettings, Settings
from common.settings_tables.feeds import FeedSettings
from common.store import init_schema
from fleet.operations.database.backup import back_up
from ingestor.sources.threads.token import write_back
from tests.unit.fleet.settings.test_volunteer_settings import TOLD
from worker.keeping.spool import Spool
from worker.source.membership import Membership, MembershipFile
from worker.volunteer.counts import Counts
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.limits import Limits

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="what is synced is told by /proc")


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What the system was asked for, in order: (synced, renamed or linked, the place's name)."""
    asked: list[tuple[str, str]] = []
    fsync, replace, link = os.fsync, os.replace, os.link

    def synced(descriptor: int) -> None:
        asked.append(("synced", Path(f"/proc/self/fd/{descriptor}").readlink().name))
        fsync(descriptor)

    def renamed(source: Path, target: Path) -> None:
        asked.append(("renamed", Path(target).name))
        replace(source, target)

    def linked(source: Path, target: Path) -> None:
        asked.append(("linked", Path(target).name))
        link(source, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed)
    monkeypatch.setattr(os, "link", linked)
    return asked


def token(folder: Path) -> None:
    (folder / "kept").write_text("old", "utf-8")
    assert write_back(FeedSettings(source="threads", account="@a", token_file=folder / "kept"), "new")


MEMBER = Membership(gateway="x", machine="m", token="t" * 43, told=Told.model_validate(TOLD, strict=False))

WRITERS: dict[str, tuple[str, Callable[[Path], None]]] = {
    "an outcome": ("token.json", lambda at: Spool(at).put(Failed("j", "token", ErrorCode.TIMEOUT, "late"))),
    "limits": ("limits.json", lambda at: VolunteerFiles(at).keep_limits(Limits())),
    "counts": ("counts-safe.json", lambda at: VolunteerFiles(at).keep_counts_safely(Counts.model_validate({"day": 0}))),
    "membership": ("machine.json", lambda at: MembershipFile(at).write(MEMBER)),
    "a feed's token": ("kept", token),
    "any": ("kept", lambda at: write_lasting(at / "kept", b"x")),
}


@pytest.mark.parametrize(("name", "write"), WRITERS.values(), ids=WRITERS)
def test_bytes_then_the_name_then_the_folder(
    tmp_path: Path, done: list[tuple[str, str]], name: str, write: Callable[[Path], None]
) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    write(folder)
    (first, part), *then = done
    assert first == "synced" and part.startswith(name)
    assert then == [("renamed", name), ("synced", "state")]
    assert [path.name for path in folder.iterdir()] == [name]


async def test_a_backup_is_on_the_disk_when_it_is_said_to_be(tmp_path: Path, done: list[tuple[str, str]]) -> None:
    settings = Settings(database=DatabaseSettings(url=f"file:{tmp_path / 'fleet.db'}"))
    await init_schema(settings.database)
    folder = tmp_path / "backups"
    folder.mkdir()
    done.clear()
    await back_up(settings, folder / "kept.db")
    (synced, partial), *then = done[-3:]
    assert (synced, partial.startswith("kept.db.")) == ("synced", True)
    assert then == [("linked", "kept.db"), ("synced", "backups")]


def test_a_new_folder_is_on_the_disk_too(tmp_path: Path, done: list[tuple[str, str]]) -> None:
    make_lasting_folder(tmp_path / "a" / "b")
    assert sorted(done) == sorted([("synced", tmp_path.name), ("synced", "a")])


@pytest.mark.parametrize(("refused", "raised"), [(errno.EINVAL, False), (errno.EACCES, False), (errno.EIO, True)])
def test_a_file_system_without_folders_of_its_own_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: int, raised: bool
) -> None:
    def fsync(descriptor: int) -> None:
        raise OSError(refused, os.strerror(refused))

    monkeypatch.setattr(os, "fsync", fsync)
    if raised:
        with pytest.raises(OSError, match="Input/output"):
            sync_folder(tmp_path)
    else:
        sync_folder(tmp_path)


def test_what_cannot_be_put_in_place_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    with pytest.raises(OSError, match="kept"):
        write_lasting(tmp_path / "kept", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"], "nothing is left beside it"
    with pytest.raises(FileNotFoundError):
        put_in_place(tmp_path / "part", tmp_path / "other")


@pytest.mark.parametrize("links", [True, False], ids=["links", "a disk without links"])
def test_a_new_file_takes_nobodys_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    if not links:

        def refused(*_: object) -> None:
            raise PermissionError(errno.EPERM, "no links here")

        monkeypatch.setattr(os, "link", refused)
    kept = tmp_path / "kept"
    write_new(kept, b"first")
    with pytest.raises(FileExistsError):
        write_new(kept, b"second")
    (tmp_path / "led").symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "led", b"third")
    assert kept.read_bytes() == b"first"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["kept", "led"]
