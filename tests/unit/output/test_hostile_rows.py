"""Every command over a database, feeds and pages whose texts are hostile: what reaches the terminal, what to type."""

from __future__ import annotations

import asyncio
import csv
import json
import re
import shlex
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from common.broker.base import DeadLetter, QueueDepth
from common.broker.topology import carrying_queue, dead_letter_queue
from common.errors import BrokerBlocked
from common.output.printable import printable_json
from common.settings import DatabaseSettings
from common.store import init_schema
from fleet.cli import main
from tests.unit.fleet.test_cli_main import EVERY_COMMAND
from tests.unit.output.hostile import EVIL, IDS, STATUSES, assert_harmless, fill
from worker.volunteer.fetch_log import FetchLog, Request

Run = Callable[..., tuple[str, str]]


@pytest.fixture(scope="module")
def hostile_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once. Each test has a copy of its own."""
    path = tmp_path_factory.mktemp("hostile") / "fleet.db"
    asyncio.run(init_schema(DatabaseSettings(url=f"file:{path}")))
    fill(path)
    return path


@pytest.fixture
def run(
    hostile_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Run:
    """Runs a command in a folder with a hostile database; what it said on standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("CRAWLFLEET_HOME", str(tmp_path / "lent"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))  # autostart
    FetchLog(tmp_path / "lent").note(Request(datetime.now(), f"https://shop.example/{EVIL}", 200, 1))
    Path("posts.jsonl").write_text(json.dumps({"id": EVIL, "url": "http://["}) + f"\n{{{EVIL!r}\n", "utf-8")
    Path("page.html").write_text(f"<title>{EVIL}</title><h1>{EVIL}</h1>", "utf-8")
    Path("ctl.py").write_text(f"import sys; print({EVIL!r}); sys.stderr.write({EVIL!r}); sys.exit('list' in sys.argv)")
    account = printable_json(EVIL)
    Path("crawlfleet.toml").write_text(
        f'[[feeds]]\nsource = "jsonl"\naccount = {account}\n[[feeds]]\nsource = "jsonl"\naccount = "posts.jsonl"\n'
        f'[database]\nurl = "file:fleet.db"\n[broker]\nurl = "memory:"\n',
        "utf-8",
    )

    def run(*words: str) -> tuple[str, str]:
        with pytest.raises(SystemExit):
            main(list(words))
        return capfd.readouterr()

    shutil.copy(hostile_database, tmp_path / "fleet.db")
    return run


class HostileBroker:
    """A broker whose letters and queues' names are hostile."""

    async def dead_letters(self, limit: int) -> Sequence[DeadLetter]:
        ids = (IDS["DEAD"], IDS["NEW"], EVIL.lower(), None)
        return [DeadLetter(EVIL, EVIL, job_id, EVIL, EVIL) for job_id in ids][:limit]

    async def take_dead_letters(self, limit: int, *, drop: Sequence[str | None] | None = None) -> Sequence[DeadLetter]:
        return await self.dead_letters(limit)

    async def depths(self, wanted: Callable[[str], bool] | None = None) -> Sequence[QueueDepth]:
        return [QueueDepth(EVIL, 3, 0), QueueDepth(dead_letter_queue(EVIL), 3, 0)]

    async def carried(self) -> Sequence[QueueDepth]:
        return [QueueDepth(carrying_queue(EVIL), 3, 0)]

    async def check_takes(self) -> None:
        raise BrokerBlocked(EVIL)

    async def declare(self, *, rebuild: bool = False) -> None:
        """Nothing to do."""

    async def connect(self) -> None:
        """Nothing to do."""


@pytest.fixture
def hostile_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    @asynccontextmanager
    async def shared(*_: Any, **__: Any) -> AsyncIterator[HostileBroker]:
        yield HostileBroker()

    for place in ("dead_letters.acting", "queues"):
        monkeypatch.setattr(f"fleet.operations.{place}.shared_broker", shared)


