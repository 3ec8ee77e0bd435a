"""A browser's folder for its time: everything that it and its driver put on disk, taken away with it, or by whoever
starts the next browser on this machine (common/lasting/passing.py)."""

from __future__ import annotations

import shutil

from common.lasting.passing import locked_folder

PREFIX = "crawlfleet-browser-"


class Folder:
    """Made at once; `close()` takes it away. Raises OSError."""

    def __init__(self) -> None:
        self.path, self._lock = locked_folder(PREFIX)
        self.driver = self.path / "driver"
        """What the driver may write into: nobody else's, although an ordinary user's browser passes through it."""
        self.home = self.path / "home"
        """The browser's own."""
        self.path.chmod(0o711)
        self.driver.mkdir(mode=0o711)
        self.home.mkdir(mode=0o700)

    def close(self) -> None:
        self._lock.close()
        shutil.rmtree(self.path, ignore_errors=True)
