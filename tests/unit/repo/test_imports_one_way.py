"""Imports run one way: fleet → ingestor, dispatcher, worker, gateway → common; and within common from room to room."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.places import REPO

MAY_IMPORT = {
    "common": {"common"},
    "ingestor": {"ingestor", "common"},
    "dispatcher": {"dispatcher", "common"},
    "worker": {"worker", "common"},
    "gateway": {"gateway", "common"},
    "fleet": {"fleet", "ingestor", "dispatcher", "worker", "gateway", "common"},
}

MAY_IMPORT_WITHIN_COMMON = {
    "links": {"errors"},
    # Whose an address is.
    "accounts": {"links"},
    # Links know whose an address is, and how it is shown without the keys in it.
    "net": {"addresses", "errors", "settings_tables", "timing", "waiting", "output", "links", "proxies"},
    "output": {"links"},
    "reading": {"compiled", "details", "offer", "page", "money", "currencies", "links"},
    "shops": {
        "details",
        "shops.table",
        "links",
        "net",
        "parsing",
        "reading",
        "offer",
        "page",
        "money",
        "currencies",
        "settings_tables",
        "ways",
    },
    "finding": {"links", "net", "shops", "errors"},
    "outcome": {"details", "errors", "job", "links", "net", "offer", "settings_tables", "shops.table", "ways"},
    "trust": {"details", "errors", "links", "net", "offer", "outcome", "timing"},
    "notices": {"links", "money", "output", "timing"},
    "proxies": {"addresses", "timing"},
    "store": {
        "addresses",
        "details",
        "file_stamps",
        "private_files",
        "errors",
        "job",
        "links",
        "offer",
        "outcome",
        "trust",
        "notices",
        "ways",
        "settings",
        "shops.table",
        "timing",
        "waiting",
        "net",
        "output",
        "proxies",
    },
    "job": {"ways"},
    "broker": {"ways", "private_files", "errors", "settings", "timing", "waiting", "net", "output"},
    "parsing": {"compiled", "errors", "settings_tables", "turns", "output", "waiting"},
    "protocol": {"addresses", "errors", "offer"},
    "polite": {"errors", "settings_tables", "timing", "links", "net", "parsing", "turns"},
    "config": {"accounts", "addresses", "errors", "settings", "settings_tables"},
    "telemetry": {"errors", "settings", "output"},
    # The lists of shops and of currencies are names only and import nothing: settings take the names from them. Links
    # know how a shop's domain is written.
    "settings": {"addresses", "currencies", "shops.table", "links", "ways", "settings_tables"},
    # An account's page is read as the account where the settings name it.
    "settings_tables": {"accounts", "addresses", "currencies", "shops.table", "links", "ways"},
    "money": {"currencies"},
    "lasting": {"private_files"},
    "offer": {"details", "errors"},
}
"""Room of common → the others it may import. What is not named here imports nothing of common."""
WITH_INNER_ROOMS = ("common.shops", "common.reading")
"""Each file or folder directly in these is a room of its own when cycles are looked for."""

SHOP_FOLDERS = {path.parent.name for path in (REPO / "common" / "shops").glob("*/__init__.py")}


def imported(source: str, package: str) -> Iterator[tuple[int, str]]:
    """Each imported name with its line (`from a import b` is a.b), also inside functions and TYPE_CHECKING blocks."""
    for node in import_statements(source):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        else:
            module = package if node.level else node.module or ""
            yield from ((node.lineno, f"{module}.{name.name}") for name in node.names)


@cache
def import_statements(source: str) -> list[ast.Import | ast.ImportFrom]:
    """Kept, because each test here looks at most of the files."""
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]


def offences(source: str, package: str) -> list[tuple[int, str]]:
    refused = set(MAY_IMPORT) - MAY_IMPORT[package]
    return [(line, name) for line, name in imported(source, package) if name.split(".")[0] in refused]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_run_one_way(package: str) -> None:
    found = [
        f"{path.relative_to(REPO)}:{line} imports {name}"
        for path in sorted((REPO / package).rglob("*.py"))
        for line, name in offences(path.read_text("utf-8"), package)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("common", "from worker import judge"),
        ("worker", "def late():\n    import dispatcher.publishing.publish"),
        ("ingestor", "from fleet.cli import main"),
        ("dispatcher", "if True:\n    from ingestor import service"),
    ],
)
def test_a_wrong_import_is_seen_wherever_it_stands(package: str, source: str) -> None:
    assert offences(source, package)


def test_no_package_imports_the_tests_or_benchmarks() -> None:
    found = [
        str(path.relative_to(REPO))
        for package in MAY_IMPORT
        for path in sorted((REPO / package).rglob("*.py"))
        for _, name in imported(path.read_text("utf-8"), package)
        if name.split(".")[0] in {"tests", "benchmarks", "servers"}
    ]
    assert not found


def room(name: str) -> str:
    """The room of common that a module stands in, without `common.`."""
    if name.startswith("common.shops.table"):
        return "shops.table"
    return name.split(".")[1]


def inner_room(name: str) -> str:
    """As `room`, but each part of shops and reading for itself."""
    parts = name.split(".")
    return ".".join(parts[1:3] if name.startswith(tuple(f"{one}." for one in WITH_INNER_ROOMS)) else parts[1:2])


def sources(packages: Iterable[str] = MAY_IMPORT) -> Iterator[tuple[str, str]]:
    """Each module's dotted name and its text."""
    for package in packages:
        for path in sorted((REPO / package).rglob("*.py")):
            yield ".".join(path.relative_to(REPO).with_suffix("").parts), path.read_text("utf-8")


