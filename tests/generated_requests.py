"""schemathesis, run over the OpenAPI document of a server of ours by the token of somebody who may use it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.measuring import unmeasured_environment

LIMIT_SECONDS = 120
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
)


async def keeps_to_its_document(
    document_url: str,
    token: str,
    *options: str,
    checks: tuple[str, ...] = CHECKS,
    folder: Path,
    environment: Mapping[str, str] | None = None,
) -> None:
    """Raises AssertionError with what schemathesis says when an answer is not as the document tells it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "schemathesis.cli",
        "run",
        document_url,
        f"--header=Authorization: Bearer {token}",
        f"--checks={','.join(checks)}",
        *options,
        "--seed=1",
        "--generation-database=none",
        "--continue-on-failure",
        "--no-color",
        cwd=folder,
        env={**unmeasured_environment(), **(environment or {})},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        told, _ = await asyncio.wait_for(process.communicate(), LIMIT_SECONDS)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, told.decode()[-8000:]
