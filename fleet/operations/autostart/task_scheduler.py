"""A task for Windows' Task Scheduler (Task Scheduler Schema 1.2, MS-TSCH 2.5.4). Pure.

A task has no variables of its own: CRAWLFLEET_HOME, where it is used, must be set for the user. Its description says
whose folder it was made for.
"""

from __future__ import annotations

import subprocess
from xml.etree import ElementTree as ET

from fleet.operations.autostart.command import Command

NAME = "crawlfleet-volunteer"
NAMESPACE = "http://schemas.microsoft.com/windows/2004/02/mit/task"


def task(command: Command, user: str) -> bytes:
    """`user`: whose log-in starts it, DOMAIN\\name. UTF-16 with its mark, as schtasks reads it."""
    root = ET.Element("Task", version="1.2", xmlns=NAMESPACE)
    about = ET.SubElement(root, "RegistrationInfo")
    home = f"; CRAWLFLEET_HOME={command.home}" if command.home else ""
    _text(about, "Description", f"crawlfleet: fetches product pages politely, in the background{home}")
    logon = ET.SubElement(ET.SubElement(root, "Triggers"), "LogonTrigger")
    _text(logon, "Enabled", "true")
    _text(logon, "UserId", user)
    principal = ET.SubElement(ET.SubElement(root, "Principals"), "Principal", id="Author")
    _text(principal, "UserId", user)
    _text(principal, "LogonType", "InteractiveToken")
    _text(principal, "RunLevel", "LeastPrivilege")
    settings = ET.SubElement(root, "Settings")
    restart = ET.SubElement(settings, "RestartOnFailure")
    _text(restart, "Interval", "PT1M")
    _text(restart, "Count", "10")
    _text(settings, "MultipleInstancesPolicy", "IgnoreNew")
    # Whether it works on battery is the volunteer's own limit.
    _text(settings, "DisallowStartIfOnBatteries", "false")
    _text(settings, "StopIfGoingOnBatteries", "false")
    _text(settings, "ExecutionTimeLimit", "PT0S")  # none
    _text(settings, "Priority", "8")
    run = ET.SubElement(ET.SubElement(root, "Actions", Context="Author"), "Exec")
    _text(run, "Command", command.words[0])
    _text(run, "Arguments", subprocess.list2cmdline(command.words[1:]))
    return b"\xff\xfe" + _declared(ET.tostring(root, encoding="unicode")).encode("utf-16-le")


def _declared(body: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-16"?>\n{body}\n'


def _text(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = text
