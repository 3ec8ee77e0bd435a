"""An operator's words about volunteers, and what they print."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from common.settings import DatabaseSettings, Settings
from common.store import init_schema, open_store
from common.store.drivers.base import Statement
from common.trust.values import Report
from fleet.cli import main
from fleet.operations.volunteers.looking import show_volunteer
from fleet.operations.volunteers.what_now import what_now
from tests.integration.store.jobs import link
from tests.integration.store.volunteers import read


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DatabaseSettings:
    settings = DatabaseSettings(url=f"file:{tmp_path}/fleet.db")
    asyncio.run(init_schema(settings))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", settings.url)
    monkeypatch.setenv("CRAWLFLEET_GATEWAY_PUBLIC_URL", "https://fleet.example/")
    monkeypatch.setenv("CRAWLFLEET_HOME", str(tmp_path / "home"))
    return settings


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    """Standard output; of a failure standard error."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    out, err = capsys.readouterr()
    assert ended.value.code == code, err
    return err if code else out


def test_from_inviting_to_revoking(database: DatabaseSettings, capsys: pytest.CaptureFixture[str]) -> None:
    link = said(capsys, "volunteers", "invite", "--name", "ada", "--machines", "2").strip()
    assert link.startswith("https://fleet.example/#invite=")
    assert "there is a volunteer 'ada' already" in said(capsys, "volunteers", "invite", "--name", "ada", code=1)
    (person,) = [json.loads(line) for line in said(capsys, "volunteers", "list", "--json").splitlines()]
    assert (person["name"], person["machines_max"], person["trusted"]) == ("ada", 2, False)
    assert link.rpartition("=")[2] not in json.dumps(person)
    paused = said(capsys, "volunteers", "pause", "ada", "--reason", "holiday")
    assert paused.startswith("ada gets no more tasks (holiday)") and "volunteers resume ada" in paused
    assert "holiday" in said(capsys, "volunteers", "show", "ada")
    said(capsys, "volunteers", "resume", "ada")
    row = said(capsys, "volunteers", "list").splitlines()[1]
    assert "invited" in row and "in 6d" in row, "nobody joined by the link yet"
    assert "the link ends in 6d, at 2" in said(capsys, "volunteers", "show", "ada")
    limited = json.loads(said(capsys, "volunteers", "limits", "ada", "--tasks-per-day", "7", "--json"))
    assert (limited["tasks_per_day"], limited["leases_at_once"]) == (7, None)
    limited = json.loads(said(capsys, "volunteers", "limits", "ada", "--leases-at-once", "2", "--json"))
    assert (limited["tasks_per_day"], limited["leases_at_once"]) == (7, 2), "the other one stays"
    limited = json.loads(said(capsys, "volunteers", "limits", "ada", "--json"))
    assert (limited["tasks_per_day"], limited["leases_at_once"]) == (None, None)
    assert json.loads(said(capsys, "volunteers", "trust", "ada", "--json"))["trusted"] is True
    assert json.loads(said(capsys, "volunteers", "trust", "ada", "--no-trusted", "--json"))["trusted"] is False
    assert json.loads(said(capsys, "volunteers", "revoke", "ada", "--json"))["leases_given_back"] == 0
    assert "revoked" in said(capsys, "volunteers", "list")
    for words in (["pause"], ["resume"], ["limits"], ["trust"], ["trust", "--forgive", "--reason", "a slip"]):
        refused = said(capsys, "volunteers", words[0], "ada", *words[1:], code=1)
        assert "ada is revoked, which cannot be undone: nothing was changed" in refused
    assert "'ada' was revoked" in said(capsys, "volunteers", "invite", "ada", code=1)
    done = said(capsys, "volunteers", "show", "ada").partition("What operators did:")[2]
    words = [line.split()[2].strip(",") for line in done.strip().splitlines()]
    assert words == ["revoke", "trust", "trust", "limits", "limits", "limits", "resume", "pause", "invite"]
    assert "(reason: holiday), by " in done


def test_revoked_twice_is_noted_once(database: DatabaseSettings, capsys: pytest.CaptureFixture[str]) -> None:
    async def joins() -> None:
        store = await open_store(database)
        await store.people.invite("p1", name="ada", secret_hash="s", machines=2, expires_in_ms=60_000, trusted=False)
        for name in ("attic", "cellar"):
            about = {"join_hash": name, "token_hash": name, "name": name, "platform": "Linux", "version": "1"}
            await store.people.join(f"m-{name}", secret_hash="s", **about)
        await store.close()

    def noted() -> list[str]:
        rows = map(json.loads, said(capsys, "audit", "--json").splitlines())
        return [json.loads(row["target"])["who"] for row in rows if row["action"] == "volunteers revoke"]

    asyncio.run(joins())
    assert said(capsys, "volunteers", "revoke", "m-attic").startswith("ada's attic is revoked: nothing is taken")
    again = said(capsys, "volunteers", "revoke", "m-attic")
    assert again == "ada's attic is revoked already; nothing was changed.\n"
    assert said(capsys, "volunteers", "revoke", "ada").startswith("ada is revoked: nothing is taken")
    for whom in ("ada", "m-cellar"):
        assert "is revoked already; nothing was changed" in said(capsys, "volunteers", "revoke", whom)
    assert json.loads(said(capsys, "volunteers", "revoke", "ada", "--json")) == {
        "revoked": "p1",
        "leases_given_back": 0,
        "changed": False,
    }
    assert noted() == ["p1", "m-attic"]