IDS_OF_ALL = (*IDS.values(), EVIL.lower())
CTL = ("--rabbitmqctl", f"{sys.executable} ctl.py")
NO_CTL = ("--rabbitmqctl", "")
IN_FILE = ("--password-file", f"missing/{EVIL}")
CASES: dict[tuple[str, ...], list[tuple[str, ...]]] = {
    ("demo",): [("--folder", EVIL)],
    ("init",): [("--file", EVIL, "--account", EVIL), ("--file", "own.toml", "--contact", EVIL)],
    ("up",): [("--until-idle", EVIL)],
    ("ingest",): [("--once",), (EVIL,)],
    ("dispatch",): [("--once",)],
    ("work",): [("--until-idle",)],
    ("links",): [(EVIL,), (f"https://shopee.tw/product/1/2?x={EVIL}",), ("--html", f"<a href='{EVIL}'>")],
    ("read",): [("page.html", "--url", f"https://shopee.tw/product/1/2?{EVIL}"), (EVIL, "--url", EVIL)],
    ("jobs", "add"): [(EVIL, f"https://shopee.tw/{EVIL}-i.1.2")],
    ("jobs", "list"): [(), ("--after", EVIL), ("--platform", EVIL), ("--status", EVIL), ("--older-than", EVIL)],
    ("jobs", "errors"): [(), ("--shop", EVIL)],
    ("jobs", "show"): [(job,) for job in IDS_OF_ALL],
    ("jobs", "requeue"): [("--status", "DEAD", "--dry-run"), *[(job,) for job in IDS_OF_ALL]],
    ("jobs", "recheck"): [("--text", EVIL, "--dry-run"), *[(job,) for job in IDS_OF_ALL]],
    ("jobs", "cancel"): [("--platform", "shopee", "--dry-run"), *[(job, "--reason", EVIL) for job in IDS_OF_ALL]],
    ("jobs", "pause"): [("shopee", "--reason", EVIL), (f"other/{EVIL}", "--reason", "x"), (EVIL, "--reason", "x")],
    ("jobs", "resume"): [("shopee",), (f"other/{EVIL}",), (EVIL,)],
    ("dlq", "list"): [()],
    ("dlq", "requeue"): [("--all",), (IDS["NEW"],), (EVIL,)],
    ("dlq", "drop"): [("--all",), (EVIL,), ("--error-code", EVIL)],
    ("products", "list"): [(), ("--query", EVIL)],
    ("products", "show"): [(EVIL,), ("plain",), (IDS["SUCCEEDED"],)],
    ("products", "history"): [(EVIL,), ("plain",)],
    ("products", "changes"): [(), ("--kind", EVIL), ("--since", "1d")],
    ("feeds", "list"): [()],
    ("feeds", "show"): [(EVIL,), ("posts.jsonl",)],
    ("feeds", "poll"): [(EVIL,), ("posts.jsonl",)],
    ("feeds", "pause"): [(EVIL, "--reason", EVIL)],
    ("feeds", "resume"): [(EVIL,)],
    ("feeds", "forget"): [(EVIL, EVIL), ("jsonl", EVIL, "--dry-run")],
    ("feeds", "unregistered"): [()],
    ("workers",): [(), ("--all",)],
    ("shops",): [()],
    ("shops", "show"): [("shopee",), ("other",), (EVIL,)],
    ("shops", "ways"): [("shopee", "--off", "http", "--reason", EVIL), (EVIL, "--only", "official")],
    ("shops", "review"): [("shopee", "--by", EVIL, "--note", EVIL)],
    ("shops", "domains"): [()],
    ("shops", "add-domain"): [(EVIL,), ("pine.example",)],
    ("shops", "remove-domain"): [(EVIL,), (f"{EVIL}.example",)],
    ("shops", "currency"): [(EVIL, "AUD"), (f"{EVIL}.example", "AUD"), ("pine.example", EVIL)],
    ("audit",): [(), ("--operator", EVIL)],
    ("console", "serve"): [(EVIL,)],
    ("console", "invite"): [(EVIL,), ("ada", "--role", EVIL), ("ada", "--expires", EVIL)],
    ("console", "list"): [()],
    ("console", "revoke"): [(EVIL,)],
    ("console", "token", "add"): [(EVIL,), ("nightly", "--role", EVIL), ("nightly", "--expires", EVIL)],
    ("console", "token", "list"): [()],
    ("console", "token", "revoke"): [(EVIL,)],
    ("notify", "targets", "add"): [(EVIL, "--env", EVIL), ("phone", "--file", EVIL), ("phone", "--file", "page.html")],
    ("notify", "targets", "list"): [()],
    ("notify", "targets", "remove"): [(EVIL,), ("plain",)],
    ("notify", "rules", "add"): [("gone", "--to", EVIL), (EVIL, "--to", EVIL), ("gone", "--shop", EVIL, "--to", EVIL)],
    ("notify", "rules", "list"): [()],
    ("notify", "rules", "on"): [("1",), (EVIL,)],
    ("notify", "rules", "off"): [("1",), (EVIL,)],
    ("notify", "rules", "remove"): [("1",), (EVIL,)],
    ("notify", "test"): [("plain",), ("1" + EVIL,)],
    ("notify", "log"): [(), ("--state", EVIL), ("--after", EVIL)],
    ("proxies", "add"): [(EVIL, "http://127.0.0.1:1"), ("tw", EVIL), ("tw", "http://127.0.0.1:1", "--domain", EVIL)],
    ("proxies", "list"): [()],
    ("proxies", "test"): [(EVIL,), (EVIL[:40], "--domain", EVIL)],
    ("proxies", "off"): [(EVIL[:40], "--reason", EVIL), (EVIL,)],
    ("proxies", "on"): [(EVIL[:40],), (EVIL,)],
    ("proxies", "remove"): [(EVIL[:40],), (EVIL,)],
    ("db", "init"): [()],
    ("db", "status"): [()],
    ("db", "prune"): [("--dry-run",), ()],
    ("db", "reindex"): [()],
    ("db", "backup"): [(EVIL,), ("fresh.db",)],
    ("db", "restore"): [(EVIL,), ("page.html",)],
    ("broker", "init"): [()],
    ("broker", "status"): [()],
    ("broker", "user", "add"): [(EVIL,), ("pc", *CTL), (EVIL, *CTL), ("pc", "--role", EVIL), ("pc", *CTL, *IN_FILE)],
    ("broker", "user", "remove"): [(EVIL,), ("pc", *CTL), (EVIL, *CTL), ("pc", "--rabbitmqctl", EVIL), ("pc", *NO_CTL)],
    ("broker", "user", "password"): [(EVIL,), ("pc", *CTL), (EVIL, *CTL), ("pc", *CTL, *IN_FILE)],
    ("broker", "user", "list"): [CTL, ("--rabbitmqctl", EVIL), ("--vhost", EVIL, *CTL), NO_CTL],
    ("doctor",): [()],
    ("completion",): [(EVIL,), ("bash",), ("fish",)],
    ("gateway",): [(EVIL,)],
    ("join",): [(EVIL,), (f"https://{EVIL}/#invite={EVIL}",), ("http://127.0.0.1:1/#invite=x", "--name", EVIL)],
    ("volunteers", "invite"): [("--name", EVIL), ("--expires", EVIL)],
    ("volunteers", "list"): [()],
    ("volunteers", "show"): [(EVIL,), ("plain",)],
    ("volunteers", "pause"): [(EVIL, "--reason", EVIL), ("plain", "--reason", EVIL)],
    ("volunteers", "resume"): [(EVIL,), ("plain",)],
    ("volunteers", "limits"): [(EVIL,), ("plain", "--tasks-per-day", "5")],
    ("volunteers", "trust"): [(EVIL,), ("plain",)],
    ("volunteers", "revoke"): [(EVIL,), ("plain",)],
    ("volunteer", "status"): [(), (EVIL,)],
    ("volunteer", "leave"): [(), (EVIL,)],
    ("volunteer", "pause"): [(), ("2h",), (EVIL,)],
    ("volunteer", "resume"): [(), (EVIL,)],
    ("volunteer", "finish"): [(), (EVIL,)],
    ("volunteer", "limits"): [(), ("--mb-per-day", EVIL), ("--mb-a-day", EVIL), ("--kb-per-second", "1")],
    ("volunteer", "hours"): [(), (EVIL,)],
    ("volunteer", "shops"): [(), ("--not", EVIL), ("--again", EVIL)],
    ("volunteer", "browser"): [(), ("off",), (EVIL,)],
    ("volunteer", "log"): [(), (EVIL,)],
    ("volunteer", "autostart"): [("off",), (EVIL,)],
}
WITHOUT_JSON = {("completion",)}
"""It prints a script. Services have none either, and are not run here."""


