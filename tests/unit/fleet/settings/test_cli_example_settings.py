"""crawlfleet.example.toml: complete, loadable, and honest about the defaults."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from common.config import load, with_feed_tokens, with_official_secrets
from common.config.problems import LISTS
from common.settings import Settings
from common.settings_tables.section import Section
from fleet.example_settings import example_settings
from tests.places import REPO

EXAMPLE = REPO / "crawlfleet.example.toml"
SECRETS = {"database.auth_token", "broker.password", "feeds.token", "official.secret"}
NO_DEFAULT = frozenset(
    "work.worker_id work.platforms feeds.source feeds.account official.shop official.region official.app_id "
    "shops.other.domains shops.other.currencies fetch.resolve "
    "fetch.allow_addresses fetch.user_agent jumps.shops".split()  # the last one names the version
)


def uncommented() -> str:
    """The example with every setting switched on; prose comments have a space after the #."""
    return re.sub(r"(?m)^#(?=[a-z\[])", "", EXAMPLE.read_text("utf-8"))


def test_the_example_as_shipped_is_the_defaults() -> None:
    shipped = load(EXAMPLE, {})
    assert shipped.model_copy(update={"work": Settings().work}) == Settings()


def test_what_is_said_of_a_pc_stands_above_its_settings() -> None:
    above = EXAMPLE.read_text("utf-8").partition("\n[volunteer]\n")[0].splitlines()
    assert above[-2].startswith("# A PC that has joined a fleet")


def test_every_setting_stands_in_the_example() -> None:
    written = {_of_any_shop(name) for name in _written(tomllib.loads(uncommented()))}
    assert {_of_any_shop(name) for name in _known(Settings)} - SECRETS == written


def _of_any_shop(dotted: str) -> str:
    """Every shop has the same settings: each need stand for one shop only."""
    return re.sub(r"^shops\.\w+\.", "shops.*.", dotted)


def test_every_written_value_is_accepted(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s3cret\n")
    path = tmp_path / "all.toml"
    path.write_text(re.sub(r'"/run/secrets/[^"]*"', f'"{secret}"', uncommented()), "utf-8")
    settings = with_official_secrets(with_feed_tokens(load(path, {})))
    assert settings.feeds[0].token is not None
    assert settings.feeds[0].token.get_secret_value() == "s3cret"
    assert settings.official[0].secret is not None
    assert settings.official[0].secret.get_secret_value() == "s3cret"


def test_written_values_are_the_defaults_where_there_is_one() -> None:
    tree = tomllib.loads(uncommented())
    for dotted, value in _values(tree):
        default = _default(dotted)
        if default is None or dotted in NO_DEFAULT:
            continue
        plain = list(default) if isinstance(default, tuple) else default
        assert value == (str(plain) if isinstance(plain, Path) else plain), dotted


def _known(model: type[Section], prefix: str = "") -> Iterator[str]:
    for name, field in model.model_fields.items():
        if name in LISTS:
            yield from _known(LISTS[name], f"{name}.")
        elif isinstance(field.annotation, type) and issubclass(field.annotation, Section):
            yield from _known(field.annotation, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"


def _values(tree: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from _values(value, f"{prefix}{name}.")
        elif name in LISTS:
            yield from _values(value[0], f"{name}.")
        else:
            yield f"{prefix}{name}", value


def _written(tree: dict[str, Any]) -> Iterator[str]:
    return (name for name, _ in _values(tree))


def _default(dotted: str) -> Any:
    model: type[Section] = Settings
    *sections, key = dotted.split(".")
    for section in sections:
        annotation = model.model_fields[section].annotation
        model = LISTS.get(section, annotation)  # type: ignore[arg-type]  # what is no list is a section
    return model.model_fields[key].get_default(call_default_factory=True, validated_data={})


def test_the_demo_names_it_where_it_lies() -> None:
    (path,) = shlex.split(example_settings())
    assert Path(path).read_text("utf-8") == EXAMPLE.read_text("utf-8")
