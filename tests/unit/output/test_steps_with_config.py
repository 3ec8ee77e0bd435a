"""What a command says to type next can be typed: it names the settings file that the command itself was given."""

from __future__ import annotations

import asyncio
import json
import shlex
from functools import partial
from pathlib import Path

import pytest

from common.job import NewJob
from common.settings import DatabaseSettings
from common.store import Store, open_store
from fleet.cli import main
from fleet.commands_in_texts import CONFIG, for_elsewhere, in_answers, with_config
from tests.servers.fleet_world import eventually
from tests.unit.fleet.command_line import crawled

LINK = "https://shopee.tw/product/1/2"
JOB = NewJob(LINK, LINK, "shopee", "tw", "1", "2", "operator", "", "").id


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings in a folder with a blank in its name; the command is typed elsewhere."""
    folder = tmp_path / "my fleet"
    folder.mkdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    path = folder / "fleet.toml"
    path.write_text(f"[database]\nurl = 'file:{folder / 'fleet.db'}'\n", "utf-8")
    return path


def typed(*words: str) -> int:
    try:
        main(list(words))
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def test_what_to_type_next_works_as_it_stands(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("--config", str(config), "jobs", "add", LINK) == 0
    capsys.readouterr()
    assert typed("--config", str(config), "jobs", "show", LINK) == 0
    steps = capsys.readouterr().out.split("What to type next:\n")[1].splitlines()
    cancel = next(step for step in steps if "jobs cancel" in step)
    program, *words = shlex.split(cancel, comments=True)
    assert program == "crawlfleet" and words[:2] == ["--config", str(config)]
    assert typed(*words) == 0
    assert "1 cancelled" in capsys.readouterr().out


def test_a_strangers_title_is_shown_as_it_is_kept_and_becomes_no_command_for_this_fleet(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    title = "Mug: type crawlfleet jobs cancel --state NEW --yes"

    async def crawl() -> None:
        store = await open_store(DatabaseSettings(url=f"file:{config.parent / 'fleet.db'}"))
        await crawled(store, 2, title=title)
        await store.close()

    assert typed("--config", str(config), "db", "init") == 0
    asyncio.run(crawl())
    for words in (("products", "list"), ("products", "show", LINK), ("jobs", "show", LINK)):
        capsys.readouterr()
        assert typed("--config", str(config), *words) == 0
        assert title in capsys.readouterr().out, words


@pytest.mark.parametrize("stands", ["NEW", "QUEUED", "RUNNING"])
def test_an_open_jobs_steps_work_where_the_broker_lives_inside_up(
    stands: str, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed("--config", str(config), "jobs", "add", LINK) == 0
    asyncio.run(brought_to(stands, DatabaseSettings(url=f"file:{config.parent / 'fleet.db'}")))
    capsys.readouterr()
    assert typed("--config", str(config), "jobs", "show", LINK) == 0
    shown = capsys.readouterr().out
    assert f"state     {stands}" in shown
    for step in shown.split("What to type next:\n")[1].splitlines():
        program, *words = shlex.split(step, comments=True)
        assert program == "crawlfleet", step
        assert typed(*words) == 0, step


async def brought_to(stands: str, settings: DatabaseSettings) -> None:
    """RUNNING: with a lease that has run out."""
    store = await open_store(settings)
    try:
        if stands != "NEW":
            await store.jobs.publish([JOB], republish_after_ms=60_000)
        if stands == "RUNNING":
            await store.jobs.claim(JOB, worker_id="pc", lease_token="t", lease_ms=1)
            await eventually(partial(lease_ran_out, store), what="a lease that has run out")
    finally:
        await store.close()


async def lease_ran_out(store: Store) -> bool:
    job = await store.jobs.get(JOB)
    assert job is not None and job.lock_expires_at is not None
    return job.lock_expires_at < await store.jobs.now_ms()


def test_the_doctors_steps_too(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed("--config", str(config), "doctor", "--wrong")
    told = " ".join(capsys.readouterr().out.split())
    assert f"→ `crawlfleet --config '{config}' up` makes it" in told
    assert f"use `crawlfleet --config '{config}' jobs add`" in told


@pytest.mark.parametrize("form", ["--json", "--csv"])
def test_the_doctors_steps_for_programs_too(config: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    typed("--config", str(config), "doctor", "--wrong", form)
    told = capsys.readouterr().out
    assert f"use `crawlfleet --config '{config}' jobs add`" in told
    assert "`crawlfleet jobs add`" not in told


@pytest.mark.parametrize("form", ["--json", "--csv"])
def test_the_sentences_of_rows_too_and_no_data(config: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    typed("--config", str(config), "jobs", "add", LINK)
    typed("--config", str(config), "jobs", "cancel", LINK, "--yes", "--reason", "look at crawlfleet jobs errors first")
    capsys.readouterr()
    assert typed("--config", str(config), "jobs", "list", form) == 0
    assert f"look at crawlfleet --config '{config}' jobs errors first" in capsys.readouterr().out
    assert typed("--config", str(config), "jobs", "show", LINK, "--json") == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["last_error"] == f"look at crawlfleet --config '{config}' jobs errors first"
    assert all(f"crawlfleet --config '{config}' jobs " in step for step in shown["next"])
    posts = "https://pine.example/crawlfleet jobs list"
    before = CONFIG.set(config)
    try:
        row = {"title": posts, "text": posts, "result": {"detail": posts}, "state": "ok"}
        assert in_answers(with_config, row) == row
    finally:
        CONFIG.reset(before)


def test_each_command_of_a_step_and_no_other_word() -> None:
    before = CONFIG.set(Path("f.toml"))
    try:
        told = with_config("crawlfleet jobs list --shop other; crawlfleet jobs requeue --shop other")
        assert told.count("crawlfleet --config f.toml jobs ") == 2
        assert with_config("upgrade crawlfleet to 0.3.0") == "upgrade crawlfleet to 0.3.0"
    finally:
        CONFIG.reset(before)


def test_commands_within_sentences_too(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("--config", str(config), "jobs", "list") == 1
    said = capsys.readouterr().err
    assert f"`crawlfleet --config '{config}' up` makes it" in said
    assert typed("--config", str(config), "jobs", "add", LINK) == 0
    capsys.readouterr()
    assert typed("--config", str(config), "jobs", "show", "nosuchjob") == 1
    assert f"`crawlfleet --config '{config}' jobs list`" in capsys.readouterr().err
    assert typed("--config", str(config), "feeds", "list") == 0
    assert f"(`crawlfleet --config '{config}' init` writes them)" in capsys.readouterr().out


def test_init_writes_the_file_that_was_named(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config.unlink()
    assert typed("--config", str(config), "init", "--yes") == 0
    assert config.exists() and not Path("crawlfleet.toml").exists()
    assert f"crawlfleet --config '{config}' up" in capsys.readouterr().out


def test_what_another_machine_types_names_no_file_of_this_one() -> None:
    before = CONFIG.set(Path("f.toml"))
    try:
        assert with_config("they type `crawlfleet join`") == "they type `crawlfleet join`"
        assert with_config("it is no crawlfleet worker") == "it is no crawlfleet worker"
    finally:
        CONFIG.reset(before)


def test_what_whoever_lends_a_pc_types_names_no_file_that_it_does_not_read() -> None:
    before = CONFIG.set(Path("f.toml"))
    try:
        for words in ("volunteer leave --anyway", "volunteer status", "join"):
            assert with_config(f"type `crawlfleet {words}`") == f"type `crawlfleet {words}`"
        assert with_config("`crawlfleet volunteers list`") == "`crawlfleet --config f.toml volunteers list`"
        own = "crawlfleet --config f.toml volunteer browser on"
        assert with_config("crawlfleet volunteer browser on") == own, "the browser may be named in it"
    finally:
        CONFIG.reset(before)


def test_a_lent_pcs_failure_names_a_command_that_works_as_it_stands(
    config: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CRAWLFLEET_HOME", str(config.parent))
    (config.parent / "limits.json").write_text("nonsense", "utf-8")
    assert typed("--config", "gone.toml", "volunteer", "hours") == 1
    assert "with `crawlfleet volunteer limits` and `crawlfleet volunteer hours`." in capsys.readouterr().err


def test_nothing_is_added_where_none_was_given(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed("--config", str(config), "doctor", "--wrong")
    capsys.readouterr()
    typed("doctor", "--wrong")
    assert str(config) not in capsys.readouterr().out
    assert CONFIG.get() is None
    assert with_config("start `crawlfleet work`") == "start `crawlfleet work`"


def test_a_file_that_the_environment_named_is_told_to_the_log_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRAWLFLEET_CONFIG", "/etc/f.toml")
    assert for_elsewhere()("crawlfleet db init") == "crawlfleet --config /etc/f.toml db init"
    assert with_config("crawlfleet db init") == "crawlfleet db init"
