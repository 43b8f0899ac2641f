"""The built-in services, one file each. Importing this package registers them."""

from testbed.services.catalogue import (
    bookmarks,
    calendar,
    contacts,
    drive,
    expenses,
    mail,
    messages,
    music,
    notes,
    tasks,
)

__all__ = [
    "bookmarks",
    "calendar",
    "contacts",
    "drive",
    "expenses",
    "mail",
    "messages",
    "music",
    "notes",
    "tasks",
]
