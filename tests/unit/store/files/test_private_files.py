"""The database, a worker's spool and the folders made for them are their owner's alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.errors import ErrorCode, StoreError
from common.outcome.crawl_outcome import Failed
from common.private_files import make_private_folder, write_private
from common.settings import BrokerSettings, DatabaseSettings, Settings
from common.settings_tables.work import WorkSettings
from common.store import init_schema, open_store
from fleet.doctor.finding import Level
from fleet.doctor.machine.on_disk import check_private_files
from worker.keeping.spool import Spool

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")


@pytest.fixture(params=[0o000, 0o022, 0o777], ids=oct, autouse=True)
def umask(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """Set after the folder of the test was made."""
    before = os.umask(request.param)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that everybody may look into."""
    tmp_path.chmod(0o755)
    return tmp_path


async def used(settings: DatabaseSettings) -> dict[str, int]:
    """The database's files and their modes while it is open."""
    await init_schema(settings)
    store = await open_store(settings)
    await store.jobs.now_ms()
    path = Path(settings.url.removeprefix("file:"))
    modes = {found.name: mode(found) for found in path.parent.iterdir()}
    await store.close()
    return modes


async def test_a_new_database_is_its_owners(folder: Path) -> None:
    modes = await used(DatabaseSettings(url=f"file:{folder}/a.db"))
    assert modes == {"a.db": 0o600, "a.db-wal": 0o600, "a.db-shm": 0o600}


def open_up(folder: Path) -> None:
    for path in folder.iterdir():
        path.chmod(0o644)


async def test_a_database_of_an_earlier_version_is_tightened_when_it_is_opened(folder: Path) -> None:
    settings = DatabaseSettings(url=f"file:{folder}/a.db")
    await init_schema(settings)
    store = await open_store(settings)
    open_up(folder)
    assert set((await used(settings)).values()) == {0o600}
    await store.close()


async def test_a_folder_typed_as_the_database_keeps_its_rights(folder: Path) -> None:
    with pytest.raises(StoreError):
        await open_store(DatabaseSettings(url=f"file:{folder}"))
    assert mode(folder) == 0o755, "as root this may be /tmp, which everybody needs"


async def test_a_file_that_is_no_database_keeps_its_rights(folder: Path) -> None:
    note = folder / "note.md"
    note.write_text("milk, bread", "utf-8")
    note.chmod(0o644)
    with pytest.raises(StoreError):
        await open_store(DatabaseSettings(url=f"file:{note}"))
    assert mode(note) == 0o644, "as root this may be /etc/passwd"


OUTCOME = Failed(job_id="a", lease_token="t", error_code=ErrorCode.TIMEOUT, detail="slow")


def test_the_spool_is_its_owners(folder: Path) -> None:
    spool = Spool(folder / "state" / "spool")
    spool.put(OUTCOME)
    assert [mode(folder / part) for part in ("state", "state/spool", "state/spool/t.json")] == [0o700, 0o700, 0o600]
    (folder / "state/spool/t.json").chmod(0o664)
    assert len(list(spool.waiting())) == 1
    assert mode(folder / "state/spool/t.json") == 0o600
    assert mode(folder) == 0o755, "a folder that was there stays as it is"


def test_a_link_laid_out_for_a_file_is_not_followed(folder: Path) -> None:
    target = folder / "precious"
    target.write_text("kept", "utf-8")
    target.chmod(0o600)
    (folder / "t.part").symlink_to(target)
    write_private(folder / "t.part", b"new")
    assert target.read_text("utf-8") == "kept"
    assert (folder / "t.part").read_bytes() == b"new"


def test_a_file_in_a_folders_place_is_an_error(folder: Path) -> None:
    (folder / "x").touch()
    (folder / "x").chmod(0o600)
    with pytest.raises(OSError, match="x"):
        make_private_folder(folder / "x")


def test_doctor_names_what_is_open_to_others(folder: Path) -> None:
    spool = folder / "spool"
    spool.mkdir()
    (folder / "fleet.db").touch()
    (folder / "fleet.db").chmod(0o640)
    spool.chmod(0o755)
    settings = Settings(
        database=DatabaseSettings(url=f"file:{folder}/fleet.db"),
        broker=BrokerSettings(url="memory:"),
        work=WorkSettings(spool_dir=spool),
    )
    found = list(check_private_files(settings))
    assert [finding.level for finding in found] == [Level.WARNING] * 2
    assert [finding.next_step for finding in found] == [f"chmod 700 {spool}", f"chmod 600 {folder}/fleet.db"]
