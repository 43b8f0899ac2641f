"""Contacts: the API reads and adds; merging duplicates (update, delete) takes the page or the command."""

from testbed.services.model import ALL, Field, Service, operations, service

service(
    Service(
        name="contacts",
        title="Contacts",
        item="contact",
        key="name",
        fields=(
            Field("name", "Name", required=True),
            Field("phone", "Phone"),
            Field("email", "Email"),
            Field("address", "Address"),
        ),
        api=operations("list get create"),
        cli=operations("list get update delete"),
        gui=ALL,
    )
)
