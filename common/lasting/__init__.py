"""Files and folders that must still be there after a power cut."""
