"""Starting a volunteer's worker with its owner's session.

systemd, launchd, task_scheduler   the file that each manager wants (pure)
command                            what each of them starts
installing                         puts it where the manager looks, and asks it to start where it runs
"""
