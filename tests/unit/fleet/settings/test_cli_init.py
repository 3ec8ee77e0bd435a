"""`crawlfleet init` writes settings that every command reads, and overwrites nothing."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from common.accounts.networks import NETWORKS
from common.config import load
from common.lasting.partial import SUFFIX
from fleet.operations.beginning import feed_of
from tests.places import REPO
from tests.unit.fleet.command_line import Fleet, fleet

__all__ = ["fleet"]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_three_answers_make_settings_that_work(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("@ada@pine.example\nshop.example, oak.example\nme@pine.example\n"))
    said = fleet("init")
    assert said.code == 0
    assert "crawlfleet up" in said.out
    shown = Path(said.out.splitlines()[-1].removeprefix("Every setting with its default stands in ").removesuffix("."))
    assert shown.read_text("utf-8").startswith("# crawlfleet: every setting with its default.")
    settings = load(Path("crawlfleet.toml"))
    (feed,) = settings.feeds
    assert (feed.source, feed.account, feed.base_url) == ("mastodon", "ada", "https://pine.example")
    assert settings.shops.of("other").domains == ("shop.example", "oak.example")
    assert settings.fetch.contact == "me@pine.example"
    again = fleet("init", "--yes")
    assert again.code == 1
    assert "is there already" in again.err
    assert "--file" in again.err


def test_a_domain_that_is_none_is_asked_for_again(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = "@ada@pine.example\noak.example https://shop.example/p/1\noak.example shop.example\nme@pine.example\n"
    monkeypatch.setattr(sys, "stdin", Terminal(answers))
    said = fleet("init")
    assert said.code == 0
    assert "https://shop.example/p/1: it is an address, not a domain; write shop.example" in said.err
    settings = load(Path("crawlfleet.toml"))
    assert settings.shops.of("other").domains == ("oak.example", "shop.example")
    assert [feed.account for feed in settings.feeds] == ["ada"], "what was answered before is kept"


def test_what_the_environment_says_over_the_file_is_told(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a new shell without these variables works on another database, and nobody knows why. Of a variable for what
    the file does not say nothing is told."""
    monkeypatch.setenv("CRAWLFLEET_FETCH_CONTACT", "me@pine.example")
    said = fleet("init", "--yes", "--domain", "oak.example")
    assert said.code == 0
    assert said.err == "set here, and so it goes before the file's own word: CRAWLFLEET_DATABASE_URL\n"
    monkeypatch.delenv("CRAWLFLEET_DATABASE_URL")
    both = fleet("init", "--yes", "--file", "b.toml", "--contact", "ada@pine.example")
    assert both.err.endswith("word: CRAWLFLEET_FETCH_CONTACT\n")
    monkeypatch.delenv("CRAWLFLEET_FETCH_CONTACT")
    assert fleet("init", "--yes", "--file", "c.toml").err == ""


def test_nothing_is_asked_where_the_file_is_there(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("crawlfleet.toml").write_text("", "utf-8")
    monkeypatch.setattr(sys, "stdin", Terminal(""))
    said = fleet("init")
    assert said.code == 1
    assert said.err.splitlines()[-1].startswith("crawlfleet: crawlfleet.toml is there already")
    assert "?" not in said.err and "Which account" not in said.err


def test_answers_that_no_terminal_gave_are_not_dropped_in_silence(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("@ada@pine.example\nshop.example\nme@pine.example\n"))
    said = fleet("init")
    assert said.code == 0
    assert "nothing was asked" in said.err and "--account, --domain and --contact" in said.err
    Path("crawlfleet.toml").unlink()
    assert "nothing was asked" not in fleet("init", "--account", "@ada@pine.example").err
    Path("crawlfleet.toml").unlink()
    assert "nothing was asked" not in fleet("init", "--yes").err


def test_yes_asks_nothing(fleet: Fleet) -> None:
    assert fleet("init", "--yes").code == 0
    assert load(Path("crawlfleet.toml")).feeds == ()
    assert fleet("doctor").code == 0, "what init says to type next fails in no fresh folder"


def test_another_file_stands_in_what_to_type_next(fleet: Fleet) -> None:
    said = fleet("init", "--yes", "--file", "my fleet.toml")
    assert "crawlfleet --config 'my fleet.toml' doctor" in said.out
    assert "crawlfleet --config 'my fleet.toml' up" in said.out


def test_an_answer_that_cannot_be_used_leaves_no_file(fleet: Fleet) -> None:
    no_text = os.fsdecode(b"J\xf6rg")  # as a terminal of another encoding types it
    for words in (
        ["--domain", "https://shop.example/p"],
        ["--account", "https://ada:hush@pine.example/"],
        ["--contact", no_text],
    ):
        said = fleet("init", "--yes", *words)
        assert said.code == 1
        assert not Path("crawlfleet.toml").exists()
        assert "hush" not in said.err


@pytest.mark.parametrize(
    ("written", "source"),
    [
        ("@ada.bsky.social", "bluesky"),
        ("https://pine.example/feed", "rss"),
        ("@ada", "threads"),
        ("@a@b.c", "mastodon"),
        ("posts.jsonl", "jsonl"),
        ("./posts", "jsonl"),
        (r"C:\posts.jsonl", "jsonl"),
        ("-", "jsonl"),
        ("did:plc:ewvi7nxzyoun6zhxrhs64oiz", "bluesky"),
        ("pine.example:8080/feed", "rss"),
    ],
)
def test_the_network_is_told_from_how_an_account_is_written(written: str, source: str) -> None:
    assert feed_of(written)["source"] == source


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ("rss:https://pine.example/feed", "rss:https://pine.example/feed"),
        ("threads:@ada", "threads:ada"),
        ("Bluesky:ada.example", "bluesky:ada.example"),
        ("bluesky:https://bsky.app/profile/ada.example", "bluesky:ada.example"),
        ("bluesky:did:plc:ewvi7nxzyoun6zhxrhs64oiz", "bluesky:did:plc:ewvi7nxzyoun6zhxrhs64oiz"),
        ("mastodon:@ada@pine.example", "mastodon:ada"),
        ("jsonl:posts", "jsonl:posts"),
        ("jsonl:posts.jsonl", "jsonl:posts.jsonl"),
        ("jsonl:-", "jsonl:-"),
    ],
)
def test_an_account_may_be_written_as_feeds_list_shows_it(fleet: Fleet, written: str, label: str) -> None:
    said = fleet("init", "--yes", "--account", written)
    assert said.code == 0 and ("It watches standard input." in said.out) == written.endswith(":-")
    assert [feed.label for feed in load(Path("crawlfleet.toml")).feeds] == [label]


