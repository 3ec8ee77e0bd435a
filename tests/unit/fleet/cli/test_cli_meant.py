"""What was nearly typed right: names as listings show them, a guess at what was meant, links partly refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.job import NewJob
from fleet.guessing import instead
from tests.unit.fleet.command_line import Fleet, fleet, new_job

__all__ = ["fleet"]

SINGAPORE = NewJob(
    url="https://shopee.sg/product/1/9", url_norm="https://shopee.sg/product/1/9", platform="shopee", region="sg",
    shop_id="1", item_id="9", source="jsonl", source_account="test", source_post_id="9",
)  # fmt: skip


def ids(fleet: Fleet, *words: str) -> list[str]:
    return [one["url_norm"] for one in fleet("jobs", "list", "--json", *words).objects]


def test_a_market_is_meant_as_listings_name_it(fleet: Fleet) -> None:
    fleet.store(lambda store: store.jobs.add([new_job(1), SINGAPORE]))
    assert "shopee.sg" in fleet("jobs", "list").out
    assert ids(fleet, "--shop", "shopee.sg") == ["https://shopee.sg/product/1/9"]
    assert ids(fleet, "--shop", "shopee.tw") == ["https://shopee.tw/product/1/1"]
    assert (len(ids(fleet, "--shop", "shopee")), ids(fleet, "--shop", "other.any")) == (2, [])
    assert fleet("products", "list", "--shop", "taobao.cn", "--json").code == 0
    assert fleet("products", "changes", "--shop", "shopee.tw", "--json").code == 0
    planned = fleet("jobs", "cancel", "--shop", "shopee.sg", "--dry-run")
    assert "shopee.sg/product/1/9" in planned.out and "shopee.tw" not in planned.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("jobs", "list", "--shop", "shoppee"), "there is no shop 'shoppee'; did you mean shopee?"),
        (("jobs", "list", "--shop", "shopee.xx"), "there is no market 'xx' of shopee: shopee alone takes all"),
        (("jobs", "list", "--shop", "pine.example"), "a single shop of the open web is written other/pine.example."),
        (("jobs", "list", "--shop", "ebay"), "There are shopee, taobao, other; a single shop is written other/example"),
        (("jobs", "pause", "shopee.tw", "--reason", "r"), "this is done to shopee as a whole. Type shopee."),
        (("jobs", "list", "--status", "suceeded"), "there is no state 'suceeded'; did you mean SUCCEEDED?"),
        (("jobs", "list", "--status", "done"), "There are NEW, QUEUED, RUNNING"),
        (("jobs", "requeue", "--error-code", "TIMOUT"), "there is no error code 'TIMOUT'; did you mean TIMEOUT?"),
        (("jobs", "list", "--source", "blusky"), "there is no network 'blusky'; did you mean bluesky?"),
        (("products", "list", "--verdict", "okay"), "there is no verdict 'okay'; did you mean ok?"),
        (("products", "changes", "--kind", "raise"), "there is no change 'raise'; did you mean rise?"),
        (("joobs", "list"), "there is no command 'joobs'; did you mean jobs?"),
        (("status",), "there is no command 'status'; did you mean doctor?"),
        (("notify", "list"), "there is no command 'list'. There are test, log, targets, rules."),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, tuple) else None,
)
def test_a_word_that_is_none_is_answered_with_what_was_meant(
    fleet: Fleet, words: tuple[str, ...], sentence: str
) -> None:
    fleet("db", "init")
    said = fleet(*words)
    assert (said.code in {1, 2}, said.out) == (True, "")
    assert sentence in said.err


def test_a_jobs_state_is_called_so_and_its_name_in_json_stays(fleet: Fleet) -> None:
    fleet.store(lambda store: store.jobs.add([new_job(1)]))
    assert fleet("jobs", "list").out.split("\n")[0].split()[:3] == ["id", "shop", "state"]
    assert " state " in fleet("jobs", "show", new_job(1).id).out
    assert "--state" in fleet("jobs", "list", "--help").out
    for option in ("--state", "--status"):
        (found,) = fleet("jobs", "list", option, "NEW", "--json").objects
        assert found["status"] == "NEW"
        assert fleet("jobs", "list", option, "DEAD", "--json").objects == []
    assert "status" in fleet("jobs", "list", "--csv").out.split("\n")[0].split(",")


def test_capital_letters_make_no_difference(fleet: Fleet) -> None:
    fleet.store(lambda store: store.jobs.add([new_job(1)]))
    assert len(ids(fleet, "--status", "new")) == len(ids(fleet, "--status", "NEW")) == 1
    assert fleet("jobs", "list", "--error-code", "timeout", "--source", "RSS").code == 0
    assert instead("Tmeout", ["TIMEOUT", "OTHER"]) == "; did you mean TIMEOUT?"
    assert instead("x", ["TIMEOUT", "OTHER"]) == ". There are TIMEOUT, OTHER."


def test_links_that_are_partly_refused_end_with_1_and_the_others_are_jobs(fleet: Fleet) -> None:
    said = fleet("jobs", "add", "https://shopee.tw/product/1/2", "https://nowhere.example/1", "nonsense")
    assert said.code == 1
    assert "2 of 3 links refused; the others are jobs." in said.err
    assert ids(fleet) == ["https://shopee.tw/product/1/2"]
    assert fleet("jobs", "add", "https://shopee.tw/product/1/2").code == 0


def test_who_is_invited_already_is_said_with_what_to_do_about_a_lost_link(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRAWLFLEET_GATEWAY_PUBLIC_URL", "https://fleet.example")
    assert fleet("volunteers", "invite", "--name", "ada").code == 0
    again = fleet("volunteers", "invite", "ada")
    assert again.code == 1
    assert "there is a volunteer 'ada' already" in again.err and "`crawlfleet volunteers revoke ada`" in again.err
    assert "machines: none has joined yet; 1 may join in all" in fleet("volunteers", "show", "ada").out


def test_both_invites_take_a_name_in_either_form(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRAWLFLEET_GATEWAY_PUBLIC_URL", "https://fleet.example")
    for word in "volunteers", "console":
        assert fleet(word, "invite", "ada").code == fleet(word, "invite", "--name", "bo").code == 0
        assert fleet(word, "invite", "ed").out.count("\n") == 1, "the link alone, for a script to take"
        assert all(name in fleet(word, "list").out for name in ("ada", "bo"))
        assert (two := fleet(word, "invite", "cy", "--name", "di")).code == 2
        assert "one name is enough" in two.err
    assert fleet("console", "invite").code == 2


def test_an_empty_variable_unsets_what_the_file_sets(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Path("crawlfleet.toml").write_text('[metrics]\nlisten = "127.0.0.1:9400"\n[database]\nurl = "file:x.db"\n')
    monkeypatch.setenv("CRAWLFLEET_METRICS_LISTEN", "")
    monkeypatch.setenv("CRAWLFLEET_GATEWAY_PUBLIC_URL", "")
    assert fleet("db", "init").code == 0
    monkeypatch.setenv("CRAWLFLEET_METRICS_LISTEN", "9400")
    said = fleet("db", "init")
    assert said.code == 1
    assert "metrics.listen: it is not written in the form that it needs" in said.err
    assert "(for example CRAWLFLEET_METRICS_LISTEN=" in said.err
    monkeypatch.setenv("CRAWLFLEET_METRICS_LISTEN", "")
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", "")
    assert "database.url" in fleet("db", "init").err, "where nothing is no value, an empty one is wrong"
