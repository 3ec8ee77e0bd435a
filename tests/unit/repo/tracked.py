"""What git tracks here, for the tests that hold the repository's manners."""

from __future__ import annotations

import subprocess

import pytest

from tests.places import REPO


def tracked() -> list[str]:
    """Paths that git tracks and that are still there, relative to the root. Skips the test in an unpacked release."""
    _needs_git()
    return [path for path in _listed() if (REPO / path).is_file()]


def tracked_or_new() -> list[str]:
    """Also what nobody told git to ignore: what a build takes that is made here and now."""
    _needs_git()
    return [path for path in _listed("--cached", "--others", "--exclude-standard") if (REPO / path).is_file()]


def tracked_and_ignored() -> list[str]:
    """Paths that git tracks although .gitignore names them."""
    _needs_git()
    return _listed("--cached", "--ignored", "--exclude-standard")


def _needs_git() -> None:
    if not (REPO / ".git").exists():
        pytest.skip("not run: this is no clone (no .git), so nothing is tracked")


def _listed(*options: str) -> list[str]:
    command = ["git", "-c", f"safe.directory={REPO}", "ls-files", "-z", *options]
    done = subprocess.run(command, cwd=REPO, capture_output=True, check=True, timeout=60)
    return sorted(filter(None, done.stdout.decode("utf-8").split("\0")))
