"""Feeds: the watched accounts, steering them, and the domains they link to that are no shop here."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from common.links.shown_account import shown_account
from common.output.counting import counted
from common.output.printable import printable
from fleet.console.actions import Forgetting
from fleet.console.context import Console, Form, Refused, Who, one
from fleet.console.pages.work import asking
from fleet.console.pages.work.asking import Question
from fleet.console.typed import AS_BEFORE, WHY, done_word, reason_of
from fleet.operations.database.pruning import forget_account
from fleet.operations.feeds.accounts import (
    AccountShown,
    list_accounts,
    pause_account,
    poll_now,
    resume_account,
)
from fleet.operations.feeds.unregistered import list_unregistered

DOMAINS = 50
ACCOUNTS_A_PAGE = 200
FAILING = "failing"
DONE = {
    "poll": "is polled within seconds",
    "pause": "is not polled until it is resumed",
    "resume": "is polled again",
} | {AS_BEFORE: "stood so already; nothing was changed"}
FORGOTTEN = (
    "Which of its posts named which link is erased for good, with the account's name; jobs and products stay.",
    "Backups and logs made before still hold it.",
)


async def show(console: Console, request: Request, who: Who) -> Response:
    listed = await list_accounts(console.settings)
    failing = [feed for feed in listed.accounts if _fails(feed)]
    only, at = _place(request.query_params.get("only", ""), request.query_params.get("from", ""))
    found = failing if only else listed.accounts
    if at >= len(found):  # as where the only one of the last page was steered out of this list
        at = max(0, len(found) - 1) // ACCOUNTS_A_PAGE * ACCOUNTS_A_PAGE
    page = found[at : at + ACCOUNTS_A_PAGE]
    unregistered, _ = await list_unregistered(console.settings, limit=DOMAINS)
    done = DONE.get(request.query_params.get("done", ""))
    return console.shown(
        request,
        "feeds.html",
        who,
        listed=listed,
        accounts=page,
        at=at,
        place=_as_fields(only, at),
        found=len(found),
        failing=len(failing),
        only=only,
        further=at + len(page) if at + len(page) < len(found) else None,
        unregistered=unregistered,
        done=done,
        # What a page could not give back as it came is forgotten at the command line.
        forgettable={
            one.source + one.account
            for one in page
            if not one.named and "…" not in one.account and printable(one.account) == one.account
        },
        account=request.query_params.get("account", "")[:300] if done else "",
    )


def _fails(feed: AccountShown) -> bool:
    """Of those that are polled."""
    return feed.named and feed.state is not None and feed.state.failures > 0 and feed.state.paused_at is None


def _place(only: str, before: str) -> tuple[str, int]:
    """Which accounts a page lists, and how many of them stand before its first; all from the first for what is none."""
    is_number = before.isascii() and before.isdecimal() and len(before) < 10
    return FAILING if only == FAILING else "", int(before) if is_number else 0


def _as_fields(only: str, at: int) -> dict[str, str]:
    """That place, as the address of a page and a form's hidden fields say it."""
    return {name: value for name, value in (("only", only), ("from", str(at or ""))) if value}


def _place_of(form: Form) -> dict[str, str]:
    """Where the operator who pressed a button was, in our own words."""
    return _as_fields(*_place(one(form, "only"), one(form, "from")))


async def steer(console: Console, request: Request, who: Who, form: Form) -> Response:
    verb, account = request.path_params["verb"], one(form, "account")
    if verb == "poll":
        told, shown = verb, await poll_now(console.settings, account, operator=who.operator)
    elif verb == "pause":
        reason = reason_of(form, demanded=WHY)
        done = await pause_account(console.settings, account, reason, operator=who.operator)
        told, shown = done_word(verb, done.changed), done.name
    elif verb == "resume":
        done = await resume_account(console.settings, account, operator=who.operator)
        told, shown = done_word(verb, done.changed), done.name
    else:
        raise Refused("There is no such action.", 404)
    return RedirectResponse(console.address("/feeds", done=told, account=shown, **_place_of(form)), 303)


async def ask(console: Console, request: Request, who: Who, form: Form) -> Response:
    """Before an account that is watched no more is forgotten: how many rows exactly, and yes or no."""
    source, account = one(form, "source"), one(form, "account")
    count = await forget_account(console.settings, source, account, dry_run=True)
    none = "Nothing of this account is in the database."
    said = (f"They are those of {source}:{shown_account(account)}.", *FORGOTTEN)
    about = Forgetting(source, account)
    question = Question("forget", about, count, "row", said, none, "/feeds", place=_place_of(form))
    return asking.ask(console, request, who, question)


async def do(console: Console, request: Request, who: Who, form: Form) -> Response:
    asked, about = asking.answered(console, who, form, Forgetting)
    action = forget_account(console.settings, about.source, about.account, dry_run=False, operator=who.operator)
    console.actions.run(f"forgetting of {counted(asked.count, 'row')} of an account by {who.name}", action)
    return asking.to_the_audit(who)
