"""Sentences of the program's on the pages: what is to be typed stands as code, and strangers' words stay words."""

from __future__ import annotations

from fleet.console.overview.findings import QueuesSeen
from fleet.console.rendering import Templates, marked


def test_a_command_in_a_sentence_is_shown_as_code() -> None:
    assert marked("start `crawlfleet work` or `crawlfleet up`.") == (
        "start <code>crawlfleet work</code> or <code>crawlfleet up</code>."
    )
    assert marked("one ` alone") == "one ` alone"
    assert marked(None) == ""


def test_commands_without_a_sentence_around_them_are_code() -> None:
    assert marked("crawlfleet jobs resume taobao") == "<code>crawlfleet jobs resume taobao</code>"
    told = "crawlfleet notify log --state failed; crawlfleet notify log --state unsure"
    first, second = told.split("; ")
    assert marked(told) == f"<code>{first}</code>; <code>{second}</code>"
    assert marked("crawlfleet is too old") == "crawlfleet is too old"
    joins = "crawlfleet work (with these settings), or a PC that joins by `crawlfleet volunteers invite --trusted`"
    assert "<code>crawlfleet volunteers invite --trusted</code>" in marked(joins)


def test_what_strangers_wrote_is_escaped_inside_and_outside() -> None:
    assert marked("<b> `<i>`") == "&lt;b&gt; <code>&lt;i&gt;</code>"


def test_no_page_shows_bare_backticks_of_an_error() -> None:
    said = "there is no target x. `crawlfleet notify targets list` shows them."
    page = Templates("1").render("error.html", said=said, asked=(), path="/", before="/", who=None, here="")
    assert "<code>crawlfleet notify targets list</code>" in page and "`" not in page
    assert QueuesSeen(why_not="a").why_not == "a"
