"""Expenses: the API adds and lists; correcting one takes the page or the command."""

from testbed.services.model import ALL, Field, Service, operations, service

service(
    Service(
        name="expenses",
        title="Expenses",
        item="expense",
        key="purpose",
        fields=(
            Field("purpose", "Purpose", required=True),
            Field("amount", "Amount", "number", required=True, default=0),
            Field("date", "Date", "date"),
            Field("receipt", "Receipt", "file", default=None),
        ),
        api=operations("list get create"),
        cli=operations("list get create update"),
        gui=ALL,
    )
)
