"""Reports in: judged here, recorded once, answered alike whenever they come."""
