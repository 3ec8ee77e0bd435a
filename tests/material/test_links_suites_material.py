"""Published normalization suites, case by case: docs/links.md lists every case read otherwise, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from common.links.address import parse
from common.links.canonical import canonical
from common.links.domains import registrable_domain
from tests.places import REPO, saved_json

ROW = re.compile(r"^\| (?P<suite>[\w-]+) \| `(?P<case>[^`]+)` \| (?P<reason>[^|]+) \|$", re.MULTILINE)
WHOLE_ADDRESS = frozenset(
    "test_empty_query test_parameter_filtering test_url_normalize_no_changes_expected "
    "test_url_normalize_expected_changes".split()
)


def rows(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = saved_json(f"urls/generic/{name}_cases.json")["cases"]
    return found


def canonical_url(url: str) -> str | None:
    parts = parse(url)
    return canonical(parts) if parts else None


def name_of(given: str, options: dict[str, Any]) -> str:
    return " ".join([given, *(f"{name}={options[name]}" for name in sorted(options))])


def calls(suite: str, functions: set[str]) -> Iterator[tuple[str, bool]]:
    """Each case's name, and whether this code says what the suite expects."""
    for row in rows(suite):
        if row["function"] in functions and row["args"] and isinstance(row["args"][0], str):
            yield name_of(row["args"][0], row["kwargs"]), canonical_url(row["args"][0]) == row["expected"]


def w3lib() -> Iterator[tuple[str, bool]]:
    return calls("w3lib_url", {"canonicalize_url"})


def courlan() -> Iterator[tuple[str, bool]]:
    return calls("courlan", {"clean_url", "normalize_url", "scrub_url"})


def url_normalize() -> Iterator[tuple[str, bool]]:
    for row in rows("url_normalize"):
        given = row.get("params", {}).get("value") or row.get("params", {}).get("url") or (row.get("args") or [""])[0]
        if row["test"] in WHOLE_ADDRESS and given:
            expected = row.get("params", {}).get("expected") or row.get("expected") or given
            yield given, canonical_url(given) == expected


def duckduckgo() -> Iterator[tuple[str, bool]]:
    for row in rows("duckduckgo_tracking_param"):
        yield row["testURL"], _parts(canonical_url(row["testURL"])) == _parts(row["expectURL"])


def _parts(url: str | None) -> list[str]:
    """The address and its parameters, order aside: that suite sorts nothing."""
    return sorted((url or "").replace("?", "&").split("&"))


def public_suffix() -> Iterator[tuple[str, bool]]:
    for row in rows("public_suffix"):
        yield row["host"], registrable_domain(row["host"]) == row["registrable_domain"]


SUITES: dict[str, Callable[[], Iterator[tuple[str, bool]]]] = {
    "w3lib": w3lib,
    "courlan": courlan,
    "url-normalize": url_normalize,
    "duckduckgo": duckduckgo,
    "public-suffix": public_suffix,
}


def deviations(suite: str) -> set[str]:
    return {name for name, same in SUITES[suite]() if not same}


@pytest.mark.parametrize("suite", SUITES)
def test_every_deviation_is_listed_with_its_reason(suite: str) -> None:
    text = (REPO / "docs" / "links.md").read_text("utf-8")
    listed = {found["case"]: found["reason"].strip() for found in ROW.finditer(text) if found["suite"] == suite}
    assert deviations(suite) == set(listed)
    assert all(listed.values())


@pytest.mark.parametrize("suite", SUITES)
def test_the_counts_in_the_text_are_those_of_the_suite(suite: str) -> None:
    cases = list(SUITES[suite]())
    same = sum(same for _, same in cases)
    text = (REPO / "docs" / "links.md").read_text("utf-8")
    assert re.search(rf"^\| {suite} \|[^|]*\| {same} of {len(cases)} \|", text, re.MULTILINE), f"{same} of {len(cases)}"
