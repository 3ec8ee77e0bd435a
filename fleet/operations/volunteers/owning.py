"""What the owner of a lent PC can see and say on it, whether its worker runs or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from common.errors import ConfigError, WrongUsage
from common.links.domains import registrable_domain
from common.links.shop_domain import shop_domain
from common.protocol.tasks import MAX_LEFT_OUT
from common.settings import PLATFORMS
from common.shops.table import OPEN_WEB
from worker.keeping.room import Room
from worker.source.membership import MembershipFile
from worker.volunteer.decision import OwnIdle, decide
from worker.volunteer.fetch_log import FetchLog, Request
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.hours import typed_hours
from worker.volunteer.limits import Limits
from worker.volunteer.machine import moment, on_battery, worker_runs
from worker.volunteer.now import NowFile, lets_go_on
from worker.volunteer.wishes import Wish, paused

if TYPE_CHECKING:
    from pathlib import Path

    from common.settings import Settings
    from worker.volunteer.counts import Counts

NO_WORKER = "no worker runs"


@dataclass(frozen=True, slots=True)
class Here:
    """This PC by itself, without asking the gateway."""

    working: bool
    """A worker runs."""
    state: str
    idle: str | None
    """An IdleReason, when this PC's owner is the reason."""
    page: str | None
    counts: Counts
    limits: Limits


def here(folder: Path) -> Here:
    """Raises ConfigError for files that cannot be read."""
    files, now = VolunteerFiles(folder), moment()
    limits, counts = files.limits(), files.counts(now.local.date())
    working = worker_runs(folder)
    wish = files.wish() if working else files.wish().outliving_the_worker()
    idle = decide(limits, wish, counts, now, on_battery=on_battery())
    running = NowFile(folder).read() if working else None
    state = running.state if running else "starting"
    if short := Room(folder / "spool").missing():
        state = short  # a full disk does not take the worker's own sentence either
    if working and (process := NowFile(folder).suspended()):
        state = f"suspended, as by Ctrl-Z: {lets_go_on(process)}; what it held goes to others meanwhile"
    if not working:
        why = short or (idle.sentence if idle else None)
        state = f"{NO_WORKER}; `crawlfleet work` starts one" + (f" ({why})" if why else "")
    reason = str(idle.reason) if idle else None
    return Here(working, state, reason, running.page if running else None, counts, limits)


def put_out(here: Here) -> Here:
    """The same where the gateway takes nothing of this PC any more: a worker that is started ends at once, so none is
    offered."""
    return here if here.working else replace(here, state=NO_WORKER)


def idle_here(folder: Path) -> OwnIdle | None:
    """Why a worker that starts here now would take nothing, by its owner's own word. Raises as here() does."""
    files, now = VolunteerFiles(folder), moment()
    wish = files.wish().outliving_the_worker()
    return decide(files.limits(), wish, files.counts(now.local.date()), now, on_battery=on_battery())


def pause(folder: Path, *, for_ms: int | None) -> str:
    """Nothing more is taken, until then or until resumed; running crawls end. What was done, in a sentence."""
    _say(folder, paused(moment().ms, for_ms))
    idle = decide(Limits(), VolunteerFiles(folder).wish(), _counts(folder), moment(), on_battery=False)
    return idle.sentence if idle else "paused"


def resume(folder: Path) -> str:
    """A pause or `finish` ends. What was done, and what holds the worker all the same, in a sentence."""
    held = True  # by a word that cannot be read, too: it is written anew
    with suppress(ConfigError):
        held = VolunteerFiles(folder).wish() != Wish()
    _say(folder, Wish())
    done = "resumed" if held else "nothing was paused"
    if worker_runs(folder) and (process := NowFile(folder).suspended()):
        return f"{done}; the worker is suspended, as by Ctrl-Z: {lets_go_on(process)}"
    with suppress(ConfigError):
        if idle := idle_here(folder):
            return f"{done}; it takes nothing yet: {idle.sentence}"
    return done


def finish(folder: Path) -> str:
    """Raises ConfigError when no worker runs."""
    if not worker_runs(folder):
        raise ConfigError("no worker runs here, so there is nothing to finish. `crawlfleet work` starts one.")
    files = VolunteerFiles(folder)
    _say(folder, files.wish().model_copy(update={"finish": True}))
    return "finishing: nothing more is taken, and the worker ends with its last crawl"


