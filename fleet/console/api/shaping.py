"""Models of answers, made of the dataclasses that the database gives."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from types import GenericAlias
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model


class Answer(BaseModel):
    """An answer may get more fields; it loses none within a version of the API."""

    model_config = ConfigDict(use_attribute_docstrings=True, json_schema_serialization_defaults_required=True)


class LackingAnswer(BaseModel):
    """As Answer; where nothing is known yet, fields are not there."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class Made(Answer):
    """Of models that are made here: no source says anything of their fields, and looking for it takes 20 ms a model."""

    model_config = ConfigDict(use_attribute_docstrings=False)


class MadeLacking(LackingAnswer):
    model_config = ConfigDict(use_attribute_docstrings=False)


Json = dict[str, Any]
Fields = Json | None
"""Name → type."""


def of(
    name: str,
    kind: type,
    *,
    without: Collection[str] = (),
    more: Fields = None,
    may_lack: bool = False,
    nested: bool = False,
) -> Any:
    """The model of a row's fields but those, and `more` (name → type). `may_lack`: a row may come without them.
    `nested`: rows within it are told with what their source says of each field."""
    hints = get_type_hints(kind)
    types = {field.name: hints[field.name] for field in dataclasses.fields(kind) if field.name not in without}
    if may_lack:
        fields: dict[str, Any] = {name: (found | None, None) for name, found in types.items()}
        return create_model(name, __base__=MadeLacking, __doc__=kind.__doc__, **fields | required(more))
    base = Answer if nested else Made
    return create_model(name, __base__=base, __doc__=kind.__doc__, **required(types | (more or {})))


def required(more: Fields) -> dict[str, Any]:
    return {name: (found, Field(default=...)) for name, found in (more or {}).items()}


def many(item: Any) -> Any:
    """list[item], of a model that is made here."""
    return GenericAlias(list, (item,))


def listed(name: str, item: Any, *, paged: bool = True) -> type[BaseModel]:
    """Many of them, and where the list goes on."""
    place: Fields = {"next": str | None} if paged else {}
    return create_model(name, __base__=Made, **required({"items": many(item), "now_ms": int} | (place or {})))
