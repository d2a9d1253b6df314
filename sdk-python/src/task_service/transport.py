"""Sends requests with the standard library: credentials, idempotency keys, time limits and retries."""

from __future__ import annotations

import http.client
import json
import secrets
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, BinaryIO, Literal, TypeVar

from .connection_pool import ConnectionPool
from .errors import Canceled, ErrorFacts, TaskServiceError
from .paged_list import Page, PagedList
from .read_problem import problem_error
from .request_options import CancelToken, NotGiven, RequestOptions, ResponseInfo, RetryInfo, RetryOptions
from .request_url import fill_path, print_query, print_time, read_base_url
from .response import HttpResponse
from .retry import Retry, delay_of, is_retryable, resolve_retry

T = TypeVar("T")
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]

_TIMEOUT = 30.0
_NO_OPTIONS = RequestOptions()
# Of a slow connection.
_UPLOAD_BYTES_PER_SECOND = 64_000


@dataclass(frozen=True)
class Route:
    #: ID of the operation, such as `tasks.create`.
    id: str
    method: Method
    #: Below `/api`, or below `/agent` for agent tokens.
    path: str
    #: When a retry cannot apply the request twice: always, because of its idempotency key, or only if the server has
    #: rejected the attempt without starting it.
    retry: Retry = "safe"
    #: Accepts agent tokens.
    agent: bool = False
    #: Parameter with the position of a page.
    cursor: str = "cursor"


@dataclass(frozen=True, kw_only=True)
class CallInput:
    params: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, object] = field(default_factory=dict)
    #: Fields that are not given are not sent.
    body: Mapping[str, object] | None = None
    #: Sent as it is.
    file: bytes | BinaryIO | None = None
    idempotency_key: str | None = None
    if_match: int | str | None = None
    options: RequestOptions | None = None


@dataclass(frozen=True, kw_only=True)
class ClientOptions:
    url: str
    api_key: str | None
    agent_token: str | None
    timeout: float | None
    retry: RetryOptions | None
    headers: Mapping[str, str] | None
    ssl_context: ssl.SSLContext | None
    on_response: Callable[[ResponseInfo], None] | None
    on_retry: Callable[[RetryInfo], None] | None


@dataclass(frozen=True)
class _Call:
    route: Route
    path: str
    headers: Mapping[str, str]
    body: bytes | BinaryIO | None
    timeout: float
    options: RequestOptions
    #: The body of the response is read by the caller.
    is_stream: bool
    #: Where the content of a file starts.
    start: int


