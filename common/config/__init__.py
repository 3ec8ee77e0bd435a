"""Reads the settings: one TOML file, overridden by CRAWLFLEET_<SECTION>_<KEY> variables.

loading      the file, the variables over it, and the secrets of every role that both name
secrets      secrets that lie in files of their own; a feed's and an official account's are opened by who uses them
problems     what is said of a setting that cannot be used; never its value
plain_words  what pydantic finds wrong, in words of neither Python nor pydantic
"""

from common.config.loading import configured_path, load
from common.config.secrets import official_secret, with_feed_tokens, with_official_secrets

__all__ = ["configured_path", "load", "official_secret", "with_feed_tokens", "with_official_secrets"]
