"""The shapes of what is answered, made of the very rows that the database gives: their fields, under the same names.

Times are UTC milliseconds, money is integer minor units with an ISO 4217 code, and decimal text beside it. A file for
each kind of thing, as in calls/.
"""

from fleet.console.api.answers import feeds, fleet, jobs, letters, notices, products, proxies, shops, volunteers

__all__ = ["feeds", "fleet", "jobs", "letters", "notices", "products", "proxies", "shops", "volunteers"]
