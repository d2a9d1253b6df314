"""Parses server-sent events as they arrive. Positions also come without an event, with the heartbeats."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field


@dataclass
class StreamBlock:
    #: Position after this block.
    id: str | None = None
    #: None for a heartbeat.
    data: str | None = None
    retry_seconds: float | None = None


@dataclass
class _Fields:
    id: str | None = None
    data: list[str] = field(default_factory=list)
    retry: str | None = None
    is_empty: bool = True

    def add(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self.data.append(value)
        elif name == "id":
            self.id = value
        elif name == "retry" and value.isdigit():
            self.retry = value
        else:
            return
        self.is_empty = False

    def block(self) -> StreamBlock:
        data = "\n".join(self.data) if self.data else None
        return StreamBlock(self.id, data, None if self.retry is None else int(self.retry) / 1_000)


def read_server_sent_events(read: Callable[[], bytes]) -> Iterator[StreamBlock]:
    """`read` returns nothing at the end. A block that was cut is not an event."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    rest = ""
    fields = _Fields()
    while chunk := read():
        text = rest + decoder.decode(chunk)
        # The line feed that belongs to this carriage return may be in the next chunk.
        end = len(text) - 1 if text.endswith("\r") else len(text)
        *lines, last = re.split(r"\r\n|\n|\r", text[:end])
        rest = last + text[end:]
        for line in lines:
            if line != "":
                fields.add(line)
            elif not fields.is_empty:
                yield fields.block()
                fields = _Fields()
