"""The composition root: the roles are put together here, and operators' words are answered.

Within this package imports run downwards only:

    cli → commands → terminal, operations, run, demo → doctor → opening, durations

commands/    the words of the command line: parse, call, hand the answer to terminal/
terminal/    how answers are shown: tables, texts, money, JSON lines
operations/  what an operator can see and do, as functions that return data
run/         the long-running services, composed from the roles
demo/        a local feed and local shops, and the services run on them
doctor/      checks that return findings
"""
