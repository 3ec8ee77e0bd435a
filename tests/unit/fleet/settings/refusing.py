"""What is said of settings that are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.config import load
from common.errors import ConfigError


def refused(tmp_path: Path, text: str, environ: dict[str, str] | None = None) -> str:
    path = tmp_path / "crawlfleet.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        load(path, environ or {})
    return str(caught.value)
