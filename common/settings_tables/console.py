"""`[console]`: the operators' pages."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, model_validator

from common.settings_tables.section import Section

DEFAULT_LISTEN = "127.0.0.1:8790"


class ConsoleSettings(Section):
    """The operators' pages."""

    listen: str | None = Field(
        None, examples=["127.0.0.1:8790"], pattern=r"^[^:\s]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$"
    )
    """`crawlfleet up` serves the console when this is set; `crawlfleet console serve` takes 127.0.0.1:8790 when it is
    not."""
    public_url: str | None = Field(
        None, pattern=r"^https?://[^\s#?@]+$", max_length=300, examples=["https://ops.example"]
    )
    """How operators reach it; invites name it."""
    certificate_file: Path | None = None
    key_file: Path | None = None
    allow_cleartext: bool = False
    """Without TLS also beyond this machine and Tailscale, e.g. for a proxy on another machine that has TLS."""
    session_hours: float = Field(12.0, ge=0.1, le=720)
    """After that, somebody signs in again."""

    @property
    def scheme(self) -> str:
        """By which it is served: https with a certificate."""
        return "http" if self.certificate_file is None else "https"

    @property
    def found_at(self) -> str:
        """Where people find it."""
        return (self.public_url or f"{self.scheme}://{self.listen or DEFAULT_LISTEN}").rstrip("/")

    @model_validator(mode="after")
    def _both_files_or_none(self) -> ConsoleSettings:
        if (self.certificate_file is None) != (self.key_file is None):
            raise ValueError("certificate_file and key_file belong together; give both or neither")
        return self
