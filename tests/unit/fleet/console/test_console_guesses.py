"""How often the database is asked for secrets that are nobody's."""

from __future__ import annotations

import asyncio
import secrets

import pytest

from common.protocol.joining import hash_of
from fleet.console.access.guesses import PER_ADDRESS, STRANGERS_AT_ONCE, Guesses, TooManyTries

HOME, AWAY = "192.0.2.1", "192.0.2.2"


class Known:
    """A database that is asked for secrets."""

    def __init__(self, *good: str) -> None:
        self.good = {hash_of(secret) for secret in good}
        self.asked = self.at_once = self.most_at_once = 0

    async def look(self, secret_hash: str) -> str | None:
        self.asked += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        for _ in range(3):
            await asyncio.sleep(0)
        self.at_once -= 1
        return "ada" if secret_hash in self.good else None


def drawn() -> str:
    return secrets.token_urlsafe(32)


async def test_a_thousand_guesses_at_once_are_thirty_looks_and_few_at_a_time() -> None:
    known, guesses = Known(), Guesses("sessions", lambda: 0.0)
    tries = [guesses.looked_up(drawn(), HOME, known.look) for _ in range(1000)]
    found = await asyncio.gather(*tries, return_exceptions=True)
    assert known.asked == PER_ADDRESS and known.most_at_once == STRANGERS_AT_ONCE
    assert sum(isinstance(one, TooManyTries) for one in found) == 1000 - PER_ADDRESS


async def test_whoever_was_good_lately_goes_on_and_is_asked_for_each_time() -> None:
    ada = drawn()
    known, guesses = Known(ada), Guesses("sessions", lambda: 0.0)
    assert await guesses.looked_up(ada, HOME, known.look) == "ada"
    for _ in range(PER_ADDRESS):
        await guesses.looked_up(drawn(), HOME, known.look)
    with pytest.raises(TooManyTries, match=r"Too many sessions .* wait 2 seconds\."):
        await guesses.looked_up(drawn(), HOME, known.look)
    assert await guesses.looked_up(ada, HOME, known.look) == "ada"
    known.good.clear()
    assert await guesses.looked_up(ada, HOME, known.look) is None, "revoked with the next request"
    with pytest.raises(TooManyTries):
        await guesses.looked_up(ada, HOME, known.look)
    assert await guesses.looked_up(drawn(), AWAY, known.look) is None, "another address has tries of its own"


async def test_who_was_just_given_one_is_known() -> None:
    ada = drawn()
    known, guesses = Known(ada), Guesses("sessions", lambda: 0.0)
    for _ in range(PER_ADDRESS):
        await guesses.looked_up(drawn(), HOME, known.look)
    guesses.made(ada)
    assert await guesses.looked_up(ada, HOME, known.look) == "ada"


async def test_a_good_one_that_comes_a_hundredfold_is_refused_never() -> None:
    """A program that begins with many requests at once, after the console was started anew."""
    ada = drawn()
    known, guesses = Known(ada), Guesses("tokens", lambda: 0.0)
    assert await asyncio.gather(*(guesses.looked_up(ada, HOME, known.look) for _ in range(100))) == ["ada"] * 100


@pytest.mark.parametrize("secret", ["", "x", "a" * 42, "a" * 44, "a" * 42 + "!", "a" * 43 + "\n", "q_" + "a" * 43])
async def test_what_has_no_secrets_form_is_not_looked_up(secret: str) -> None:
    known, guesses = Known(), Guesses("tokens", lambda: 0.0, prefix="p_")
    for _ in range(PER_ADDRESS + 1):
        assert await guesses.looked_up(secret, HOME, known.look) is None
    assert known.asked == 0


async def test_tries_come_back_with_time() -> None:
    clock = [0.0]
    known, guesses = Known(), Guesses("invites", lambda: clock[0])
    for _ in range(PER_ADDRESS):
        await guesses.looked_up(drawn(), HOME, known.look)
    clock[0] += 60 / PER_ADDRESS
    assert await guesses.looked_up(drawn(), HOME, known.look) is None
