"""A shop is one folder and one line: an invented one is added so, and then everything knows it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from common.output.log_lines import traceback_lines
from common.settings import ShopSettings, ShopsSettings
from common.shops.registry import Shops, load_shop
from common.shops.table import SHOPS
from fleet.demo.pages import other_page
from fleet.demo.server import LocalWorld, Reply, Route
from tests.places import REPO
from tests.servers.fleet_world import QUICK, environment

ITEMS = ("41", "42", "43", "44")
POSTS = [
    {"id": "1", "text": "松ぼっくりhttps://pinecone.example/p/41、 so good"},
    {
        "id": "2",
        "text": f"via https://go.pinecone.example/out?to={quote('https://pinecone.example/p/42', safe='')}&x=1",
    },
    {"id": "3", "html": "<p>in the app: pineconeapp://43</p>"},
    {"id": "4", "text": "short: pco.example/k7"},
]
URLS = {f"https://pinecone.example/p/{item}" for item in ITEMS}


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        assert self.code == 0, self.err
        return [json.loads(line) for line in self.out.splitlines()]


class Fleet:
    """The command line in processes of their own, started with Pinecone's line in the table."""

    def __init__(self, folder: Path, world: LocalWorld) -> None:
        self._folder = folder
        clean = {name: value for name, value in os.environ.items() if not name.startswith("CRAWLFLEET_")}
        addresses = {"fetch_resolve": json.dumps(world.resolve_rules()), "fetch_ca_file": world.ca_file}
        self._environ = clean | environment(QUICK | addresses) | {"PYTHONPATH": str(REPO)}

    def __call__(self, *arguments: str, **settings: object) -> Said:
        return self.python("-m", "tests.invented.pinecone", *arguments, **settings)

    def python(self, *arguments: str, **settings: object) -> Said:
        done = subprocess.run(
            [sys.executable, *arguments],
            env=self._environ | environment(settings),
            cwd=self._folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return Said(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """With a feed whose posts link to Pinecone, and Pinecone's site on this machine."""
    folder = tmp_path_factory.mktemp("pinecone")
    (folder / "posts.jsonl").write_text("".join(json.dumps(post) + "\n" for post in POSTS), "utf-8")
    (folder / "crawlfleet.toml").write_text(
        '[work]\nplatforms = ["pinecone"]\n'
        "[shops.pinecone]\nrequests_per_second = 500\n"
        '[[feeds]]\nsource = "jsonl"\naccount = "posts.jsonl"\n',
        "utf-8",
    )
    routes: dict[tuple[str, str], Route] = {
        ("pinecone.example", f"/p/{item}"): _page(other_page(f"Cone {item}", f"{item}.50", "EUR", f"C-{item}"))
        for item in ITEMS
    }
    routes["pco.example", "/k7"] = _page(b'<p data-target="https://pinecone.example/p/44">opening the app</p>')
    with LocalWorld(routes) as world:
        yield Fleet(folder, world)


def _page(body: bytes) -> Route:
    return lambda target: Reply(body=body)


def test_from_a_post_to_a_recorded_product(fleet: Fleet) -> None:
    (summary,) = fleet("up", "--until-idle", "--json").objects
    assert summary["work"]["succeeded"] == len(ITEMS), summary
    jobs = fleet("jobs", "list", "--platform", "pinecone", "--json").objects
    assert {(job["url_norm"], job["status"]) for job in jobs} == {(url, "SUCCEEDED") for url in URLS}
    products = fleet("products", "list", "--platform", "pinecone", "--json").objects
    assert {(one["product_key"], one["title"], one["price"], one["currency"]) for one in products} == {
        (f"pinecone:fi:{item}", f"Cone {item}", f"{item}.50", "EUR") for item in ITEMS
    }
    shops = {one["shop"]: one for one in fleet("shops", "--json").objects}
    assert shops["pinecone"]["requests_per_second"] == 500


@pytest.mark.parametrize("post", POSTS[:3])
def test_its_links_are_found_plain_wrapped_and_as_its_app_writes_them(fleet: Fleet, post: dict[str, str]) -> None:
    html = ["--html"] if "html" in post else []
    (link,) = fleet("links", "--json", *html, post.get("html") or post["text"]).objects
    assert (link["platform"], link["region"]) == ("pinecone", "fi")
    assert link["url_norm"] in URLS


def test_an_operator_steers_it(fleet: Fleet) -> None:
    assert "pinecone" in fleet("jobs", "list", "--help").out
    fleet("db", "init")
    assert fleet("jobs", "pause", "pinecone/7", "--reason", "a test").code == 0
    assert fleet("jobs", "resume", "pinecone/7").code == 0


def test_its_settings_come_by_variable_and_a_misspelt_shop_is_named(fleet: Fleet) -> None:
    assert fleet("links", "x", shops_pinecone_burst=3).code == 0
    said = fleet("links", "x", work_platforms='["pinecome"]')
    assert said.code != 0
    assert f"work.platforms: no such shop: 'pinecome'; there are {', '.join(SHOPS)}, pinecone" in said.err
    said = fleet("links", "x", shops_pinecome_burst=3)
    assert "did you mean CRAWLFLEET_SHOPS_PINECONE_BURST?" in said.err


def test_a_broker_gets_its_queues(fleet: Fleet) -> None:
    said = fleet.python(
        "-c", "import tests.invented.pinecone.__main__, common.broker.definitions as d; print(d.rendered())"
    )
    names = {queue["name"] for queue in json.loads(said.out)["queues"]}
    assert {"crawl.pinecone", "crawl.dlq.pinecone"} <= names


def test_the_list_is_sound() -> None:
    """One lower-case word each, none that the broker uses; every class is there, and says the name it is listed by."""
    assert [shop.platform for shop in Shops(ShopsSettings()).shops] == list(SHOPS)
    assert all(re.fullmatch(r"[a-z][a-z0-9]*", name) for name in SHOPS)
    assert not {"jobs", "retry", "dlx", "dlq"} & set(SHOPS)
    assert sum(shop.free_form for shop in Shops().shops) == 1, "pages of nobody's shop are read by one shop's rules"


def test_a_line_and_a_class_that_do_not_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SHOPS, "taobao", SHOPS["shopee"])
    with pytest.raises(TypeError, match=r"table\.py is not a Shop whose platform is 'taobao'"):
        Shops()


def test_the_list_loads_no_page_reading() -> None:
    """Settings and the command line's help need the names only, at every start."""
    code = "import sys, common.settings; print([n for n in sys.modules if n.startswith(('lxml', 'common.reading'))])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize(
    ("line", "raised"),
    [
        ("common.shops.pinecone.shop:Pinecone", ModuleNotFoundError),
        ("common.shops.other.shop:Pinecone", AttributeError),
        ("common.shops.base:Shop", TypeError),  # it has no platform
    ],
)
def test_a_line_of_the_table_that_leads_nowhere_is_named(
    line: str, raised: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SHOPS, "pinecone", line)
    with pytest.raises(raised) as refused:
        load_shop("pinecone", ShopSettings())
    said = "".join(traceback_lines(refused.value))
    assert line in said and "common/shops/table.py" in said
