"""The main job over what real networks and shops once answered, served on loopback."""
