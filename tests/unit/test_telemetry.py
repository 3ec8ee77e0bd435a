"""Logs: one line an event, readable by machines or people as the settings say, and never a token in them."""

from __future__ import annotations

import io
import json
import logging
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
from prometheus_client import CollectorRegistry, Counter, generate_latest

from common.output.log_lines import FIELDS
from common.output.served.labels import PrintableLabels
from common.settings import LogSettings
from common.telemetry import configure_logging
from fleet.commands_in_texts import CONFIG
from fleet.run.standing.logs import switch_on_logs
from tests.places import REPO

TOKEN = "sesame-4711"
LEVELS = ("debug", "info", "warning", "error")
log = logging.getLogger("crawlfleet.test")


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    """configure_logging() is for a process of its own: what it sets is put back, level by level."""
    root = logging.getLogger()
    loggers = [root, *(logging.getLogger(name) for name in logging.root.manager.loggerDict)]
    before = [(logger, logger.level, list(logger.handlers)) for logger in loggers]
    yield
    for name in logging.root.manager.loggerDict:
        logging.getLogger(name).setLevel(logging.NOTSET)
    for logger, level, handlers in before:
        logger.setLevel(level)
        logger.handlers[:] = handlers


@pytest.fixture
def server() -> Iterator[str]:
    """A feed on loopback that answers every address once with a redirect, then with a page."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            first = "again" not in self.path
            self.send_response(302 if first else 500)
            if first:
                self.send_header("Location", f"{self.path}&again=1")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Standard error belongs to the logs under test."""

    with HTTPServer(("127.0.0.1", 0), Handler) as listening:
        thread = threading.Thread(target=listening.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.server_port}"
        listening.shutdown()
        thread.join(5)


def lines(captured: pytest.CaptureFixture[str]) -> list[str]:
    return captured.readouterr().err.splitlines()


def json_lines(captured: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines(captured)]


