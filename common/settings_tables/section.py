"""What every table of the settings has in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Self, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from common.addresses import at_home, listening_address, web_address

Seconds = Annotated[float, Field(gt=0, le=86_400 * 366)]
HostAndPort = Annotated[
    str, Field(pattern=r"^[^:\s]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$"), AfterValidator(listening_address)
]
PublicUrl = Annotated[str, Field(pattern=r"^https?://[^\s#?@]+$", max_length=300), AfterValidator(web_address)]

OwnPath = Annotated[Path, AfterValidator(lambda path: Path(at_home(str(path))))]
"""Of a file or folder on this machine, where ~ means what it does in a shell. Those of secrets are expanded when they
are read."""


class Section(BaseModel):
    """One table: unknown keys are refused, values are not repeated in errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    @classmethod
    def examples_of(cls, key: str, beside: Mapping[str, Any]) -> Sequence[Any]:
        """What a setting may look like. `beside`: its table as it was written, which may be wrong in other places."""
        return cls.model_fields[key].examples or ()

    # One for both: pydantic wraps it around each of 160 settings whenever they are loaded.
    @field_validator("*", mode="before")
    @classmethod
    def _as_a_person_means_it(cls, value: Any, field: ValidationInfo) -> Any:
        """Python counts True as 1, and so would `concurrency = true`. And no path, address or name may hold a NUL; each
        use would break in a way of its own.
        """
        if isinstance(value, bool):
            wanted = cls.model_fields[str(field.field_name)].annotation
            if {int, float} & {wanted, *get_args(wanted)}:
                raise ValueError("it must be a number, neither true nor false")
        for text in value if isinstance(value, list | tuple) else (value,):
            if isinstance(text, str | Path) and "\0" in str(text):
                raise ValueError("a NUL (\\u0000) stands in it, which no path, address or name may hold")
        return value


class ServedSection(Section):
    """The table of a service that people reach by HTTP or HTTPS."""

    listen: HostAndPort | None = None
    public_url: PublicUrl | None = None
    certificate_file: OwnPath | None = None
    key_file: OwnPath | None = None
    allow_cleartext: bool = False
    """Without TLS also beyond this machine and Tailscale, e.g. for a proxy on another machine that has TLS."""

    @model_validator(mode="after")
    def _both_files_or_none(self) -> Self:
        if (self.certificate_file is None) != (self.key_file is None):
            raise ValueError("certificate_file and key_file belong together; give both or neither")
        return self


def require_renewal_in_time(renew_seconds: float, lease_seconds: float) -> None:
    """Raises ValueError where a lease would run out because one renewal was lost."""
    if renew_seconds * 2 > lease_seconds:
        raise ValueError("renew_seconds must be at most half of lease_seconds, so one lost renewal costs no lease")
