"""What a person reads who mistyped a setting."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from common.config import load, official_secret, with_feed_tokens, with_official_secrets
from common.config.problems import LISTS
from common.errors import ConfigError, SourceError
from common.settings import PLATFORMS, Settings, ShopSettings
from ingestor.sources.token_file import token_now
from tests.unit.fleet.settings.refusing import refused


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("[work]\nconcurency = 4", ["work.concurency", "no such setting", "did you mean concurrency?"]),
        ("[wrok]\nconcurrency = 4", ["wrok", "no such setting", "did you mean work?"]),
        ('[work]\nconcurrency = "many"', ["work.concurrency", "whole number", "for example concurrency = 4"]),
        ("[work]\nconcurrency = 0", ["work.concurrency", "it must be 1 or more"]),
        ("[work]\nlease_seconds = 60\nrenew_seconds = 50", ["work", "renew_seconds must be at most half"]),
        ('[database]\nurl = "postgres://db"', ["database.url", "starts with neither", 'url = "file:crawlfleet.db"']),
        ('[database]\nurl = "file:"', ["database.url", "names no file", 'url = "file:crawlfleet.db"']),
        ('[database]\nurl = "file:///"', ["database.url", "names no file"]),
        ('[database]\nurl = "file::memory:"', ["database.url", "names no file"]),
        ('[database]\nurl = "file:fleet.db?mode=ro"', ["database.url", "something after ?", "%3F"]),
        ('[broker]\nurl = "kafka:x"', ["broker.url", "memory:"]),
        ('[[feeds]]\nsource = "myspace"\naccount = "a"', ["the 1st [[feeds]]: source", "'threads'"]),
        ('[[feeds]]\nsource = "rss"', ["the 1st [[feeds]]: account", "it is missing"]),
        (
            '[[feeds]]\nsource = "rss"\naccount = "a"\npol_seconds = 3',
            ["the 1st [[feeds]]: pol_seconds", "did you mean poll_seconds?"],
        ),
        ("[shops.shopee]\nbrust = 3", ["shops.shopee.brust", "did you mean burst?"]),
        ('[metrics]\nlisten = "9400"', ["metrics.listen", "127.0.0.1:9400"]),
        ('[log]\nlevel = "loud"', ["log.level", "'debug'"]),
        ("[work", ["is not valid TOML", "crawlfleet.example.toml"]),
        ("[fetch]\ncontact = bot@shop.example", ["at line 2, column 11", "text stands in quotes"]),
        ('[work]\nspool_dir = "C:\\Users\\ada"', ["at line 2", "'…'"]),
        ('[work]\nspool_dir = "D:\\spool"', ["at line 2", "'…'"]),
        ("[fetch]\n[work]\n[fetch]\n", ["Cannot declare fetch twice", "at line 3", "below the first"]),
        ("[work]\nconcurrency = true", ["work.concurrency", "a number, neither true", "for example concurrency = 4"]),
        ("[work]\nlease_seconds = true", ["work.lease_seconds", "a number, neither true"]),
        ("work = 3", ["work"]),
        ("feeds = 3", ["feeds"]),
    ],
)
def test_a_wrong_setting_is_named_with_its_problem(tmp_path: Path, text: str, parts: list[str]) -> None:
    message = refused(tmp_path, text)
    assert "crawlfleet.toml" in message
    for part in parts:
        assert part in message


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ('[database]\nauth_token = "hush"', "auth_token_file"),
        ('[broker]\npassword = "hush"', "password_file"),
        ('[broker]\nurl = "amqp://worker:hush@broker/"', "broker.password_file"),
        ('[[feeds]]\nsource = "rss"\naccount = "a"\ntoken = "hush"', "token_file"),
        ('[[official]]\nshop = "shopee"\nregion = "tw"\napp_id = "1"\nsecret = "hush"', "secret_file"),
        ('[database]\nurl = "https://user:hush@db/"', "auth_token_file"),
    ],
)
def test_secrets_are_refused_in_the_file_and_never_repeated(tmp_path: Path, text: str, instead: str) -> None:
    message = refused(tmp_path, text)
    assert instead in message
    assert "hush" not in message


@pytest.mark.parametrize(
    ("section", "url", "said"),
    [
        ("broker", "amqp://worker:pa#hush@broker/", "its port is no number"),
        ("broker", "amqp://worker:hush/x@broker/", "its port is no number"),
        ("broker", "amqp://broker:hush/", "its port is no number"),
        ("broker", "amqp://broker:99999/hush", "its port is no number"),
        ("broker", "amqp://[hush/", "it is no address"),
        ("broker", "amqp://hush\u2100@broker/", "it is no address"),
        ("broker", "amqp://broker/?password=hush", "broker.password_file"),
        ("broker", "hush", "starts with neither"),
        ("broker", "https://user:hush@broker/", "broker.password_file"),
        ("database", "sqlite://hush@h", "starts with neither"),
        ("database", "hush", "starts with neither"),
        ("database", "libsql://db.turso.io?authToken=hush", "database.auth_token_file"),
        ("database", "https://db/#hush", "database.auth_token_file"),
        ("database", "libsql://hush\u2100@db", "it is no address"),
        ("database", "http://db:hush", "its port is no number"),
        ("database", "https:hush", "it names no host"),
        ("database", "http://hush..example:8080", "its host is no name"),
        ("database", "http://xn--hush-.example:8080", "its host is no name"),
        ("broker", "amqp://hush..example/", "its host is no name"),
        ("broker", f"amqps://{'hush' * 16}.example/", "its host is no name"),
    ],
)
def test_an_address_that_may_hold_a_secret_is_refused_without_a_word_of_it(
    tmp_path: Path, section: str, url: str, said: str
) -> None:
    written = json.dumps(url)
    for message in (
        refused(tmp_path, f"[{section}]\nurl = {written}"),
        *((refused(tmp_path, "", {f"CRAWLFLEET_{section.upper()}_URL": url}),) if "user:hush" not in url else ()),
    ):
        assert f"{section}.url" in message
        assert said in message
        assert "hush" not in message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[work]\n[work]", "Cannot declare work twice"),
        ("[a.'b c']\n[a.'b c']", "Cannot declare a.b c twice"),
        ("[feeds]\nx = " + "[" * 5000, "nested too deeply"),
        ("[work]\nconcurrency = " + "9" * 5000, "a number in it has thousands of digits"),
        ('[database]\nurl = "file:a\\u0000b"', "database.url: a NUL (\\u0000) stands in it"),
        ('[work]\nspool_dir = "a\\u0000b"', "work.spool_dir: a NUL (\\u0000) stands in it"),
        ('[[feeds]]\nsource = "jsonl"\naccount = "\\u0000"', "the 1st [[feeds]]: account: a NUL"),
        ('[shops.other]\ndomains = ["a\\u0000.example"]', "shops.other.domains: a NUL"),
        ("work = 3", "(for example [work], and its settings on the lines below)"),
        ("feeds = 3", "(each account is a table of its own: [[feeds]])"),
        ('[[feeds]]\naccount = "a"', "the 1st [[feeds]]: source: it is missing"),
        ("[work]\nretry_delays_seconds = 3", "it must be a list (for example retry_delays_seconds = [10, 60, 300"),
        ("[fetch]\nrobots = 3", "it must be true or false (for example robots = true)"),
        ("[work]\nspool_dir = 3", 'the path of a file (for example spool_dir = "crawlfleet-spool")'),
        ("[work]\nconcurrency = 'four'", "work.concurrency: it must be a whole number (for example concurrency = 4)"),
        ("[work]\nconcurrency = 1.5", "work.concurrency: it must be a whole number"),
        ("[work]\nconcurrency = 0", "work.concurrency: it must be 1 or more (for example concurrency = 4)"),
        ("[work]\nlease_seconds = 'long'", "work.lease_seconds: it must be a number"),
        (
            '[[feeds]]\nsource = "rs"\naccount = "a"',
            "the 1st [[feeds]]: source: it must be one of 'threads', 'bluesky'",
        ),
    ],
)
def test_problems_are_told_in_tomls_words(tmp_path: Path, text: str, said: str) -> None:
    message = refused(tmp_path, text)
    assert said in message
    for word in ("Pydantic", "Input should", "should have", "Path(", "Settings(", "tuple", "('"):
        assert word not in message


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("up = true", "jumps.up: it must be a number (for example up = 2.0)"),
        ('up = "3"', "jumps.up: it must be a number, without quotes (for example up = 2.0)"),
        ("up = nan", "jumps.up: it must be a number (for example up = 2.0)"),
        ("down = false", "jumps.down: it must be a number (for example down = 0.4)"),
        ("down = [0.4]", "jumps.down: it must be a number"),
        ("again_seconds = true", "jumps.again_seconds: it must be a number"),
        ("up = inf", "jumps.up: it must be 1000000 or less"),
        ("up = 0.5", "jumps.up: it must be 1 or more"),
        ('shops = ["shop.pine.example 5 0.1"]', "shop.pine.example is a part of pine.example"),
        ('shops = ["shopee.tw 3 0.2"]', "shopee.tw is shopee's, which has the same factors in all its markets"),
        ('shops = ["https://pine.example/ 3 0.2"]', "write pine.example"),
        ('shops = ["pine.example 5 0.1", "www.Pine.example 2 0.4"]', "two entries are for pine.example; write one"),
        ('shops = ["shopee 5 0.1", "SHOPEE 2 0.4"]', "two entries are for shopee; write one"),
        ('shops = ["pine.example 5"]', "an entry is not SHOP UP DOWN"),
        ('shops = ["pine.example nan 0.1"]', "UP must be 1 or more"),
    ],
)
def test_factors_of_jumps_that_would_never_hold_are_refused(tmp_path: Path, written: str, said: str) -> None:
    assert said in refused(tmp_path, f"[jumps]\n{written}")


def test_a_variable_gives_a_number_without_quotes(tmp_path: Path) -> None:
    assert load(None, {"CRAWLFLEET_JUMPS_UP": "3", "CRAWLFLEET_JUMPS_AGAIN_SECONDS": "2.5"}).jumps.up == 3
    for wrong in ("three", "nan", ""):
        assert "jumps.up: it must be a number" in refused(tmp_path, "", {"CRAWLFLEET_JUMPS_UP": wrong})


def test_a_file_that_is_not_utf_8_is_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "crawlfleet.toml").write_bytes(b"x = 'hush\xff'")
    with pytest.raises(ConfigError, match="not UTF-8 text"):
        load(tmp_path / "crawlfleet.toml", {})
    (tmp_path / "token").write_bytes(b"hush\xff")
    assert "not UTF-8 text" in refused(tmp_path, f'[database]\nauth_token_file = "{tmp_path}/token"')


@pytest.mark.parametrize("pasted", ["eyJhbGciOi.hush", "hush", "$TOKEN", "${TOKEN}"])
def test_a_secret_pasted_where_its_file_belongs_is_not_repeated(
    tmp_path: Path, pasted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", "hush")
    feed = '[[feeds]]\nsource = "threads"\naccount = "a"\ntoken_file'
    for setting in ("[database]\nauth_token_file", "[broker]\npassword_file"):
        message = refused(tmp_path, f"{setting} = {json.dumps(pasted)}")
        assert "not the secret itself" in message
        assert "hush" not in message
    config = tmp_path / "crawlfleet.toml"
    config.write_text(f"{feed} = {json.dumps(pasted)}")
    (polled,) = with_feed_tokens(load(config, {})).feeds
    assert polled.token is None
    with pytest.raises(SourceError, match="not the secret itself") as caught:
        token_now(polled, "Threads")
    assert "hush" not in str(caught.value)
    assert caught.value.needs_person


def test_only_whoever_polls_needs_the_feeds_tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One file of settings serves all services; systemd and Compose hand feeds' tokens to the ingestor alone."""
    config, token = tmp_path / "crawlfleet.toml", tmp_path / "token"
    config.write_text(f'[[feeds]]\nsource = "threads"\naccount = "a"\ntoken_file = "{token}"\n')
    (feed,) = load(config, {}).feeds
    assert feed.token is None
    (feed,) = with_feed_tokens(load(config, {})).feeds
    assert feed.token is None, "its polls fail and say why; the other accounts go on"
    token.write_text("hush\n")
    opened: list[Path] = []
    opening = Path.open

    def counted(path: Path, *how: object, **more: object) -> object:
        opened.append(path)
        return opening(path, *how, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", counted)
    settings = with_feed_tokens(load(config, {}))
    assert settings.feeds[0].token is not None and settings.feeds[0].token.get_secret_value() == "hush"
    assert opened.count(token) == 1, "it may be a pipe"


def test_only_whoever_asks_there_needs_an_official_accounts_secret(tmp_path: Path) -> None:
    config, secret = tmp_path / "crawlfleet.toml", tmp_path / "secret"
    config.write_text(f'[[official]]\nshop = "shopee"\nregion = "tw"\napp_id = "1"\nsecret_file = "{secret}"\n')
    settings = load(config, {})
    (account,) = settings.official
    assert account.secret is None
    for use in (lambda: official_secret(account), lambda: with_official_secrets(settings)):
        with pytest.raises(ConfigError, match=r"secret_file of \[\[official\]\] shopee/tw"):
            use()
    secret.write_text("hush\n")
    assert official_secret(account) == "hush"
    (known,) = with_official_secrets(settings).official
    assert known.secret is not None and known.secret.get_secret_value() == "hush"
    (variable,) = load(config, {"CRAWLFLEET_OFFICIAL_SECRET_SHOPEE_TW": "louder"}).official
    assert official_secret(variable) == "louder"


def test_which_of_several_tables_it_is_counts_from_one(tmp_path: Path) -> None:
    good = '[[feeds]]\nsource = "rss"\naccount = "https://a.example/feed"\n'
    assert "the 3rd [[feeds]]: source: it must be one of" in refused(tmp_path, good * 2 + good.replace("rss", "rs"))
    assert "the 12th [[feeds]]: pol: no such setting" in refused(tmp_path, good * 12 + "pol = 1")
    assert "the 2nd [[feeds]]: token must not stand here" in refused(tmp_path, good * 2 + 'token = "hush"')
    assert "the 2nd entry of work.retry_delays_seconds" in refused(tmp_path, "[work]\nretry_delays_seconds = [1, 'x']")


def test_a_feeds_address_with_credentials_is_refused(tmp_path: Path) -> None:
    for key in ("account", "base_url"):
        other = "account" if key == "base_url" else "base_url"
        text = f'[[feeds]]\nsource = "rss"\n{other} = "https://a.example"\n{key} = "https://u:hush@b.example/"'
        message = refused(tmp_path, text)
        assert f"the 1st [[feeds]]: {key}" in message
        assert "hush" not in message


@pytest.mark.parametrize(
    ("source", "account"),
    [
        ("threads", "@somebody"),
        ("bluesky", "somebody.bsky.social"),
        ("mastodon", "somebody@mastodon.social"),
        ("rss", "https://example.com/feed.xml"),
        ("jsonl", "posts.jsonl"),
    ],
)
@pytest.mark.parametrize("written", ["", 'account = ""', "account = 3", 'account = "https://u:p@a.example/"'])
def test_an_accounts_example_is_one_of_its_own_network(tmp_path: Path, source: str, account: str, written: str) -> None:
    message = refused(tmp_path, f'[[feeds]]\nsource = "{source}"\n{written}')
    assert message.endswith(f'(for example account = "{account}")')


@pytest.mark.parametrize("source", ["rss", "jsonl"])
def test_a_feed_or_a_file_gets_no_networks_server_as_an_example(tmp_path: Path, source: str) -> None:
    text = f'[[feeds]]\nsource = "{source}"\naccount = "https://a.example/feed"\nbase_url = "https://u:p@a.example"'
    assert "for example" not in refused(tmp_path, text)


@pytest.mark.parametrize("source", ["", "source = 3\n", 'source = "myspace"\n', 'source = ["rss"]\n'])
def test_an_account_of_no_known_source_gets_no_example(tmp_path: Path, source: str) -> None:
    assert "for example" not in refused(tmp_path, f'[[feeds]]\n{source}account = ""')


def test_the_page_of_another_networks_account_names_that_network_alone(tmp_path: Path) -> None:
    text = '[[feeds]]\nsource = "rss"\naccount = "https://bsky.app/profile/ada.bsky.social"'
    message = refused(tmp_path, text)
    assert "the 1st [[feeds]]: its account is the page of a Bluesky account" in message
    assert message.endswith('write source = "bluesky" beside it')


SECRET_KEYS = re.compile("url|token|password|secret|account|file")
VALUES: tuple[object, ...] = (
    "SECRETSECRET",
    "x://u:SECRETSECRET@h:SECRETSECRET/?q=SECRETSECRET#SECRETSECRET",
    "amqp://u:SECRETSECRET@h:1x/",
    "libsql://h?authToken=SECRETSECRET",
    "https://[SECRETSECRET",
    "http://h:SECRETSECRET",
    "http://SECRETSECRET\u2100h/",
    ["SECRETSECRET", 1],
    {"SECRETSECRET": "SECRETSECRET"},
    7,
    -1.5,
    True,
)


NEEDED = {
    "[feeds]": {"source": "rss", "account": "https://a.example/feed"},
    "[official]": {"shop": "shopee", "region": "tw", "app_id": "1"},
}
"""What each table of a list must have."""


def every_setting() -> Iterator[tuple[str, str]]:
    """(table's heading, key), shops and feeds included."""
    for section, field in Settings.model_fields.items():
        if section in LISTS:
            yield from ((f"[{section}]", key) for key in LISTS[section].model_fields)
        elif section == "shops":
            yield from ((f"shops.{shop}", key) for shop in PLATFORMS for key in ShopSettings.model_fields)
        else:
            assert isinstance(field.annotation, type)
            assert issubclass(field.annotation, BaseModel)
            yield from ((section, key) for key in field.annotation.model_fields)


@pytest.mark.parametrize(("heading", "key"), list(every_setting()))
def test_whatever_a_setting_holds_its_error_keeps_secrets_and_python_out(
    heading: str, key: str, tmp_path: Path
) -> None:
    path = tmp_path / "crawlfleet.toml"
    for value in VALUES:
        rest = "".join(f'{name} = "{one}"\n' for name, one in NEEDED.get(heading, {}).items() if name != key)
        written = "{SECRETSECRET = 'SECRETSECRET'}" if isinstance(value, dict) else json.dumps(value)
        path.write_text(f"[{heading}]\n{rest}{key} = {written}\n", "utf-8")
        messages = [said_of(path, {})]
        if heading not in NEEDED:
            path.write_text("", "utf-8")
            variable = f"CRAWLFLEET_{heading}_{key}".upper().replace(".", "_")
            messages.append(said_of(path, {variable: value if isinstance(value, str) else json.dumps(value)}))
        for message in messages:
            if SECRET_KEYS.search(key):
                assert "SECRETSECRET" not in message.replace(f"{key}.SECRETSECRET", "")
            for word in (
                "Pydantic",
                "Input should",
                "should have",
                "Path(",
                "Settings(",
                "tuple",
                "('",
                "SecretStr",
                "dictionary",
            ):
                assert word not in message


def said_of(path: Path, environ: dict[str, str]) -> str:
    try:
        load(path, environ)
    except ConfigError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("work", "platforms = []"),
        ("dispatch", "window = 9223372036854775808"),
        ("shops.other", "burst = 9223372036854775808"),
        ("shops.other", "requests_per_second = inf"),
        ("shops.other", "requests_per_second = nan"),
        ("broker", "queue_max_length = 9223372036854775808"),
        ("broker", "delivery_limit = 9223372036854775808"),
    ],
)
def test_a_value_with_which_nothing_would_ever_be_crawled_is_refused(tmp_path: Path, section: str, line: str) -> None:
    said = refused(tmp_path, f"[{section}]\n{line}")
    assert f"{section}.{line.partition(' ')[0]}" in said
