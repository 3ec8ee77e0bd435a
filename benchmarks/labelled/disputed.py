"""Labels that the page itself contradicts. They are counted as they stand; what is stored there is listed apart."""

from __future__ import annotations

DISPUTED: dict[tuple[str, str], str] = {
    ("bddc08f529598f65d911c43525ba5bde22d34e35fa0c2234a9a61a07a9325433", "price"): "JSON-LD: 2449 ARS; label 2.449",
    ("0bf9a333844ecd186e5fe8a317b23f49cc2a26455383adc83e998be3ceb8a557", "price"): "JSON-LD: 24990 CLP; label 24.99",
    ("8cb33a3e85d78d3b3f05bdb79da7f552973f602a12b6250d528d9ca38f198c17", "price"): "JSON-LD: 229990 CLP; label 229.99",
    ("0d1c8923ac0602548a1794c0f9a7f30b3d5793f4d6f44e6a034273fef515c400", "price"): "JSON-LD: 23450 PKR; label 23.450",
}
"""(page, field) → what the page says, and what the label."""
