"""What a release holds: a wheel with the six packages alone, and an archive that builds and tests itself."""

from __future__ import annotations

import email
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from datetime import date
from email.message import Message
from pathlib import Path, PurePosixPath

import pytest

from tests.places import REPO
from tests.unit.repo.tracked import tracked_or_new

PACKAGES = ("common", "ingestor", "dispatcher", "worker", "gateway", "fleet")
PROJECT = tomllib.loads((REPO / "pyproject.toml").read_text("utf-8"))["project"]
NAME = f"crawlfleet-{PROJECT['version']}"
COPIES = {"schema.sql": "common/store/schema.sql", "crawlfleet.example.toml": "fleet/crawlfleet.example.toml"}
"""Files of the root that an installed crawlfleet reads, and where the wheel puts them."""
DATA = {".sql", ".toml", ".typed", ".json", ".txt", ".html", ".css", ".js", ".svg"}
"""What a package may hold beside Python: statements, migrations, words, examples, pages, the mark of typed code."""


def build(source: Path, target: str, folder: Path) -> Path:
    """Builds with hatchling itself: nothing is downloaded."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(REPO, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(REPO, "sdist", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return folder / NAME


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def code(wheel: Path) -> dict[str, bytes]:
    return {name: data for name, data in contents(wheel).items() if not name.startswith(f"{NAME}.dist-info/")}


def metadata(wheel: Path) -> Message:
    return email.message_from_bytes(contents(wheel)[f"{NAME}.dist-info/METADATA"])


def test_the_wheel_holds_the_six_packages_and_the_two_copies(wheel: Path) -> None:
    own = {path for path in tracked_or_new() if PurePosixPath(path).parts[0] in PACKAGES}
    assert set(code(wheel)) == own | set(COPIES.values())


def test_the_wheel_holds_what_an_installed_crawlfleet_reads(wheel: Path) -> None:
    held = code(wheel)
    assert {PurePosixPath(name).parts[0] for name in held} == set(PACKAGES)
    assert {f"{package}/py.typed" for package in PACKAGES} | {"common/store/statements.sql"} <= held.keys()
    for name, copy in COPIES.items():
        assert held[copy] == (REPO / name).read_bytes()
    files = (path for package in PACKAGES for path in (REPO / package).rglob("*") if path.suffix in DATA)
    assert {path.relative_to(REPO).as_posix() for path in files} <= held.keys()


def test_the_wheel_holds_no_tests_and_nothing_unknown(wheel: Path) -> None:
    strange = [
        name
        for name in code(wheel)
        if PurePosixPath(name).suffix not in {".py", *DATA} or {"tests", "fixtures"} & set(PurePosixPath(name).parts)
    ]
    assert strange == []


def test_the_metadata_says_whose_and_what_this_is(wheel: Path) -> None:
    said = metadata(wheel)
    assert said["Name"] == "crawlfleet"
    assert said["Version"] == PROJECT["version"]
    assert said["Author"] == "crawlfleet maintainers"
    assert said["License-Expression"] == "MIT"
    assert said["Requires-Python"] == ">=3.11"
    assert said["Summary"] == PROJECT["description"]
    readme = said.get_payload(decode=True)
    assert isinstance(readme, bytes)
    assert readme.decode("utf-8") == (REPO / "README.md").read_text("utf-8")
    assert {"Typing :: Typed", "Framework :: AsyncIO"} <= set(said.get_all("Classifier", []))
    assert contents(wheel)[f"{NAME}.dist-info/licenses/LICENSE"] == (REPO / "LICENSE").read_bytes()
    scripts = contents(wheel)[f"{NAME}.dist-info/entry_points.txt"].decode("utf-8")
    assert scripts.split() == ["[console_scripts]", "crawlfleet", "=", "fleet.__main__:main"]


def test_the_metadata_states_no_address_that_nobody_owns(wheel: Path) -> None:
    """The project has no home in the web yet: neither a page nor a mailbox is invented for it."""
    said = metadata(wheel)
    assert [said[name] for name in ("Project-URL", "Home-page", "Author-email", "Maintainer-email")] == [None] * 4


def test_the_newest_entry_of_the_changes_is_this_version_with_its_date() -> None:
    heads = re.findall(r"(?m)^## .*", (REPO / "CHANGELOG.md").read_text("utf-8"))
    entries = [re.fullmatch(r"## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})", head) for head in heads]
    assert [head for head, entry in zip(heads, entries, strict=True) if not entry] == []
    versions, days = zip(*(entry.groups() for entry in entries if entry), strict=True)
    assert versions[0] == PROJECT["version"]
    assert list(days) == sorted(map(date.isoformat, map(date.fromisoformat, days)), reverse=True)


def test_the_archive_builds_the_same_wheel(wheel: Path, unpacked: Path, tmp_path: Path) -> None:
    assert contents(build(unpacked, "wheel", tmp_path)) == contents(wheel)


def test_the_archive_holds_what_builds_and_tests_it_and_nothing_else(unpacked: Path) -> None:
    top = {path.name for path in unpacked.iterdir()}
    listed = tomllib.loads((REPO / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["sdist"]
    assert top == {rule.strip("/") for rule in listed["include"]} | {"PKG-INFO"}
    files = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    assert {"scripts/test", "tests/conftest.py", "tests/unit/repo/test_packages.py", "pyproject.toml"} <= files
    assert files - set(tracked_or_new()) == {"PKG-INFO"}
