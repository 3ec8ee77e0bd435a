"""The paths that the documentation names exist: a file that moves takes its mentions along."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from common.job import JobStatus, Transition
from tests.places import REPO

PAGES = sorted([REPO / "README.md", REPO / "CHANGELOG.md", *(REPO / "docs").glob("*.md")])
_PATH = re.compile(
    # A folder of a machine (/etc/rabbitmq/…, /opt/crawlfleet/…) is none of ours.
    r"(?<![\w/-])((?:common|ingestor|dispatcher|worker|gateway|fleet|tests|benchmarks|deploy|rabbitmq|scripts|examples|docs)/[\w./-]*\w/?|"
    r"schema\.sql|crawlfleet\.example\.toml|docker-compose\.yml|pyproject\.toml)"
)

_FILE = re.compile(r"(?<![\w/.<*-])((?:[a-z_]+/)*[a-z_0-9]+\.(?:py|sql))\b")
_TEST = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)
_FILES = [
    path.relative_to(REPO).as_posix()
    for folder in (
        "",
        "common",
        "ingestor",
        "dispatcher",
        "worker",
        "gateway",
        "fleet",
        "tests",
        "benchmarks",
        "examples",
    )
    for path in ((REPO / folder).rglob("*") if folder else REPO.iterdir())
    if path.suffix in {".py", ".sql"}
]


def named(text: str) -> list[str]:
    """The paths below the repository's own folders that a text names, patterns and placeholders left out."""
    return [found[1] for found in _PATH.finditer(text) if not re.match(r"[*<…]", text[found.end() : found.end() + 1])]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_a_page_names_is_there(page: Path) -> None:
    missing = [path for path in named(page.read_text("utf-8")) if not _is_there(path)]
    assert not missing, f"{page.name} names what is not there: {', '.join(missing)}"


def _is_there(path: str) -> bool:
    return (REPO / path).exists() or (REPO / f"{path}.py").exists()


def test_a_path_that_is_gone_is_noticed() -> None:
    assert named("see `common/store/jobs/leases.py`, docs/links.md and `common/shops/`") == [
        "common/store/jobs/leases.py",
        "docs/links.md",
        "common/shops/",
    ]
    assert not _is_there("common/store/no_such_file.py")


def nowhere(text: str) -> list[str]:
    """The files that a text names by their end alone (`leases.py`, `jobs/leases.py`) and that are no file's end."""
    return [name for name in _FILE.findall(text) if not any(f"/{path}".endswith(f"/{name}") for path in _FILES)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_a_page_names_by_its_end_is_there(page: Path) -> None:
    assert nowhere(page.read_text("utf-8")) == []


def test_an_end_that_is_gone_is_noticed() -> None:
    told = "`base.py` and (jobs/leases.py), no_such_file.py, jobs/no_such_file.py, `schema.sql`"
    assert nowhere(told) == ["no_such_file.py", "jobs/no_such_file.py"]


def test_every_test_a_page_names_is_there() -> None:
    there = {name for path in (REPO / "tests").rglob("test_*.py") for name in _TEST.findall(path.read_text("utf-8"))}
    named = {name for page in PAGES for name in re.findall(r"`(test_\w+)`", page.read_text("utf-8"))}
    assert named, "no page names a test"
    assert sorted(named - there) == []


def test_every_state_and_every_arrow_is_described() -> None:
    text = (REPO / "docs" / "architecture.md").read_text("utf-8")
    assert [status for status in JobStatus if f"**{status}**:" not in text] == []
    assert [arrow for arrow in Transition if f"| {arrow} |" not in text] == []


def test_the_index_names_every_page_once() -> None:
    index = REPO / "docs" / "README.md"
    pages = [f"docs/{page.name}" for page in sorted((REPO / "docs").glob("*.md")) if page != index]
    rows = [line for line in index.read_text("utf-8").splitlines() if line.startswith("|")]
    listed = [path for path in named("\n".join(rows)) if path.endswith(".md")]
    assert sorted([*listed, "docs/glossary.md"]) == pages, "the glossary is named above the tables"
