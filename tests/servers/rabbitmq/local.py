"""A private node of a rabbitmq-server on this machine."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from fleet.rabbitmq.rabbitmqctl import quietly
from tests.servers.ports import free_port
from tests.servers.processes import Process, ServerFailed, data_folder, port_answers
from tests.servers.rabbitmq.server import FreshVhosts
from tests.servers.rabbitmq.standing import StandingCtl

CTL_SECONDS = 180.0
"""Of one rabbitmqctl."""
_OWN_USR = 'mount --rbind "$0" /usr && exec "$@"'
"""Run in a mount namespace of its own: the folder $0 stands where this machine's /usr was, for the command only."""


class LocalRabbit(FreshVhosts):
    """A node with its own cookie, epmd, ports and folders, all on loopback.

    `scripts`: the folder of rabbitmq-server and rabbitmqctl. `usr`: a folder that stands for /usr while they run, so
    that packages of a newer system run unpacked, on their own libraries. It needs root, or user namespaces.
    """

    def __init__(self, scripts: Path, usr: Path | None = None) -> None:
        super().__init__()
        self._scripts = scripts
        self._usr = usr
        self._user = _server_user()
        self._base = data_folder("crawlfleet-rabbit-")
        self._port, self._dist_port, self._epmd_port = free_port(), free_port(), free_port()
        self.url = f"amqp://guest:guest@127.0.0.1:{self._port}"
        self._node: Process | None = None
        self._epmd: Process | None = None
        self._ctl: StandingCtl | None = None
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
        ctl = self._scripts / "rabbitmqctl"
        seen = self._usr / ctl.relative_to("/usr") if self._usr else ctl
        if (code := seen.resolve().parent.parent / "escript" / "rabbitmqctl").exists():
            user = None if self._usr else self._user
            self._ctl = StandingCtl(ctl, code, self._base / "ctl", self._line, self._env(), user)
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
            self._epmd.wait_ready(lambda: port_answers(self._epmd_port), timeout_seconds=60, what="epmd")
        self._node = self._spawn([str(self._scripts / "rabbitmq-server")])
        self._node.wait_ready(lambda: port_answers(self._port), timeout_seconds=180, what="rabbitmq-server")

    def _spawn(self, command: list[str]) -> Process:
        user = None if self._usr else self._user
        return Process(self._line(command), env=self._env(), cwd=self._base, log=self._base / "node.log", user=user)

    def _line(self, command: list[str]) -> list[str]:
        """What is called so that the command runs with its own /usr. Each program replaces the one before: one pid."""
        if self._usr is None:
            return command
        own_usr = ["sh", "-c", _OWN_USR, str(self._usr)]
        if self._user is None:
            rights = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
            return ["unshare", *rights, "--mount", *own_usr, *command]
        # Changing the user would forget that the node is to end with the tests: see Process.
        user = ["setpriv", f"--reuid={self._user}", f"--regid={self._user}", "--clear-groups", "--pdeathsig=TERM"]
        return ["unshare", "--mount", *own_usr, *user, *command]

    def ctl(self, *words: str, stdin: str = "") -> str:
        standing = self._ctl
        if standing is None:
            return self.command(*words, stdin=stdin)
        return self._done(words, lambda: standing.call(words, stdin, CTL_SECONDS))

    def command(self, *words: str, stdin: str = "") -> str:
        user = None if self._usr else self._user

        def run() -> subprocess.CompletedProcess[str]:
            return subprocess.run(
                self._line([str(self._scripts / "rabbitmqctl"), *quietly(stdin), *words]),
                env=self._env(),
                cwd=self._base,
                user=user,
                group=user,
                extra_groups=[] if user else None,
                input=stdin,
                capture_output=True,
                text=True,
                timeout=CTL_SECONDS,
                check=False,
            )

        return self._done(words, run)

    def _done(self, words: tuple[str, ...], run: Callable[[], subprocess.CompletedProcess[str]]) -> str:
        try:
            done = run()
        except subprocess.TimeoutExpired:
            raise ServerFailed(
                f"rabbitmqctl {words[0]} did not end within {CTL_SECONDS:g} s. It starts an Erlang VM, which takes "
                "minutes where many programs share few cores: try again when this machine is less busy."
            ) from None
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
        if self._ctl:
            self._ctl.close()
        self.kill()
        if self._epmd:
            self._epmd.end(grace_seconds=2)
        shutil.rmtree(self._base, ignore_errors=True)


def _server_user() -> str | None:
    """Root hands the node to the package's own user; anybody else runs it as himself."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("rabbitmq").pw_name
    except KeyError:
        return None
