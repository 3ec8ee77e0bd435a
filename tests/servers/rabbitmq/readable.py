"""Files of a test that the broker reads: its user is not the one who runs the tests."""

from __future__ import annotations

from pathlib import Path


def let_broker_read(folder: Path) -> None:
    """Opens this folder of a test, and those around it that pytest made, to every user of the machine."""
    for one in (folder, *folder.parents):
        if one.name.startswith(("pytest", "popen-", "test_")):  # popen-: of each process of a run in several
            one.chmod(0o755)
