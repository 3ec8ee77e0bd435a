"""A file or folder as it is typed behind an option: a shell leaves the ~ of `--file=~/fleet.toml` as it is."""

from __future__ import annotations

from pathlib import Path

import typer


def at_home(path: Path | None) -> Path | None:
    """With ~ in front replaced. Raises BadParameter where that names nobody's folder."""
    if path is None or not str(path).startswith("~"):
        return path
    from common import addresses

    try:
        return Path(addresses.at_home(str(path)))
    except ValueError as error:
        raise typer.BadParameter(f"{str(path)!r}: {error}") from None
