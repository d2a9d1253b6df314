"""A response whose body is read within a deadline, or bit by bit."""

from __future__ import annotations

import gzip
import http.client
import time
from collections.abc import Callable, Iterator, Mapping
from email.message import Message
from types import TracebackType
from typing import BinaryIO

from .connection_pool import ConnectionPool

_CHUNK = 65_536


class HttpResponse:
    """Close it, or read it to its end: its connection is used again."""

    def __init__(
        self,
        connection: http.client.HTTPConnection,
        pool: ConnectionPool,
        timeout: float,
        on_close: Callable[[], None],
    ) -> None:
        self._connection = connection
        # The response keeps the socket where the connection is not used again.
        self._socket = connection.sock
        self._pool = pool
        self._timeout = timeout
        self._deadline: float | None = time.monotonic() + timeout
        self._on_close = on_close
        self._response: http.client.HTTPResponse | None = None
        self._is_open = True
        self._body: bytes | None = None
        self.status = 0
        self.headers: Mapping[str, str] = {}

    def begin(self, method: str, path: str, headers: Mapping[str, str], body: bytes | BinaryIO | None) -> None:
        """Sends the request and waits for the headers."""
        self._set_timeout()
        all_headers = {**self._pool.proxy_headers(), **headers} if self._pool.target else dict(headers)
        self._connection.request(method, path, body=body, headers=all_headers)
        self._set_timeout()
        response = self._connection.getresponse()
        self._response = response
        self.status = response.status
        self.headers = _Headers(response.headers)

    def read(self) -> bytes:
        """All of the body, without its compression."""
        if self._body is None:
            data = b"".join(self)
            self._body = gzip.decompress(data) if self.headers.get("content-encoding") == "gzip" else data
        return self._body

    def text(self) -> str:
        return self.read().decode("utf-8", "replace")

    def __iter__(self) -> Iterator[bytes]:
        while chunk := self.read_some():
            yield chunk

    def read_some(self, timeout: float | None = None) -> bytes:
        """What has arrived, or waits for it. Empty at the end."""
        response = self._response
        if response is None or not self._is_open:
            return b""
        if timeout is None:
            self._set_timeout()
        else:
            self._socket.settimeout(timeout)
        chunk = _read_chunk(response)
        if chunk == b"":
            self.close()
        return chunk

    def stop_deadline(self) -> None:
        """From now on, each part of the body has the whole time."""
        self._deadline = None

    def close(self) -> None:
        response = self._response
        is_read = response is not None and response.isclosed() and not response.will_close
        self._end(is_read)

    def __enter__(self) -> HttpResponse:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _set_timeout(self) -> None:
        if self._deadline is None:
            self._socket.settimeout(self._timeout)
            return
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        self._socket.settimeout(left)

    def _end(self, can_be_kept: bool) -> None:
        if not self._is_open:
            return
        self._is_open = False
        self._on_close()
        if can_be_kept:
            self._pool.put(self._connection)
            return
        self._connection.close()
        if self._response is not None:
            self._response.close()


def _read_chunk(response: http.client.HTTPResponse) -> bytes:
    if response.chunked or response.length is None:
        return response.read1(_CHUNK)
    # Not `read1`, which waits for more than the length in older versions of Python.
    wanted = min(_CHUNK, response.length)
    chunk = response.read(wanted)
    if len(chunk) < wanted:
        raise http.client.IncompleteRead(chunk, wanted - len(chunk))
    return chunk


class _Headers(Mapping[str, str]):
    """Names in any case."""

    def __init__(self, message: Message) -> None:
        self._values = {name.lower(): value for name, value in message.items()}

    def __getitem__(self, name: str) -> str:
        return self._values[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)
