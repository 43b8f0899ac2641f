"""What runs inside a device's sandbox: its daemon, its own apps, its commands."""