def test_paused_twice_is_noted_once(database: DatabaseSettings, capsys: pytest.CaptureFixture[str]) -> None:
    async def joins() -> None:
        store = await open_store(database)
        await store.people.invite("p1", name="ada", secret_hash="s", machines=2, expires_in_ms=60_000, trusted=False)
        about = {"join_hash": "a", "token_hash": "a", "name": "attic", "platform": "Linux", "version": "1"}
        await store.people.join("m-attic", secret_hash="s", **about)
        await store.close()

    asyncio.run(joins())
    for whom in ("ada", "m-attic"):
        for word in ("resume", "pause", "pause", "resume", "resume"):
            reason = ("--reason", "holiday") if word == "pause" else ()
            said(capsys, "volunteers", word, whom, *reason)
    rows = [json.loads(line) for line in said(capsys, "audit", "--json").splitlines()]
    assert [row["action"].split()[1] for row in rows] == ["resume", "pause"] * 2


def test_a_machine_that_was_away_until_its_token_ended_is_not_called_on(
    database: DatabaseSettings, capsys: pytest.CaptureFixture[str]
) -> None:
    async def joins_and_stays_away() -> None:
        store = await open_store(database)
        await store.people.invite("p1", name="ada", secret_hash="s", machines=2, expires_in_ms=60_000, trusted=False)
        about = {"join_hash": "a", "token_hash": "a", "name": "attic", "platform": "Linux", "version": "1"}
        await store.people.join("m-attic", secret_hash="s", **about)
        await store.people._db.run(Statement("UPDATE machines SET token_expires_at = 1", {}))
        await store.close()

    asyncio.run(joins_and_stays_away())
    row = next(line for line in said(capsys, "volunteers", "show", "ada").splitlines() if line.startswith("m-attic"))
    assert "token ended" in row
    shown = asyncio.run(show_volunteer(Settings(database=database), "ada"))
    assert what_now(shown, shown.machines[0]) == "its token ended: it joins again by a new link"


def test_who_is_set_aside_is_shown_with_why_and_taken_in_again(
    database: DatabaseSettings, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "volunteers", "invite", "--name", "eve")
    person = json.loads(said(capsys, "volunteers", "show", "eve", "--json"))["id"]

    async def set_aside() -> None:
        store = await open_store(database)
        await store.people._db.run(
            Statement(
                "INSERT INTO standings (person, failed, set_aside_at, set_aside_reason) VALUES (:p, 2, 1, 'two lies')",
                {"p": person},
            ),
            *(
                Statement(
                    "INSERT INTO volunteer_results (lease_token, job_id, person, machine, shop, reader_version, state, "
                    "repeats, reported_at, settled_at) "
                    "VALUES (:n, 'job-' || :n, :p, 'm', 'shopee', '0.2', :s, 0, :n, :n)",
                    {"p": person, "n": number, "s": state},
                )
                for number, state in ((1, "refused"), (2, "refused"), (3, "confirmed"))
            ),
        )
        await store.close()

    asyncio.run(set_aside())
    checks = json.loads(said(capsys, "volunteers", "show", "eve", "--json"))["failed_checks"]
    assert [one["job_id"] for one in checks] == ["job-2", "job-1"], "the last first, and what stands is none"
    shown = said(capsys, "volunteers", "show", "eve")
    assert "Failed checks" in shown and shown.index("job-2") < shown.index("job-1") and "job-3" not in shown
    assert "`crawlfleet volunteers revoke eve` ends their part" in shown
    assert "eve is set aside: two lies" in said(capsys, "volunteers", "list")
    assert "two lies" in said(capsys, "volunteers", "show", "eve")
    resumed = said(capsys, "volunteers", "resume", "eve")
    assert "eve is set aside: two lies" in resumed and "volunteers trust eve --forgive" in resumed
    assert "set aside" in said(capsys, "volunteers", "list"), "the end of a pause forgives nothing"
    forgiven = said(capsys, "volunteers", "trust", "eve", "--forgive", "--reason", "a shop's mistake")
    assert "eve is taken in again" in forgiven
    assert "set aside" not in said(capsys, "volunteers", "list")
    shown = said(capsys, "volunteers", "show", "eve")
    assert "forgive (reason: a shop's mistake)" in shown and "trusted" not in shown.splitlines()[0]
    assert "nothing was changed" in said(capsys, "volunteers", "trust", "eve", "--forgive")


