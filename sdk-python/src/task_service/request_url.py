"""The URL of a request, from the base URL, the path with its parameters, and the query."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from urllib.parse import quote, urlencode, urlsplit

from .request_options import NotGiven


def read_base_url(url: str) -> str:
    """With or without `/api` and a slash at the end."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"`url` must start with http:// or https:// and have a host, and it is {url!r}")
    if parts.query or parts.fragment:
        raise ValueError("`url` must not have a query or a fragment")
    path = re.sub(r"/api$", "", parts.path.rstrip("/"))
    return f"{parts.scheme}://{parts.netloc}{path}"


def fill_path(path: str, params: Mapping[str, str]) -> str:
    def value_of(match: re.Match[str]) -> str:
        value = params[match[1]]
        # A dot segment would be resolved and lead to another operation.
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ValueError(f"`{match[1]}` must be a non-empty string, and it is {value!r}")
        return quote(value, safe="")

    return re.sub(r"\{([a-z_]+)\}", value_of, path)


def print_query(query: Mapping[str, object]) -> str:
    """A list is repeated, and what is not set is left out."""
    pairs = [
        (name, _text_of(one))
        for name, value in query.items()
        for one in (value if isinstance(value, Sequence) and not isinstance(value, (str, bytes)) else [value])
        if one is not None and not isinstance(one, NotGiven)
    ]
    return f"?{urlencode(pairs)}" if pairs else ""


def _text_of(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return print_time(value) if isinstance(value, datetime) else str(value)


def print_time(value: datetime) -> str:
    if value.tzinfo is None:
        raise ValueError("A datetime must have a time zone, for example `datetime.now(timezone.utc)`")
    return value.isoformat()
