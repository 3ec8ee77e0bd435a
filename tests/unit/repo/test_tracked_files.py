"""No stranger's file stays: what git tracks is text of ours, small, named in pyproject.toml, and tells no secrets."""

from __future__ import annotations

import re
import tomllib
from pathlib import PurePosixPath

import pathspec
import pytest
from hatchling.builders.sdist import SdistBuilder

from tests.places import REPO
from tests.unit.repo.tracked import tracked, tracked_and_ignored

LARGEST = 200_000
"""Bytes. What is larger was made by a machine, and can be made again."""
ARCHIVES = frozenset(".7z .bz2 .deb .egg .gz .jar .rar .rpm .tar .tbz .tgz .txz .whl .xz .zip .zst".split())
PICTURES = frozenset(".gif .ico .jpeg .jpg .png .webp".split())

# Written in pieces, so that this file does not hold what it looks for.
_REGISTRIES = ("py" + "pi.org", "python" + "hosted.org", "registry.npm" + "js.org", "registry.yarn" + "pkg.com")
MUST_NOT_STAND = {
    "a path of one machine": re.compile(r"(?<![\w.)}\]~$*-])/(?:work|root|home/\w+|Users/\w+|tmp/bash_jobs)" + "/"),
    "a package registry's host name": re.compile("|".join(map(re.escape, _REGISTRIES))),
    "a private key": re.compile("-----BEGIN [A-Z ]*PRIVATE" + " KEY-----"),
    "an unresolved merge": re.compile("^(?:<{7}|>{7}) ", re.MULTILINE),
}


def strange(path: str, content: bytes) -> str | None:
    """Why a file of this name and content has no place here, or None."""
    name = PurePosixPath(path)
    if ARCHIVES.intersection(suffix.lower() for suffix in name.suffixes):
        return "an archive"
    if len(content) > LARGEST:
        return f"{len(content)} bytes"
    if name.is_relative_to("docs/images") and name.suffix.lower() in PICTURES:
        return None
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return "no UTF-8 text"
    if "\0" in text:
        return "binary"
    return next((what for what, pattern in MUST_NOT_STAND.items() if pattern.search(text)), None)


def test_every_tracked_file_is_small_text_without_what_must_not_stand_here() -> None:
    found = {path: strange(path, (REPO / path).read_bytes()) for path in tracked()}
    assert {path: reason for path, reason in found.items() if reason} == {}


@pytest.mark.parametrize(
    ("path", "content", "reason"),
    [
        ("celery-5.5.0.tar.gz", b"text", "an archive"),
        ("tests/fixtures/page.html.gz", b"text", "an archive"),
        ("tests/fixtures/Bundle.ZIP", b"text", "an archive"),
        ("docs/images/all.zip", b"text", "an archive"),
        ("docs/big.md", b"a" * 200_001, "200001 bytes"),
        ("docs/images/board.png", b"\x89PNG" + b"a" * 200_000, "200004 bytes"),
        ("docs/board.png", b"\x89PNG\r\n", "no UTF-8 text"),
        ("docs/images/program", b"\x7fELF\xff", "no UTF-8 text"),
        ("common/data", b"a\0b", "binary"),
        ("docs/a.md", b"see `/root" + b"/notes`", "a path of one machine"),
        ("docs/a.md", b"in /work" + b"/main", "a path of one machine"),
        ("docs/a.md", b"url = https://py" + b"pi.org/simple", "a package registry's host name"),
        ("deploy/key.pem", b"-----BEGIN EC PRIVATE" + b" KEY-----\n", "a private key"),
        ("common/a.py", b"a = 1\n<<<<<<" + b"< HEAD\n", "an unresolved merge"),
        ("docs/images/board.png", b"\x89PNG\r\n", None),
        ("common/words.txt", "售罄".encode(), None),
        ("docs/a.md", b"https://shop.example/work/1 and ~/root/x", None),
    ],
)
def test_a_strange_file_is_refused(path: str, content: bytes, reason: str | None) -> None:
    assert strange(path, content) == reason


def test_nothing_is_tracked_that_gitignore_names() -> None:
    assert tracked_and_ignored() == []


def lists() -> dict[str, list[str]]:
    """pyproject.toml's two lists for the source distribution."""
    sdist = tomllib.loads((REPO / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["sdist"]
    return {name: sdist[name] for name in ("include", "exclude")}


def test_every_tracked_file_is_named_as_released_or_as_not_released() -> None:
    released = {file.distribution_path for file in SdistBuilder(str(REPO)).recurse_included_files()}
    kept_back = pathspec.GitIgnoreSpec.from_lines(lists()["exclude"])
    unnamed = [path for path in tracked() if path not in released and not kept_back.match_file(path)]
    assert not unnamed, f"name them in pyproject.toml, [tool.hatch.build.targets.sdist], or remove them: {unnamed}"


@pytest.mark.parametrize("which", ["include", "exclude"])
def test_the_two_lists_name_nothing_that_is_not_there(which: str) -> None:
    files = tracked()
    stale = [rule for rule in lists()[which] if not any(pathspec.GitIgnoreSpec.from_lines([rule]).match_files(files))]
    assert stale == []


@pytest.mark.parametrize(
    "name",
    [
        *("peer-1.0.tar.gz", "a.whl", "b.zip", "build/lib/a.py", "dist/a", "crawlfleet.egg-info/PKG-INFO"),
        *(".coverage", ".coverage.vm.1", ".venv/bin/python", ".cache/coverage/data"),
        *("crawlfleet-spool/1.json", "here/crawlfleet-spool/1.json", "crawlfleet.toml", "jobs.db-wal"),
    ],
)
def test_what_tools_and_runs_leave_behind_is_ignored(name: str) -> None:
    ignored = pathspec.GitIgnoreSpec.from_lines((REPO / ".gitignore").read_text("utf-8").splitlines())
    assert ignored.match_file(name)
