"""The price for who has a product sent again and again, beside the price for who buys it once."""

from __future__ import annotations

import pytest

from tests.invented.two_amounts import BODIES, HIGHER, read_amounts

SUBSCRIBES = (
    ("en", "Subscribe & save 10%"),
    ("en", "Subscribe and save"),
    ("en", "Subscription"),
    ("de", "Abonnieren und 10 % sparen"),
    ("de", "Im Abo sparen"),
    ("de", "Sparabo"),
    ("de", "Abonnieren & sparen"),
    ("fr", "S'abonner et économiser 10 %"),
    ("fr", "Abonnez-vous et économisez"),
    ("fr", "Abonnement"),
    ("es", "Suscríbete y ahorra un 10 %"),
    ("es", "Suscribirse y ahorrar"),
    ("es", "Suscripción"),
    ("it", "Abbonati e risparmia il 10%"),
    ("it", "Iscriviti e risparmia"),
    ("it", "Abbonamento"),
    ("pt", "Assine e economize 10%"),
    ("pt", "Subscreva e poupe 10%"),
    ("pt", "Assinatura"),
    ("nl", "Abonneer en bespaar 10%"),
    ("nl", "Abonneren en besparen"),
    ("nl", "Abonnement"),
    ("sv", "Prenumerera och spara 10 %"),
    ("sv", "Prenumeration"),
    ("sv", "Leverans varannan vecka"),
    ("da", "Abonnér og spar 10 %"),
    ("da", "Abonner og spar 10 %"),
    ("nb", "Abonner og spar 10 %"),
    ("fi", "Tilaa ja säästä 10 %"),
    ("fi", "Kestotilaus"),
    ("pl", "Subskrybuj i oszczędź 10%"),
    ("pl", "Subskrypcja"),
    ("cs", "Předplaťte si a ušetřete 10 %"),
    ("cs", "Předplatné"),
    ("cs", "Pravidelná dodávka"),
    ("sk", "Predplaťte si a ušetrite 10 %"),
    ("sk", "Predplatné"),
    ("hu", "Előfizetés 10% kedvezménnyel"),
    ("hu", "Iratkozz fel és spórolj 10%-ot"),
    ("hu", "Előfizetés"),
    ("ro", "Abonează-te și economisește 10%"),
    ("ro", "Abonament"),
    ("el", "Εγγραφείτε και εξοικονομήστε 10%"),
    ("el", "Συνδρομή"),
    ("tr", "Abone ol, %10 tasarruf et"),
    ("tr", "Abonelik"),
    ("ru", "Подпишись и сэкономь 10%"),
    ("ru", "По подписке"),
    ("ru", "Подписка"),
    ("uk", "Підпишись і заощаджуй 10%"),
    ("uk", "Підписка"),
    ("ja", "定期購入で10%OFF"),
    ("ja", "定期便"),
    ("ja", "定期購入"),
    ("ko", "정기구독 10% 할인"),
    ("ko", "정기배송"),
    ("zh-cn", "订阅并节省 10%"),
    ("zh-cn", "定期购"),
    ("zh-tw", "訂閱並節省 10%"),
    ("zh-tw", "定期購"),
    ("et", "Telli ja säästa 10%"),
    ("et", "Püsitellimus"),
    ("lv", "Abonē un ietaupi 10%"),
    ("lt", "Prenumeruokite ir sutaupykite 10%"),
    ("hr", "Pretplati se i uštedi 10%"),
    ("hr", "Pretplata"),
    ("sl", "Naročite se in prihranite 10 %"),
    ("sl", "Naročnina"),
    ("bg", "Абонирай се и спести 10%"),
    ("bg", "Абонамент"),
    ("he", "הירשמו וחסכו 10%"),
    ("he", "מנוי"),
    ("ar", "اشترك ووفر 10%"),
    ("ar", "اشتراك"),
    ("vi", "Đăng ký và tiết kiệm 10%"),
    ("th", "สมัครสมาชิกและประหยัด 10%"),
    ("id", "Berlangganan dan hemat 10%"),
    ("id", "Langganan"),
    ("is", "Áskrift"),
)


@pytest.mark.parametrize(("lang", "label"), SUBSCRIBES)
@pytest.mark.parametrize("body", BODIES)
def test_a_subscribers_price_is_not_the_price(lang: str, label: str, body: str) -> None:
    assert read_amounts(body.format(label), lang)["offer"]["price_minor"] == HIGHER


def test_a_letter_of_news_above_the_price_makes_it_no_other() -> None:
    body = "<p>Sign up for our newsletter: subscribe and save</p><p>€24.50</p>"
    assert read_amounts(body, "en")["offer"]["price_minor"] == HIGHER