def test_every_command_has_its_cases() -> None:
    assert set(CASES) >= set(EVERY_COMMAND)


@pytest.mark.unmeasured
@pytest.mark.usefixtures("hostile_broker")
@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
@pytest.mark.parametrize("words", CASES, ids=" ".join)
def test_only_printable_text_comes_out(run: Run, words: tuple[str, ...], as_json: bool) -> None:
    if as_json and words in WITHOUT_JSON:
        pytest.skip("it has no --json")
    for arguments in CASES[words]:
        out, err = run(*words, *(("--json",) if as_json else ()), *arguments)
        assert_harmless(out + err)
        assert out + err or as_json or words == ("ingest",)
        assert "Traceback" not in err, err
        if as_json:
            for line in out.splitlines():
                json.loads(line)


@pytest.mark.usefixtures("hostile_broker")
@pytest.mark.parametrize("words", [("jobs", "list"), ("products", "list"), ("audit",), ("dlq", "list")], ids=" ".join)
def test_only_printable_text_reaches_a_spreadsheet(run: Run, words: tuple[str, ...]) -> None:
    out, _ = run(*words, "--csv")
    assert_harmless(out)
    assert len(list(csv.reader(out.splitlines()))) > 1


@pytest.mark.parametrize("value", [f"--{EVIL}", EVIL])
def test_wrong_usage_repeats_nothing_raw(run: Run, value: str) -> None:
    for words in ((value,), ("jobs", value), ("jobs", "list", "--limit", value), ("--config", value, "doctor")):
        out, err = run(*words)
        assert_harmless(out + err)


