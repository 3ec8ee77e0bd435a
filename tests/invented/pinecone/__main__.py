"""`crawlfleet ARGS…` with Pinecone among the shops: the one line of common/shops/table.py, and nothing else."""

from __future__ import annotations

from common.shops.table import SHOPS

SHOPS["pinecone"] = "tests.invented.pinecone.shop:Pinecone"

if __name__ == "__main__":
    from fleet.cli import main

    main()
