"""A target that answers with a redirect: it has no message, and nobody is asked where it leads."""

from __future__ import annotations

import pytest

from dispatcher.notices.judging import Outcome
from dispatcher.notices.sending import send
from tests.servers.notices import notice_listener

pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("said", ["", "?redirect=yes"])
def test_a_redirect_is_neither_followed_nor_taken_for_delivery(status: int, said: str) -> None:
    with notice_listener() as listener, notice_listener() as elsewhere:
        listener.status, listener.location = status, f"http://127.0.0.1:{elsewhere.port}/inside"
        answer = send(listener.url + said, "title", "body")
        assert answer.outcome is Outcome.NOT_SENT, "so it is tried again, and told when it is given up"
        assert f"status {status}, a redirect, which is not followed" in answer.said
        assert (elsewhere.others, elsewhere.messages) == ([], [])
        assert len(listener.messages) == 1
        assert "inside" not in answer.said and "path-of-secret" not in answer.said
