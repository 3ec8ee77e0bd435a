"""A server in a container of its own."""

from __future__ import annotations

from typing import Any


class Contained:
    """Started, stopped and killed as a local server is; its data outlives all three, and goes with close()."""

    _container: Any
    """Of testcontainers, running."""

    def _wait(self) -> None:
        """Until it serves; fails the test where it does not."""
        raise NotImplementedError

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
