"""The words of a PC's owner, typed; and the doctor and the live line on such a PC."""

from __future__ import annotations

import asyncio
import json
import logging
import ssl
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
import trustme

from common.protocol.standing import Me
from fleet.cli import main
from fleet.doctor.volunteer import check_gateway, judge_clock
from fleet.terminal.live_line import FootLine, LiveLine
from tests.servers.lines.raw_server import raw_server
from worker.source.calls import GatewayAway, GatewayCalls
from worker.source.membership import Membership
from worker.volunteer.counts import Counts
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.limits import Limits
from worker.volunteer.machine import moment, only_worker
from worker.volunteer.now import Now, NowFile

JOINED = """{"gateway": "http://127.0.0.1:9", "machine": "m", "token": "%s", "told": {"number": "1", "shops": {},
"requests_per_second": 1, "oldest_version": "0", "lease_seconds": 60, "renew_seconds": 20}}""" % ("a" * 43)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CRAWLFLEET_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> int:
    try:
        main(list(arguments))
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, object]:
    assert run("volunteer", *arguments, "--json") == code, capsys.readouterr()
    found: dict[str, object] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


def test_limits_are_shown_changed_and_kept(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "limits")["requests_a_day"] == 20_000
    changed = ("--mb-per-day", "500", "--requests-per-day", "none", "--kb-per-second", "200", "--on-battery")
    said(capsys, "limits", *changed)
    said(capsys, "hours", "mon-fri 20:00-07:00")
    kept = VolunteerFiles(home).limits()
    assert kept == Limits(
        mb_a_day=500, requests_a_day=None, kb_per_second=200, on_battery=True, hours="mon-fri 20:00-07:00"
    )
    assert said(capsys, "hours")["hours"] == "mon-fri 20:00-07:00"
    assert said(capsys, "hours", "none")["hours"] == "always", "none takes every limit away"


