"""Short messages: no public API; the page and the command send."""

from testbed.services.model import Field, Record, Service, operations, service


def _sent(record: Record, _: str) -> list[Record]:
    return [{**record, "direction": "out"}]


service(
    Service(
        name="messages",
        title="Messages",
        item="message",
        key="text",
        fields=(
            Field("contact", "Contact", required=True),
            Field("text", "Message", "long", required=True),
            Field("direction", "Direction", given=False, default="in"),
        ),
        api=operations(""),
        cli=operations("list get create"),
        gui=operations("list get create delete"),
        submit="Send",
        made=_sent,
    )
)
