"""Notifications: what there is to tell is looked for by the dispatcher that leads, noted, and sent by Apprise."""