def upward(module: str, source: str) -> list[str]:
    """The imports that the room of this module may not have."""
    own = room(module)
    allowed = MAY_IMPORT_WITHIN_COMMON.get(own, set()) | {own}
    return [
        f"{module}:{line} imports {name}"
        for line, name in imported(source, module)
        if name.startswith("common.") and room(name) not in allowed
    ]


def cycle_of(modules: Iterable[tuple[str, str]]) -> list[str]:
    """Inner rooms that import each other in a ring; empty when there are none."""
    graph: dict[str, set[str]] = {}
    for module, source in modules:
        names = {inner_room(name) for _, name in imported(source, module) if name.startswith("common.")}
        graph.setdefault(inner_room(module), set()).update(names - {inner_room(module)})
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def ring_of_files(modules: Iterable[tuple[str, str]]) -> list[str]:
    """Files that import each other in a ring, be it inside functions or for types alone; empty when there are none."""
    texts = dict(modules)
    graph: dict[str, set[str]] = {}
    for module, source in texts.items():
        names = (name for _, name in imported(source, module.rpartition(".")[0]))
        graph[module] = {found for name in names if (found := _file_of(name, texts)) and found != module}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def _file_of(name: str, modules: Container[str]) -> str | None:
    """The module that an imported name stands in: the module itself, or what a package's __init__ offers."""
    while name:
        for module in (name, f"{name}.__init__"):
            if module in modules:
                return module
        name = name.rpartition(".")[0]
    return None


def shop_of(name: str) -> str | None:
    """The shop whose folder a module stands in."""
    parts = name.split(".")
    return parts[2] if name.startswith("common.shops.") and parts[2] in SHOP_FOLDERS else None


def into_a_shop(module: str, source: str) -> list[str]:
    """Imports of a shop's folder from outside of it: table.py alone names what is in there, as text."""
    return [
        f"{module}:{line} imports {name}"
        for line, name in imported(source, module)
        if shop_of(name) and shop_of(name) != shop_of(module)
    ]


def test_no_arrow_runs_upwards_within_common() -> None:
    found = [line for module, source in sources(["common"]) for line in upward(module, source)]
    assert not found, "\n".join(found)


def test_rooms_of_common_make_no_ring() -> None:
    assert not cycle_of(sources(["common"]))


def test_no_files_import_each_other_in_a_ring() -> None:
    assert not ring_of_files(sources())


def test_nobody_imports_from_a_shops_folder_another_shop_least_of_all() -> None:
    assert not [line for module, source in sources() for line in into_a_shop(module, source)]


@pytest.mark.parametrize(("room", "below"), [("words", ("words",)), ("text", ("text", "words"))])
def test_words_and_text_of_pages_stand_below_all_else_in_reading(room: str, below: tuple[str, ...]) -> None:
    found = [
        name
        for module, source in sources(["common"])
        if module.startswith(f"common.reading.{room}.")
        for _, name in imported(source, module)
        if name.startswith("common.reading.") and name.split(".")[2] not in below
    ]
    assert not found


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("common.links.wrappers", "from common.shops.shopee.links import MARKETS"),
        ("common.settings", "from common.shops import registry"),
        ("common.shops.base", "def late():\n    from common.finding.find import find_links"),
        ("common.reading.product", "from common import store"),
        ("common.outcome.judge", "import common.shops.base"),
    ],
)
def test_an_upward_arrow_is_seen(module: str, source: str) -> None:
    assert upward(module, source)


def test_rings_and_neighbours_are_seen() -> None:
    ring = [
        ("common.reading.text.price", "import common.reading.found"),
        ("common.reading.found", "from common.reading import text"),
    ]
    assert set(cycle_of(ring)) == {"reading.text", "reading.found"}
    files = [
        ("fleet.one", "from fleet.two.deep import b"),
        ("fleet.two.__init__", ""),
        ("fleet.two.deep", "def late():\n    import fleet.one"),
    ]
    assert set(ring_of_files(files)) == {"fleet.one", "fleet.two.deep"}
    assert into_a_shop("common.shops.taobao.links", "from common.shops.shopee.links import MARKETS")
    assert into_a_shop("worker.ways.http", "import common.shops.other.shop")
