"""Notices: rules, targets without their secrets, and what was told last; both added, switched, tried and removed.

A target's address goes in by the form and comes out nowhere: not on a page, in an address, the audit or the log.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from common.notices.values import Kind
from fleet.console.context import Console, Form, Refused, Who, one
from fleet.console.typed import AS_BEFORE, done_word, must_be_sure, whole_number
from fleet.operations.notices.rules import add_rule, list_notices, list_rules, remove_rule, switch_rule
from fleet.operations.notices.targets import add_target, list_targets, remove_target, try_targets
from fleet.operations.notices.typed import TypedRule, of_what, what, when
from fleet.operations.shops.standing import is_unknown
from fleet.terminal.switched import TELLS_NOTHING, unknown_shop

SHOWN = 50
MOST_LEAST = 1_000_000
MOST_RULE = 999_999_999
DONE = {
    "on": "The rule tells what happens from now on.",
    "off": "The rule tells nothing any more; what it had still to send is dropped.",
    AS_BEFORE: "The rule stood so already; nothing was changed.",
    "remove": "The rule is removed.",
    "sent": "The target took the test message.",
    "add": "The rule tells what happens from now on.",
    "add-target": "The target is added; its address is shown nowhere again. Send it a test.",
    "remove-target": "The target is removed, and its address forgotten.",
}


async def show(console: Console, request: Request, who: Who) -> Response:
    targets, _ = await list_targets(console.settings)
    listed = await list_notices(console.settings, limit=SHOWN)
    rules = [(rule, what(rule), of_what(rule), when(rule)) for rule in await list_rules(console.settings)]
    unknown = request.query_params.get("rule")
    shop = next((rule.shop for rule, *_ in rules if rule.shop and str(rule.id) == unknown), None)
    but = unknown_shop(shop, TELLS_NOTHING) if shop and await is_unknown(console.settings, shop) else None
    return console.shown(
        request,
        "notices.html",
        who,
        targets=targets,
        rules=rules,
        listed=listed,
        kinds=list(Kind),
        done=DONE.get(request.query_params.get("done", "")),
        but=but,
    )


async def steer(console: Console, request: Request, who: Who, form: Form) -> Response:
    verb = request.path_params["verb"]
    of: dict[str, str] = {}
    done = "sent" if verb == "test" else verb
    if verb == "test":
        (tried,) = await try_targets(console.settings, one(form, "target") or "-", operator=who.operator)
        if not tried.reached:
            raise Refused(f"{tried.sentence}.", 502)
    elif verb == "add-target":
        name, address = one(form, "target").strip(), one(form, "address")
        await add_target(console.settings, name, address, of_services=True, operator=who.operator)
    elif verb == "remove-target":
        must_be_sure(form, "removed")
        await remove_target(console.settings, one(form, "target"), operator=who.operator)
    elif verb == "add":
        added = await add_rule(console.settings, _typed(form), operator=who.operator)
        of = {"rule": str(added.rule.id)} if added.unknown else {}
    elif verb == "remove":
        must_be_sure(form, "removed")
        await remove_rule(console.settings, _number(form), operator=who.operator)
    elif verb in {"on", "off"}:
        switched = await switch_rule(console.settings, _number(form), on=verb == "on", operator=who.operator)
        done = done_word(verb, switched.changed)
    else:
        raise Refused("There is no such action.", 404)
    return RedirectResponse(console.address("/notices", done=done, **of), 303)


def _number(form: Form) -> int:
    """Raises Refused."""
    number = whole_number(form, "rule", least=1, most=MOST_RULE, what="a rule's number")
    if number is None:
        raise Refused("Say which rule is meant.")
    return number


def _typed(form: Form) -> TypedRule:
    """A rule as it was typed; what it can mean is judged by add_rule. Raises Refused."""

    def text(name: str) -> str | None:
        return one(form, name).strip()[:300] or None

    try:
        kind = Kind(one(form, "kind"))
    except ValueError:
        raise Refused("Say what is to be told.") from None
    return TypedRule(
        kind,
        one(form, "target"),
        text("product"),
        text("shop"),
        text("below"),
        text("currency"),
        text("by"),
        whole_number(form, "least", least=1, most=MOST_LEAST, what="how many it takes at least"),
        text("quiet"),
        text("zone"),
        text("digest"),
    )
