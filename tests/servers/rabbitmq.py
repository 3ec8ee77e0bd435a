"""RabbitMQ for tests: a given address, else Docker, else a private node of the installed rabbitmq-server."""

from __future__ import annotations

import base64
import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request
import uuid
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.servers.processes import Process, ServerFailed, docker_engine_answers, free_port, missing, port_answers

IMAGE = "rabbitmq:4"
_HOW = "set CRAWLFLEET_TEST_AMQP_URL, start Docker, or run scripts/fetch-servers (apt-get install rabbitmq-server)"
# Debian's scripts behind its wrapper: the wrapper would run as another user through `su`, and so hide the server's pid.
_SCRIPTS = (Path("/usr/lib/rabbitmq/bin"),)
_VHOSTS_AT_ONCE = 6  # one call of rabbitmqctl costs a second, a vhost little


class RabbitServer(Protocol):
    """One broker. `stop` and `start` keep durable queues and the address."""

    url: str

    def vhost(self) -> str:
        """The URL of a fresh, empty vhost."""

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def kill(self) -> None:
        """End without a chance to tidy up."""

    def restart(self) -> None: ...
    def close(self) -> None: ...

    def ctl(self, *words: str, stdin: str = "") -> str:
        """Run rabbitmqctl; its output. Skips where only an address was given."""


class _FreshVhosts:
    """Keeps a few vhosts ready, made in one call."""

    url: str

    def __init__(self) -> None:
        self._ready: list[str] = []

    def ctl(self, *words: str, stdin: str = "") -> str:
        raise NotImplementedError

    def vhost(self) -> str:
        if not self._ready:
            names = [f"t-{uuid.uuid4().hex[:10]}" for _ in range(_VHOSTS_AT_ONCE)]
            made = ", ".join(f'<<"{name}">>' for name in names)
            allow = (
                'rabbit_auth_backend_internal:set_permissions(<<"guest">>, V, <<".*">>, <<".*">>, <<".*">>, <<"test">>)'
            )
            self.ctl("eval", f'lists:foreach(fun(V) -> rabbit_vhost:add(V, <<"test">>), {allow} end, [{made}]).')
            self._ready = names
        return f"{self.url.rstrip('/')}/{self._ready.pop(0)}"


