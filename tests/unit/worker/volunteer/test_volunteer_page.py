"""The page on 127.0.0.1 by real HTTP: shown to who opened its link, and to nobody whom another web page sends."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

import httpx
import pytest

from common.errors import ConfigError
from worker.volunteer.counts import Counts
from worker.volunteer.decision import IdleReason
from worker.volunteer.fetch_log import FetchLog, Request
from worker.volunteer.limits import Limits
from worker.volunteer.now import Now
from worker.volunteer.page.door import Door
from worker.volunteer.page.server import CONNECTIONS, serving


@dataclass
class Page:
    door: Door
    client: httpx.AsyncClient
    pressed: list[str] = field(default_factory=list)

    async def open(self) -> str:
        """The page, as a browser gets it by the printed link."""
        opened = await self.client.get(self.door.link)
        assert (opened.status_code, opened.headers["location"]) == (303, "/")
        found = await self.client.get("/")
        assert found.status_code == 200, found.text
        return found.text

    @property
    def form(self) -> dict[str, str]:
        return {"key": self.door.form_key, "do": "pause"}

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.door.port}"


NOW = Now(
    state="idle: no task waits <b>",
    running=0,
    counts=Counts(day=date(2026, 11, 23)).more(requests=12, bytes=3_400_000, pages=7),
    limits=Limits(),
)


@asynccontextmanager
async def page(folder: Path, now: Now = NOW) -> AsyncIterator[Page]:
    log, pressed = FetchLog(folder), []

    def press(word: str) -> None:
        if word not in {"pause", "pause-2h", "resume", "finish"}:
            raise KeyError(word)
        pressed.append(word)

    log.note(Request(datetime(2026, 11, 23, 12, 0), "https://pinewood.example/<script>alert(1)</script>", 200, 5))
    async with serving(0, lambda: now, log, press) as door, httpx.AsyncClient(trust_env=False) as client:
        client.base_url = httpx.URL(f"http://127.0.0.1:{door.port}")
        yield Page(door, client, pressed)


async def test_its_link_shows_what_this_pc_does_and_its_buttons_work(tmp_path: Path) -> None:
    async with page(tmp_path) as shown:
        text = await shown.open()
        assert "idle: no task waits &lt;b&gt;" in text and "12 of 20,000 requests" in text and "3 of 2,000 MB" in text
        assert "&lt;script&gt;" in text and text.count("<script") == 1
        assert shown.door.form_key in text and shown.door.key not in text
        done = await shown.client.post("/do", data=shown.form, headers={"origin": shown.origin})
        assert (done.status_code, shown.pressed) == (303, ["pause"])
        unknown = await shown.client.post("/do", data={**shown.form, "do": "reboot"}, headers={"origin": shown.origin})
        assert (unknown.status_code, shown.pressed) == (400, ["pause"])
        style = await shown.client.get("/style.css")
        assert style.headers["content-type"].startswith("text/css")
        script = await shown.client.get("/page.js")
        assert script.headers["content-type"].startswith("text/javascript") and "<script src=/page.js" in text
        assert (await shown.client.get("/nothing")).status_code == 404


async def test_every_answer_forbids_others_scripts_frames_and_other_origins(tmp_path: Path) -> None:
    async with page(tmp_path) as shown:
        answers = [
            await shown.client.get(target) for target in ("/", "/open?key=x", shown.door.link, "/", "/style.css")
        ]
        for answer in answers:
            assert answer.headers["content-security-policy"].startswith("default-src 'none'")
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert "; script-src 'self'; connect-src 'self'; " in answer.headers["content-security-policy"]
            assert answer.headers["cache-control"] == "no-store"
            assert not [name for name in answer.headers if name.startswith("access-control")]
        cookie = answers[2].headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "rebound.example"},
        {"host": "rebound.example:{port}"},
        {"host": "localhost:{port}"},
        {"host": "127.0.0.1"},
        {"origin": "https://evil.example"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
async def test_another_web_page_gets_and_does_nothing(headers: dict[str, str], tmp_path: Path) -> None:
    async with page(tmp_path) as shown:
        await shown.open()
        sent = {name: value.format(port=shown.door.port) for name, value in headers.items()}
        for answer in (
            await shown.client.get("/", headers=sent),
            await shown.client.get(shown.door.link, headers=sent),
            await shown.client.post("/do", data=shown.form, headers={"origin": shown.origin} | sent),
        ):
            assert answer.status_code in {403, 421}, answer.text
            assert "idle:" not in answer.text and "set-cookie" not in answer.headers
        assert shown.pressed == []


async def test_without_link_cookie_or_form_nothing_is_shown_or_done(tmp_path: Path) -> None:
    async with page(tmp_path) as shown:
        mine = {"origin": shown.origin}
        for target in ("/", "/style.css", "/open", "/open?key=", "/open?key=x", f"/open?key={shown.door.key}x"):
            assert (await shown.client.get(target)).status_code == 403
        assert (await shown.client.post("/do", data=shown.form, headers=mine)).status_code == 403
        for guessed in ("", "x", shown.door.key):
            guess = {"cookie": f"crawlfleet_{shown.door.port}={guessed}"}
            assert (await shown.client.get("/", headers=guess)).status_code == 403
        await shown.open()
        for form in ({}, {"do": "pause"}, {**shown.form, "key": shown.door.session}, {**shown.form, "key": ""}):
            assert (await shown.client.post("/do", data=form, headers=mine)).status_code == 403
        assert (await shown.client.post("/do", data=shown.form)).status_code == 403, "a POST without an Origin"
        assert (await shown.client.request("PUT", "/do", headers=mine)).status_code == 405
        assert shown.pressed == []


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 40_000,
        b"POST /do HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\n" + b"x" * 5000,
        b"POST /do HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\nHost : a\r\n\r\n",
    ],
)
async def test_what_is_no_request_is_refused_and_costs_its_connection(raw: bytes, tmp_path: Path) -> None:
    async with page(tmp_path) as shown:
        reader, writer = await asyncio.open_connection("127.0.0.1", shown.door.port)
        writer.write(raw)
        writer.write_eof()
        async with asyncio.timeout(60):
            answer = await reader.read()
        writer.close()
        assert re.match(rb"HTTP/1\.1 4\d\d ", answer), answer
        await shown.open()


async def test_a_head_request_is_answered_without_a_body_and_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with page(tmp_path) as shown:
        await shown.open()
        for body, status in ((b"", 405), (b"x" * 5000, 413)):
            answer = await shown.client.request("HEAD", "/", content=body)
            assert (answer.status_code, answer.content) == (status, b"")
    assert not caplog.records


async def test_many_silent_connections_do_not_keep_it_from_others_for_long(tmp_path: Path) -> None:
    async with page(tmp_path) as shown:
        silent = [await asyncio.open_connection("127.0.0.1", shown.door.port) for _ in range(CONNECTIONS)]
        async with asyncio.timeout(60):
            for reader, writer in silent:
                assert await reader.read() == b""
                writer.close()
        await shown.open()


async def test_a_pause_offers_to_resume(tmp_path: Path) -> None:
    async with page(tmp_path) as shown:
        assert "value=resume" not in await shown.open()
    async with page(tmp_path, NOW.model_copy(update={"idle": IdleReason.PAUSED})) as shown:
        assert "value=resume" in await shown.open()


async def test_a_taken_port_is_said(tmp_path: Path) -> None:
    async with page(tmp_path) as shown:
        with pytest.raises(ConfigError, match=r"127\.0\.0\.1:\d+: Address already in use\. .* volunteer\.page_port"):
            async with serving(shown.door.port, lambda: NOW, FetchLog(tmp_path), lambda word: None):
                pass


async def test_a_screen_reader_finds_its_way(tmp_path: Path) -> None:
    """One heading of the first rank, what is the page's own, and what names a row or a column."""
    async with page(tmp_path) as shown:
        text = await shown.open()
    assert (text.count("<h1>"), text.count("<h2>"), text.count("<main>"), text.count("</main>")) == (1, 1, 1, 1)
    for table in re.findall(r"<table.*?</table>", text):
        assert "<th scope=" in table
        assert not re.search(r"<th[^>]*></th>", table)
