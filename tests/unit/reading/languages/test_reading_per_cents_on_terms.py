"""A per cent, or an amount that is saved, between a higher and a lower amount: what everybody saves makes the lower one
the price; what only some save, or on some terms, does not.
"""

from __future__ import annotations

import pytest

from tests.invented.two_amounts import BODIES, HIGHER, LOWER, read_amounts

ON_TERMS = (
    ("en", "Members save 10%"),
    ("en", "Buy 2 and save 10%"),
    ("en", "Buy 2, save 10% each"),
    ("en", "Bundle & save 10%"),
    ("en", "Pay by bank transfer and save 10%"),
    ("en", "First order: 10% off"),
    ("en", "App price, 10% off"),
    ("en", "Newsletter subscribers save 10%"),
    ("en", "Student discount 10%"),
    ("en", "Trade in and save 10%"),
    ("en", "Autoship & save 10%"),
    ("en", "With code SAVE10 you save 10%"),
    ("en", "Pack of 2 - save 10%"),
    ("en", "2-pack, save 10%"),
    ("en", "Loyalty price, save 10%"),
    ("en", "Refurbished, save 10%"),
    ("en", "Pay in cash and save 10%"),
    ("en", "Pick up in store and save 10%"),
    ("de", "Mitglieder sparen 10 %"),
    ("de", "2 kaufen und 10 % sparen"),
    ("de", "Im Set 10 % sparen"),
    ("de", "Bei Vorkasse 10 % sparen"),
    ("de", "10 % Rabatt auf die erste Bestellung"),
    ("de", "In der App 10 % sparen"),
    ("de", "Newsletter-Abonnenten sparen 10 %"),
    ("de", "Studentenrabatt 10 %"),
    ("de", "Mit Code SAVE10 10 % sparen"),
    ("de", "2er-Pack, 10 % sparen"),
    ("de", "Gebraucht kaufen und 10 % sparen"),
    ("de", "Selbstabholer sparen 10 %"),
    ("fr", "Les membres économisent 10 %"),
    ("fr", "Achetez-en 2 et économisez 10 %"),
    ("fr", "Lot de 2 : économisez 10 %"),
    ("fr", "10 % de réduction sur la première commande"),
    ("fr", "Payez par virement et économisez 10 %"),
    ("fr", "Réduction étudiant 10 %"),
    ("fr", "Avec le code SAVE10 économisez 10 %"),
    ("fr", "Reconditionné, économisez 10 %"),
    ("es", "Los socios ahorran un 10 %"),
    ("es", "Compra 2 y ahorra un 10 %"),
    ("es", "Pack de 2: ahorra un 10 %"),
    ("es", "10 % de descuento en tu primer pedido"),
    ("es", "Paga por transferencia y ahorra un 10 %"),
    ("es", "Descuento de estudiante 10 %"),
    ("es", "Con el código SAVE10 ahorras un 10 %"),
    ("es", "Reacondicionado: ahorra un 10 %"),
    ("it", "I soci risparmiano il 10%"),
    ("it", "Acquista 2 e risparmia il 10%"),
    ("it", "Confezione da 2: risparmia il 10%"),
    ("it", "10% di sconto sul primo ordine"),
    ("it", "Paga con bonifico e risparmia il 10%"),
    ("it", "Sconto studenti 10%"),
    ("it", "Con il codice SAVE10 risparmi il 10%"),
    ("it", "Ricondizionato: risparmia il 10%"),
    ("pl", "Klubowicze oszczędzają 10%"),
    ("pl", "Kup 2 i oszczędź 10%"),
    ("pl", "Zestaw 2 szt. - oszczędź 10%"),
    ("pl", "10% rabatu na pierwsze zamówienie"),
    ("pl", "Zapłać przelewem i oszczędź 10%"),
    ("pl", "Z kodem SAVE10 oszczędzasz 10%"),
    ("nl", "Leden besparen 10%"),
    ("nl", "Koop 2 en bespaar 10%"),
    ("nl", "Set van 2: bespaar 10%"),
    ("nl", "10% korting op je eerste bestelling"),
    ("nl", "Met code SAVE10 bespaar je 10%"),
    ("sv", "Medlemmar sparar 10 %"),
    ("sv", "Köp 2 och spara 10 %"),
    ("sv", "2-pack, spara 10 %"),
    ("sv", "10 % rabatt på första köpet"),
    ("sv", "Med kod SAVE10 sparar du 10 %"),
    ("ru", "Участники клуба экономят 10%"),
    ("ru", "Купи 2 и сэкономь 10%"),
    ("ru", "Набор из 2 шт: экономия 10%"),
    ("ru", "Скидка 10% на первый заказ"),
    ("ru", "При оплате переводом скидка 10%"),
    ("ru", "По промокоду SAVE10 скидка 10%"),
    ("pt", "Membros economizam 10%"),
    ("pt", "Compre 2 e economize 10%"),
    ("pt", "Kit com 2: economize 10%"),
    ("pt", "10% de desconto na primeira compra"),
    ("pt", "Pague por transferência e poupe 10%"),
    ("pt", "Com o cupom SAVE10 economize 10%"),
    ("cs", "Členové ušetří 10 %"),
    ("cs", "Kupte 2 a ušetřete 10 %"),
    ("cs", "Sada 2 ks: ušetřete 10 %"),
    ("cs", "Sleva 10 % na první objednávku"),
    ("tr", "Üyelere %10 indirim"),
    ("tr", "2 al, %10 tasarruf et"),
    ("tr", "İlk siparişe %10 indirim"),
    ("ja", "会員は10%OFF"),
    ("ja", "2個購入で10%OFF"),
    ("ja", "初回限定10%OFF"),
    ("ja", "まとめ買いで10%OFF"),
    ("ko", "회원 10% 할인"),
    ("ko", "2개 구매 시 10% 할인"),
    ("ko", "첫 구매 10% 할인"),
    ("da", "Medlemmer sparer 10 %"),
    ("da", "Køb 2 og spar 10 %"),
    ("da", "10 % rabat på første køb"),
    ("fi", "Jäsenet säästävät 10 %"),
    ("fi", "Osta 2 ja säästä 10 %"),
    ("fi", "10 % alennus ensimmäisestä tilauksesta"),
    ("hu", "A tagok 10%-ot spórolnak"),
    ("hu", "Vegyél 2-t és spórolj 10%-ot"),
    ("hu", "10% kedvezmény az első rendelésre"),
)
FOR_ALL = (
    ("en", "Save 10%"),
    ("en", "Sale -10%"),
    ("en", "10% off today"),
    ("en", "Black Friday: save 10%"),
    ("en", "You save 10%"),
    ("en", "Now 10% off"),
    ("en", "Only 2 days left: save 10%"),
    ("en", "Summer sale, 10% off"),
    ("de", "Sie sparen 10 %"),
    ("de", "Nur noch 2 Tage: 10 % sparen"),
    ("de", "Angebot -10 %"),
    ("de", "10 % reduziert"),
    ("fr", "Économisez 10 %"),
    ("fr", "Promo -10 %"),
    ("fr", "Soldes : -10 %"),
    ("es", "Ahorras un 10 %"),
    ("es", "Oferta -10 %"),
    ("es", "Rebajas: 10 % de descuento"),
    ("it", "Risparmi il 10%"),
    ("it", "Sconto 10%"),
    ("it", "Saldi -10%"),
    ("pl", "Oszczędzasz 10%"),
    ("pl", "Promocja -10%"),
    ("pl", "Rabat 10%"),
    ("nl", "Je bespaart 10%"),
    ("nl", "Korting 10%"),
    ("sv", "Du sparar 10 %"),
    ("sv", "Rea -10 %"),
    ("ru", "Экономия 10%"),
    ("ru", "Скидка 10%"),
    ("ru", "Вы экономите 10%"),
    ("pt", "Poupe 10%"),
    ("pt", "Você economiza 10%"),
    ("pt", "Desconto de 10%"),
    ("cs", "Ušetříte 10 %"),
    ("cs", "Sleva 10 %"),
    ("ja", "10%OFF"),
    ("ja", "セール10%OFF"),
    ("ko", "10% 할인"),
    ("ko", "특가 10% 할인"),
    ("hu", "10% kedvezmény"),
    ("hu", "Megtakarítás: 10%"),
)


