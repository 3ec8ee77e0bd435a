"""The makers that people know: their names, and where a page says one."""
