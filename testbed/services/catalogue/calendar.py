"""Calendar: everything but deleting has an API."""

from testbed.services.model import ALL, Field, Service, operations, service

service(
    Service(
        name="calendar",
        title="Calendar",
        item="event",
        key="title",
        fields=(
            Field("title", "Title", required=True),
            Field("date", "Date", "date", required=True),
            Field("time", "Time", "time"),
            Field("place", "Place"),
        ),
        api=operations("list get create update"),
        cli=operations("list get create"),
        gui=ALL,
    )
)
