"""The exceptions that several parts raise or heed, and the taxonomy of crawl errors.

What one part alone knows stands with that part; what an operator may meet of it is a CrawlfleetError as well.

services   of settings, the database, the broker and feeds
crawl      of one crawl
codes      the codes that a failed crawl is recorded with, and what follows from each
extras     what to type where a package of one of our extras is missing

CrawlfleetError                  what an operator may meet; its text says what happened and what to do next
├── ConfigError                  a setting is unknown, malformed or missing
│   ├── WrongUsage               what was typed could never do
│   └── CleartextRefused         an unencrypted connection would leave this machine and Tailscale
├── StoreError                   the database refused or could not be reached
│   ├── StoreUnavailable         worth trying again (network, busy, 5xx); the write MAY have committed
│   │   ├── StoreBusy            turned away before anything was done (429): wait for a turn
│   │   └── StoreSilent          a request was sent and got no answer in time
│   ├── StoreRejected            will not work by trying again (bad SQL, constraint, permission)
│   └── SchemaMismatch           the schema is missing or older than this program
│       └── SchemaNewer          the schema is newer: no waiting helps this program
├── BrokerError                  the broker refused or could not be reached
│   ├── BrokerUnavailable        worth trying again; the publish MAY have arrived
│   │   └── BrokerBlocked        it hands messages out and takes none
│   ├── BrokerCleartextRefused   also a CleartextRefused
│   ├── PublishRefused           nacked: a queue is full (backpressure)
│   ├── Unroutable               returned: no queue is bound for the routing key
│   ├── RightMissing             this account may not do that
│   └── TopologyMissing          an exchange or queue does not exist; run `crawlfleet broker init`
├── SourceError                  one feed account could not be polled
├── ParsingStopped               reading strangers' bytes passed a limit (common/parsing/failures.py)
├── ParsingRaised                reading strangers' bytes raised an error (there, too)
├── ParsingUnavailable           no process to read strangers' bytes in can be started (there, too)
└── CrawlError                   one crawl did not work; carries an ErrorCode
    └── PerhapsOurs              this machine's own network may be the reason
        ├── Unanswered           nobody answered
        └── Astray               somebody else may have answered: Misled, LedAway, Unproven
"""

from common.errors.codes import GONE, NEXT_WAY, Category, ErrorCode
from common.errors.crawl import Astray, CrawlError, LedAway, Misled, PerhapsOurs, Unanswered, Unproven
from common.errors.services import (
    BrokerBlocked,
    BrokerCleartextRefused,
    BrokerError,
    BrokerUnavailable,
    CleartextRefused,
    ConfigError,
    CrawlfleetError,
    PublishRefused,
    RightMissing,
    SchemaMismatch,
    SchemaNewer,
    SourceError,
    StoreBusy,
    StoreError,
    StoreRejected,
    StoreSilent,
    StoreUnavailable,
    TopologyMissing,
    Unroutable,
    WrongUsage,
)

__all__ = [
    "GONE",
    "NEXT_WAY",
    "Astray",
    "BrokerBlocked",
    "BrokerCleartextRefused",
    "BrokerError",
    "BrokerUnavailable",
    "Category",
    "CleartextRefused",
    "ConfigError",
    "CrawlError",
    "CrawlfleetError",
    "ErrorCode",
    "LedAway",
    "Misled",
    "PerhapsOurs",
    "PublishRefused",
    "RightMissing",
    "SchemaMismatch",
    "SchemaNewer",
    "SourceError",
    "StoreBusy",
    "StoreError",
    "StoreRejected",
    "StoreSilent",
    "StoreUnavailable",
    "TopologyMissing",
    "Unanswered",
    "Unproven",
    "Unroutable",
    "WrongUsage",
]
