"""Whatever operation a command calls, the JSON API offers too, or it stands here why not."""

from __future__ import annotations

import ast
from pathlib import Path

import fleet
from fleet.console.api.table import CALLS

COMMANDS = Path(fleet.__file__).parent / "commands"

NOT_OFFERED = {
    "accounts.add_account": "a broker's passwords are made on the broker's machine",
    "accounts.change_password": "the same",
    "accounts.list_accounts": "the same: it goes through rabbitmqctl",
    "accounts.new_password": "the same",
    "accounts.remove_account": "the same",
    "autostart.installing": "about this PC, not the fleet",
    "beginning": "writes this machine's first settings",
    "console.people.invite_person": "who may come in is said at the command line: no token makes another",
    "console.people.list_people": "the same",
    "console.people.revoke_person": "the same",
    "console.tokens.add_token": "the same",
    "console.tokens.list_tokens": "the same",
    "console.tokens.revoke_token": "the same",
    "database": "made, brought forward, thinned, backed up and erased on the operator's own machine",
    "queues.depths_and_alarm": "its depths are offered, and doctor tells the alarm",
    "queues.declare_topology": "needs a broker's account that may configure",
    "read_saved": "about a file of this machine",
    "volunteers.inviting.invite": "an invite's link is for one person's eyes, and is made at the command line",
    "volunteers.membership": "about this PC as a volunteer's",
    "volunteers.owning": "the same",
    "shops.domains.add_domains": "offered one by one, as add_domain",
    "shops.domains.remove_domains": "offered one by one, as remove_domain",
    "feeds.accounts.show_account": "offered as one of list_accounts",
    "jobs.looking.count_all": "offered in the overview",
    "jobs.looking.each_page": "offered as pages of list_jobs",
    "auditing.each_event": "offered as pages of list_audit",
    "notices.rules.each_notice": "offered as pages of list_notices",
    "products.changes.each_change": "offered as pages of list_changes",
    "products.looking.each_product": "offered as pages of list_products",
}
"""Operation, or a whole file or folder of them → why."""


def called() -> set[str]:
    """Every function of fleet/operations that a command imports, as file.function."""
    found = set()
    for path in COMMANDS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fleet.operations."):
                module = (node.module or "").removeprefix("fleet.operations.")
                found |= {f"{module}.{name.name}" for name in node.names if name.name[0].islower()}
    return found


def covers(whole: str, name: str) -> bool:
    return name == whole or name.startswith(f"{whole}.")


OFFERED = {f"{one.__module__}.{one.__name__}".removeprefix("fleet.operations.") for call in CALLS for one in call.does}
NO_OPERATIONS = {"selecting", "guessing", "json_objects"}
"""They read what somebody typed, and make objects of answers."""


def test_every_operation_of_a_command_is_offered_or_said_why_not() -> None:
    left = {
        name for name in called() - OFFERED if not any(covers(whole, name) for whole in (*NOT_OFFERED, *NO_OPERATIONS))
    }
    assert not left, "offer it in fleet/console/api/table.py, or say in NOT_OFFERED why not"


def test_what_is_said_not_to_be_offered_is_there_and_is_not_offered() -> None:
    stale = {whole for whole in NOT_OFFERED if not any(covers(whole, name) for name in called())}
    assert not stale
    assert not {name for name in OFFERED if any(covers(whole, name) for whole in NOT_OFFERED)}


def test_every_call_does_something_and_has_a_name_of_its_own() -> None:
    assert all(call.does for call in CALLS)
    assert len({call.name for call in CALLS}) == len({call.path for call in CALLS}) == len(CALLS)
