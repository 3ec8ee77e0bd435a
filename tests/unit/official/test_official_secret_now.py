"""A secret that a person corrects in its file is the one that the next call is signed with."""

from __future__ import annotations

from pathlib import Path

from pydantic import SecretStr

from common.settings import Settings
from common.settings_tables.official import OfficialSettings
from common.shops.registry import Shops
from worker.ways.official.source import Keys
from worker.ways.official.way import keys_of


def keys(account: OfficialSettings) -> Keys:
    found = keys_of(account, Shops(Settings().shops))
    assert isinstance(found, Keys), found
    return found


def test_the_file_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("wrong-secret\n")
    held = keys(OfficialSettings(shop="shopee", region="tw", app_id="7", secret_file=file))
    assert (held.account_now().app_id, held.account_now().secret) == ("7", "wrong-secret")
    file.write_text("right-secret\n")
    assert held.account_now().secret == "right-secret"
    file.unlink()
    assert held.account_now().secret == "wrong-secret", "that of the start, until there is a file again"
    assert "secret" not in repr(held.account_now()) and "right-secret" not in repr(held)


def test_one_from_a_variable_is_of_the_start() -> None:
    account = OfficialSettings(shop="shopee", region="tw", app_id="7", secret=SecretStr("given"))
    assert keys(account).account_now().secret == "given"
