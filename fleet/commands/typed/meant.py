"""Words that are none here, and what to type for what was probably meant by them: other programs' words, or ours in
another place. A guess at a word spelled nearly so (fleet/guessing.py) comes after these."""

from __future__ import annotations

_COMMANDS = {
    "": {
        "version": "--version",
        **dict.fromkeys(("config", "configure", "setup"), "init"),
        "backup": "db backup",
        "restore": "db restore",
        "prune": "db prune",
        **dict.fromkeys(("migrate", "upgrade"), "db init"),
        "invite": "volunteers invite",
        "leave": "volunteer leave",
        "errors": "jobs errors",
        "add": "jobs add",
        **dict.fromkeys(("users", "tokens"), "console list"),
    },
    "jobs": {
        "retry": "jobs requeue",
        **dict.fromkeys(("delete", "remove", "drop"), "jobs cancel"),
        **dict.fromkeys(("search", "find"), "jobs list --text"),
    },
    "dlq": {
        "retry": "dlq requeue",
        **dict.fromkeys(("delete", "remove", "purge", "clear"), "dlq drop"),
    },
    "products": dict.fromkeys(("search", "find"), "products list --text"),
    "shops": {
        "pause": "jobs pause",
        "resume": "jobs resume",
        "add": "shops add-domain",
        **dict.fromkeys(("delete", "remove"), "shops remove-domain"),
    },
    "volunteers": {
        "add": "volunteers invite",
        **dict.fromkeys(("delete", "remove"), "volunteers revoke"),
    },
    "volunteer": {"start": "work", "stop": "volunteer finish", "join": "join"},
    "console": {
        "add": "console invite",
        **dict.fromkeys(("delete", "remove"), "console revoke"),
        "start": "console serve",
    },
    "notify": {"add": "notify rules add"},
    "db": dict.fromkeys(("create", "migrate", "upgrade"), "db init"),
}
"""Below which word, what is typed → the words of ours."""

_SENTENCES = {
    ("", "stop"): "Ctrl-C ends a service in order; so does what started it (systemctl stop, docker compose stop)",
    **{
        ("feeds", word): "the watched accounts are the [[feeds]] of the settings (docs/configuration.md)"
        for word in ("add", "remove", "delete")
    },
}


def meant(group: str, word: str) -> str | None:
    """The end of a sentence that begins "there is no command"; None where nothing is known of this word.

    `group`: the words above it, "" for the first word of all.
    """
    typed = word.lower()
    if sentence := _SENTENCES.get((group, typed)):
        return f"; {sentence}."
    words = f"{group} --help".strip() if typed == "help" else _COMMANDS.get(group, {}).get(typed)
    return f"; did you mean `crawlfleet {words}`?" if words else None


def known() -> list[tuple[str, ...]]:
    """The words of all commands that are guessed."""
    return [tuple(words.split()) for below in _COMMANDS.values() for words in below.values()]
