"""What people type into the forms of several pages: a reason, a whole number, and that something is meant for good."""

from __future__ import annotations

from fleet.console.context import Form, Refused, one

MOST_REASON = 200
AS_BEFORE = "as-before"
WHY = "Say why: whoever is woken next reads it."


def reason_of(form: Form, *, demanded: str | None = None) -> str:
    """Raises Refused, with what is `demanded`, where there must be one and there is none."""
    reason = one(form, "reason").strip()[:MOST_REASON]
    if demanded is not None and not reason:
        raise Refused(demanded)
    return reason


def done_word(verb: str, changed: bool) -> str:
    """What the page that comes next is told in its address: the verb, or that all was so already."""
    return verb if changed else AS_BEFORE


def must_be_sure(form: Form, done: str) -> None:
    """Beside a button that cannot be taken back stands a box to tick. Raises Refused: `Nothing was removed: …`."""
    if one(form, "sure") != "yes":
        raise Refused(f"Nothing was {done}: tick the box beside the button first, to say that you mean it.")


def whole_number(form: Form, name: str, *, least: int, most: int, what: str) -> int | None:
    """None where nothing was typed. Raises Refused; `what` is the number of: `a limit`, `a rule's number`."""
    typed = one(form, name).strip()
    if not typed:
        return None
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= len(str(most)) and least <= int(typed) <= most):
        raise Refused(f"{typed[:40]!r} is not {what}: a whole number from {least:,} to {most:,}.")
    return int(typed)
