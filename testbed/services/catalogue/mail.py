"""Mail: the API reads and files away, but sending takes the page or the command."""

from testbed.services.model import Field, Record, Service, operations, service


def _delivered(record: Record, account: str) -> list[Record]:
    """A sent mail, and the copy that arrives when it is addressed to the account itself."""
    sent = {**record, "folder": "sent", "sender": account}
    mine = account in [address.strip() for address in str(record["recipient"]).split(",")]
    return [sent, {**sent, "folder": "inbox"}] if mine else [sent]


service(
    Service(
        name="mail",
        title="Mail",
        item="mail",
        key="subject",
        fields=(
            Field("recipient", "To", required=True),
            Field("subject", "Subject", required=True),
            Field("body", "Message", "long"),
            Field("attachment", "Attachment", "file", default=None),
            Field("folder", "Folder", given=False, default="inbox"),
            Field("sender", "From", given=False),
        ),
        api=operations("list get delete"),
        cli=operations("list get create"),
        gui=operations("list get create delete"),
        submit="Send",
        made=_delivered,
    )
)