def test_results_that_wait_for_a_second_look_are_counted(
    database: DatabaseSettings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    people = [(f"p{number}0123456789", name) for number, name in enumerate(("ada", "eve", "a-long-name-of-somebody"))]

    async def lives() -> None:
        store = await open_store(database)
        for person, name in people:
            await store.people.invite(
                person, name=name, secret_hash=person, machines=2, expires_in_ms=60_000, trusted=False
            )
            machine = {"join_hash": person, "token_hash": person, "name": "attic", "platform": "Linux", "version": "1"}
            await store.people.join(f"m{person}", secret_hash=person, **machine)
        for number, (person, _) in ((1, people[1]), (2, people[2]), (3, people[2])):
            job, token = link(number), f"lease-{number}"
            await store.jobs.add([job])
            await store.jobs.publish([job.id], republish_after_ms=60_000)
            await store.jobs.claim(job.id, worker_id="m", lease_token=token, lease_ms=60_000, person=person)
            report = Report(job.id, token, person, "m1", "1")
            await store.reports.report(report, read(job, token, 500), dice=0.0, current_reader="1")
        await store.close()

    asyncio.run(lives())
    listed = [json.loads(line) for line in said(capsys, "volunteers", "list", "--json").splitlines()]
    assert [one["awaiting_second_look"] for one in listed] == [0, 1, 2]
    assert listed[0]["awaiting_since"] is None and listed[2]["awaiting_since"] > 0
    lines = said(capsys, "volunteers", "list").splitlines()
    assert max(map(len, lines)) <= 80 and lines[0].endswith("last seen")
    assert [line.strip() for line in lines if "second look" in line] == [
        "second look: 1 waits",
        "name: a-long-name-of-somebody  second look: 2 wait",
    ]
    monkeypatch.setenv("COLUMNS", "120")
    assert said(capsys, "volunteers", "list").splitlines()[0].endswith("second look")
    assert said(capsys, "volunteers", "list", "--csv").splitlines()[0].endswith("awaiting_second_look,awaiting_since")
    assert "2 results wait for somebody else's look, the oldest for " in said(
        capsys, "volunteers", "show", people[2][0]
    )
    assert "1 result waits for somebody else's look" in said(capsys, "volunteers", "show", "eve")
    assert "look" not in said(capsys, "volunteers", "show", "ada")
    assert json.loads(said(capsys, "volunteers", "show", "eve", "--json"))["awaiting_second_look"] == 1


def test_a_reason_alone_makes_nobody_trusted(database: DatabaseSettings, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever forgets --forgive beside it would have called a stranger's machines the operator's own."""
    said(capsys, "volunteers", "invite", "eve")
    refused = said(capsys, "volunteers", "trust", "eve", "--reason", "it was no lie", code=2)
    assert "--reason goes with --forgive" in refused
    assert json.loads(said(capsys, "volunteers", "show", "eve", "--json"))["trusted"] is False


def test_what_cannot_be_done_says_what_to_do(
    database: DatabaseSettings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "nobody is invited yet" in said(capsys, "volunteers", "list")
    assert "volunteers list" in said(capsys, "volunteers", "revoke", "nobody", code=1)
    assert "not whole" in said(capsys, "join", "https://fleet.example/#invite=short", code=1)
    assert "has joined no fleet" in said(capsys, "volunteer", "status", code=1)
    assert "crawlfleet join" in said(capsys, "work", code=1)
    monkeypatch.delenv("CRAWLFLEET_GATEWAY_PUBLIC_URL")
    assert "gateway.public_url" in said(capsys, "volunteers", "invite", code=1)


def test_a_job_shows_what_volunteers_said_of_it(database: DatabaseSettings, capsys: pytest.CaptureFixture[str]) -> None:
    job = link(1)

    async def two_looks(*prices: int) -> None:
        store = await open_store(database)
        for number, price in enumerate(prices):
            person, token = f"p{number}", f"lease-{number}"
            await store.jobs.add([job])
            await store.jobs.publish([job.id], republish_after_ms=60_000)
            await store.jobs.claim(job.id, worker_id="m", lease_token=token, lease_ms=60_000, person=person)
            report = Report(job.id, token, person, f"m{number}", "1")
            await store.reports.report(report, read(job, token, price), dice=0.0, current_reader="1")
        await store.close()

    asyncio.run(two_looks(500))
    shown = said(capsys, "jobs", "show", job.id)
    assert "it waits for another person's look" in shown and "5.00 TWD, IN_STOCK" in shown
    asyncio.run(two_looks())
    asyncio.run(two_looks(500, 900))
    shown = said(capsys, "jobs", "show", job.id)
    assert "they differ, and wait for a look of the operator's own worker" in shown
    assert "crawlfleet work   # your own worker gives the look" in shown
    reports = json.loads(said(capsys, "jobs", "show", job.id, "--json"))["reports"]
    assert [(one["person"], one["state"]) for one in reports] == [("p0", "waiting"), ("p1", "waiting")]
    assert reports[1]["outcome"]["result"]["offer"]["price_minor"] == 900
    assert "lease" not in json.dumps(reports)