def stored(body: str, lang: str) -> int | None:
    """The price in cents; None where none is stored."""
    answer = read_amounts(body, lang)
    price: int | None = answer["offer"]["price_minor"]
    return price if answer["verdict"]["reason"] is None else None


@pytest.mark.parametrize(("lang", "label"), ON_TERMS)
@pytest.mark.parametrize("body", BODIES)
def test_a_per_cent_on_terms_makes_no_price(lang: str, label: str, body: str) -> None:
    assert stored(body.format(label), lang) in {None, HIGHER}


@pytest.mark.parametrize(("lang", "label"), FOR_ALL)
def test_a_per_cent_for_all_makes_the_lower_amount_the_price(lang: str, label: str) -> None:
    assert stored(BODIES[0].format(label), lang) == LOWER


SAVED = (
    ("en", "Save €2.45"),
    ("de", "Sie sparen €2.45"),
    ("de", "Angebot -€2.45"),
    ("fr", "Promo -€2.45"),
    ("it", "Risparmi €2.45"),
    ("pl", "Promocja -€2.45"),
    ("ru", "Экономия €2.45"),
    ("cs", "Sleva €2.45"),
    ("hu", "Megtakarítás: €2.45"),
)


@pytest.mark.parametrize(("lang", "label"), SAVED)
def test_an_amount_saved_by_all_makes_the_lower_amount_the_price(lang: str, label: str) -> None:
    assert stored(BODIES[0].format(label), lang) == LOWER


@pytest.mark.parametrize(("lang", "label"), ON_TERMS)
def test_an_amount_saved_on_terms_makes_no_price(lang: str, label: str) -> None:
    said = label.replace("10 %", "€2.45").replace("10%", "€2.45")
    assert stored(BODIES[0].format(said), lang) in {None, HIGHER}
