"""Each kind of target that docs/notifications.md names, by its own part of Apprise, against a server on loopback that
stands for the service: taken, refused, refused in an answer of status 200, broken inside, asked too often, away."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import pytest

from common.notices.schemes import SCHEMES, checked
from dispatcher.notices.judging import Answer, Outcome
from dispatcher.notices.sending import send
from tests.places import REPO
from tests.servers.ports import free_port

pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")

HOST = "service.example"
ADDRESSES = {
    "bark": f"bark://{HOST}/devicekey",
    "discord": f"discord://1234567890/{'a' * 16}",
    "feishu": f"feishu://{'a' * 12}",
    "flock": f"flock://{'a' * 24}",
    "form": f"form://{HOST}/x",
    "gchat": "gchat://workspace/key/token",
    "gotify": f"gotify://{HOST}/token",
    "json": f"json://{HOST}/x",
    "lark": f"lark://{'a' * 12}",
    "line": f"line://{'a' * 20}/U{'b' * 20}",
    "mailgun": f"mailgun://ada@mail.example/{'a' * 32}-{'b' * 8}-{'c' * 8}/bo@mail.example",
    "matrix": f"matrix://ada:pw@{HOST}/{'a' * 64}?mode=slack",
    "mmost": f"mmost://{HOST}/{'a' * 24}",
    "ntfy": f"ntfy://{HOST}/topic",
    "opsgenie": f"opsgenie://{'a' * 30}",
    "pagerduty": f"pagerduty://{'a' * 20}@{'b' * 20}",
    "pbul": f"pbul://{'a' * 32}",
    "pover": f"pover://{'u' * 30}@{'a' * 30}",
    "prowl": f"prowl://{'a' * 40}",
    "rocket": f"rocket://{'a' * 24}/{'b' * 44}@{HOST}/#room",
    "schan": "schan://abcdefgh",
    "sendgrid": f"sendgrid://{'a' * 30}:ada@mail.example/bo@mail.example",
    "signal": f"signal://{HOST}/15551234567/15557654321",
    "slack": f"slack://T1JJ3T3L2/A1BRTD4JD/{'a' * 24}/#room",
    "splunk": f"splunk://key@{'a' * 36}",
    "squadcast": f"squadcast://{'a' * 30}",
    "synology": f"synology://{HOST}/token",
    "tgram": f"tgram://123456789:{'a' * 24}/12315544/",
    "threema": f"threema://*ABCDEFG@{'a' * 16}/15551234567",
    "twilio": f"twilio://AC{'a' * 32}:{'b' * 32}@15551234567/15557654321",
    "webex": f"webex://{'a' * 100}",
    "wxteams": f"wxteams://{'a' * 100}",
    "workflow": f"workflow://{HOST}/{'a' * 32}/{'b' * 43}",
    "workflows": f"workflows://{HOST}/{'a' * 32}/{'b' * 43}",
    "xml": f"xml://{HOST}/x",
    "zulip": f"zulip://bot@org/{'a' * 32}",
}
OTHERWISE = {"mailto", "twist"}
"""Mail has a test of its own. Twist logs in and asks for its rooms first, which no server here knows how to tell."""
TAKEN = {"slack": b"ok", "opsgenie": b'{"requestId": "1"}'}
REFUSED = {
    "bark": {"code": 400, "message": "failed to get device token"},
    "feishu": {"code": 19024, "msg": "Key Words Not Found", "data": {}},
    "lark": {"code": 19001, "msg": "incoming webhook access token invalid"},
    "pover": {"status": 0, "errors": ["application token is invalid"]},
    "schan": {"code": 40001, "message": "bad key"},
    "slack": {"ok": False, "error": "invalid_auth"},
    "splunk": {"result": "failure", "message": "no such routing key"},
    "synology": {"error": {"code": 404}, "success": False},
    "tgram": {"ok": False, "error_code": 400},
    "zulip": {"result": "error", "msg": "Invalid API key"},
}


class Service:
    """Answers everything as it is told."""

    def __init__(self) -> None:
        self.status = 200
        self.body = b"{}"
        self.headers: dict[str, str] = {}
        self.asked: list[bytes] = []
        self.port = 0


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """Whatever host Apprise's plugins ask is this one."""
    import apprise
    from apprise.plugins.custom_json import requests  # type: ignore[attr-defined]

    told = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.asked.append(self.path.encode() + self.rfile.read(int(self.headers.get("Content-Length") or 0)))
            self.send_response(told.status)
            for name, value in told.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(told.body)))
            self.end_headers()
            self.wfile.write(told.body)

        do_GET = do_PUT = do_POST

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    told.port = server.server_address[1]
    ordinary = requests.Session.request

    def here(session: Any, method: str, url: str, **given: Any) -> Any:
        parts = urlsplit(url)
        return ordinary(session, method, f"http://127.0.0.1:{told.port}{parts.path}", **given)

    monkeypatch.setattr(requests.Session, "request", here)
    monkeypatch.setattr(apprise.NotifyBase, "request_rate_per_sec", 0)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield told
    server.shutdown()
    thread.join()
    server.server_close()


def sent(name: str) -> Answer:
    return send(checked(ADDRESSES[name]), "crawlfleet: 1 price", "mug: 80.00 EUR (it was 100.00 EUR)")


def test_every_kind_that_is_allowed_is_tried_here() -> None:
    plain = {name.removesuffix("s") if name.removesuffix("s") in SCHEMES else name for name in SCHEMES}
    assert plain - OTHERWISE == set(ADDRESSES) - {"workflows"}
    page = (REPO / "docs/notifications.md").read_text("utf-8")
    allowed = page.split("**Allowed** are: ")[1].split(".\n")[0]
    named = set(re.findall(r"[a-z]{3,}", allowed))
    assert named == plain


@pytest.mark.parametrize("name", ADDRESSES)
def test_what_is_taken_was_asked_for(service: Service, name: str) -> None:
    """Apprise's part for Opsgenie calls a message sent of which it sent nothing."""
    service.body = TAKEN.get(name, b"{}")
    answer = sent(name)
    assert (answer.outcome, answer.said) == (Outcome.SENT, "")
    assert any(b"mug" in body for body in service.asked)


@pytest.mark.parametrize("name", ADDRESSES)
def test_what_is_refused_is_tried_again_and_what_may_have_arrived_is_not(service: Service, name: str) -> None:
    service.status = 404
    assert sent(name) == Answer(Outcome.NOT_SENT, "it answered with status 404")
    service.status = 500
    assert sent(name) == Answer(Outcome.UNSURE, "it answered with status 500")


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_in_an_answer_of_status_200_is_none_that_took_it(service: Service, name: str) -> None:
    service.body = json.dumps(REFUSED[name]).encode()
    answer = sent(name)
    assert answer.outcome is Outcome.NOT_SENT
    assert "refused the message" in answer.said
    assert not re.search("token invalid|Key Words|Invalid API", answer.said)


@pytest.mark.parametrize("name", sorted(set(ADDRESSES) - {"matrix", "discord"}))
def test_how_long_it_wants_to_be_left_alone_is_heard(service: Service, name: str) -> None:
    service.status, service.headers = 429, {"Retry-After": "700"}
    answer = sent(name)
    assert (answer.outcome, answer.wait_seconds) == (Outcome.NOT_SENT, 700)


@pytest.mark.parametrize("name", ADDRESSES)
def test_who_is_away_has_nothing(service: Service, name: str) -> None:
    service.port = free_port()
    assert sent(name) == Answer(Outcome.NOT_SENT, "it could not be reached")
