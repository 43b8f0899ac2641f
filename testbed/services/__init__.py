"""The account's services: each a table in SQLite with an HTTP API, a web page and a command, behind one store."""