@pytest.mark.parametrize(
    ("written", "code", "says"),
    [
        ("notes:mine", 2, f"there is no network 'notes'. There are {', '.join(NETWORKS)}."),
        ("blueksy:ada.example", 2, "there is no network 'blueksy'; did you mean bluesky?"),
        ("threads:", 1, "which account of threads"),
        ("ada lovelace", 1, "'ada lovelace' is no name of an account"),
        ("ada@", 1, "'ada@' is no name of an account; write @name.bsky.social, @name@server"),
        ("@ada@", 1, "'@ada@' is no name of an account"),
        ("@ada@social.example@x", 1, "'@ada@social.example@x' is no name of an account"),
        ("rss:@ada", 1, "a feed's whole address"),
        ("mastodon:ada", 1, "no server is named"),
    ],
)
def test_what_is_no_account_is_refused_and_leaves_no_file(fleet: Fleet, written: str, code: int, says: str) -> None:
    said = fleet("init", "--yes", "--account", written)
    assert said.code == code and says in said.err
    assert not Path("crawlfleet.toml").exists()


@pytest.mark.parametrize("domain", ["shopee.tw", "www.shopee.tw", "taobao.com", "detail.tmall.com"])
def test_a_domain_whose_links_are_taken_already_is_no_shop_to_add(fleet: Fleet, domain: str) -> None:
    said = fleet("init", "--yes", "--domain", domain)
    assert said.code == 1 and "own; its links are taken already" in said.err
    assert not Path("crawlfleet.toml").exists()


def test_an_account_that_is_none_is_asked_for_again(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "stdin", Terminal("notes:mine\n@ada\nshop.example\n\n"))
    said = fleet("init")
    assert said.code == 0 and "there is no network 'notes'" in said.err
    assert all(len(line) <= 80 for line in said.err.splitlines() if "Which account" in line), "questions fit the screen"
    assert [feed.label for feed in load(Path("crawlfleet.toml")).feeds] == ["threads:ada"]


@pytest.mark.skipif(os.name == "nt", reason="needs ulimit")
def test_where_there_is_no_room_no_half_of_a_file_stays(tmp_path: Path) -> None:
    words = ["sh", "-c", 'ulimit -f 0; exec "$0" -m fleet init --yes', sys.executable]
    done = subprocess.run(
        words, cwd=tmp_path, capture_output=True, text=True, timeout=60, env={"PYTHONPATH": str(REPO)}, check=False
    )
    assert done.returncode == 1
    assert "cannot write crawlfleet.toml: File too large" in done.stderr
    assert "may write to" not in done.stderr
    assert list(tmp_path.iterdir()) == []


KILLED_AMID_WRITING = """
import resource, signal, sys
from fleet.cli import main
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))
main(sys.argv[1:])
"""


@pytest.mark.skipif(os.name == "nt", reason="needs resource limits")
def test_killed_amid_writing_it_leaves_nothing_that_is_taken_for_settings(tmp_path: Path) -> None:
    environment = {"PYTHONPATH": str(REPO), "PYTHONDONTWRITEBYTECODE": "1"}
    words = [sys.executable, "-c", KILLED_AMID_WRITING, "init", "--yes"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, timeout=60, env=environment, check=False)
    assert done.returncode == -signal.SIGXFSZ
    assert [file.suffix for file in tmp_path.iterdir()] == [SUFFIX]
    words = [sys.executable, "-m", "fleet", "init", "--yes"]
    subprocess.run(words, cwd=tmp_path, capture_output=True, timeout=60, env=environment, check=True)
    assert load(tmp_path / "crawlfleet.toml").feeds == ()


@pytest.mark.parametrize(("pressed", "code"), [(KeyboardInterrupt, 130), (EOFError, 1)], ids=["ctrl-c", "ctrl-d"])
def test_a_question_that_is_broken_off_ends_on_a_line_of_its_own(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch, pressed: type[BaseException], code: int
) -> None:
    def break_off(*_: object) -> str:
        raise pressed

    terminal = Terminal()
    monkeypatch.setattr(terminal, "readline", break_off)
    monkeypatch.setattr(sys, "stdin", terminal)
    said = fleet("init")
    assert said.code == code
    assert said.err.endswith(":\ncrawlfleet: broken off, nothing was done.\n")
    assert not Path("crawlfleet.toml").exists()
