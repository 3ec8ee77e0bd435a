"""What a person reads of a setting that needs a form, and of one wrong entry in a list."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel

from common.config import load
from common.errors import ConfigError
from common.settings import Settings
from tests.unit.fleet.settings.refusing import refused


@pytest.mark.parametrize(
    ("text", "named", "example"),
    [
        ('[gateway]\nrelease_url = "a.whl"', "gateway.release_url", 'release_url = "https://fleet.example/crawlfleet'),
        ('[gateway]\nrelease_sha256 = "a"', "gateway.release_sha256", 'release_sha256 = "0123456789abcdef'),
        (
            '[fetch]\nresolve = ["shopee.tw:443:127.0.0.1", "shopee.tw:127.0.0.1"]',
            "the 2nd entry of fetch.resolve: it is not HOST:PORT:ADDRESS[:PORT]",
            'for example resolve = ["shopee.tw:443:127.0.0.1:8443"]',
        ),
        ('[fetch]\nresolve = ["*:443:[::1]:70000"]', "ports from 1 to 65535", 'for example resolve = ["shopee.tw'),
        (
            '[fetch]\nallow_addresses = ["localhost"]',
            "the 1st entry of fetch.allow_addresses: it is no IP address",
            'for example allow_addresses = ["127.0.0.1"]',
        ),
        ('[metrics]\nlisten = "127.0.0.1:94000"', "metrics.listen: its port must be 65535 or less", "127.0.0.1:9400"),
        ('[console]\nlisten = "[::1]:87900"', "console.listen: its port must be 65535 or less", "127.0.0.1:8790"),
        ('[console]\nlisten = "a..b:8790"', "console.listen: its host is neither a name nor an address", "127.0.0.1"),
        ('[gateway]\nlisten = "[::1::]:8787"', "gateway.listen: its host is neither a name nor an address", "127.0"),
        ('[gateway]\npublic_url = "https://a..b"', "gateway.public_url: its host is no name", "https://fleet.example"),
        (
            '[[feeds]]\nsource = "bluesky"\naccount = "a.bsky.social"\nbase_url = "bsky.social"',
            "the 1st [[feeds]]: base_url: it must be a whole address",
            'for example base_url = "https://public.api.bsky.app"',
        ),
        (
            '[[feeds]]\nsource = "rss"\naccount = "https:///feed.xml"',
            "the 1st [[feeds]]: its account is no address of a feed: it must be a whole address",
            "names a host",
        ),
        (
            '[[feeds]]\nsource = "threads"\naccount = "a"\nregion = "TW"',
            "the 1st [[feeds]]: region: it is not written in the form",
            'for example region = "tw"',
        ),
        ('[crawl]\nways = ["htpp"]', "the 1st entry of crawl.ways", 'for example ways = ["http"])'),
    ],
)
def test_what_is_written_wrongly_is_told_with_an_example(tmp_path: Path, text: str, named: str, example: str) -> None:
    said = refused(tmp_path, text)
    assert named in said and example in said
    assert len(said.splitlines()) == 1


def test_a_setting_that_needs_a_form_has_an_example_of_it() -> None:
    without = [
        f"{name}.{key}"
        for name, table in Settings.model_fields.items()
        if isinstance(table.annotation, type) and issubclass(table.annotation, BaseModel)
        for key, field in table.annotation.model_fields.items()
        if field.default is None and any(getattr(one, "pattern", None) for one in field.metadata) and not field.examples
    ]
    assert not without


def test_an_entry_of_a_variables_list_is_told_as_the_variables_alone(tmp_path: Path) -> None:
    """It was told as the file's, and beside it that the list has too few entries."""
    file = tmp_path / "fleet.toml"
    file.write_text("", "utf-8")
    with pytest.raises(ConfigError) as error:
        load(file, {"CRAWLFLEET_CRAWL_WAYS": '["htpp"]'})
    (said,) = str(error.value).splitlines()
    assert said.startswith("the variable CRAWLFLEET_CRAWL_WAYS: the 1st entry of crawl.ways: it must be one of ")
    assert said.endswith("""(for example CRAWLFLEET_CRAWL_WAYS='["http"]')""")
