"""The composition root: the roles are put together here, and operators' words are answered.

Within this package imports run downwards only:

    cli → commands → demo → run → console → terminal → operations → doctor → opening and what else stands below

cli                the command: one word per duty, and one way to end badly
words              its first words
commands/          the words of the command line: parse, call, hand the answer to terminal/
demo/              a local feed and local shops, and the services run on them
run/               the long-running services, composed from the roles
console/           the operators' web pages and their JSON API
terminal/          how answers are shown: tables, texts, money, JSON lines
operations/        what an operator can see and do, as functions that return data
doctor/            checks that return findings
opening            opens the database and the broker, and closes them whatever happens
letters            dead letters, joined with what the database knows of their jobs
one_look           one look at the dead letters at a time
rabbitmq/          RabbitMQ on this machine, steered by its own program
commands_in_texts  commands that a person is told to type, with the settings file that this one was given
turned_away        what whoever lends a PC does next when a gateway turned it away
guessing           what somebody may have meant by a word that is none of those there are
durations          durations as people read and type them
example_settings   where the file that shows every setting lies
"""