def test_an_environment_variable_repeats_nothing_raw(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ((f"CRAWLFLEET_{EVIL}", "x"), ("CRAWLFLEET_WORK_PLATFORMS", json.dumps([EVIL]))):
        with monkeypatch.context() as here:
            here.setenv(name, value)
            assert_harmless("".join(run("jobs", "list")))
            assert_harmless("".join(run("doctor")))
    monkeypatch.setenv("CRAWLFLEET_CONFIG", EVIL)
    assert_harmless("".join(run("doctor")))


def test_what_nobody_expected_shows_its_traceback_and_nothing_raw(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError(EVIL)

    monkeypatch.setattr("common.config.load", broken)
    _, err = run("db", "status")
    assert_harmless(err)
    assert err.startswith("Traceback")
    assert err.splitlines()[-1].startswith(r"RuntimeError: evil\x1b[31m\x1b]0;own\x07\r\n21:04:05 error   forged")


def test_others_who_write_to_the_streams_are_held_back(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def noisy(*_: object) -> None:
        import sys

        print(EVIL)
        sys.stderr.writelines([EVIL, "\n"])

    monkeypatch.setattr("common.config.load", noisy)
    out, err = run("db", "status")
    for character in "\x1b\x9b\u202e\r\x07":
        assert character not in out + err


def suggested(said: str) -> list[list[str]]:
    """The words of each command under `What to type next:` as a shell would read them."""
    lines = said.split("What to type next:\n")[1].splitlines()
    return [shlex.split(line, comments=True) for line in lines if not line.strip().startswith("nothing:")]


@pytest.mark.parametrize("status", STATUSES)
def test_the_suggestions_for_a_job_hold_our_words_only(run: Run, status: str) -> None:
    job = IDS[status]
    expected = {
        "NEW": [["doctor"], ["jobs", "cancel", job, "--reason", "…"]],
        "QUEUED": [["doctor"], ["jobs", "cancel", job, "--reason", "…"]],
        "RUNNING": [["doctor"], ["jobs", "cancel", job, "--reason", "…"]],
        "SUCCEEDED": [["products", "show", job]],
        "FAILED_RETRYABLE": [["doctor"], ["jobs", "cancel", job, "--reason", "…"]],
    }.get(status, [["jobs", "requeue", job], ["jobs", "list", "--state", status, "--error-code", "CODE"]])
    out, _ = run("jobs", "show", job)
    assert suggested(out) == [["crawlfleet", *words] for words in expected]
    (answer,) = (json.loads(line) for line in run("jobs", "show", job, "--json")[0].splitlines())
    steps = [shlex.split(step, comments=True) for step in answer["next"] if not step.startswith("nothing:")]
    assert steps == suggested(out)


_OF_A_PRODUCT = (("products", "history"), ("jobs", "show"), ("jobs", "recheck"))


def test_the_suggestions_for_a_product_hold_our_words_only(run: Run) -> None:
    job = IDS["SUCCEEDED"]
    out, _ = run("products", "show", EVIL)
    assert suggested(out) == [["crawlfleet", *words, job] for words in _OF_A_PRODUCT]
    out, _ = run("products", "show", "plain")
    assert suggested(out) == [["crawlfleet", *words, "ID"] for words in _OF_A_PRODUCT]


@pytest.mark.parametrize("words", [("shops",), ("doctor",)])
def test_no_suggestion_names_a_hostile_shop(run: Run, words: tuple[str, ...]) -> None:
    out, _ = run(*words)
    suggestions = re.findall(r"crawlfleet jobs (?:resume|list|requeue).*", out)
    assert "crawlfleet jobs resume SHOP" in suggestions
    assert not [line for line in suggestions if re.search(r"[$`'\"\\~]", line)]
