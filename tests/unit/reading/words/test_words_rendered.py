"""The expression that many phrases become: it finds each of them, the longest first."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import pytest

from common.reading.words import phrases, rendering

Render = Callable[[Sequence[str], Mapping[str, str]], str]


def spelled(phrase: str) -> list[str]:
    return ["".join(one) for one in phrases.spellings(phrases.parsed(phrase))]


def test_a_phrase_in_letters_stands_as_whole_words_and_others_stand_anywhere() -> None:
    found = re.compile(rendering.whole_words(["on shelf", "nach*", "有貨", "mtl."], {}))
    assert (
        found.search("now on shelf!")
        and found.search("nachgereicht")
        and found.search("現在有貨了")
        and found.search("mtl.")
    )
    assert not found.search("on shelfs") and not found.search("moon shelf") and not found.search("danach")


def test_the_longest_of_several_phrases_is_taken() -> None:
    found = re.compile(rendering.anywhere(["code", "code[ du] produit"], {})).match("code du produit: 1")
    assert found is not None and found[0] == "code du produit"


def test_what_a_mark_stands_for_is_written_once() -> None:
    names = rendering.anywhere([f"toll {letter}" for letter in "abcdefghijklmnopqrstuvwxyz"], {})
    stated = ["incl[uding] <tax>", "with[ the] <tax>", "plus <tax>"]
    found = rendering.whole_words(stated, {"<tax>": names})
    assert found.count(names) == 1
    for said in ("incl toll a", "including toll b", "with the toll c", "plus toll z"):
        assert re.fullmatch(found, said), said
    assert not re.search(found, "plus toll") and not re.search(found, "surplus toll a")


def test_a_phrase_with_many_spellings_is_found_in_each_of_them() -> None:
    phrase = "[only ](one|two|three|four)[ or ]more[s]*"
    ways = [*spelled(phrase), "one"]
    found = re.compile(rendering.whole_words([phrase, "one"], {}))
    assert len(ways) > 16
    assert [way for way in ways if not found.fullmatch(way.replace("*", ""))] == []
    assert [said for said in ("only", "only one", "or more", "fivemore") if found.fullmatch(said)] == []


def test_a_section_that_no_language_fills_matches_nothing() -> None:
    assert not re.search(rendering.anywhere([], {}), "")
    assert not re.search(rendering.whole_words([], {}), "a")


MANY = "(code|no|number)[.][ (of|for) ](item|thing)"


@pytest.mark.parametrize("longer", ["code for item and size", "code for item[s] [and ](size|shape|weight|colour|make)"])
@pytest.mark.parametrize("render", [rendering.anywhere, rendering.whole_words])
def test_a_phrase_with_many_spellings_leaves_a_longer_one_to_be_taken(render: Render, longer: str) -> None:
    for stated in ([MANY, longer], [longer, MANY]):
        found = re.compile(render(stated, {}))
        for said in (*spelled(MANY), *spelled(longer)):
            match = found.match(said)
            assert match is not None and match[0] == said, (stated, said)


def test_phrases_of_many_scripts_are_found_each_behind_its_look() -> None:
    """Those of scripts without capitals behind the others: of two that begin alike the first still wins."""
    many = ["(tea|cup|pot) (for|of|with) (one|two)", "(чай|чашка|набор) (для|на|с) (одного|двух)"]
    many += ["(茶|杯子|壶)(给|配|和)(一人|两人|三人)", "(جام|فنجان|قوری) (برای|با|و) (یک|دو)"]
    many += [f"({letter}p|{letter}q|x{letter}) (in|on|at) (ice|oil)" for letter in "abcdefgh"]
    found = [re.compile(render(many, {}), re.IGNORECASE) for render in (rendering.anywhere, rendering.whole_words)]
    for phrase in many:
        for said in spelled(phrase):
            assert [bool(one.fullmatch(said) and one.search(f"10 {said}!")) for one in found] == [True, True], said
            assert said.upper() == said or all(one.fullmatch(said.upper()) for one in found), said
    assert not any(one.search("tea, 茶 and чай with ice: 10 قوری") for one in found)
