"""Mail by a server on loopback that takes it, or refuses the login or the recipient: a refusal is no line that broke,
so the message is tried again and not lost."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from dispatcher.notices import answering, sending
from dispatcher.notices.judging import Answer, Outcome
from dispatcher.notices.sending import send

pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")

CLOSES = ""
"""In place of an answer."""
WELL = {"EHLO": "250-here\r\n250 AUTH PLAIN LOGIN", "AUTH": "235 well", "DATA": "354 go on"}


@contextmanager
def mail_server(**answers: str) -> Iterator[tuple[int, list[bytes]]]:
    """Its port, and the mails that it took. `answers`: by the word that a client says."""
    mails: list[bytes] = []

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 here")
            while line := self.rfile.readline():
                word = line.split()[0].decode().upper()
                if answers.get(word) == CLOSES:
                    return
                self._say({**WELL, **answers}.get(word, "250 well"))
                if word == "DATA":
                    mail = b""
                    while (more := self.rfile.readline()) != b".\r\n":
                        mail += more
                    said = answers.get("MAIL_TAKEN", "250 taken")
                    if said == CLOSES:
                        return
                    if said.startswith("250"):
                        mails.append(mail)
                    self._say(said)

        def _say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield server.server_address[1], mails
        server.shutdown()
        thread.join()


def sent(port: int, more: str = "") -> Answer:
    return send(f"mailto://ada:SECRET@127.0.0.1:{port}?from=ada@mail.example&to=bo@mail.example{more}", "title", "mug")


def test_a_mail_is_taken() -> None:
    with mail_server() as (port, mails):
        assert sent(port) == Answer(Outcome.SENT)
    assert len(mails) == 1


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"AUTH": "535 5.7.8 bad SECRET"}, "its mail server refused it with 535: see to the user and password in its"),
        ({"RCPT": "550 no such user SECRET"}, "its mail server refused it with 550"),
        ({"MAIL": "553 not yours"}, "its mail server refused it with 553"),
        ({"MAIL_TAKEN": "554 spam"}, "its mail server refused it with 554"),
        ({"EHLO": "250 here"}, "its mail server lacks what the address asks for"),
    ],
)
def test_a_refusal_is_certain(answers: dict[str, str], said: str) -> None:
    with mail_server(**answers) as (port, mails):
        answer = sent(port)
    assert mails == []
    assert answer.outcome is Outcome.NOT_SENT, answer
    assert answer.said.startswith(said)
    assert "SECRET" not in answer.said


@pytest.mark.parametrize("word", ["EHLO", "AUTH", "MAIL", "RCPT"])
def test_a_line_that_breaks_before_the_mail_costs_no_mail(word: str) -> None:
    """It was told as perhaps lost, and not sent again."""
    with mail_server(**{word: CLOSES}) as (port, mails):
        answer = sent(port)
    assert (answer.outcome, mails) == (Outcome.NOT_SENT, []), answer
    assert "before it was given the message" in answer.said


def test_a_line_that_breaks_behind_the_mail_leaves_it_unsure() -> None:
    with mail_server(MAIL_TAKEN=CLOSES) as (port, _):
        assert sent(port).outcome is Outcome.UNSURE


@pytest.mark.parametrize(
    "target",
    ["mailto://ada:SECRET@127.0.0.1:{}?from=ada@mail.example&to=bo@mail.example", "jsons://127.0.0.1:{}/SECRET"],
)
def test_who_takes_the_line_and_says_nothing_has_no_message(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No greeting of a mail server, no word of TLS."""
    monkeypatch.setattr(answering, "ANSWER_SECONDS", 1.0)
    monkeypatch.setattr(sending, "ANSWER_SECONDS", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        answer = send(target.format(silent.getsockname()[1]), "title", "mug")
    assert answer.outcome is Outcome.NOT_SENT, answer
    assert "SECRET" not in answer.said


def test_encryption_that_is_not_offered_is_certain_too() -> None:
    with mail_server() as (port, mails):
        answer = sent(port, "&mode=starttls")
    assert (answer.outcome, mails) == (Outcome.NOT_SENT, [])
