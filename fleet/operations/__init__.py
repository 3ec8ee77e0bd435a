"""What an operator can see and do: one list, for the command line and for whatever else asks.

Each operation is a plain function that takes Settings and values, and returns values (frozen dataclasses). Nothing
here prints, reads what was typed, or ends the process. What a person may have done wrong is raised as a
CrawlfleetError whose text says what to do next.

jobs/          adding: links become jobs; looking: list, show one with its events; steering: requeue, recheck, cancel
selecting      which jobs are meant: by id, link or filters
switched       what pausing, resuming and switching answer
auditing       who did what, to how many: every action leaves an event
products/      looking: list products, show one and its prices; changes: what changed about them
shops/         standing: each shop's switch and how reading its pages went, stop it, let it go on; names: what is typed
               for a shop; domains: shops of the open web, added while the fleet runs
dead_letters/  acting: list, requeue or drop messages that nobody could handle; planned: the same, counted first
queues         declare the broker's topology, see how full the queues are
database/      schema: create or migrate it, see how it stands
proxies/       the operators' proxies; steering: list, add, remove, switch off and on; trying: one request through one
feeds/         the watched accounts; unregistered: domains that they link to and that are no shop
volunteers/    what an operator does about them, and what a volunteer's machine does to join and leave
autostart/     a volunteer's worker starts with its owner's session
notices/       who is told of what, whether a target works, and what was told
console/       what the console alone asks: the fleet at one glance, and who may sign in
workers        the processes that report that they are alive
accounts       the broker's accounts, one for each machine or role
beginning      the first settings, made of a few answers
examining      the doctor's findings
read_saved     what the reader makes of a saved page
json_objects   the answers' rows as JSON objects
short_names    the names that operators give to people, tokens and targets
"""
