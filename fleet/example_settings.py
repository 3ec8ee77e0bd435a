"""Where the file that shows every setting lies."""

from __future__ import annotations

from pathlib import Path

from common.output.typable import typable_path


def example_settings() -> str:
    """Its path, as it is typed: beside this package when installed, else at the repository's root."""
    name = "crawlfleet.example.toml"
    package = Path(__file__).parent
    path = next((at for at in (package / name, package.parent / name) if at.exists()), Path(name))
    return typable_path(str(path))
