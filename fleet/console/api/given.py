"""How queries and bodies are read: strictly, by models that the OpenAPI document tells of. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from starlette.datastructures import QueryParams

from common.config.plain_words import plain_words
from common.job import JobStatus
from common.store import Cursor
from fleet.console.api.problems import Problem
from fleet.durations import age_ms
from fleet.guessing import instead
from fleet.operations.selecting import Wanted

Text = Annotated[str, StringConstraints(min_length=1, max_length=300, pattern=r"^[^\x00-\x1f\x7f]*$")]
"""One line."""
Age = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,6}(\.[0-9]{1,3})?[smhdw]$")]
"""90s, 30m, 2h, 1.5d, 4w."""
Place = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,16}\.[^\x00]{0,500}$")]
Limit = Annotated[int, Field(ge=1, le=500)]
Named = Annotated[list[Text], Field(max_length=500)]

MOST_VALUES = 100
"""Of a query; no call knows half as many."""
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_FLAGS = {"true": True, "false": False}


class Given(BaseModel):
    """What a call is asked with. What is not known is refused: a typing error must not look like an empty answer."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, hide_input_in_errors=True, use_attribute_docstrings=True, regex_engine="rust-regex"
    )


class Nothing(Given):
    """Nothing to ask with."""


class Paged(Given):
    limit: Limit = 50
    """At most so many."""
    after: Place | None = None
    """Go on behind this place: `next` of the page before."""

    @property
    def place(self) -> Cursor | None:
        return Cursor.parse(self.after) if self.after else None


def ms(age: Age | None) -> int | None:
    """Milliseconds of an age; None: none was given."""
    return None if age is None else age_ms(age)


class JobsFilter(Given):
    """Which jobs; what is not set lets every job through."""

    status: list[JobStatus] = Field(default=[], max_length=len(JobStatus))
    """Only these states."""
    shop: Text | None = Field(default=None, examples=["shopee"])
    """A platform, or one shop: other/example.com."""
    error_code: Text | None = None
    """Only this error: TIMEOUT."""
    older_than: Age | None = None
    """Last changed longer ago: 2h."""
    newer_than: Age | None = None
    """Last changed since: 30m."""
    source: Text | None = None
    """Only links posted on this network: rss."""
    account: Text | None = None
    """Only links that this account posted."""
    text: Text | None = None
    """In the link, the id or the product's title."""
    broken: bool = False
    """Only links that failed five times running."""

    @property
    def wanted(self) -> Wanted:
        """Raises ConfigError for a shop that does not exist."""
        wanted = Wanted(
            statuses=self.status,
            shop=self.shop,
            error_code=self.error_code,
            older_than_ms=ms(self.older_than),
            newer_than_ms=ms(self.newer_than),
            source=self.source,
            account=self.account,
            text=self.text,
            broken=self.broken,
        )
        wanted.filter()
        return wanted


def read_query(model: type[Given], query: QueryParams) -> Given:
    """Raises Problem."""
    if len(query.multi_items()) > MOST_VALUES:
        raise Problem.of_fields([("", f"there are more than {MOST_VALUES} values")])
    fields = model.model_json_schema()["properties"] if model.model_fields else {}
    values: dict[str, Any] = {}
    by_name: dict[str, list[str]] = {}
    for name, value in query.multi_items():
        by_name.setdefault(name, []).append(value)
    for name, given in by_name.items():
        if name in fields and _type_of(fields[name]) == "array":
            values[name] = given
        elif len(given) > 1:
            raise Problem.of_fields([(name, "it is given more than once")])
        else:
            values[name] = _typed(given[0], _type_of(fields.get(name, {})))
    return _read(model, json.dumps(values))


def read_body(model: type[Given], content_type: str, body: bytes) -> Given:
    """Raises Problem."""
    if content_type.partition(";")[0].strip().lower() != "application/json":
        raise Problem(
            415, "NOT_JSON", "The body is not said to be JSON.", "Send it with Content-Type: application/json."
        )
    return _read(model, body)


def _read(model: type[Given], text: str | bytes) -> Given:
    try:
        return model.model_validate_json(text, strict=True)
    except ValidationError as error:
        told = error.errors(include_url=False, include_input=False)
        raise Problem.of_fields([(".".join(map(str, one["loc"])), _said(model, one)) for one in told]) from None


def _said(model: type[Given], problem: Mapping[str, Any]) -> str:
    """In words of this interface where the library's are about Python."""
    if problem["type"] != "extra_forbidden":
        return "it must be an object" if problem["type"] == "model_type" else plain_words(problem)
    nested = len(problem["loc"]) > 1
    known = () if nested else tuple(model.model_fields)
    return "there is no such value" + (instead(str(problem["loc"][0]), known) if known else "")


def _typed(text: str, kind: str) -> object:
    """What a query's text stands for; what is no such thing stays text, and is refused by its model."""
    if kind == "integer" and _WHOLE.fullmatch(text):
        return int(text)
    return _FLAGS.get(text, text) if kind == "boolean" else text


def _type_of(field: Mapping[str, Any]) -> str:
    """`string`, `integer`, `boolean` or `array`, of a field that may be left out too."""
    for one in (field, *field.get("anyOf", ())):
        if (kind := one.get("type")) not in {None, "null"}:
            return str(kind)
    return "string"
