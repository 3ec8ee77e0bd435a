"""What every table of the settings has in common."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Seconds = Annotated[float, Field(gt=0, le=86_400 * 366)]


class Section(BaseModel):
    """One table: unknown keys are refused, values are not repeated in errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)
