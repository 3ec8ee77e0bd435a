"""Where a Mastodon account lives, as far as what an operator wrote tells. Pure."""

from __future__ import annotations

import re

from common.accounts.page import account_page


def server_and_name(account: str, base_url: str | None) -> tuple[str, str] | None:
    """The base address of the server and the account's name there; None where no server is named."""
    if not base_url and (page := account_page(account)) and page.source == "mastodon" and page.base_url:
        return page.base_url, page.account
    web = re.match(r"(https?://[^/]+)/(?:users/)?@?([^/@?#]+)", account)
    if web:
        return base_url.rstrip("/") if base_url else web[1], web[2]
    name, _, server = account.lstrip("@").partition("@")
    if base_url:
        return base_url.rstrip("/"), f"{name}@{server}" if server else name
    return (f"https://{server}", name) if server else None
