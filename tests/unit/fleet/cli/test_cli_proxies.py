"""`crawlfleet proxies`: the list on the command line, what is kept of who did what, and no password anywhere."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from pathlib import Path

import pytest

from common.proxies.proxy import Proxy, Scheme
from common.settings import DatabaseSettings, Settings
from common.settings_tables.proxies import ProxySettings
from common.store import init_schema, open_store
from common.store.proxies.values import ProxyRow, Seen
from fleet.cli import main
from fleet.doctor.finding import Level
from fleet.doctor.proxies import judge_proxies
from fleet.operations.proxies.steering import ProxiesListed
from fleet.terminal.views.proxies import show_proxies
from tests.servers.ports import free_port

SECRET = "hunter2-of-the-proxy"


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DatabaseSettings:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}")
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", settings.url)
    monkeypatch.chdir(tmp_path)
    asyncio.run(init_schema(settings))
    return settings


def said(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    out = capsys.readouterr()
    assert (ended.value.code or 0) == status, out
    assert SECRET not in out.out + out.err
    return out.out + out.err


def test_add_list_off_on_remove(
    database: DatabaseSettings, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pw").write_text(f"{SECRET}\n", "utf-8")
    assert "no proxy" in said(capsys, "proxies", "list")
    one = ["socks5://tw.example:1080", "--user", "fleet", "--password-file", "pw", "--domain", "shopee.tw"]
    text = said(capsys, "proxies", "add", "tw-1", *one)
    assert "tw-1 (socks5://fleet@tw.example:1080) serves shopee.tw" in text
    assert "proxies.use is off here" in text
    assert "already" in said(capsys, "proxies", "add", "tw-1", "http://other.example:3128", status=1)
    monkeypatch.setenv("CRAWLFLEET_PROXY_PASSWORD", SECRET)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{SECRET}\n"))
    said(capsys, "proxies", "add", "all", "http://10.0.0.7:3128", "--user", "u", "--password-file", "-")
    said(capsys, "proxies", "add", "env", "http://10.0.0.8:3128", "--user", "u")
    rows = [json.loads(line) for line in said(capsys, "proxies", "list", "--json").splitlines()]
    assert [(row["name"], row["address"], row["has_password"], row["domains"], row["state"]) for row in rows] == [
        ("all", "http://u@10.0.0.7:3128", True, [], "healthy"),
        ("env", "http://u@10.0.0.8:3128", True, [], "healthy"),
        ("tw-1", "socks5://fleet@tw.example:1080", True, ["shopee.tw"], "healthy"),
    ]
    assert list(csv.DictReader(io.StringIO(said(capsys, "proxies", "list", "--csv"))))[2]["state"] == "healthy"
    said(capsys, "proxies", "off", "tw-1", "--reason", "the contract ended")
    assert '"state": "off"' in said(capsys, "proxies", "list", "--json")
    said(capsys, "proxies", "on", "tw-1")
    said(capsys, "proxies", "remove", "all")
    assert "own addresses: every domain" in said(capsys, "proxies", "remove", "env")
    assert "own addresses: shopee.tw" in said(capsys, "proxies", "remove", "tw-1")
    for word in ("off", "on", "remove", "test"):
        assert "no proxy tw-1" in said(capsys, "proxies", word, "tw-1", status=1)
    audit = said(capsys, "audit", "--json")
    done = [(event["action"], event["done"]) for event in map(json.loads, audit.splitlines())]
    assert ("proxies add", 1) in done and ("proxies off", 1) in done and ("proxies remove", 0) in done


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("a", f"http://fleet:{SECRET}@tw.example:3128"), "list of processes"),
        (("a b", "http://tw.example:3128"), "a proxy's name"),
        (("a", "http://tw.example"), "no port"),
        (("a", "http://tw.example:3128", "--password-file", "pw"), "no user"),
        (("a", "http://tw.example:3128", "--user", "u:v"), "a colon"),
        (("a", "http://tw.example:3128", "--user", "u", "--password-file", "nowhere"), "cannot be read"),
        (("a", "http://tw.example:3128", "--user", "u", "--password-file", "empty"), "no password in"),
        (("a", "http://tw.example:3128", "--domain", "www.shopee.tw"), "write shopee.tw"),
        (("a", "http://tw.example:3128", "--domain", "co.uk"), "public suffix"),
    ],
)
def test_what_cannot_be_meant(
    database: DatabaseSettings, capsys: pytest.CaptureFixture[str], tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    (tmp_path / "pw").write_text(SECRET, "utf-8")
    (tmp_path / "empty").write_text("\n", "utf-8")
    assert says in " ".join(said(capsys, "proxies", "add", *words, status=1).split())


def test_trying_one_that_is_gone(database: DatabaseSettings, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "proxies", "add", "gone", f"http://127.0.0.1:{free_port()}")
    assert "say with --domain" in said(capsys, "proxies", "test", "gone", status=1)
    said(capsys, "proxies", "remove", "gone")
    said(capsys, "proxies", "add", "gone", f"http://127.0.0.1:{free_port()}", "--domain", "one.one")
    # Whatever the name resolves to here, nothing comes of it.
    tried = json.loads(said(capsys, "proxies", "test", "gone", "--json", status=1).splitlines()[-1])
    assert tried["url"] == "https://one.one/robots.txt"
    assert tried["problem"]


def row(name: str, *domains: str, on: bool = True, failures: int = 0, off_ms: int = 0) -> ProxyRow:
    proxy = Proxy(name, Scheme.SOCKS5, "proxy.example", 1080, "fleet", None, domains, on)
    why = None if on else "the contract ended"
    last = (1_000, f"proxy {name}: the connection was refused") if failures else (None, None)
    return ProxyRow(
        proxy, True, None if on else 5, why, 1, "ada", failures, 1, off_ms, 1_234_567, 89_012, 1_500, 900, *last
    )


def test_a_name_that_is_not_known_here_is_not_counted_against_the_proxy(
    database: DatabaseSettings, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "proxies", "add", "here", f"http://127.0.0.1:{free_port()}", "--domain", "pine.example")
    tried = json.loads(said(capsys, "proxies", "test", "here", "--json", status=1).splitlines()[-1])
    assert "The proxy has no part in it" in tried["problem"] and "--domain" in tried["problem"]
    tried = json.loads(
        said(capsys, "proxies", "test", "here", "--domain", "www.pine.example", "--json", status=1).splitlines()[-1]
    )
    assert tried["url"] == "https://www.pine.example/robots.txt"
    row = json.loads(said(capsys, "proxies", "list", "--json"))
    assert (row["failed"], row["state"], row["last_error"]) == (0, "healthy", None)


def test_the_list_fits_80_columns(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fleet.terminal.table.terminal_columns", lambda: 80)
    rows = [
        row("residential-tw-1", "shopee.tw", "taobao.com"),
        row("b", failures=7, off_ms=400_000),
        row("c", on=False),
    ]
    show_proxies(ProxiesListed(rows, 10_000), as_json=False, as_csv=False)
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    for word in (
        "residential-tw-1",
        "off for 6m",
        "serves: shopee.tw, taobao.com",
        "the connection was refused",
        "off because: the contract ended",
    ):
        assert word in text


def test_doctor_names_domains_that_wait_and_machines_that_go_past() -> None:
    on = Settings(proxies=ProxySettings(use=True))
    assert list(judge_proxies(on, [])) == []
    mixed = [row("a", "shopee.tw"), row("b", "shopee.tw", failures=5, off_ms=1), row("c", "shopee.sg", on=False)]
    sg, tw = judge_proxies(on, mixed)
    assert (tw.level, tw.text) == (Level.OK, "shopee.tw: 1 of 2 proxies healthy")
    assert sg.level is Level.WARNING, "an operator wished it"
    assert sg.text == "shopee.sg: its only proxy is switched off, its jobs wait (c: the contract ended)"
    assert sg.next_step == "crawlfleet proxies on c"
    (one, beside) = judge_proxies(
        on, [row("a", "x.sg", on=False), row("b", "x.sg"), row("c", "x.tw"), row("d", "x.tw", on=False)]
    )
    assert (one.text, beside.text) == (
        "x.sg: 1 of 2 proxies healthy, 1 switched off",
        "x.tw: 1 of 2 proxies healthy, 1 switched off",
    )
    (both,) = judge_proxies(on, [row("a", "x.sg", on=False), row("b", "x.sg", on=False)])
    assert both.level is Level.WARNING and "all its 2 proxies are switched off" in both.text
    (failing,) = judge_proxies(on, [row("a", "x.sg", on=False), row("b", "x.sg", failures=5, off_ms=1)])
    assert failing.level is Level.FAILED and "a is switched off: the contract ended; b failed 5" in failing.text
    assert (failing.next_step or "").startswith("`crawlfleet proxies test b`"), "what is off is not asked to work"
    (nowhere, past) = judge_proxies(Settings(), [row("a", failures=6, off_ms=90_000)])
    assert "every domain: its only proxy is not healthy" in nowhere.text
    assert past.text.startswith("1 proxy is listed")
    assert past.level is Level.WARNING
    direct = Settings(proxies=ProxySettings(use=True, when_none="direct"))
    (finding,) = judge_proxies(direct, [row("a", failures=6, off_ms=90_000)])
    assert "from the workers' own addresses" in finding.text


async def test_what_is_seen_is_shown(database: DatabaseSettings, capsys: pytest.CaptureFixture[str]) -> None:
    store = await open_store(database)
    await store.proxies.add(Proxy("a", Scheme.HTTP, "proxy.example", 3128), by="ada")
    await store.proxies.seen([Seen("a", 3, 5, 5, 120, "proxy a: the connection was refused")])
    listed = ProxiesListed(await store.proxies.shown(), await store.jobs.now_ms())
    await store.close()
    show_proxies(listed, as_json=True, as_csv=False)
    shown = json.loads(capsys.readouterr().out)
    assert (shown["state"], shown["failures_in_a_row"], shown["mean_ms"]) == ("failing", 5, 120)
    assert 50_000 < shown["off_for_ms"] <= 60_000
