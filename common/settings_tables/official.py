"""One `[[official]]`: an operator's keys for one market of a shop's official interface."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, SecretStr

from common.settings_tables.section import Section
from common.shops.table import SHOPS


class OfficialSettings(Section):
    """Only on machines of the operator; a gateway hands such a job to no volunteer."""

    shop: str = Field(examples=["shopee"], pattern=rf"^({'|'.join(SHOPS)})$")
    region: str = Field(examples=["tw"], pattern=r"^[a-z]{2}$")
    """The market as links have it; "cn" for Taobao and Tmall."""
    app_id: str = Field(examples=["123456"], pattern=r"^[A-Za-z0-9_-]{1,64}$")
    """Shopee's AppId, Taobao's app key. No secret."""
    secret_file: Path | None = Field(None, examples=["/run/secrets/shopee-tw"])
    secret: SecretStr | None = None
    calls_per_hour: int = Field(2000, ge=1, le=1_000_000)
    """Of the whole fleet, in any sixty minutes."""

    @property
    def label(self) -> str:
        """Which one it is, as the database and doctor name it."""
        return f"{self.shop}/{self.region}"
