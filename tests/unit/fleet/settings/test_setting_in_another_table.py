"""A setting that stands in a table that has none of that name, while others do."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.config import load
from common.errors import ConfigError


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("[work]\nrequests_per_second = 4", "work.requests_per_second: no such setting; [fetch] has one of that name"),
        ("public_url = 'x'", "public_url: no such setting; [gateway] and [console] have one of that name"),
        ("[work]\npoll_seconds = 4", "work.poll_seconds: no such setting; [[feeds]] has one of that name"),
        ("[work]\nca_file = 'x'", "work.ca_file: no such setting; [database] and [broker] and [fetch] have one"),
        ("[work]\nconcurency = 4", "work.concurency: no such setting; did you mean concurrency?"),
        ("[work]\nquite_unknown = 4", "work.quite_unknown: no such setting"),
    ],
)
def test_the_table_that_has_it_is_named(written: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "crawlfleet.toml"
    file.write_text(written, "utf-8")
    with pytest.raises(ConfigError) as refused:
        load(file)
    assert said in str(refused.value)
    assert str(refused.value).endswith(said) or "one" in said
