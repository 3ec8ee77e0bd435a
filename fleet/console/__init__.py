"""The operators' pages over fleet/operations: they show and do what the command line does, and nothing else.

serving      the socket
app          the routes, and one way to end badly
ended_badly  what a request ends with when an operation raises, for pages and API (pure)
context      what every page works with, and who asks
kept_store   the database held open between requests
api/         the JSON API for programs
access/      signing in, roles, forms
pages/       a file for each screen: what it asks of operations, and what its template is given
overview/    what the first page is made of
actions      actions on many jobs or dead letters, which run beside the pages
beside       what is looked for beside a page, which waits for it no longer than a moment
told_again   what took long to find out is told again for a while
typed        what people type into the forms of several pages
charts       pictures as SVG (pure)
rendering    templates and the words in them
templates/   Jinja2
static/      style and a few lines of script
"""
