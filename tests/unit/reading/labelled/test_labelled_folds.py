"""The bound of a price is chosen on some shops and tried on the others."""

from __future__ import annotations

from benchmarks.labelled.folds import FOLDS, Fold, Read, fold_of, folds


def test_the_bound_of_each_part_comes_from_the_others() -> None:
    wrong = Read(2, right=False, fold=0)
    right = [Read(strength, right=True, fold=fold) for fold in range(FOLDS) for strength in (1, 4)]
    first, *others = folds([wrong, *right], [one.fold for one in right], range(6))
    assert first == Fold(1, bound=0, right=2, wrong=1, priced=2), "nothing else is wrong: its own is not seen"
    assert others == [Fold(number, bound=3, right=1, wrong=0, priced=2) for number in range(2, FOLDS + 1)]


def test_the_pages_of_one_shop_are_in_one_part() -> None:
    assert fold_of("https://www.shop.example/a") == fold_of("https://shop.example/b?c=1")
    assert len({fold_of(f"https://shop-{number}.example/") for number in range(60)}) == FOLDS