class LocalRabbit(_FreshVhosts):
    """A node with its own cookie, epmd, ports and folders, all on loopback."""

    def __init__(self, scripts: Path) -> None:
        super().__init__()
        self._scripts = scripts
        self._user = _server_user()
        self._base = Path(tempfile.mkdtemp(prefix="crawlfleet-rabbit-"))
        self._port, self._dist_port, self._epmd_port = free_port(), free_port(), free_port()
        self.url = f"amqp://guest:guest@127.0.0.1:{self._port}"
        self._node: Process | None = None
        self._epmd: Process | None = None
        self._lay_out()

    @property
    def pid(self) -> int | None:
        """The Erlang VM's."""
        return self._node.pid if self._node else None

    def _lay_out(self) -> None:
        for name in ("mnesia", "log", "home"):
            (self._base / name).mkdir()
        (self._base / "rabbitmq.conf").write_text(
            f"listeners.tcp.default = 127.0.0.1:{self._port}\n"
            "loopback_users.guest = true\n"
            "vm_memory_high_watermark.relative = 0.6\n"
            "disk_free_limit.absolute = 50MB\n"
            "log.console = true\nlog.console.level = warning\nlog.file = false\n"
        )
        (self._base / "enabled_plugins").write_text("[].\n")
        (self._base / "env.conf").write_text("")
        cookie = self._base / "home" / ".erlang.cookie"
        cookie.write_text(secrets.token_hex(16))
        cookie.chmod(0o400)
        self._base.chmod(0o700)
        if self._user:
            for path in (self._base, *self._base.rglob("*")):
                shutil.chown(path, self._user, self._user)

    def _env(self) -> dict[str, str]:
        base = self._base
        return {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C.UTF-8",
            "HOME": str(base / "home"),
            "RABBITMQ_NODENAME": f"crawlfleet-test-{self._port}@localhost",
            "RABBITMQ_MNESIA_BASE": str(base / "mnesia"),
            "RABBITMQ_LOG_BASE": str(base / "log"),
            "RABBITMQ_PID_FILE": str(base / "node.pid"),
            "RABBITMQ_CONF_ENV_FILE": str(base / "env.conf"),
            "RABBITMQ_CONFIG_FILE": str(base / "rabbitmq.conf"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(base / "enabled_plugins"),
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self._port),
            "RABBITMQ_DIST_PORT": str(self._dist_port),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1} +sbwt none",
            "RABBITMQ_CTL_ERL_ARGS": "+sbwt none",
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "ERL_EPMD_PORT": str(self._epmd_port),
            "ERL_CRASH_DUMP_BYTES": "0",
            # Makes the start script replace itself by the VM, so that the pid we hold is the broker's.
            "RUNNING_UNDER_SYSTEMD": "true",
        }

    def start(self) -> None:
        if self._node and self._node.alive:
            return
        if not (self._epmd and self._epmd.alive):
            # Ours, in the foreground: one that the VM starts by itself would be nobody's child and outlive the tests.
            self._epmd = self._spawn(["epmd", "-address", "127.0.0.1", "-port", str(self._epmd_port)])
            self._epmd.wait_ready(lambda: port_answers(self._epmd_port), timeout_seconds=10, what="epmd")
        self._node = self._spawn([str(self._scripts / "rabbitmq-server")])
        self._node.wait_ready(lambda: port_answers(self._port), timeout_seconds=90, what="rabbitmq-server")

    def _spawn(self, command: list[str]) -> Process:
        return Process(command, env=self._env(), cwd=self._base, log=self._base / "node.log", user=self._user)

    def ctl(self, *words: str, stdin: str = "") -> str:
        done = subprocess.run(
            [str(self._scripts / "rabbitmqctl"), "--quiet", *words],
            env=self._env(),
            cwd=self._base,
            user=self._user,
            group=self._user,
            extra_groups=[] if self._user else None,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        if done.returncode:
            raise ServerFailed(f"rabbitmqctl {words[0]} failed: {done.stderr.strip()}\n{done.stdout.strip()}")
        return done.stdout

    def stop(self) -> None:
        if self._node:
            self._node.end(grace_seconds=30)

    def kill(self) -> None:
        if self._node:
            self._node.kill()

    def restart(self) -> None:
        self.stop()
        self.start()

    def close(self) -> None:
        self.kill()
        if self._epmd:
            self._epmd.end(grace_seconds=2)
        shutil.rmtree(self._base, ignore_errors=True)


class DockerRabbit(_FreshVhosts):
    def __init__(self) -> None:
        super().__init__()
        from testcontainers.core.container import DockerContainer

        port = free_port()
        container: Any = DockerContainer(IMAGE)
        self._container = container.with_bind_ports(5672, ("127.0.0.1", port))
        # A guest from outside the container is not on its loopback.
        self._container.with_env("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-rabbit loopback_users []")
        self._container.start()
        self.url = f"amqp://guest:guest@127.0.0.1:{port}"
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + 90
        # Docker's proxy accepts before the broker listens; the broker itself must say that it runs.
        while self._container.exec(["rabbitmq-diagnostics", "-q", "check_port_connectivity"]).exit_code:
            if time.monotonic() > deadline:
                pytest.fail("RabbitMQ in Docker was not ready within 90 s", pytrace=False)

    def ctl(self, *words: str, stdin: str = "") -> str:
        fed = ["sh", "-c", 'printf %s "$0" | rabbitmqctl --quiet "$@"', stdin, *words]
        done = self._container.exec(fed)
        output = done.output.decode("utf-8", "replace")
        if done.exit_code:
            raise ServerFailed(f"rabbitmqctl {words[0]} failed: {output}")
        return str(output)

    def start(self) -> None:
        self._container.get_wrapped_container().start()
        self._wait()

    def stop(self) -> None:
        self._container.get_wrapped_container().stop()

    def kill(self) -> None:
        self._container.get_wrapped_container().kill()

    def restart(self) -> None:
        self.stop()
        self.start()

    def close(self) -> None:
        self._container.stop()


class GivenRabbit:
    """A broker somebody else runs. Fresh vhosts come from its management API (CRAWLFLEET_TEST_RABBITMQ_API)."""

    def __init__(self, url: str, api: str | None) -> None:
        self.url = url
        self._api = api

    def vhost(self) -> str:
        if not self._api:
            pytest.skip("a fresh vhost needs the management API: set CRAWLFLEET_TEST_RABBITMQ_API=http://HOST:15672")
        parts = urllib.parse.urlsplit(self.url)
        name, user = f"t-{uuid.uuid4().hex[:10]}", urllib.parse.unquote(parts.username or "guest")
        self._put(f"/api/vhosts/{name}", b"{}")
        everything = b'{"configure": ".*", "write": ".*", "read": ".*"}'
        self._put(f"/api/permissions/{name}/{urllib.parse.quote(user, safe='')}", everything)
        return parts._replace(path=f"/{name}").geturl()

    def _put(self, path: str, body: bytes) -> None:
        parts = urllib.parse.urlsplit(self.url)
        user, password = (urllib.parse.unquote(word or "guest") for word in (parts.username, parts.password))
        token = base64.b64encode(f"{user}:{password}".encode()).decode()
        headers = {"Authorization": f"Basic {token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{str(self._api).rstrip('/')}{path}", body, headers, method="PUT")
        urllib.request.urlopen(request, timeout=10).close()

    def _not_ours(self) -> None:
        pytest.skip("the test wants to control RabbitMQ itself, and the broker was given by address")

    def ctl(self, *words: str, stdin: str = "") -> str:
        self._not_ours()
        return ""

    start = stop = kill = restart = _not_ours

    def close(self) -> None: ...


def find_rabbitmq() -> RabbitServer:
    """The first way that works on this machine, started; else skips, or fails when CI is set."""
    given = os.environ.get("CRAWLFLEET_TEST_AMQP_URL")
    if given:
        return GivenRabbit(given, os.environ.get("CRAWLFLEET_TEST_RABBITMQ_API"))
    if docker_engine_answers():
        return DockerRabbit()
    scripts = next((path for path in _scripts() if (path / "rabbitmq-server").exists()), None)
    if scripts is None or shutil.which("epmd") is None:
        missing("RabbitMQ", _HOW)
    server = LocalRabbit(Path(str(scripts)))
    try:
        server.start()
    except BaseException:
        server.close()
        raise
    return server


def _scripts() -> list[Path]:
    on_path = shutil.which("rabbitmq-server")
    return [*_SCRIPTS, *([Path(on_path).resolve().parent] if on_path else [])]


def _server_user() -> str | None:
    """Root hands the node to the package's own user; anybody else runs it as himself."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("rabbitmq").pw_name
    except KeyError:
        return None
