"""The doors of this machine: the console's and the volunteers', and how one is asked whether it answers."""