def set_limits(folder: Path, changes: dict[str, Any]) -> Limits:
    """The limits with these changes, kept; without changes, as they are. Raises ConfigError, for a limit that cannot be
    WrongUsage."""
    files = VolunteerFiles(folder)
    before = files.limits()
    if not changes:
        return before
    try:
        if "hours" in changes:
            changes = changes | {"hours": typed_hours(changes["hours"])}
        after = Limits.model_validate(before.model_dump() | changes)
    except ValidationError as error:
        raise WrongUsage(*(_problem(one["loc"], one["msg"], one.get("ctx", {})) for one in error.errors())) from None
    except ValueError as error:
        raise WrongUsage(_problem(("hours",), str(error), {})) from None
    files.keep_limits(after)
    return after


def switch_browser(folder: Path, settings: Settings, *, on: bool) -> Limits:
    """Whether this PC opens the browser for pages too. A running worker takes it up. Raises ConfigError where there is
    none to be opened."""
    from worker.ways.browser.way import missing_for_browser

    if on and (why := missing_for_browser(settings)) is not None:
        raise ConfigError(f"this PC cannot open a browser: {why}")
    return set_limits(folder, {"browser": on})


@dataclass(frozen=True, slots=True)
class ShopsHere:
    """Which of its fleet's shops this PC fetches."""

    fetched: Sequence[str]
    """shopee, taobao, and the domains of the open web, as the gateway named them last."""
    left_out: Sequence[str]
    """By this PC's owner, whether the fleet has them or not."""
    joined: bool
    """Whether this PC is in a fleet; if not, nobody knows what would be fetched."""


def choose_shops(folder: Path, *, leave_out: Sequence[str] = (), again: Sequence[str] = ()) -> ShopsHere:
    """Leave shops out, take others in again; without either, how it is. A running worker takes it up at once.

    Raises ConfigError for what is no shop and no domain."""
    files = VolunteerFiles(folder)
    limits = files.limits()
    out, back = [_shop(name) for name in leave_out], {_shop(name) for name in again}
    if out or back:
        names = tuple(sorted({*limits.not_shops, *out} - back))
        if len(names) > MAX_LEFT_OUT:
            raise ConfigError(f"at most {MAX_LEFT_OUT} shops are left out; `other` is all of the open web.")
        limits = limits.model_copy(update={"not_shops": names})
        files.keep_limits(limits)
    member = MembershipFile(folder).read()
    told = member.told.shops if member else {}
    kept = [name for name in PLATFORMS if name != OPEN_WEB and not limits.leaves_out(name)]
    kept += [domain for domain in told.get(OPEN_WEB, ()) if not limits.leaves_out(OPEN_WEB, domain)]
    return ShopsHere(kept if member else [], limits.not_shops, member is not None)


def _shop(typed: str) -> str:
    name = typed.strip().lower()
    if name in PLATFORMS:
        return name
    try:
        domain = shop_domain(name)
    except ValueError as error:
        raise WrongUsage(
            f"{typed!r} is neither {', '.join(PLATFORMS)} (all of the open web) nor a shop's domain: {error}."
        ) from None
    return registrable_domain(domain) or domain


def fetched(folder: Path, count: int) -> list[Request]:
    """The latest addresses, oldest first."""
    return FetchLog(folder).last(count)


def _say(folder: Path, wish: Wish) -> None:
    VolunteerFiles(folder).keep_wish(wish)


def _counts(folder: Path) -> Counts:
    return VolunteerFiles(folder).counts(moment().local.date())


_CALLED = {
    "requests_a_day": "requests a day",
    "mb_a_day": "MB a day",
    "kb_per_second": "kB a second",
    "crawls_at_once": "crawls at once",
}
_NONE = "or none for no limit"
_WITHOUT = {"crawls_at_once": "or none for the usual number"}
"""What `none` gives instead of no limit."""


def _problem(where: tuple[int | str, ...], text: str, bounds: Mapping[str, Any]) -> str:
    name = str(where[0]) if where else "limits"
    text = text.removeprefix("Value error, ")
    if "ge" in bounds:
        why = ": slower, and a shop's large pages would not end in time" if name == "kb_per_second" else ""
        text = f"at least {bounds['ge']:,}, {_WITHOUT.get(name, _NONE)}{why}"
    elif "le" in bounds:
        text = f"at most {bounds['le']:,}, {_WITHOUT.get(name, _NONE)}"
    return f"{_CALLED.get(name, name)}: {text}."