class HttpTransport:
    """Can be used by several threads."""

    def __init__(self, options: ClientOptions) -> None:
        if (options.api_key is None) == (options.agent_token is None):
            raise ValueError("Pass either `api_key` or `agent_token`")
        self._options = options
        self._base_url = read_base_url(options.url)
        self._pool = ConnectionPool(self._base_url, options.ssl_context)
        self._host, _, path = self._base_url.partition("://")[2].partition("/")
        self._prefix = f"{self._pool.target}/{path}" if path else self._pool.target
        self._is_agent = options.agent_token is not None
        self._credential = (
            {"Authorization": f"Bearer {options.agent_token}"}
            if options.api_key is None
            else {"X-API-Key": options.api_key}
        )

    @property
    def is_agent(self) -> bool:
        return self._is_agent

    def close(self) -> None:
        self._pool.close()

    def send(self, route: Route, call: CallInput) -> Any:
        return self._attempt(self._prepare(route, call, False), _read_json)

    def list(self, route: Route, call: CallInput) -> PagedList[Any]:
        def read(cursor: str | None) -> Page[Any]:
            query = call.query if cursor is None else {**call.query, route.cursor: cursor}
            page: Page[Any] = self.send(route, CallInput(params=call.params, query=query, options=call.options))
            return page

        return PagedList(read)

    def open(self, route: Route, call: CallInput) -> HttpResponse:
        response = self._attempt(self._prepare(route, call, True), lambda opened: opened)
        assert response is not None  # only a DELETE has no value
        return response

    def _prepare(self, route: Route, call: CallInput, is_stream: bool) -> _Call:
        if self._is_agent and not route.agent:
            raise ValueError(f"{route.id} does not accept agent tokens: use a client with an API key")
        options = call.options or _NO_OPTIONS
        headers = {**(self._options.headers or {}), **(options.headers or {}), **self._credential}
        headers.setdefault("User-Agent", "task-service-python/0.1.0")
        if not is_stream:
            headers["Accept-Encoding"] = "gzip"
        body: bytes | BinaryIO | None = call.file
        start = length = 0
        if call.file is not None:
            headers.setdefault("Content-Type", "application/octet-stream")
            start, length = _extent_of(call.file)
            headers["Content-Length"] = str(length)
        if call.body is not None:
            headers["Content-Type"] = "application/json"
            body = _print_json(call.body)
        if route.retry == "key":
            headers["Idempotency-Key"] = call.idempotency_key or f"sdk-{secrets.token_hex(16)}"
        if call.if_match is not None:
            headers["If-Match"] = f'"{call.if_match}"' if isinstance(call.if_match, int) else call.if_match
        below = "/agent" if self._is_agent else "/api"
        wait = (call.body or {}).get("wait_seconds")
        timeout = _first(options.timeout, self._options.timeout, _TIMEOUT)
        timeout += wait if isinstance(wait, (int, float)) else 0  # long polling takes as long as it was asked to
        timeout += length / _UPLOAD_BYTES_PER_SECOND
        path = self._prefix + below + fill_path(route.path, call.params) + print_query(call.query)
        return _Call(route, path, headers, body, timeout, options, is_stream, start)

    def _attempt(self, call: _Call, read: Callable[[HttpResponse], T]) -> T | None:
        route, options = call.route, call.options
        policy = resolve_retry(self._options.retry, options.retry)
        started = time.monotonic()
        may_be_applied = False
        attempt = 1
        while True:
            try:
                return self._once(call, attempt, read)
            except TaskServiceError as error:
                # It was deleted by an attempt whose response was lost.
                if may_be_applied and route.method == "DELETE" and error.status == 404:
                    return None
                if not is_retryable(error, route.retry):
                    raise
                may_be_applied = may_be_applied or (error.status or 500) >= 500
                elapsed = time.monotonic() - started
                delay = delay_of(attempt, elapsed, error.retry_after_seconds, policy)
                if delay is None:
                    raise
                if self._options.on_retry is not None:
                    info = RetryInfo(operation=route.id, attempt=attempt, delay_seconds=delay, error=error)
                    self._options.on_retry(info)
            _sleep(delay, options.cancel)
            attempt += 1

    def _once(self, call: _Call, attempt: int, read: Callable[[HttpResponse], T]) -> T:
        cancel = call.options.cancel
        _raise_if_canceled(cancel)
        connection = self._pool.take(call.timeout)
        response: HttpResponse | None = None
        is_kept = was_sent = False
        try:
            if connection.sock is None:
                connection.connect()
            remove = cancel.add(lambda: _interrupt(connection)) if cancel else _nothing
            response = HttpResponse(connection, self._pool, call.timeout, remove)
            was_sent = True
            response.begin(call.route.method, call.path, call.headers, _from_start(call))
            if response.status >= 300:
                raise problem_error(response, call.route.id, attempt, self._base_url)
            if call.is_stream:
                response.stop_deadline()
            elif response.status != 204:
                _check_json(response, call.route.id, attempt)
            value = read(response)
            is_kept = call.is_stream
            self._report(call, response, attempt)
            return value
        except (OSError, http.client.HTTPException) as error:
            _raise_if_canceled(cancel)
            raise TaskServiceError(self._explain(error, call, attempt, not was_sent)) from error
        finally:
            if response is None:
                connection.close()
            elif not is_kept:
                response.close()

    def _explain(self, error: Exception, call: _Call, attempt: int, was_not_sent: bool) -> ErrorFacts:
        is_timeout = isinstance(error, TimeoutError)
        reason = f" within {call.timeout:g} s" if is_timeout else f": {error or type(error).__name__}"
        return ErrorFacts(
            code="timeout" if is_timeout else "connection_failed",
            detail=f"No response from {self._host}{reason}",
            operation=call.route.id,
            attempts=attempt,
            was_not_sent=was_not_sent,
        )

    def _report(self, call: _Call, response: HttpResponse, attempts: int) -> None:
        if self._options.on_response is not None:
            headers = response.headers
            info = ResponseInfo(
                operation=call.route.id,
                status=response.status,
                headers=headers,
                request_id=headers.get("x-request-id"),
                attempts=attempts,
            )
            self._options.on_response(info)


def _first(*values: float | None) -> float:
    return next(value for value in values if value is not None)


def _nothing() -> None:
    pass


def _raise_if_canceled(cancel: CancelToken | None) -> None:
    if cancel is not None and cancel.is_canceled:
        raise Canceled("The request was canceled")


def _sleep(seconds: float, cancel: CancelToken | None) -> None:
    if cancel is None:
        time.sleep(seconds)
    elif cancel.wait(seconds):
        _raise_if_canceled(cancel)


def _interrupt(connection: http.client.HTTPConnection) -> None:
    """Wakes the thread that reads from it."""
    sock = connection.sock
    if sock is not None:
        try:
            sock.shutdown(2)
        except OSError:
            pass  # it is closed already


def _extent_of(file: bytes | BinaryIO) -> tuple[int, int]:
    if isinstance(file, bytes):
        return 0, len(file)
    start = file.tell()
    end = file.seek(0, 2)
    file.seek(start)
    return start, end - start


def _from_start(call: _Call) -> bytes | BinaryIO | None:
    """A retry sends a file again."""
    if call.body is not None and not isinstance(call.body, bytes):
        call.body.seek(call.start)
    return call.body


def _print_json(body: Mapping[str, object]) -> bytes:
    given = {name: value for name, value in body.items() if not isinstance(value, NotGiven)}
    return json.dumps(given, ensure_ascii=False, allow_nan=False, default=_print_other).encode()


def _print_other(value: object) -> str:
    if isinstance(value, datetime):
        return print_time(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


def _check_json(response: HttpResponse, operation: str, attempts: int) -> None:
    media_type = response.headers.get("content-type", "")
    kind = media_type.split(";")[0].strip().lower()
    if kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json")):
        return
    shown = media_type or "has no content type"
    detail = f"The response is not JSON but {shown}. `url` must be the base URL of Task Service."
    facts = ErrorFacts(code="unexpected_response", detail=detail, operation=operation, attempts=attempts)
    raise TaskServiceError(facts)


def _read_json(response: HttpResponse) -> Any:
    data = response.read()
    return None if response.status == 204 else json.loads(data)
