"""Each autostart's file, read by a parser of its format; and what is said where no manager runs."""

from __future__ import annotations

import errno
import os
import plistlib
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from common.errors import ConfigError
from fleet.operations.autostart.command import Command
from fleet.operations.autostart.installing import Manager, own_manager, turn_off, turn_on, turned_off_at_leaving
from fleet.operations.autostart.launchd import TRIES, keeping
from fleet.operations.autostart.task_scheduler import NAMESPACE
from worker.source.membership import MembershipFile

ODD = '/home/a b/100%/$HOME/q"uote\\back/python'
JOINED = b"""{"gateway": "https://fleet.example", "machine": "m", "token": "%s", "told": {"number": "1", "shops": {},
"requests_per_second": 1, "oldest_version": "0", "lease_seconds": 60, "renew_seconds": 20}}""" % (b"a" * 43)
ORDERS = {
    "Task": ["RegistrationInfo", "Triggers", "Principals", "Settings", "Data", "Actions"],
    "LogonTrigger": ["Enabled", "StartBoundary", "EndBoundary", "Repetition", "ExecutionTimeLimit", "UserId", "Delay"],
    "RestartOnFailure": ["Interval", "Count"],
    "Exec": ["Command", "Arguments", "WorkingDirectory"],
}
"""The schema's order of children (MS-TSCH 2.5); where it says `all`, any order would do."""


@pytest.fixture
def joined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home of hers"
    home.mkdir()
    monkeypatch.setenv("CRAWLFLEET_HOME", str(home))
    MembershipFile().path.write_bytes(JOINED)
    return home


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    made = own_manager(Command(ODD, "/home/a b/50%"), platform="linux", home=tmp_path)
    unit = tmp_path / made.file.name
    unit.write_bytes(made.content)
    command = ["systemd-analyze", "verify", "--user", "--man=no", str(unit)]

    def verified() -> str:
        env = os.environ | {"XDG_RUNTIME_DIR": str(tmp_path)}
        return subprocess.run(command, capture_output=True, text=True, timeout=60, env=env, check=False).stderr

    assert verified() == ""
    unit.write_bytes(made.content.replace(b"Restart=on-failure", b"Restart=at-times"))
    assert "at-times" in verified()


def test_launchds_agent_runs_the_very_words() -> None:
    made = own_manager(Command(ODD, "/Users/a b"), platform="darwin", home=Path("/Users/a b"))
    agent = plistlib.loads(made.content)
    shell, _, script, _, *words = agent["ProgramArguments"]
    assert (shell, script, words) == ("/bin/sh", keeping(), [ODD, "-P", "-m", "fleet", "work"])
    assert agent["KeepAlive"] == {"SuccessfulExit": False}
    assert agent["EnvironmentVariables"] == {"CRAWLFLEET_HOME": "/Users/a b"}
    assert (agent["Label"], agent["RunAtLoad"]) == ("crawlfleet.volunteer", True)
    assert made.file == Path("/Users/a b/Library/LaunchAgents/crawlfleet.volunteer.plist")


def kept(*words: str) -> list[str]:
    return ["sh", "-c", keeping(pause_seconds=0), "crawlfleet", *words]


@pytest.mark.skipif(shutil.which("sh") is None, reason="no sh here")
@pytest.mark.parametrize(
    ("ends_with", "starts"), [("1", TRIES), ("70", TRIES), ("0", 1)], ids=["wrong settings", "an error", "finished"]
)
def test_launchd_is_told_that_it_ended_well_when_it_cannot_start(tmp_path: Path, ends_with: str, starts: int) -> None:
    log = tmp_path / "st arts"
    words = ("sh", "-c", 'echo started >> "$1"; exit "$2"', "worker", str(log), ends_with)
    assert subprocess.run(kept(*words), timeout=60, check=False).returncode == 0
    assert log.read_text().count("started") == starts


