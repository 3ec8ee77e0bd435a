"""`crawlfleet ARGS…` with Pinecone among the shops: the one line of common/shops/table.py, and nothing else."""

from __future__ import annotations

from common.shops.table import SHOPS

SHOPS["pinecone"] = "tests.invented.pinecone.shop:Pinecone"

if __name__ == "__main__":
    from common.shops import reading
    from fleet.cli import main

    # The process that reads pages is one of its own: it takes the line from here, too.
    reading.READERS = ("tests.invented.pinecone.__main__", *reading.READERS)

    main()
