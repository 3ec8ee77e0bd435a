"""RabbitMQ's own command line in an Erlang VM that stays: a call costs milliseconds, not a second of the processor.

What rabbitmqctl parses, checks, asks and prints is done by its own code, unpacked from the program beside the server;
what is spared is the start of the VM and the loading of that code. How words and input reach the real program is for
tests that call it (RabbitServer.command).
"""

from __future__ import annotations

import io
import subprocess
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock, Timer

from fleet.rabbitmq.rabbitmqctl import quietly

_SERVES = """
-module(ctl).
-export([serve/0]).

serve() ->
    {ok, _} = application:ensure_all_started(elixir),
    _ = application:ensure_all_started(rabbitmqctl),
    {module, _} = code:ensure_loaded('Elixir.RabbitMQCtl'),
    each(whereis(standard_error)).

each(StandardError) ->
    case io:get_line("") of
        eof ->
            halt(0);
        Line ->
            Told = string:split(string:chomp(Line), " ", all),
            [Input | Words] = [binary:decode_hex(iolist_to_binary(Word)) || Word <- Told],
            {Code, Out, Err} = call(Words, Input, StandardError),
            io:format("ctl ~b ~s ~s~n", [Code, binary:encode_hex(Out), binary:encode_hex(Err)]),
            each(StandardError)
    end.

call(Words, Input, StandardError) ->
    {ok, Out} = 'Elixir.StringIO':open(Input),
    {ok, Err} = 'Elixir.StringIO':open(<<>>),
    said_to(Err),
    {_, Ended} = spawn_monitor(fun() -> group_leader(Out, self()), 'Elixir.RabbitMQCtl':(main())(Words) end),
    Code = receive
        {'DOWN', Ended, process, _, {shutdown, Number}} -> Number;
        {'DOWN', Ended, process, _, Why} -> io:format(Err, "~p~n", [Why]), 70
    end,
    said_to(StandardError),
    {ok, {_, Printed}} = 'Elixir.StringIO':close(Out),
    {ok, {_, Told}} = 'Elixir.StringIO':close(Err),
    {Code, Printed, Told}.

%% RabbitMQ 4 has the starting and ending of its VM around it.
main() ->
    case erlang:function_exported('Elixir.RabbitMQCtl', main1, 1) of
        true -> main1;
        false -> main
    end.

said_to(Device) ->
    unregister(standard_error),
    register(standard_error, Device).
"""
"""In: a line for each call, of what stands on its input and its words, in hex. Out: its exit code, output, errors."""

# As rabbitmqctl starts its own VM (run_escript of rabbitmq-env), but for the code, which stays.
_STARTS = """
. "${0%/*}"/rabbitmq-env
_rmq_env_set_erl_libs
exec erl +B -boot "$CLEAN_BOOT_FILE" -noshell -hidden $RABBITMQ_CTL_ERL_ARGS \
    -kernel inet_dist_listen_min "$RABBITMQ_CTL_DIST_PORT_MIN" inet_dist_listen_max "$RABBITMQ_CTL_DIST_PORT_MAX" \
    -pa "$1" "$1"/*/ebin \
    -eval '{ok, M, B} = compile:file("ctl", [binary]), {module, M} = code:load_binary(M, "ctl", B), M:serve().' \
    -extra "$ESCRIPT_DIR/rabbitmqctl"
"""


class StandingCtl:
    """One VM, started at the first call and whenever it is gone. It ends with its input, so with the tests at the
    latest, whatever becomes of them."""

    def __init__(
        self,
        program: Path,
        code: Path,
        folder: Path,
        line: Callable[[list[str]], list[str]],
        env: Mapping[str, str],
        user: str | None,
    ) -> None:
        """`program`: rabbitmqctl, as the VM sees its path. `code`: the archive that it runs, which is unpacked into the
        new `folder`. `line`: what is called so that a command runs where the server runs."""
        self._program, self._folder, self._line, self._env, self._user = program, folder, line, dict(env), user
        self._vm: subprocess.Popen[str] | None = None
        self._lock = Lock()
        folder.mkdir()
        whole = code.read_bytes()
        with zipfile.ZipFile(io.BytesIO(whole[whole.index(b"PK\x03\x04") :])) as archive:
            archive.extractall(folder)
        (folder / "ctl.erl").write_text(_SERVES, "utf-8")

    def call(self, words: Sequence[str], stdin: str, seconds: float) -> subprocess.CompletedProcess[str]:
        """As the program does it. Raises subprocess.TimeoutExpired, and ends the VM then."""
        command = ["rabbitmqctl", *quietly(stdin), *words]
        with self._lock:
            vm = self._running()
            assert vm.stdin and vm.stdout
            late = Timer(seconds, vm.kill)
            late.start()
            try:
                vm.stdin.write(" ".join(word.encode().hex() for word in (stdin, *command[1:])) + "\n")
                vm.stdin.flush()
                answer = next((said for said in vm.stdout if said.startswith("ctl ")), "")
            finally:
                late.cancel()
            if not answer:
                vm.wait()
                raise subprocess.TimeoutExpired(command, seconds)
        _, code, out, err = answer.rstrip("\n").split(" ")
        return subprocess.CompletedProcess(
            command, int(code), bytes.fromhex(out).decode("utf-8"), bytes.fromhex(err).decode("utf-8")
        )

    def _running(self) -> subprocess.Popen[str]:
        if self._vm and self._vm.poll() is None:
            return self._vm
        self.close()
        with (self._folder / "ctl.log").open("ab") as log:
            self._vm = subprocess.Popen(
                self._line(["sh", "-c", _STARTS, str(self._program), str(self._folder)]),
                env=self._env,
                cwd=self._folder,
                user=self._user,
                group=self._user,
                extra_groups=[] if self._user else None,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        return self._vm

    def close(self) -> None:
        if self._vm is None:
            return
        self._vm.kill()
        self._vm.communicate()
        self._vm = None
