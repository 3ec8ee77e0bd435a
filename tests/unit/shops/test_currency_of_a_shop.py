"""What a shop of the open web asks its prices in where its pages do not say it: told, read, handed on."""

from __future__ import annotations

import pytest

from common.offer import Offer
from common.page import Page
from common.settings import ShopSettings, ShopsSettings
from common.settings_tables.fetch import FetchSettings
from common.settings_tables.gateway import GatewaySettings
from common.shops.registry import Shops
from gateway.people.joining import Telling
from tests.invented.plain_page import plain_page
from tests.unit.fleet.command_line import Fleet, fleet
from tests.unit.fleet.settings.test_volunteer_settings import settings_with

__all__ = ["fleet"]

URL = "https://www.pine.example/p/mug"


def shops_of(*currencies: str) -> Shops:
    return Shops(ShopsSettings(other=ShopSettings(domains=("pine.example",), currencies=currencies)))


def read(printed: str, *currencies: str, more: str = "", url: str = URL) -> tuple[int | None, str | None, bool]:
    """The price, its currency, and whether that is doubted."""
    shops = shops_of(*currencies)
    body = f"<h1>Pine mug</h1><div class='price'>{printed}</div><p>In stock</p>{more}<button>Add to cart</button>"
    page = Page(url, plain_page(body, title="Pine mug", lang="en"))
    offer = shops.for_platform("other").read(page, shops.link(URL))
    assert isinstance(offer, Offer)
    return offer.price_minor, offer.currency, "currency" in offer.conflicts


@pytest.mark.parametrize(
    ("printed", "told", "minor", "currency"),
    [
        ("$24.50", "AUD", 2450, "AUD"),
        ("$24.500", "CLP", 24500, "CLP"),
        ("kr 129", "NOK", 12900, "NOK"),
        ("Rs 129", "PKR", 12900, "PKR"),
        ("24.50", "EUR", 2450, "EUR"),
        ("US$ 24.50", "AUD", 2450, "USD"),
        ("€24.50", "AUD", 2450, "EUR"),
    ],
)
def test_it_is_taken_where_the_page_does_not_say_it(printed: str, told: str, minor: int, currency: str) -> None:
    assert read(printed, f"pine.example {told}") == (minor, currency, False)


def test_without_it_the_same_page_says_nothing_certain() -> None:
    _, currency, doubted = read("$24.50")
    assert currency is None or doubted
    assert read("$24.50", "oak.example AUD") == read("$24.50")


@pytest.mark.parametrize(
    "more",
    [
        "<p>All prices in US dollars.</p>",
        "<select name='currency'><option>AUD</option><option selected>USD</option></select>",
    ],
)
def test_a_page_that_says_another_one_of_that_sign_is_doubted(more: str) -> None:
    assert read("$24.50", "pine.example AUD", more=more)[2]


def test_it_belongs_to_the_shop_that_was_asked_wherever_the_page_came_from() -> None:
    assert read("$24.50", "pine.example AUD", url="https://pine.other.example/p/mug")[1] == "AUD"


def test_settings_take_any_host_and_any_case_and_refuse_what_is_no_currency() -> None:
    settings = ShopSettings(currencies=("www.Pine.example aud", "oak.example CAD", "pine.example NZD"))
    assert settings.currencies == ("oak.example CAD", "pine.example NZD")
    with pytest.raises(ValueError, match="no currency's code"):
        ShopSettings(currencies=("pine.example dollars",))
    with pytest.raises(ValueError, match="public suffix"):
        ShopSettings(currencies=("co.uk GBP",))


def test_what_an_operator_tells_goes_before_the_settings() -> None:
    shops = shops_of("pine.example AUD", "oak.example CAD")
    assert shops.add_domains([], {"pine.example": "NZD"})
    assert shops.for_platform("other").settings.currencies == ("oak.example CAD", "pine.example NZD")
    assert not shops.add_domains([], {"pine.example": "NZD"})
    assert shops.add_domains([])
    assert shops.for_platform("other").settings.currencies == ("oak.example CAD", "pine.example AUD")


def test_volunteers_are_told_and_numbers_without_currencies_stay_as_they_were() -> None:
    shops = shops_of()
    telling = Telling(GatewaySettings(), FetchSettings(), shops)
    before = telling.number
    shops.add_domains([], {"pine.example": "NZD"})
    assert telling.number != before and telling.told.currencies == {"pine.example": "NZD"}
    shops.add_domains([])
    assert telling.number == before


def test_a_lent_pc_takes_what_it_knows_of_what_a_gateway_tells() -> None:
    told = {"pinewood.example": "AUD", "shop.pinewood.example": "USD", "co.uk": "GBP", "oak.example": "XZY"}
    assert settings_with({"currencies": told}).shops.of("other").currencies == ("pinewood.example AUD",)
    assert settings_with({}).shops.of("other").currencies == ()


def test_it_is_told_taken_back_and_kept_in_the_audit(fleet: Fleet) -> None:
    assert fleet("db", "init").code == 0
    fleet("shops", "add-domain", "pine.example")
    said = fleet("shops", "currency", "www.pine.example", "aud")
    assert said.code == 0
    assert said.out.splitlines() == [
        "pine.example: prices are in AUD where its pages do not say it; every process knows it within half a minute.",
        "  crawlfleet jobs recheck --shop other/pine.example   # crawls what it has again now, not within days",
    ]
    assert "as was told before" in fleet("shops", "currency", "other/pine.example", "AUD").out
    assert fleet("shops", "domains", "--json").objects[0]["currency"] == "AUD"
    back = fleet("shops", "currency", "pine.example", "--none", "--json")
    assert back.objects == [{"domain": "pine.example", "currency": None, "changed": True}]
    assert fleet("shops", "domains", "--json").objects[0]["currency"] is None
    assert len(fleet("audit", "--action", "shops currency", "--json").objects) == 3


@pytest.mark.parametrize(
    ("typed", "code", "says"),
    [
        (("elm.example", "AUD"), 1, "elm.example is no shop here; `crawlfleet shops add-domain elm.example`"),
        (("pine.example", "dollar"), 2, "'dollar' is no currency's code"),
        (("https://pine.example/p", "AUD"), 2, "write pine.example"),
        (("shopee.tw", "USD"), 1, "shopee's own"),
        (("pine.example",), 2, "give a CODE"),
        (("pine.example", "AUD", "--none"), 2, "give a CODE"),
    ],
)
def test_what_cannot_be_told_says_why(fleet: Fleet, typed: tuple[str, ...], code: int, says: str) -> None:
    assert fleet("db", "init").code == 0
    fleet("shops", "add-domain", "pine.example")
    said = fleet("shops", "currency", *typed)
    assert said.code == code and says in said.err and not said.out


def test_what_the_settings_say_is_taken_out_there(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fleet("db", "init").code == 0
    monkeypatch.setenv("CRAWLFLEET_SHOPS_OTHER_DOMAINS", '["oak.example"]')
    monkeypatch.setenv("CRAWLFLEET_SHOPS_OTHER_CURRENCIES", '["oak.example cad"]')
    said = fleet("shops", "currency", "oak.example", "--none")
    assert said.code == 1 and "the settings say CAD of oak.example" in said.err
    assert fleet("shops", "domains", "--json").objects[0]["currency"] == "CAD"
    assert fleet("shops", "currency", "oak.example", "NZD").code == 0
    assert fleet("shops", "domains", "--json").objects[0]["currency"] == "NZD"
