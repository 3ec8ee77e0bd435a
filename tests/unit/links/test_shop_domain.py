"""`shops.other.domains`, `jumps.shops`: what is harmless is put right, what would hold for nothing is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.config import load
from common.errors import ConfigError
from common.links.shop_domain import shop_domain
from common.outcome.sight_rules import Factors, rules_of
from common.settings import ShopSettings
from common.settings_tables.jumps import JumpSettings


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("pinewood.example", "pinewood.example"),
        ("  Pinewood.EXAMPLE. ", "pinewood.example"),
        ("*.pinewood.example", "pinewood.example"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("shop.oak.example", "shop.oak.example"),
        ("pinewood.co.uk", "pinewood.co.uk"),
    ],
)
def test_what_is_harmless_is_put_right(written: str, name: str) -> None:
    assert shop_domain(written) == name


@pytest.mark.parametrize(
    ("written", "remedy"),
    [
        (" ", "it is empty; name each shop's own domain"),
        ("https://pinewood.example/", "write pinewood.example "),
        ("https://someone:secret@pinewood.example/", "write pinewood.example "),
        ("//Pinewood.example", "write pinewood.example "),
        ("pinewood.example/shop", "write pinewood.example "),
        ("pinewood.example:8443", "write pinewood.example "),
        ("https://*.pinewood.example", "write pinewood.example "),
        ("com", "no domain name"),
        ("co.uk", "shop.co.uk"),
        ("myshopify.com", "shop.myshopify.com"),
        ("*", "each shop's own domain"),
        ("", "each shop's own domain"),
        (" . ", "each shop's own domain"),
        ("localhost", "no domain name"),
        ("pine wood.example", "no domain name"),
        ("192.0.2.10", "no domain name"),
        ("[2001:db8::1]", "no domain name"),
        ("2001:db8::1", "no domain name"),
        ("a..b.example", "no domain name"),
    ],
)
def test_what_would_lose_links_is_refused_with_the_remedy(written: str, remedy: str) -> None:
    with pytest.raises(ValueError, match=remedy.replace(".", r"\.")) as refusal:
        shop_domain(written)
    assert "secret" not in str(refusal.value)


def test_one_name_written_twice_is_one() -> None:
    assert ShopSettings(domains=("Pinewood.example", "pinewood.example.")).domains == ("pinewood.example",)


def test_the_settings_file_says_which_setting_and_what_to_write(tmp_path: Path) -> None:
    file = tmp_path / "crawlfleet.toml"
    file.write_text('[shops.other]\ndomains = ["oak.example", "https://pinewood.example/"]\n', "utf-8")
    with pytest.raises(ConfigError, match=r"shops\.other\.domains: .*write pinewood\.example"):
        load(file, {})


@pytest.mark.parametrize(
    ("written", "shop"),
    [
        ("pine.example", "pine.example"),
        ("www.pine.example", "pine.example"),
        ("*.Pine.EXAMPLE.", "pine.example"),
        ("www.b\u00fccher.example", "xn--bcher-kva.example"),
        ("pine.co.uk", "pine.co.uk"),
        ("oak.myshopify.com", "oak.myshopify.com"),
        ("other", "other"),
        ("Shopee", "shopee"),
        ("other.example", "other.example"),
        ("shopee-outlet.example", "shopee-outlet.example"),
    ],
)
def test_an_entry_holds_for_the_shop_that_it_names(written: str, shop: str) -> None:
    rules = rules_of(JumpSettings(shops=(f"{written} 5 0.1",)))
    assert rules.of(shop) == Factors(5, 0.1)
    assert rules.of("oak.example") == Factors(2.0, 0.4)


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("shop.pine.example", "write pine.example"),
        ("www.shop.pine.example", "write pine.example"),
        ("shopee.tw", "write shopee"),
        ("www.shopee.co.th", "write shopee"),
        ("shopee.any", "write shopee"),
        ("taobao.com", "write taobao"),
        ("detail.tmall.com", "write taobao"),
        ("other.any", "write other"),
        ("other/pine.example", "write the shop's domain alone"),
        ("co.uk", "shop.co.uk"),
    ],
)
def test_a_name_that_no_product_has_is_refused_with_what_to_write(written: str, instead: str) -> None:
    with pytest.raises(ValueError, match=instead.replace(".", r"\.")):
        JumpSettings(shops=(f"{written} 5 0.1",))
