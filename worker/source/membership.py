"""What a volunteer's machine keeps of the fleet it joined: the gateway's address, its token, what it was told.

One file, 0600, in the folder that worker/source/home.py finds.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from common.errors import ConfigError
from common.lasting.files import write_lasting
from common.lasting.folders import make_lasting_folder
from common.private_files import tighten
from common.protocol.base import Line, Secret
from common.protocol.joining import Settings
from worker.source.home import MEMBERSHIP, home, unread, unwritten


class Membership(BaseModel):
    """Part of one fleet."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    gateway: str
    machine: Line
    token: Secret
    next_token: Secret | None = None
    """Given out and not used successfully yet."""
    told: Settings
    ca_file: Path | None = None
    """For a gateway whose certificate no public authority signed."""


class Joining(BaseModel):
    """A joining under way. Its nonce is kept, so that one whose answer was lost takes no second place."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    secret_hash: str
    nonce: Secret


class MembershipFile:
    """The file and the folder around it. Raises ConfigError for what cannot be read or written."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or home()

    @property
    def path(self) -> Path:
        return self.folder / MEMBERSHIP

    def read(self) -> Membership | None:
        """None: this machine has joined no fleet."""
        try:
            tighten(self.path)
            return Membership.model_validate_json(self.path.read_bytes())
        except FileNotFoundError:
            return None
        except PermissionError as error:
            raise unread(self.path, error) from None
        except (OSError, ValidationError) as error:
            raise ConfigError(
                f"{self.path} cannot be read ({type(error).__name__}). Move it away and join again with a new link."
            ) from None

    def write(self, membership: Membership) -> None:
        self._put(MEMBERSHIP, membership)

    def forget(self) -> None:
        self._remove(MEMBERSHIP)

    def joining(self) -> Joining | None:
        try:
            return Joining.model_validate_json((self.folder / "joining.json").read_bytes())
        except (OSError, ValidationError):
            return None

    def begin_joining(self, joining: Joining) -> None:
        self._put("joining.json", joining)

    def end_joining(self) -> None:
        self._remove("joining.json")

    def _put(self, name: str, value: BaseModel) -> None:
        try:
            make_lasting_folder(self.folder)
            write_lasting(self.folder / name, value.model_dump_json(indent=1).encode())
        except OSError as error:
            raise unwritten(self.folder / name, error) from None

    def _remove(self, name: str) -> None:
        try:
            (self.folder / name).unlink(missing_ok=True)
        except OSError as error:
            raise ConfigError(
                f"cannot remove {self.folder / name}: {error.strerror or error}. Remove it by hand; the fleet takes "
                "its tasks back by itself."
            ) from None
