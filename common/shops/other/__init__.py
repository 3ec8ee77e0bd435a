"""The shops of the open web that an operator names by domain, read by the rules for any shop's page."""
