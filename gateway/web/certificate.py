"""A door's certificate and key: checked before it opens, and taken up anew when their files change.

Certificates of public authorities live for weeks and are renewed by a program that writes the files (certbot, acme.sh).
A server that reads them once would serve one that has ended, and every volunteer would be turned away.
"""

from __future__ import annotations

import logging
import ssl
from pathlib import Path
from typing import NoReturn

from common.errors import ConfigError
from common.file_stamps import Stamp, stamp_of
from common.output.unreadable import why_no_pair

log = logging.getLogger("crawlfleet.gateway.certificate")


class Certificate:
    """Two PEM files, `section`'s certificate_file and key_file."""

    def __init__(self, chain: Path, key: Path, *, section: str) -> None:
        """Raises ConfigError when they cannot be read, do not belong together, or the key wants a pass phrase."""
        self._chain = chain
        self._key = key
        self._section = section
        self._served = self._stamped()
        """Of the files that connections get."""
        self._told: tuple[Stamp | None, ...] | None = None
        """Of files that could not be used, which was said."""
        self._load(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))

    def look_again(self, context: ssl.SSLContext) -> None:
        """New connections through `context` get what the files hold now. While they cannot be used, as between the
        writing of one and the other, or until this user may read them, it stays as it was, and they are tried again."""
        stamp = self._stamped()
        if stamp == self._served:
            return
        try:
            self._load(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))  # never half of a pair into the one that serves
            self._load(context)
        except ConfigError as error:
            if stamp != self._told:
                log.warning("the certificate that was read before is served on: %s", error)
            self._told = stamp
        else:
            self._served, self._told = stamp, None
            log.info("%s.certificate_file has changed; new connections get it", self._section)

    def _load(self, context: ssl.SSLContext) -> None:
        try:
            context.load_cert_chain(self._chain, self._key, password=self._no_pass_phrase)
        except OSError as error:
            raise ConfigError(
                f"{self._section}.certificate_file and key_file: {why_no_pair(self._chain, self._key, error)}. Name a "
                "PEM certificate chain and its key there, both readable for the user that this runs as."
            ) from None

    def _no_pass_phrase(self) -> NoReturn:
        # Without this OpenSSL asks at the terminal, or waits for one that is not there.
        raise ConfigError(
            f"{self._section}.key_file {self._key} wants a pass phrase, and nobody is there to type it. Give the key "
            "without one (`openssl pkey -in FILE -out FILE`), in a file that only this service may read."
        )

    def _stamped(self) -> tuple[Stamp | None, ...]:
        """Another one when either file was written anew."""
        return stamp_of(self._chain), stamp_of(self._key)
