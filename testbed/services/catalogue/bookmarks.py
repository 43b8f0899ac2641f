"""Browser bookmarks, synchronised with the account."""

from testbed.services.model import ALL, Field, Service, operations, service

service(
    Service(
        name="bookmarks",
        title="Bookmarks",
        item="bookmark",
        key="title",
        fields=(
            Field("title", "Title", required=True),
            Field("address", "Address", required=True),
            Field("folder", "Folder"),
        ),
        api=operations("list get create delete"),
        cli=operations("list get"),
        gui=ALL,
    )
)
