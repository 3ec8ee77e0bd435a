"""An invented shop, in one folder: pages, short links with share pages, a redirect wrapper, an app."""
