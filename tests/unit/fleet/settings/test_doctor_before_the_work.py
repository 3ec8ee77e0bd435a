"""A setting of which only the work would have shown that it is wrong: the doctor names it before any begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.fleet.command_line import Fleet, fleet

__all__ = ["fleet"]


@pytest.mark.parametrize(
    ("setting", "named"),
    [
        ('resolve = ["shopee.tw"]', "the 1st entry of fetch.resolve: it is not HOST:PORT:ADDRESS[:PORT]"),
        ('allow_addresses = ["home"]', "the 1st entry of fetch.allow_addresses: it is no IP address and no network"),
        ('ca_file = "nowhere.pem"', "fetch.ca_file: there is no file nowhere.pem. Name a PEM file"),
        ('ca_file = "fleet.toml"', "fetch.ca_file: there is no certificate in PEM form in fleet.toml."),
    ],
)
def test_what_no_page_could_be_fetched_with(fleet: Fleet, tmp_path: Path, setting: str, named: str) -> None:
    (tmp_path / "fleet.toml").write_text(f"[fetch]\n{setting}\n")
    said = fleet("--config", "fleet.toml", "doctor", "--wrong")
    assert said.code == 1
    assert named in " ".join(said.out.split())


@pytest.mark.parametrize("listen", ["192.0.2.7:9400", "no-such-host.invalid:9400"])
def test_metrics_that_could_not_be_served_here(fleet: Fleet, monkeypatch: pytest.MonkeyPatch, listen: str) -> None:
    fleet("db", "init")
    monkeypatch.setenv("CRAWLFLEET_METRICS_LISTEN", listen)
    said = fleet("doctor", "--wrong")
    assert said.code == 1
    assert f"metrics.listen = {listen}: " in said.out
    monkeypatch.setenv("CRAWLFLEET_METRICS_LISTEN", "127.0.0.1:9400")
    assert "metrics.listen" not in fleet("doctor").out
