"""Files and folders that must still be there after a power cut, and those that must not outlive a killed process."""
