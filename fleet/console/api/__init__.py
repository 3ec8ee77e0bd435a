"""The JSON API under /api/v1: what the command line lists and does, with the same names and objects, for programs.

app         the calls as routes, and one way to end badly
table       every call, once: the routes and the document are made from it
call        what a call is, and what it is asked with
given       how queries and bodies are read (pydantic, strictly)
problems    errors as problem+json (RFC 9457)
advice      what operations advise in words of the command line, said of the API
document    the OpenAPI document
confirming  actions on many: counted first, done when the count is repeated
shaping     models of answers, made of rows
calls/      what each call does: a file for each kind of thing
answers/    the shapes of what is answered: the same files
"""
