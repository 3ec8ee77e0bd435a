"""The ways by which a product can be read, and which of them a job goes next. Pure."""
