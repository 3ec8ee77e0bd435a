"""One file of words for each language, any.toml for what belongs to none; read by common/reading/text/wording.py."""
