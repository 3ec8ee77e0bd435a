"""A server in a container of its own."""

from __future__ import annotations

from typing import Any

from tests.servers.ports import free_port


def on_loopback(image: str, port: int) -> tuple[Any, int]:
    """A container of this image, not yet started, and the port of 127.0.0.1 where its own `port` will be published.

    Written to its ports directly: with_bind_ports() takes no address, and would publish it on every interface.
    """
    from testcontainers.core.container import DockerContainer

    container: Any = DockerContainer(image)
    published = free_port()
    container.ports[str(port)] = ("127.0.0.1", published)
    return container, published


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
