"""To-do items."""

from testbed.services.model import ALL, Field, Service, operations, service

service(
    Service(
        name="tasks",
        title="Tasks",
        item="task",
        key="title",
        fields=(
            Field("title", "Title", required=True),
            Field("due", "Due", "date"),
            Field("done", "Done", "flag", default=False),
        ),
        api=operations("list get create update"),
        cli=operations("list get create update"),
        gui=ALL,
    )
)