@pytest.mark.parametrize("style", ["text", "json"])
async def test_a_token_in_an_address_reaches_no_log(
    style: Any, server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for library in ("httpx", "httpcore"):
        logging.getLogger(library).setLevel(logging.DEBUG)  # as somebody who debugs may have done before
    configure_logging(LogSettings(level="debug", format=style))
    headers = {"Authorization": f"Bearer {TOKEN}"}
    async with httpx.AsyncClient(follow_redirects=True, headers=headers) as client:
        answer = await client.get(f"{server}/me?access_token={TOKEN}")
        with pytest.raises(httpx.ConnectError):
            await client.get(f"http://127.0.0.1:1/me?access_token={TOKEN}")
    log.debug("the noisiest level is on")
    assert (answer.status_code, len(answer.history)) == (500, 1), "both requests must have been made"
    (line,) = lines(capsys)
    assert "the noisiest level is on" in line
    assert TOKEN not in line


@pytest.mark.parametrize("level", LEVELS)
def test_the_level_decides_what_is_logged(level: Any, capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(LogSettings(level=level, format="json"))
    for name in LEVELS:
        log.log(logging.getLevelNamesMapping()[name.upper()], name)
    assert [line["level"] for line in json_lines(capsys)] == list(LEVELS[LEVELS.index(level) :])


def test_libraries_are_heard_from_warnings_on(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(LogSettings(level="debug", format="json"))
    stranger = logging.getLogger("somebodys.library")
    stranger.info("chatter")
    stranger.warning("trouble")
    assert [line["message"] for line in json_lines(capsys)] == ["trouble"]


def test_a_json_line_has_its_time_in_utc_and_the_named_fields_only(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(LogSettings(format="json"))
    log.warning("%d left", 3, extra={"job_id": "a1", "count": 0, "error_code": None, "unheard_of": "x"})
    (line,) = json_lines(capsys)
    assert line.pop("time").endswith("Z")
    assert line == {"level": "warning", "logger": "crawlfleet.test", "message": "3 left", "job_id": "a1", "count": 0}
    assert set(line) - {"level", "logger", "message"} <= set(FIELDS)


def test_an_exception_stays_on_its_json_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(LogSettings(format="json"))
    try:
        raise ValueError("two\nlines “quoted”")
    except ValueError:
        log.exception("a crawl broke")
    (line,) = json_lines(capsys)
    assert line["message"] == "a crawl broke"
    assert line["exception"].startswith("Traceback")
    assert line["exception"].endswith("ValueError: two\nlines “quoted”")


@pytest.mark.parametrize("value", ["line\nbreak", object(), 2**70, b"bytes", {"a": {1}}])
def test_whatever_a_field_holds_a_json_line_parses(value: object, capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(LogSettings(format="json"))
    log.error("odd", extra={"reason": value})
    assert len(json_lines(capsys)) == 1


def test_a_text_line_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(LogSettings(format="text"))
    log.info("published", extra={"platform": "shopee", "count": 2})
    (line,) = lines(capsys)
    clock, rest = line.split(" ", 1)
    assert len(clock) == len("21:04:05")
    assert rest == "info    test: published  [platform=shopee count=2]"


def test_a_text_line_says_no_sentence_twice(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(LogSettings(format="text"))
    why = "https://shop.example/p/2 answered 404"
    log.info("not read: %s", why, extra={"status": "read", "reason": why})
    (line,) = lines(capsys)
    assert line.endswith("info    test: not read: https://shop.example/p/2 answered 404  [status=read]")


@pytest.mark.parametrize(("terminal", "style"), [(True, "text"), (False, "json")])
def test_left_to_itself_a_terminal_gets_text_and_a_pipe_json(
    terminal: bool, style: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    monkeypatch.setattr("sys.stderr", stream)
    configure_logging(LogSettings(format="auto"))
    log.info("ready")
    assert stream.getvalue().startswith("{") is (style == "json")


def test_every_field_that_the_code_names_is_written() -> None:
    named = {
        name
        for folder in ("common", "ingestor", "dispatcher", "worker", "gateway", "fleet")
        for path in (REPO / folder).rglob("*.py")
        for given in re.findall(r"extra=\{([^}]*)\}", path.read_text("utf-8"))
        for name in re.findall(r'"(\w+)":', given)
    }
    assert "listen" in named
    assert named <= set(FIELDS)


EVIL = "evil\x1b[31m\r\n21:04:05 error   forged: line\u202e\x9b2J\x7f\x85\u2028] job_id=forged e" + "\u0301" * 300
"""What a feed's item may call itself, and a shop's page may answer."""


def raw(text: str) -> list[str]:
    return [character for character in text if not character.isprintable() and character != "\n"]


@pytest.mark.parametrize("style", ["text", "json"])
def test_what_strangers_wrote_stays_on_its_line_and_commands_nothing(
    style: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    configure_logging(LogSettings(format=style))
    log.warning("post %s skipped", EVIL, extra=dict.fromkeys(("job_id", "url", "account", "reason"), EVIL))
    (said,) = captured = capsys.readouterr().err.rstrip("\n").split("\n")
    assert not raw("".join(captured))
    assert "\u0301" * 5 not in said
    if style == "json":
        assert json.loads(said)["job_id"] == EVIL
    else:
        assert "job_id=forged e" in said, "inside of quotes"
        assert said.count('  [job_id="evil') == 1


def test_a_hostile_exception_is_one_line_of_its_indented_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(LogSettings(format="text"))
    try:
        try:
            raise KeyError(EVIL)
        except KeyError:
            raise ValueError(EVIL) from None
    except ValueError:
        log.exception("a crawl broke")
    said = capsys.readouterr().err
    assert not raw(said)
    first, *others = lines_of(said)
    assert first.endswith("test: a crawl broke")
    assert all(line.startswith("    ") for line in others)
    assert others[-1].startswith(r"    ValueError: evil\x1b[31m\r\n21:04:05 error   forged")


def lines_of(said: str) -> list[str]:
    return said.rstrip("\n").split("\n")


def test_a_long_text_of_a_stranger_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    for style in ("text", "json"):
        configure_logging(LogSettings(format=style))
        log.warning("x" * 10_000, extra={"reason": "y" * 10_000})
        assert len(capsys.readouterr().err) < 9_000


def test_labels_of_metrics_are_printable() -> None:
    registry = CollectorRegistry()
    Counter("reads", "Pages.", ["shop"], registry=registry).labels(EVIL).inc()
    for shown in (PrintableLabels(registry), PrintableLabels(registry).restricted_registry(["reads_total"])):
        page = generate_latest(shown).decode()
        assert 'shop="evil' in page
        assert not raw(page)


@pytest.mark.parametrize("style", ["json", "text"])
def test_commands_in_lines_of_any_thread_name_the_settings_file(
    style: Literal["json", "text"], capsys: pytest.CaptureFixture[str]
) -> None:
    before = CONFIG.set(Path("/etc/f.toml"))
    try:
        switch_on_logs(LogSettings(format=style))
    finally:
        CONFIG.reset(before)
    thread = threading.Thread(target=log.warning, args=("run `crawlfleet %s init`", "broker"))
    thread.start()
    thread.join()
    assert "run `crawlfleet --config /etc/f.toml broker init`" in capsys.readouterr().err
