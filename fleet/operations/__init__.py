"""What an operator can see and do: one list, for the command line and for whatever else asks.

Each operation is a plain function that takes Settings and values, and returns values (frozen dataclasses). Nothing
here prints, reads what was typed, or ends the process. What a person may have done wrong is raised as a
CrawlfleetError whose text says what to do next.

jobs/          adding: links become jobs; looking: list jobs, show one with its events; steering: requeue or cancel
selecting      which jobs are meant: by id, link or filters
products       list products, show one and its prices
shops          each shop's switch and how reading its pages went; stop a shop, let it go on
dead_letters   list, requeue or drop messages that nobody could handle
queues         declare the broker's topology, see how full the queues are
database       create or migrate the schema, see how it stands
examining      the doctor's findings
read_saved     what the reader makes of a saved page
json_objects   the answers' rows as JSON objects
"""
