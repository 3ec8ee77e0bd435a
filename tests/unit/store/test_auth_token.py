"""The database's token: read anew when its file changes, and never quoted."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from pydantic import SecretStr

from common.errors import StoreRejected
from common.store.drivers.auth_token import AuthToken


def test_no_token_is_none() -> None:
    assert AuthToken(None).current() is None
    assert AuthToken(SecretStr("")).current() is None


def test_a_token_is_the_first_line(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("one \nsecond line\n", "utf-8")
    assert AuthToken(None, file).current() == "one"
    file.write_bytes(b"\xef\xbb\xbftwo\r\n")
    assert AuthToken(None, file).current() == "two", "an editor of Windows puts a mark before the text"


def test_a_new_token_in_the_file_is_used_and_said_but_not_shown(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    file = tmp_path / "token"
    file.write_text("the-old-one", "utf-8")
    token = AuthToken(SecretStr("the-old-one"), file)
    assert token.current() == "the-old-one"
    assert not caplog.messages
    replaced = tmp_path / "new"
    replaced.write_text("the-new-one", "utf-8")
    replaced.replace(file)
    assert token.current() == "the-new-one"
    assert len(caplog.messages) == 1 and "replaced" in caplog.text
    assert "new-one" not in caplog.text and "old-one" not in caplog.text


@pytest.mark.parametrize("unfinished", [b"", b"\n", b"two words", b"\xff\xfe"])
def test_what_is_no_token_keeps_the_last_one(tmp_path: Path, unfinished: bytes) -> None:
    file = tmp_path / "token"
    file.write_text("good", "utf-8")
    token = AuthToken(None, file)
    assert token.current() == "good"
    file.write_bytes(unfinished)
    assert token.current() == "good"
    file.unlink()
    assert token.current() == "good"
    file.write_text("better", "utf-8")
    assert token.current() == "better"


def test_a_file_that_cannot_be_read_and_no_token_before_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(StoreRejected, match=r"auth_token_file: there is no file .*none\. Put "):
        AuthToken(None, tmp_path / "none").current()


@pytest.mark.parametrize("word", ["hush\nhush", "hush hush", "hush€", "hush\x00"])
def test_a_token_that_no_header_can_carry_is_refused_without_quoting_it(word: str) -> None:
    with pytest.raises(StoreRejected, match="CRAWLFLEET_DATABASE_AUTH_TOKEN") as caught:
        AuthToken(SecretStr(word))
    assert "hush" not in str(caught.value)
