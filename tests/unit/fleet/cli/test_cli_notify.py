"""`crawlfleet notify`: targets whose secret is shown nowhere, rules as they are typed, and the log."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.servers.notices import notice_listener
from tests.unit.fleet.command_line import Fleet, fleet

__all__ = ["fleet"]

pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")


def target(fleet: Fleet, tmp_path: Path, url: str = "json://127.0.0.1:9/SECRET", name: str = "phone") -> None:
    (tmp_path / "address").write_text(f"{url}\n", "utf-8")
    added = fleet("notify", "targets", "add", name, "--file", str(tmp_path / "address"))
    assert added.code == 0, added
    assert "SECRET" not in added.out + added.err


def test_a_target_is_tried_and_its_secret_shown_nowhere(fleet: Fleet, tmp_path: Path) -> None:
    with notice_listener() as listener:
        target(fleet, tmp_path, listener.url.replace("path-of-secret", "SECRET"))
        tried = fleet("notify", "test", "phone")
        assert (tried.code, tried.out) == (0, "phone: the test message was taken\n")
        assert [message["path"] for message in listener.messages] == ["/SECRET"]
        listener.status = 401
        tried = fleet("notify", "test")
        assert (tried.code, tried.out) == (1, "phone: the test message did not arrive: it answered with status 401\n")
        listener.status = 500
        tried = fleet("notify", "test")
        said = "phone: the test message may have arrived, or not; look there: it answered with status 500\n"
        assert (tried.code, tried.out) == (1, said)
    for words in ("notify targets list", "notify targets list --json", "notify targets list --csv", "audit --json"):
        shown = fleet(*words.split())
        assert "phone" in shown.out
        assert "SECRET" not in shown.out + shown.err
    assert "there is no target ''." in fleet("notify", "test", "").err, "there is one"
    assert fleet("notify", "targets", "remove", "phone").code == 0
    assert "no target yet" in fleet("notify", "test").err


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("words", [["--file", "-"], ["--stdin"], ["--file", "address"]])
def test_an_address_from_standard_input_or_a_file(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch, words: list[str], mark: str
) -> None:
    """Also behind the mark that editors of Windows put before a text."""
    Path("address").write_text(f"{mark}json://127.0.0.1:9/SECRET\n", "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{mark}json://127.0.0.1:9/SECRET\n"))
    added = fleet("notify", "targets", "add", "phone", *words)
    assert added.code == 0, added
    assert "phone" in added.out and "SECRET" not in added.out + added.err


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("syslog://SECRET", "not among the kinds of target that are allowed"),
        ("https://discord.com/api/webhooks/1/SECRET", "not among the kinds"),
        ("slack://SECRET/?template=/etc/passwd", "targets read and send no files"),
        ("tgram://SECRET", "Apprise does not take this tgram:// address"),
        ("SECRET", "no address of Apprise"),
        ("", "no address of Apprise"),
    ],
)
def test_an_address_that_is_refused_is_not_repeated(fleet: Fleet, tmp_path: Path, url: str, told: str) -> None:
    (tmp_path / "address").write_text(url, "utf-8")
    said = fleet("notify", "targets", "add", "phone", "--file", str(tmp_path / "address"))
    assert said.code == 1
    assert told in said.err
    assert "SECRET" not in said.err + said.out
    assert len(said.err.splitlines()) == 1


def test_an_address_comes_by_a_variable_or_is_said_to_be_missing(
    fleet: Fleet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PHONE", "json://127.0.0.1:9/SECRET")
    assert fleet("notify", "targets", "add", "phone", "--env", "PHONE").code == 0
    assert "not set" in fleet("notify", "targets", "add", "mail", "--env", "NO_SUCH").err
    assert "cannot be read" in fleet("notify", "targets", "add", "mail", "--file", str(tmp_path / "none")).err
    assert fleet("notify", "targets", "add", "mail").code == 2
    monkeypatch.setenv("PHONE", "json://127.0.0.1:9/OTHER")
    assert "a target phone already" in fleet("notify", "targets", "add", "phone", "--env", "PHONE").err


def test_without_apprise_it_is_one_line(fleet: Fleet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target(fleet, tmp_path)
    monkeypatch.setitem(sys.modules, "apprise", None)
    said = fleet("notify", "test")
    assert said.code == 1
    assert said.err.splitlines() == [
        "crawlfleet: The packages that send notifications are not installed: "
        f"`{sys.executable} -m pip install 'crawlfleet[notify]'`"
    ]


def test_rules_are_added_listed_switched_and_removed(fleet: Fleet, tmp_path: Path) -> None:
    target(fleet, tmp_path)
    added = fleet(
        *"notify rules add price-below --below 80 --currency eur --shop other/shop.example --to phone".split(),
        *"--quiet 22:00-07:00 --zone Europe/Vienna --digest daily@08:00 --json".split(),
    )
    assert added.code == 0, added
    rule = json.loads(added.out)
    assert (rule["below_minor"], rule["currency"], rule["shop"]) == (8000, "EUR", "other/shop.example")
    assert rule["when"] == "daily at 08:00, quiet 22:00-07:00 (Europe/Vienna)"
    assert fleet(*"notify rules add dead-letters --to phone --digest 2h".split()).code == 0
    listed = fleet("notify", "rules", "list")
    assert "price-below 80.00 EUR" in listed.out
    assert "dead-letters, 20 dead jobs within an hour" in listed.out
    assert "collected for 120 min" in listed.out
    again = fleet(*"notify rules add dead-letters --to phone --digest 120m".split())
    assert (again.code, "rule 2 says just that already" in again.err) == (1, True)
    refused = fleet("notify", "targets", "remove", "phone")
    assert (refused.code, "rules send to phone: 1, 2" in refused.err) == (1, True)
    assert fleet("notify", "rules", "off", "1").code == 0
    again = fleet(
        *"notify rules add price-below --below 80 --currency EUR --shop other/shop.example --to phone".split(),
        *"--quiet 22:00-07:00 --zone Europe/Vienna --digest daily@08:00".split(),
    )
    assert "It is off: `crawlfleet notify rules on 1`" in again.err
    rows = [json.loads(line) for line in fleet("notify", "rules", "list", "--json").out.splitlines()]
    assert [row["off_at"] is None for row in rows] == [False, True]
    assert fleet("notify", "rules", "on", "1").code == 0
    assert fleet("notify", "rules", "remove", "2").code == 0
    assert "no rule 2" in fleet("notify", "rules", "remove", "2").err
    assert "no rule has met anything yet" in fleet("notify", "log").out
    assert fleet("notify", "log", "--csv").out.startswith("noted_at,at,rule,")
    assert fleet("notify", "log", "--state", "lost").code == 2
    actions = [json.loads(line)["action"] for line in fleet("audit", "--json").out.splitlines()]
    assert actions[::-1] == [
        "notify targets add",
        "notify rules add",
        "notify rules add",
        "notify targets remove",
        "notify rules off",
        "notify rules on",
        "notify rules remove",
        "notify rules remove",
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("price-below", "needs a mark and its currency's code"),
        ("price-below --below 80", "needs a mark"),
        ("price-below --below 80 --currency DOGE", "needs a mark"),
        ("price-below --below 80.001 --currency EUR", "no amount of EUR"),
        ("price-below --below -1 --currency EUR", "no amount of EUR"),
        ("price-below --below 1e-999999999 --currency EUR", "no amount of EUR"),
        ("price-below --below NaN --currency EUR", "no amount of EUR"),
        ("price-drop", "a share in whole per cent"),
        ("price-drop --by 100", "a share in whole per cent"),
        (f"price-drop --by {'9' * 5000}", "a share in whole per cent"),
        ("gone --by 10", "belongs to price-drop"),
        ("gone --below 10", "belong to price-below"),
        ("gone --least 3", "no number of its own"),
        ("gone --shop ebay", "no shop 'ebay'"),
        ("gone --product nothing-such", "no "),
        ("gone --product a --shop shopee", "not for both"),
        ("shop-off --product a", "about the fleet"),
        ("feed-failing --shop shopee", "about watched accounts"),
        ("nothing-recorded --shop other/shop.example", "a whole platform"),
        ("gone --quiet 22-7", "no quiet hours"),
        ("gone --quiet 22:00-22:00", "at one time"),
        ("gone --quiet 7:00-07:00", "at one time"),
        ("gone --quiet 22:00-07:00 --zone Vienna", "no time zone"),
        ("gone --digest 25:00", "no digest"),
        ("gone --digest 8d", "no digest"),
        ("gone --to nobody", "no target nobody"),
    ],
)
def test_what_cannot_be_meant_is_said_in_one_line(fleet: Fleet, tmp_path: Path, words: str, told: str) -> None:
    target(fleet, tmp_path)
    typed = words.split() if "--to" in words else [*words.split(), "--to", "phone"]
    said = fleet("notify", "rules", "add", *typed)
    is_absent = words.endswith(("nobody", "nothing-such"))  # a name that could be, and is not
    assert said.code == (1 if is_absent else 2), said
    assert told in said.err
    assert len(said.err.splitlines()) == 1
    assert "no rule yet" in fleet("notify", "rules", "list").out


def test_one_is_no_several(fleet: Fleet, tmp_path: Path) -> None:
    target(fleet, tmp_path)
    added = fleet(*"notify rules add feed-failing --least 1 --to phone --json".split())
    assert json.loads(added.out)["what"] == "feed-failing, 1 failed poll in a row"