@pytest.mark.skipif(shutil.which("sh") is None, reason="no sh here")
def test_launchd_is_told_so_where_the_program_is_gone(tmp_path: Path) -> None:
    done = subprocess.run(kept(str(tmp_path / "gone")), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert done.stderr.count("gone") == TRIES


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_what_launchd_ends_ends_in_order() -> None:
    worker = "import os, signal, sys, time\n"
    # The signal may come while "works" is still being flushed, in which nothing may be printed.
    worker += "def end(*_):\n    os.write(1, b'gave back\\n')\n    sys.exit(0)\n"
    worker += "signal.signal(signal.SIGTERM, end)\nprint('works', flush=True)\ntime.sleep(60)\n"
    with subprocess.Popen(kept(sys.executable, "-c", worker), stdout=subprocess.PIPE, text=True) as kept_up:
        assert kept_up.stdout is not None
        assert kept_up.stdout.readline() == "works\n"
        kept_up.terminate()
        assert kept_up.stdout.readline() == "gave back\n"
        assert kept_up.wait(60) == 0


def test_the_windows_task_is_what_the_schema_says() -> None:
    python = r"C:\Users\A & B\venv\Scripts\python.exe"
    made = own_manager(Command(python, None), platform="win32", home=Path("home"))
    assert made.content.startswith(b"\xff\xfe"), "schtasks wants UTF-16 with its mark"
    root = ET.fromstring(made.content.decode("utf-16").partition("?>")[2].strip())
    assert root.tag == f"{{{NAMESPACE}}}Task"
    for element in root.iter():
        name = element.tag.removeprefix(f"{{{NAMESPACE}}}")
        assert name != element.tag, "every element is in the schema's namespace"
        children = [child.tag.removeprefix(f"{{{NAMESPACE}}}") for child in element]
        if order := ORDERS.get(name):
            assert children == sorted(children, key=order.index)
    run = root.find(f".//{{{NAMESPACE}}}Exec")
    assert run is not None
    assert [child.text for child in run] == [python, "-P -m fleet work"]
    assert root.findtext(f".//{{{NAMESPACE}}}ExecutionTimeLimit") == "PT0S", "the default ends it after 72 hours"


class Asked:
    """A service manager's answers. `knows`: whether it has our service; None: as `runs`."""

    def __init__(self, *, runs: bool, knows: bool | None = None) -> None:
        self.runs = runs
        self.knows = runs if knows is None else knows
        self.commands: list[Sequence[str]] = []

    def __call__(self, command: Sequence[str]) -> bool:
        self.commands.append(command)
        asks_for_ours = "is-enabled" in command or command[:3] == ("schtasks", "/query", "/tn")
        return self.knows if asks_for_ours else self.runs


def manager(folder: Path) -> Manager:
    return own_manager(Command("/usr/bin/python3", None), platform="linux", home=folder)


def test_where_the_manager_runs_it_is_asked_to_start(joined: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    ask = Asked(runs=True)
    done = turn_on(manager(joined), ask)
    assert done.on and done.to_do == () and done.file.exists()
    assert ask.commands[-1] == ("systemctl", "--user", "enable", "--now", "crawlfleet-volunteer.service")
    done = turn_off(manager(joined), ask)
    assert not done.on and done.to_do == () and not done.file.exists()
    assert turn_off(manager(joined), Asked(runs=False)).to_do == (), "nothing was on"


def test_where_none_runs_it_says_what_to_type(joined: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    ask = Asked(runs=False)
    done = turn_on(manager(joined), ask)
    assert done.file.exists()
    assert done.to_do[-1] == "systemctl --user enable --now crawlfleet-volunteer.service"
    assert turn_off(manager(joined), ask).to_do


def test_a_folder_named_from_where_one_stands_is_the_same_one_when_a_session_starts(
    joined: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(joined.parent)
    monkeypatch.setenv("CRAWLFLEET_HOME", joined.name)
    for platform in ("linux", "darwin"):
        content = own_manager(platform=platform, home=joined).content
        assert str(joined).encode() in content
    assert MembershipFile().path.is_absolute()


def test_a_folder_closed_to_its_user_is_told_of(joined: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, *_: object, **__: object) -> bool:  # as for root, whom no folder's mode stops
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "exists", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(ConfigError, match=r"^cannot remove .*: Permission denied"):
        turn_off(manager(joined), Asked(runs=False))


def test_leaving_takes_away_what_would_start_a_worker_without_a_fleet(
    joined: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    ask = Asked(runs=True)
    assert turned_off_at_leaving(manager(joined), Asked(runs=True, knows=False)) is None, "none was on"
    turn_on(manager(joined), ask)
    done = turned_off_at_leaving(manager(joined), ask)
    assert done is not None and not done.on and not done.file.exists()
    assert ask.commands[-1] == ("systemctl", "--user", "disable", "--now", "crawlfleet-volunteer.service")


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_leaving_keeps_the_autostart_of_another_folder(
    platform: str, joined: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    own, other = (own_manager(Command("python", home), platform=platform, home=joined) for home in (None, "/other"))
    turn_on(other, Asked(runs=False))
    assert turned_off_at_leaving(own, Asked(runs=True)) is None and other.file.exists()
    assert turned_off_at_leaving(other, Asked(runs=True)) is not None and not other.file.exists()


def test_a_task_whose_file_was_removed_by_hand_is_taken_out_of_the_scheduler(joined: Path) -> None:
    """The file lies in the folder that docs/volunteers.md says to delete; the Task Scheduler has a copy of its own."""
    windows, ask = own_manager(Command("python.exe", None), platform="win32", home=joined), Asked(runs=True)
    assert turn_off(windows, ask).to_do == ()
    assert ask.commands[-1] == ("schtasks", "/delete", "/tn", "crawlfleet-volunteer", "/f")
    assert turn_off(windows, nothing := Asked(runs=True, knows=False)).to_do == ()
    assert len(nothing.commands) == 1, "there was none"


def test_a_pc_that_has_not_joined_has_nothing_to_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRAWLFLEET_HOME", str(tmp_path))
    with pytest.raises(ConfigError, match="crawlfleet join"):
        turn_on(manager(tmp_path), Asked(runs=True))
    with pytest.raises(ConfigError, match="sunos"):
        own_manager(platform="sunos")


def test_a_user_without_a_folder_leaves_without_a_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a container, say: a number that no account has, no HOME, and CRAWLFLEET_HOME set."""

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    monkeypatch.setenv("CRAWLFLEET_HOME", "/srv/lent")
    assert turned_off_at_leaving() is None
    with pytest.raises(ConfigError, match=r"where an autostart is kept\. Set HOME to one\.$"):
        own_manager(Command("python", None), platform="linux")
