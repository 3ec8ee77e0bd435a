"""NoticeStore: targets and rules of notifications, what rules met, and what became of the messages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from common.notices.conditions import Condition, FailingFeed
from common.notices.matching import Change
from common.notices.values import Kind, Met, NewRule, Rule, Target, Timing
from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Row
from common.store.notices.values import Notice, NoticeState, Standing
from common.store.operators.values import START, Cursor, Page

_COUNT = re.compile(r"[1-9][0-9]{0,8}")
"""Anything else in a cursor, as programs of before put there, begins at its moment."""


class NoticeStore:
    """Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses.

    Every call is safe to send twice.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def targets(self) -> list[Target]:
        """In the order of their names, with their secrets."""
        return [rows.build(Target, row) for row in (await self._db.one("notice_targets")).rows]

    async def add_target(self, name: str, url: str) -> bool:
        """False: there is another of this name."""
        return bool((await self._db.one("add_notice_target", called=name, url=url)).rows)

    async def remove_target(self, name: str) -> bool:
        """False: there is none of this name, or a rule names it."""
        return bool((await self._db.one("remove_notice_target", called=name)).rows)

    async def rules(self) -> list[Rule]:
        return [_rule(row) for row in (await self._db.one("notice_rules")).rows]

    async def add_rule(self, rule: NewRule, *, asked: str, by: str) -> int | None:
        """Its number, once for an `asked`. It meets what happens from now on. None: there is no such target."""
        timing = rule.timing
        _, found = await self._db.run(
            self._db.bind(
                "add_notice_rule",
                asked=asked,
                kind=str(rule.kind),
                target=rule.target,
                product_key=rule.product_key,
                shop=rule.shop,
                below_minor=rule.below_minor,
                currency=rule.currency,
                by_percent=rule.by_percent,
                least=rule.least,
                zone=timing.zone,
                quiet_from=timing.quiet_from,
                quiet_to=timing.quiet_to,
                digest_minutes=timing.digest_minutes,
                digest_at=timing.digest_at,
                by=by,
            ),
            self._db.bind("notice_rule_asked", asked=asked),
        )
        return rows.number(found.rows[0]["id"]) if found.rows else None

    async def remove_rule(self, number: int) -> bool:
        """With what waits of it; what was sent stays on record. False: there is none."""
        removed, *_ = await self._db.run(
            self._db.bind("remove_notice_rule", id=number),
            self._db.bind("drop_waiting_notices", id=number),
            self._db.bind("drop_notice_conditions", id=number),
        )
        return bool(removed.rows)

    async def switch_rule(self, number: int, *, on: bool) -> bool:
        """Off: what waits of it is not sent. On: from now on, nothing of meanwhile. False: there is none."""
        if on:
            return bool((await self._db.one("notice_rule_on", id=number)).rows)
        switched, *_ = await self._db.run(
            self._db.bind("notice_rule_off", id=number),
            self._db.bind("drop_waiting_notices", id=number),
            self._db.bind("drop_notice_conditions", id=number),
        )
        return bool(switched.rows)

    async def standing(self) -> Standing:
        clock, found, conditions, collecting = await self._db.run(
            *(
                self._db.bind(name)
                for name in ("notice_clock", "notice_rules", "notice_conditions", "notices_collecting")
            )
        )
        return Standing(
            rows.number(clock.rows[0]["now"]),
            [rule for rule in map(_rule, found.rows) if rule.off_at is None],
            [rows.build(Condition, row) for row in conditions.rows],
            {rows.number(row["rule"]): rows.number(row["due_at"]) for row in collecting.rows},
        )

    async def changes(self, after: int, *, limit: int) -> tuple[list[Change], int]:
        """Changes of products behind this number, in order, and up to which number that was everything."""
        found, last = await self._db.run(
            self._db.bind("notice_changes", after=after, limit=limit), self._db.bind("notice_change_last")
        )
        changes = [rows.build(Change, row) for row in found.rows]
        return changes, changes[-1].id if len(changes) == limit else rows.number(last.rows[0]["id"])

    async def record(
        self,
        met: Sequence[tuple[Rule, Met, int]],
        *,
        read_to: int | None = None,
        readers: Sequence[Rule] = (),
        held: Sequence[tuple[int, str, int]] = (),
        over: Sequence[tuple[int, str]] = (),
    ) -> list[str]:
        """What a look came to, in one batch: (rule, event, when it is due), and how far `readers` read changes.

        Returns the kinds of events that are new; a batch that is sent twice may return none of them.
        """
        put = rows.as_json(
            [one.rule, one.event, str(rule.kind), rule.target, one.at, one.line, due] for rule, one, due in met
        )
        parts = [self._db.bind("put_notices", rows=put)]
        if read_to is not None:
            parts.append(
                self._db.bind("notice_rules_read", read_to=read_to, rules=rows.as_json(one.id for one in readers))
            )
        if held:
            parts.append(self._db.bind("notice_conditions_held", rows=rows.as_json(held)))
        if over:
            parts.append(self._db.bind("notice_conditions_over", rows=rows.as_json(over)))
        return [str(row["kind"]) for row in (await self._db.run(*parts))[0].rows]

    async def shops_off(self) -> dict[str, str | None]:
        found = await self._db.one("shops_off")
        return {str(row["platform"]): rows.text_or_none(row["paused_reason"]) for row in found.rows}

    async def feeds_failing(self, *, least: int) -> list[FailingFeed]:
        found = await self._db.one("feeds_failing", least=least)
        return [rows.build(FailingFeed, row) for row in found.rows]

    async def dead_lately(self, platforms: Sequence[str], *, within_ms: int) -> dict[tuple[str, str | None], int]:
        found = await self._db.one("dead_lately", platforms=rows.as_json(platforms), within_ms=within_ms)
        return {
            (str(row["platform"]), rows.text_or_none(row["shop_id"])): rows.number(row["count"]) for row in found.rows
        }

    async def last_recorded(self, platforms: Sequence[str]) -> dict[str, int | None]:
        """Of the platforms with open jobs that are not paused."""
        found = await self._db.one("last_recorded", platforms=rows.as_json(platforms))
        return {
            str(row["platform"]): None if row["recorded_at"] is None else rows.number(row["recorded_at"])
            for row in found.rows
        }

    async def due(self) -> list[int]:
        """Rules with something to send now, to a target that may be tried."""
        return [rows.number(row["rule"]) for row in (await self._db.one("notices_due")).rows]

    async def postpone(self, rule: int, *, until_ms: int) -> None:
        await self._db.one("postpone_notices", rule=rule, until=until_ms)

    async def claim(self, rule: int, message: str, *, limit: int) -> list[Notice]:
        """What is due of a rule, as one message that this process alone tries; empty when another has it."""
        _, found = await self._db.run(
            self._db.bind("claim_notices", rule=rule, message=message, limit=limit),
            self._db.bind("notices_claimed", message=message),
        )
        return [notice(row) for row in found.rows]

    async def sent(self, message: str, target: str) -> None:
        await self._db.run(
            self._db.bind("notice_target_served", message=message, target=target),
            self._db.bind("notices_sent", message=message),
        )

    async def not_sent(self, message: str, target: str, error: str, *, pause_ms: int, most_tries: int) -> None:
        """The target certainly does not have it: it waits again, and the target is left alone for `pause_ms`."""
        await self._db.run(
            self._db.bind("notice_target_failed", message=message, target=target, error=error, pause_ms=pause_ms),
            self._db.bind("notices_not_sent", message=message, error=error, most_tries=most_tries),
        )

    async def unsure(self, message: str, target: str, error: str, *, pause_ms: int) -> None:
        """The target may have it: it is not sent again."""
        await self._db.run(
            self._db.bind("notice_target_failed", message=message, target=target, error=error, pause_ms=pause_ms),
            self._db.bind("notices_unsure", message=message, error=error),
        )

    async def lost(self, *, after_ms: int, error: str) -> int:
        """Tries that began longer ago and never ended: their process did. How many notices that were."""
        return len((await self._db.one("notices_lost", after_ms=after_ms, error=error)).rows)

    async def page(self, *, limit: int, after: Cursor = START, state: NoticeState | None = None) -> Page[Notice]:
        """The last first. One that waits is due when its target may be tried again, too.

        A place names no event: a cursor is shown, and the event of a feed that fails holds the feed's address."""
        nth = int(after.name) if _COUNT.fullmatch(after.name) else 0
        found = await self._db.one("notices_page", up_to=after.at, nth=nth, state=state and str(state), limit=limit + 1)
        notices = [_listed(row) for row in found.rows]
        more = len(notices) > limit
        notices = notices[:limit]
        if not more:
            return Page(notices, None)
        last = notices[-1]
        place = await self._db.one("notice_place", noted_at=last.noted_at, rule=last.rule, event=last.event)
        return Page(notices, Cursor(last.noted_at, str(rows.number(place.rows[0]["nth"]))))

    async def not_arrived(self, *, within_ms: int) -> tuple[int, int]:
        """Of what was noted lately: how many notices were given up, and of how many nobody knows."""
        row = (await self._db.one("notices_not_arrived", within_ms=within_ms)).rows[0]
        return rows.number(row["failed"]), rows.number(row["unsure"])

    async def waiting(self) -> int:
        return rows.number((await self._db.one("notices_waiting")).rows[0]["count"])


def notice(row: Row) -> Notice:
    return rows.build(Notice, row, state=NoticeState(str(row["state"])))


def _listed(row: Row) -> Notice:
    one = notice(row)
    waits = one.state is NoticeState.WAITING
    return replace(one, due_at=max(one.due_at, rows.number(row["not_before"]))) if waits else one


def _rule(row: Row) -> Rule:
    return rows.build(Rule, row, kind=Kind(str(row["kind"])), timing=rows.build(Timing, row))