def test_the_names_that_options_had_once_go_on_working_and_are_shown_nowhere(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = said(capsys, "limits", "--mb-a-day", "500", "--requests-a-day", "none")
    assert (changed["mb_a_day"], changed["requests_a_day"]) == (500, None)
    run("volunteer", "limits", "--help")
    told = capsys.readouterr().out
    assert "--mb-per-day" in told and "-a-day" not in told


def test_whoever_leaves_every_shop_out_is_told_so(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("volunteer", "shops", "--not", "shopee")
    assert "fetched: not known; this PC has joined no fleet" in capsys.readouterr().out
    (home / "machine.json").write_text(JOINED)
    assert said(capsys, "shops", *(word for name in ("taobao", "other") for word in ("--not", name)))["joined"] is True
    run("volunteer", "shops")
    told = " ".join(capsys.readouterr().out.split())
    assert "fetched: none, for you left out every shop of this fleet" in told and "--again SHOP" in told


def test_whoever_cannot_leave_since_the_gateway_is_away_is_told_one_next_step(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "machine.json").write_text(JOINED)
    assert run("volunteer", "leave") == 1
    told = " ".join(capsys.readouterr().err.split())
    assert "nothing listens there. This PC is still in the fleet" in told
    assert "If it stays away, `crawlfleet volunteer leave --anyway` forgets the token here" in told
    assert "ask its operator" not in told


def test_shops_are_left_out_and_taken_in_again(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "machine.json").write_text(
        JOINED.replace('"shops": {}', '"shops": {"other": ["a.oak.example", "elm.example"]}')
    )
    assert said(capsys, "shops")["fetched"] == ["shopee", "taobao", "a.oak.example", "elm.example"]
    left = said(capsys, "shops", "--not", "shopee", "--not", "www.oak.example")
    assert left == {"fetched": ["taobao", "elm.example"], "left_out": ["oak.example", "shopee"], "joined": True}
    assert said(capsys, "limits", "--mb-per-day", "7")["not_shops"] == ["oak.example", "shopee"], "others stay"
    assert said(capsys, "shops", "--again", "shopee", "--not", "other")["fetched"] == ["shopee", "taobao"]
    assert run("volunteer", "shops", "--not", "co.uk") != 0
    assert "'co.uk' is neither shopee, taobao, other" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("limits", "--kb-per-second", "3"), "kB a second: at least 50, or none for no limit: slower, and a shop's"),
        (("limits", "--mb-per-day", "0"), "MB a day: at least 1, or none for no limit."),
        (("limits", "--crawls-at-once", "100"), "crawls at once: at most 64, or none for the usual number."),
        (("limits", "--mb-per-day", "much"), "neither a whole number nor none"),
        (("hours", "nights"), "mon-fri 20:00-07:00"),
        (
            ("hours", "sat 08:00-08:00"),
            """hours: 'sat 08:00-08:00' begins and ends at one time; write "sat 00:00-24:00" """,
        ),
        (("shops", "--not", "nope"), "'nope' is neither shopee, taobao, other"),
        (("pause", "soon"), "'soon' is no length of time"),
        (("finish",), "no worker runs"),
        (("autostart", "on"), "crawlfleet join"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(
    arguments: tuple[str, ...], words: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("volunteer", *arguments) == (1 if arguments[0] in {"finish", "autostart"} else 2)
    assert words in capsys.readouterr().err
    assert not list(home.glob("*.json"))


def test_pause_and_resume(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "working again" in str(said(capsys, "pause", "2h")["said"])
    assert VolunteerFiles(home).wish().paused_until_ms is not None
    days = str(said(capsys, "pause", "14d")["said"])
    assert f"{moment().local + timedelta(days=14):%Y-%m-%d}" in days, "a day's name alone would be another day"
    assert "volunteer resume" in str(said(capsys, "pause", "999999w")["said"]), "no calendar has that day"
    assert said(capsys, "pause")["idle"] == "PAUSED"
    assert said(capsys, "resume") == said(capsys, "resume") | {"said": "resumed", "idle": None}
    assert said(capsys, "resume")["said"] == "nothing was paused"
    (home / "wish.json").write_text("no wish")
    assert said(capsys, "resume")["said"] == "resumed", "what it said is not known, and no longer holds"


def test_finish_reaches_the_worker_that_runs(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with only_worker(home):
        assert said(capsys, "finish")["working"] is True
    assert VolunteerFiles(home).wish().finish


def test_an_empty_log_says_so(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("volunteer", "log") == 0
    assert "nothing was fetched" in capsys.readouterr().out


def test_status_speaks_of_this_pc_while_the_gateway_is_away(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "machine.json").write_text(JOINED)
    found = said(capsys, "status")
    assert str(found["gateway_says_nothing"]).endswith("http://127.0.0.1:9: nothing listens there")
    assert isinstance(here := found["here"], dict) and here["working"] is False
    assert run("volunteer", "status") == 0
    assert "no worker runs" in capsys.readouterr().out


def test_status_fits_the_screen_whatever_this_pc_says(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    (home / "machine.json").write_text(JOINED)
    with only_worker(home):
        NowFile(home).write(now("waiting: cannot reach the gateway http://127.0.0.1:9: " + "nobody " * 12))
        assert run("volunteer", "status") == 0
    lines = capsys.readouterr().out.splitlines()
    assert "cannot reach the gateway http://127.0.0.1:9: nobody nobody" in " ".join(map(str.strip, lines))
    assert max(map(len, lines)) <= 80, lines


@pytest.mark.parametrize("gateway", ["http://127.0.0.1:9", "http://fleet.example"])
def test_a_pc_leaves_a_fleet_whose_gateway_is_gone(
    gateway: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Away, or not to be spoken to any more."""
    (home / "machine.json").write_text(JOINED.replace("http://127.0.0.1:9", gateway))
    assert run("volunteer", "leave") != 0
    told = capsys.readouterr().err
    assert gateway.endswith("example") or "crawlfleet volunteer leave --anyway" in told
    assert (home / "machine.json").exists(), "nothing is forgotten unasked"
    (home / "spool").mkdir()
    (home / "spool" / "lease.json").write_text("{}")
    assert said(capsys, "leave", "--anyway") == {
        "left": True,
        "tasks_given_back": None,
        "autostart": None,
        "worker_runs": False,
    }
    assert not (home / "machine.json").exists()
    assert not list((home / "spool").iterdir()), "the next fleet is sent nothing of this one's"
    assert run("volunteer", "leave", "--anyway") != 0
    assert "joined no fleet" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of a systemd")
def test_leaving_says_what_stays_and_what_starts_no_more(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    (home / "machine.json").write_text(JOINED)
    assert run("volunteer", "autostart", "on") == 1  # no systemd of a session is reached: a step is left to type
    unit = home / "config" / "systemd" / "user" / "crawlfleet-volunteer.service"
    assert unit.exists()
    capsys.readouterr()
    assert run("volunteer", "leave", "--anyway") == 0
    told = capsys.readouterr().out
    assert str(unit) in told and f"stay in {home}; delete that folder to remove them" in told
    assert not unit.exists()


@pytest.mark.parametrize(
    ("served", "level"),
    [("Mon, 23 Nov 2026 12:00:00 GMT", "ok"), ("Mon, 23 Nov 2026 11:00:00 GMT", "warning"), ("x", "ok"), (None, "ok")],
)
def test_the_clock_is_held_against_the_gateways(served: str | None, level: str) -> None:
    found = judge_clock(served, 1_795_435_200_000 + 30_000)
    assert found.level == level
    assert level == "ok" or "is 1h ahead of the gateway's" in found.text


@pytest.mark.parametrize(
    ("ahead_seconds", "told"),
    [
        (-7_199, "2h behind"),
        (-7_201, "2h behind"),
        (7_199, "2h ahead of"),
        (-86_399, "1d behind"),
        (5_400, "1h ahead of"),
    ],
)
def test_a_clock_set_by_a_wrong_zone_is_said_to_be_whole_hours_off(ahead_seconds: int, told: str) -> None:
    """The header knows seconds only, and an answer takes its time."""
    found = judge_clock("Mon, 23 Nov 2026 12:00:00 GMT", 1_795_435_200_000 + ahead_seconds * 1000)
    assert f"is {told} the gateway's" in found.text


@pytest.mark.parametrize(
    ("days", "name", "known", "step"),
    [
        (-3, "localhost", True, "as this PC's clock says"),
        (3, "localhost", True, "as this PC's clock says"),
        (0, "other.example", True, "a certificate of another name: tell the operator"),
        (0, "localhost", False, "`crawlfleet join --ca-file FILE`"),
    ],
)
async def test_why_a_certificate_is_refused_decides_what_helps(
    days: int, name: str, known: bool, step: str, tmp_path: Path
) -> None:
    """As Python's ssl says it: of one that is over, or has not begun, by this PC's clock; of another name; of an
    authority that nobody here knows."""
    authority = trustme.CA()
    at = datetime.now(UTC) + timedelta(days=days)
    issued = authority.issue_cert(name, not_before=at - timedelta(days=1), not_after=at + timedelta(days=1))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    issued.configure_cert(context)
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0, ssl=context)
    url = f"https://localhost:{server.sockets[0].getsockname()[1]}"
    ca_file = tmp_path / "ca.pem" if known else None
    member = Membership.model_validate_json(JOINED).model_copy(update={"gateway": url, "ca_file": ca_file})
    calls = GatewayCalls(url, version="9.0.0", ca_file=ca_file, membership=member)
    (finding,) = [finding async for finding in check_gateway(member, calls)]
    with pytest.raises(GatewayAway) as away:
        await calls.get("me", Me)
    await calls.close()
    server.close()
    assert step in str(finding.next_step), finding
    assert step in away.value.then and "when the gateway answers" not in away.value.then
    assert not str(away.value).endswith(".")


def test_the_status_says_what_helps_against_a_refused_certificate(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(**_: object) -> None:
        raise GatewayAway("cannot reach the gateway: its certificate is not trusted: certificate has expired")

    monkeypatch.setattr("fleet.operations.volunteers.membership.my_standing", away)
    assert run("volunteer", "status") == 0
    printed = capsys.readouterr().out
    assert "set the clock (by the network); else the gateway's certificate is at fault: tell the operator" in printed
    assert "next: nothing" not in printed


def test_a_machine_at_a_gateway_goes_by_no_official_interface_without_keys_of_its_own(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "machine.json").write_text(JOINED)
    assert run("work", "--ways", "http,official") != 0
    assert "no [[official]] of the settings names keys" in capsys.readouterr().err


def now(state: str, **more: object) -> Now:
    return Now.model_validate(
        {"state": state, "running": 0, "counts": Counts(day=date(2026, 11, 23)), "limits": Limits(), **more}
    )


def test_progress_makes_room_for_the_logs_lines() -> None:
    written: list[str] = []
    line = FootLine(lambda: 40, written.append)
    line.put("3 ended, 12 to go")
    record = logging.LogRecord("crawlfleet", logging.INFO, "", 0, "a line", None, None)
    assert line.filter(record)
    line.put("4 ended")
    screen = "".join(written).replace("\r" + " " * 17 + "\r", "<gone>")
    assert screen == "\r3 ended, 12 to go<gone>\r4 ended"


def test_the_live_line_is_written_over_itself_and_holds_no_control_characters() -> None:
    written: list[str] = []
    line = LiveLine(lambda: 40, written.append, colours=False)
    line.show(now("idle: \x1b[31mred\nlines and a long sentence about it", page="http://127.0.0.1:1/open?key=k"))
    line.show(now("idle"))
    line.clear()
    assert written[0] == "this PC's page: http://127.0.0.1:1/open?key=k\n"
    assert all("\x1b" not in text and "\n" not in text for text in written[1:])
    assert len(written[1]) == 40 and written[2].startswith("\ridle | today 0 pages")
    assert written[-1].strip() == ""


def test_the_browser_is_off_until_the_owner_switches_it_on(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "machine.json").write_text(JOINED)
    assert run("volunteer", "browser") == 0
    assert capsys.readouterr().out == "browser: off\n"
    monkeypatch.setenv("CRAWLFLEET_BROWSER_EXECUTABLE", str(home / "none"))
    assert run("volunteer", "browser", "on") == 1
    assert "this PC cannot open a browser" in capsys.readouterr().err
    monkeypatch.setattr("worker.ways.browser.way.find_spec", lambda _: None)
    assert run("volunteer", "browser", "on") == 1
    assert f"{sys.executable} -m pip install 'crawlfleet[browser]'" in capsys.readouterr().err, "no other pip has it"
    VolunteerFiles(home).keep_limits(Limits(browser=True))
    assert run("volunteer", "browser") == 0 and capsys.readouterr().out == "browser: on\n"
    assert run("volunteer", "browser", "off") == 0
    assert not VolunteerFiles(home).limits().browser


def test_a_full_disk_is_told_though_the_worker_can_write_nothing_there(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "machine.json").write_text(JOINED)
    monkeypatch.setattr("worker.keeping.room.NEEDED_MB", 10**12)
    with only_worker(home):
        run("volunteer", "status")
    told = " ".join(capsys.readouterr().out.split())
    assert "this PC: no room to keep results: less than" in told
    assert "work.spool_dir" not in told, "whoever lends a PC has no settings"
    run("volunteer", "status")
    told = " ".join(capsys.readouterr().out.split())
    assert "`crawlfleet work` starts one (no room to keep results: less than" in told


@pytest.mark.parametrize("status", [b"200 OK", b"308 Permanent Redirect", b"404 Not Found"])
async def test_the_doctor_says_that_somebody_else_answers_at_the_gateways_address(status: bytes) -> None:
    page = b"<html>for sale</html>"
    head = b"HTTP/1.1 %s\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
    async with raw_server(lambda _: [head % (status, len(page)) + page], keep_open=False) as server:
        url = f"http://127.0.0.1:{server.port}"
        member = Membership.model_validate_json(JOINED).model_copy(update={"gateway": url})
        calls = GatewayCalls(url, version="8.0.0", membership=member)
        (finding,) = [finding async for finding in check_gateway(member, calls)]
        await calls.close()
    assert "something else answers there" in str(finding.next_step)
    assert "the gateway has moved" in str(finding.next_step)
