"""What a person sees: lines, tables, texts and money on a terminal, and JSON lines for scripts."""
