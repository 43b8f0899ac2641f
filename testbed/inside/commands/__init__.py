"""The commands of devices: standard library alone, one file a family; a command is a link to its family's file."""
