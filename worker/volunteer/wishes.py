"""What the owner of a lent PC wants now: work, pause, or finish. Kept in wish.json, so it reaches a running worker."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Wish(BaseModel):
    """A pause outlives the worker; a wish to finish is one running worker's and is cleared when another starts."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    paused: bool = False
    paused_until_ms: int | None = None
    """UTC; None with `paused`: until the owner resumes."""
    finish: bool = False

    def outliving_the_worker(self) -> Wish:
        """What of it still holds when the worker that it was said to has ended."""
        return self.model_copy(update={"finish": False})

    def pauses_at(self, now_ms: int) -> bool:
        return self.paused and (self.paused_until_ms is None or now_ms < self.paused_until_ms)


TWO_HOURS_MS = 7_200_000


def paused(now_ms: int, for_ms: int | None) -> Wish:
    """A pause from now on; `for_ms` None: until it is resumed."""
    return Wish(paused=True, paused_until_ms=None if for_ms is None else now_ms + for_ms)


def pressed(button: str, wish: Wish, now_ms: int) -> Wish:
    """What a button of the page makes of the wish. Raises KeyError for a button there is not."""
    after = {
        "pause": paused(now_ms, None),
        "pause-2h": paused(now_ms, TWO_HOURS_MS),
        "resume": Wish(),
        "finish": wish.model_copy(update={"finish": True}),
    }
    return after[button]
