"""The seed chooses the faults of a run; the command says what it knows."""

from __future__ import annotations

import pytest

from tests.faults.__main__ import main, parsed
from tests.faults.plan import DOOR_KINDS, KINDS, faults_of


@pytest.mark.parametrize("seed", range(20))
def test_every_kind_of_fault_comes_while_work_is_left(seed: int) -> None:
    faults = faults_of(seed, 500)
    assert {fault.kind for fault in faults} == set(KINDS)
    shares = [fault.at_share for fault in faults]
    assert shares == sorted(shares)
    assert shares[0] >= 0 and shares[-1] < 1


def test_a_seed_gives_the_same_faults_again_and_more_jobs_more_of_them() -> None:
    assert faults_of(4, 500) == faults_of(4, 500) != faults_of(5, 500)
    assert len(faults_of(4, 10_000)) == 250


def test_with_volunteers_their_faults_come_too_or_alone() -> None:
    assert {fault.kind for fault in faults_of(3, 200, KINDS | DOOR_KINDS)} == {*KINDS, *DOOR_KINDS}
    assert {fault.kind for fault in faults_of(3, 100, DOOR_KINDS)} == set(DOOR_KINDS)
    assert parsed(["--volunteers", "4"]).jobs < parsed([]).jobs
    with pytest.raises(SystemExit):
        parsed(["--at-the-door"])


def test_the_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parsed(["--help"])
    assert ended.value.code == 0
    assert "--servers" in (told := capsys.readouterr().out)
    assert "--simulate" in told
    with pytest.raises(SystemExit):
        parsed(["--servers", "rabbitmq5"])


def test_a_missing_server_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        pytest.skip("no RabbitMQ 4: run scripts/fetch-servers rabbitmq4")

    monkeypatch.setattr("tests.faults.__main__.SERVERS", {"rabbitmq4": missing})
    assert main(["--servers", "rabbitmq4"]) == 2
    assert capsys.readouterr().err == "faults: no RabbitMQ 4: run scripts/fetch-servers rabbitmq4\n"
