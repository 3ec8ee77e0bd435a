"""What the fleet as a whole knows of shops' official interfaces: the calls of the last hour, and who wants a pause."""
