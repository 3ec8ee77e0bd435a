"""The operators' pages over fleet/operations: they show and do what the command line does, and nothing else.

app          the routes, and one way to end badly
context      what every page works with, and who asks
kept_store   the database held open between requests
api/         the JSON API for programs
access/      signing in, roles, forms
pages/       a file for each screen: what it asks of operations, and what its template is given
charts       pictures as SVG (pure)
rendering    templates and the words in them
serving      the socket
templates/   Jinja2; static/ style and a few lines of script
"""
