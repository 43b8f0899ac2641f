"""What a page's form sends, as values."""

from __future__ import annotations

from base64 import b64encode

from starlette.datastructures import FormData, UploadFile

from testbed.services.model import Service


def given_by_form(service: Service, form: FormData) -> dict[str, object]:
    """Values by field. A file that was not chosen stays as it is; a box that was not ticked is false."""
    values: dict[str, object] = {}
    for field in service.fields:
        if not field.given:
            continue
        sent = form.get(field.name)
        if isinstance(sent, UploadFile):
            if sent.filename:
                values[field.name] = {"name": sent.filename, "base64": b64encode(sent.file.read()).decode()}
        elif field.kind == "flag":
            values[field.name] = sent is not None
        elif sent is not None and field.kind != "file":
            values[field.name] = sent
    return values
