"""`[console]`: the operators' pages."""

from __future__ import annotations

from pydantic import Field

from common.settings_tables.section import HostAndPort, PublicUrl, ServedSection

DEFAULT_LISTEN = "127.0.0.1:8790"


class ConsoleSettings(ServedSection):
    """The operators' pages."""

    listen: HostAndPort | None = Field(None, examples=["127.0.0.1:8790"])
    """`crawlfleet up` serves the console when this is set; `crawlfleet console serve` takes 127.0.0.1:8790 when it is
    not."""
    public_url: PublicUrl | None = Field(None, examples=["https://ops.example"])
    """How operators reach it; invites name it."""
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
