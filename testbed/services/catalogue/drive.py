"""The account's file store, through which devices hand files to each other."""

from testbed.services.model import Field, Service, operations, service

service(
    Service(
        name="drive",
        title="Drive",
        item="file",
        key="name",
        fields=(Field("name", "Name", required=True), Field("file", "File", "file", required=True, default=None)),
        api=operations("list get create delete"),
        cli=operations("list get create"),
        gui=operations("list get create delete"),
    )
)
