"""Notes: all three modalities, but the command cannot change a note."""

from testbed.services.model import ALL, Field, Service, operations, service

service(
    Service(
        name="notes",
        title="Notes",
        item="note",
        key="title",
        fields=(Field("title", "Title", required=True), Field("body", "Text", "long")),
        api=operations("list get create update"),
        cli=operations("list get create"),
        gui=ALL,
    )
)
