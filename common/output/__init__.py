"""What leaves a process as text: escaped, quoted or replaced where strangers wrote it.

printable       the one escaping: terminals, logs, JSON lines, metrics, systemd's status
characters      what people see as one character, and its columns on a terminal
typable         words of a command that a person is told to type
counting        a number with its noun
log_lines       a log record as text or JSON
served/         what a process serves about itself: counts and health
causes          what led to an error
unreached       why nobody was reached, in words for people
unreadable      why a file was not of use, in words for people
no_handles      what to say when the process has no file handle left
aside           a stream whose write() never waits, for standard error may stand still
trouble         what lasts is logged once, then rarely, then when it is over
"""
