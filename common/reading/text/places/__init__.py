"""Whose money a page means, by the country that its address, language, scripts or words name."""
