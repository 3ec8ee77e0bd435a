"""Reads the settings: one TOML file, overridden by CRAWLFLEET_<SECTION>_<KEY> variables.

loading     the file, the variables over it, and the secrets that both name
problems    what is said of a setting that cannot be used; never its value
"""

from common.config.loading import configured_path, load, with_feed_tokens

__all__ = ["configured_path", "load", "with_feed_tokens"]
