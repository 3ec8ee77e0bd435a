"""An owner who goes back to an older program: a limit that it cannot keep to stops it, and it says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.errors import ConfigError
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.limits import Limits


def test_a_limit_that_it_does_not_know_is_not_forgotten_in_silence(tmp_path: Path) -> None:
    (tmp_path / "limits.json").write_text('{"mb_a_day": 5, "degrees_at_most": 70}', "utf-8")
    with pytest.raises(ConfigError, match=r"a newer crawlfleet keeps limits there .*: degrees_at_most\)"):
        VolunteerFiles(tmp_path).limits()


def test_one_that_is_not_set_is_none(tmp_path: Path) -> None:
    (tmp_path / "limits.json").write_text('{"mb_a_day": 5, "degrees_at_most": null}', "utf-8")
    assert VolunteerFiles(tmp_path).limits() == Limits(mb_a_day=5)
