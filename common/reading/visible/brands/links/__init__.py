"""Brands in links: where a link leads to a brand's page, and what says that it leads to more of one."""
