"""Long-running commands: what they need is composed here and handed to the roles."""
