"""Tables of the settings that have a file of their own; common/settings.py joins them with the others."""
