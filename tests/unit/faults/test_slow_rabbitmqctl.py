"""A rabbitmqctl that does not end says so in a sentence, and is no traceback of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.servers.processes import ServerFailed
from tests.servers.rabbitmq import local
from tests.servers.rabbitmq.local import LocalRabbit


def test_a_rabbitmqctl_that_does_not_end_is_a_server_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs = tmp_path / "rabbitmqctl"
    hangs.write_text("#!/bin/sh\nexec sleep 600\n")
    hangs.chmod(0o755)
    monkeypatch.setattr(local, "CTL_SECONDS", 0.2)
    monkeypatch.setattr(local, "_server_user", lambda: None)
    rabbitmq = LocalRabbit(tmp_path)
    try:
        with pytest.raises(ServerFailed, match=r"^rabbitmqctl eval did not end within 0.2 s. .* less busy\.$"):
            rabbitmq.vhost()
    finally:
        rabbitmq.close()
