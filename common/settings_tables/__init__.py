"""Tables of the settings that some roles read, a file each; common/settings.py joins them with those that all read."""
