"""What an operator types: `read URL --via official`, `doctor`; and what they never say."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.integration.official.conftest import BOWL
from tests.places import REPO
from tests.servers.official import ShopeeDouble
from tests.servers.rabbitmq.readable import let_broker_read
from tests.servers.shop_server import ShopServer

BOWLS_LINK = f"https://shopee.tw/product/310001/{BOWL}"


class Operator:
    """An operator's folder: settings, an embedded database, a secret's file."""

    def __init__(
        self,
        folder: Path,
        server: ShopServer,
        *,
        accounts: Sequence[tuple[str, str, str, str, int]] = (("shopee", "tw", "123456", "demo", 5),),
    ) -> None:
        """`accounts`: shop, region, app id, secret, calls an hour."""
        self.folder = folder
        self.secret = folder / "shopee-tw"
        tables = ""
        for shop, region, app_id, secret, per_hour in accounts:
            self.secret = folder / f"{shop}-{region}"
            self.set_secret(secret)
            tables += (
                f'[[official]]\nshop = "{shop}"\nregion = "{region}"\napp_id = "{app_id}"\n'
                f'secret_file = "{self.secret}"\ncalls_per_hour = {per_hour}\n'
            )
        (folder / "crawlfleet.toml").write_text(
            f'[database]\nurl = "file:{folder}/fleet.db"\n'
            f"[dispatch]\nretry_overdue_seconds = 1.0\n"
            f'[crawl]\nways = ["official", "http"]\n'
            f"{tables}"
            f"[fetch]\nrequests_per_second = 1000.0\n"
            f'resolve = ["*:443:127.0.0.1:{server.port}"]\nallow_addresses = ["127.0.0.1"]\n'
            f'ca_file = "{server.ca_file}"\n',
            "utf-8",
        )
        self.types("db", "init")

    def set_secret(self, secret: str) -> None:
        self.secret.write_text(f"{secret}\n", "utf-8")
        self.secret.chmod(0o600)

    def types(self, *words: str, seconds: float = 90) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "fleet", *words],
            cwd=self.folder,
            env={
                "PYTHONPATH": str(REPO),
                "PATH": "/usr/bin:/bin",
                "CRAWLFLEET_CONFIG": str(self.folder / "crawlfleet.toml"),
            },
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )


@pytest.fixture
def operator(tmp_path: Path, server: ShopServer) -> Operator:
    return Operator(tmp_path, server)


def test_a_look_shows_what_the_interface_states(operator: Operator, shopee: ShopeeDouble) -> None:
    seen = operator.types("read", BOWLS_LINK, "--via", "official")
    assert seen.returncode == 0, seen.stderr
    assert "胡桃木碗" in seen.stdout
    assert "1990" in seen.stdout
    told = json.loads(operator.types("read", BOWLS_LINK, "--via", "official", "--json").stdout)
    assert (told["offer"]["price_kind"], told["verdict"]["status"]) == ("official", "ok")
    assert shopee.calls == 2
    missed = operator.types("read", "https://shopee.tw/product/310001/4711", "--via", "official")
    assert (missed.returncode, "NOT_LISTED" in missed.stdout) == (1, True)


def test_refused_keys_are_doctors_and_a_look_ends_the_pause(operator: Operator, shopee: ShopeeDouble) -> None:
    operator.set_secret("not-the-right-one")
    refused = operator.types("read", BOWLS_LINK, "--via", "official")
    assert refused.returncode == 1
    doctor = operator.types("doctor", "--timeout", "5")
    assert doctor.returncode == 1
    assert "shopee/tw is left alone" in doctor.stdout
    assert "10020" in doctor.stdout
    assert "--via official" in doctor.stdout
    assert "not-the-right-one" not in refused.stdout + refused.stderr + doctor.stdout + doctor.stderr
    operator.set_secret("demo")
    assert operator.types("read", BOWLS_LINK, "--via", "official").returncode == 0
    doctor = operator.types("doctor", "--timeout", "5")
    assert "shopee/tw: 2 of 5 calls in the last hour" in doctor.stdout


def test_a_spent_budget_holds_for_a_person_too_and_doctor_says_when_it_has_room(operator: Operator) -> None:
    for _ in range(5):
        assert operator.types("read", BOWLS_LINK, "--via", "official").returncode == 0
    spent = operator.types("read", BOWLS_LINK, "--via", "official")
    assert (spent.returncode, "budget of 5 calls an hour" in spent.stdout) == (1, True)
    assert "the budget of 5 calls an hour is spent; its jobs wait" in operator.types("doctor", "--timeout", "5").stdout


def test_an_account_that_cannot_work_is_named(operator: Operator, tmp_path: Path) -> None:
    operator.set_secret("")
    said = operator.types("read", BOWLS_LINK, "--via", "official")
    assert said.returncode != 0
    assert "shopee/tw has no secret" in said.stderr
    assert "Traceback" not in said.stderr
    assert "shopee/tw has no secret" in operator.types("doctor", "--timeout", "5").stdout


def test_a_secret_that_others_may_read_is_named(operator: Operator) -> None:
    operator.secret.chmod(0o644)
    let_broker_read(operator.secret.parent)
    doctor = operator.types("doctor", "--timeout", "5").stdout
    assert "secret_file of [[official]] shopee/tw: everybody on this machine may read" in " ".join(doctor.split())


def test_whoever_asks_nobody_there_needs_no_secret(operator: Operator) -> None:
    """A service's own user may not read that file; nor may an operator in his shell."""
    operator.secret.unlink()
    for needless in (("jobs", "list"), ("ingest", "--once")):
        done = operator.types(*needless)
        assert done.returncode == 0, done.stderr
    for words in (("read", BOWLS_LINK, "--via", "official"), ("up", "--until-idle")):
        refused = operator.types(*words)
        assert refused.returncode != 0
        assert "secret_file of [[official]] shopee/tw" in " ".join(refused.stderr.split()), words
