"""Playlists of the account's player."""

from testbed.services.model import ALL, Field, Service, operations, service

service(
    Service(
        name="music",
        title="Music",
        item="playlist",
        key="name",
        fields=(Field("name", "Name", required=True), Field("tracks", "Tracks, one a line", "long")),
        api=operations("list get create update"),
        cli=operations("list get"),
        gui=ALL,
    )
)
