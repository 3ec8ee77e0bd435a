"""The token that a database's server asks for, read anew when its file changes, so that renewing it stops nothing."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from pydantic import SecretStr

from common.errors import StoreRejected
from common.file_stamps import Stamp, stamp_of
from common.output.unreadable import why_unreadable
from common.private_files import first_line

_log = logging.getLogger("crawlfleet.store.token")

# What may stand in a header's value. Anything else would make the HTTP library quote the token in its error.
_SENDABLE = re.compile(r"[\x21-\x7e]+")


class AuthToken:
    """A fixed token, the first line of a file, or none.

    The file is looked at before each use (one stat). A file that is away, empty or half written keeps the last token in
    use: who replaces it need not be quick about it.
    """

    def __init__(self, value: SecretStr | None, file: Path | None = None) -> None:
        self._file = file
        self._stamp: Stamp | None = None
        self._value = value.get_secret_value().strip() if value is not None else None
        if file is not None:
            self._look(file)  # what it said at the program's start may have been replaced since
        if self._value and not _SENDABLE.fullmatch(self._value):
            raise StoreRejected(
                f"{'database.auth_token_file' if file else 'CRAWLFLEET_DATABASE_AUTH_TOKEN'} holds no token: that is "
                "one word of printable ASCII characters. Write it anew, with nothing else beside it."
            )

    def current(self) -> str | None:
        """The token to send now; None when there is none."""
        if self._file is not None:
            self._look(self._file)
        return self._value or None

    def _look(self, file: Path) -> None:
        try:
            stamp = stamp_of(file)
            if stamp is not None and stamp == self._stamp:
                return
            word = first_line(file)
        except (OSError, UnicodeDecodeError) as error:
            if self._value is None:
                why = why_unreadable(file, error)
                raise StoreRejected(
                    f"database.auth_token_file: {why}. Put the database's token there, or leave the setting out."
                ) from None
            return
        if not _SENDABLE.fullmatch(word):
            return
        if self._value and word != self._value:
            _log.info("the database token was replaced; the new one of %s is used from now on", file)
        self._stamp, self._value = stamp, word
