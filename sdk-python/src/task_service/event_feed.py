"""Follows the events without end: by the stream, and by polling where a proxy holds the stream back.

After every interruption it continues behind the last event that it yielded.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPException
from typing import cast

from .errors import Canceled, ErrorFacts, TaskServiceError
from .generated.resources import EventsResource
from .generated.types import EventTypeSelector, TaskServiceEvent
from .request_options import NOT_GIVEN, CancelToken, NotGiven, RequestOptions, RetryOptions
from .retry import is_retryable
from .server_sent_events import read_server_sent_events

_OLDEST = "start"
# The server sends a heartbeat every 15 seconds.
_SILENCE = 45.0
# It sends the position at once.
_FIRST_SIGN = 15.0
_POLL = 3.0
# How long to poll before the stream is tried again.
_POLLING = 60.0
_RETRY = 1.0
# Short, so that a restarted server is found soon; a stream is one request.
_RETRY_MAX = 5.0
_NO_RETRIES = RetryOptions(max_retries=0)


class EventFeed:
    """Iterate over it; the loop ends after `stop()`, which any thread can call."""

    def __init__(
        self,
        events: EventsResource,
        after: str | None,
        types: Sequence[EventTypeSelector] | None,
        silence_seconds: float | None,
        on_reconnect: Callable[[TaskServiceError | None], None] | None,
    ) -> None:
        self._events = events
        self._types: Sequence[EventTypeSelector] | NotGiven = NOT_GIVEN if types is None else types
        self._silence = _SILENCE if silence_seconds is None else silence_seconds
        self._on_reconnect = on_reconnect
        self._is_from_oldest = after == _OLDEST
        self._position = None if self._is_from_oldest else after
        self._cancel = CancelToken()
        self._retry_seconds = _RETRY
        self._failures = 0
        # Whether the last stream was opened and then sent nothing.
        self._is_held_back = False

    @property
    def position(self) -> str | None:
        """Position after the event that was yielded last.

        Save it when you have processed the event, and pass it as `after` to continue there.
        """
        return self._position

    def stop(self) -> None:
        """Ends the loop, without an error."""
        self._cancel.cancel()

    def __iter__(self) -> Iterator[TaskServiceEvent]:
        while not self._cancel.is_canceled:
            failure: TaskServiceError | None = None
            try:
                if self._is_from_oldest:
                    yield from self._read_pages()
                if self._is_held_back and self._position is not None:
                    yield from self._poll()
                yield from self._stream()
                self._failures = 0
            except Canceled:
                return
            except TaskServiceError as error:
                if self._cancel.is_canceled:
                    return
                # As a GET without effects, it is always safe to repeat.
                if not is_retryable(error, "safe"):
                    raise
                failure = error
                self._failures += 1
            if self._cancel.is_canceled:
                return
            if self._on_reconnect is not None:
                self._on_reconnect(failure)
            self._cancel.wait(self._delay(failure))

    def _delay(self, failure: TaskServiceError | None) -> float:
        if failure is None:
            return self._retry_seconds
        limit = min(_RETRY_MAX, _RETRY * float(1 << min(self._failures, 10)))
        return (failure.retry_after_seconds or 0) + random.random() * limit

    def _stream(self) -> Iterator[TaskServiceEvent]:
        self._is_held_back = False
        options = RequestOptions(cancel=self._cancel, retry=_NO_RETRIES)
        response = self._events.stream(after=self._after(), type=self._types, request_options=options)
        self._is_held_back = True

        def read() -> bytes:
            chunk = response.read_some(min(self._silence, _FIRST_SIGN) if self._is_held_back else self._silence)
            self._is_held_back = self._is_held_back and chunk == b""
            return chunk

        with response:
            blocks = read_server_sent_events(read)
            while True:
                try:
                    block = next(blocks, None)
                except (OSError, HTTPException) as error:
                    raise _lost(error) from error
                if block is None:
                    return
                if block.retry_seconds is not None:
                    self._retry_seconds = block.retry_seconds
                self._failures = 0
                if block.id is not None:
                    self._position = block.id
                if block.data is not None:
                    # The same envelope as in the list.
                    yield cast(TaskServiceEvent, json.loads(block.data))
                if self._cancel.is_canceled:
                    return

    def _poll(self) -> Iterator[TaskServiceEvent]:
        until = time.monotonic() + _POLLING
        while time.monotonic() < until and not self._cancel.is_canceled:
            yield from self._read_pages()
            self._cancel.wait(_POLL)

    def _read_pages(self) -> Iterator[TaskServiceEvent]:
        """Up to the newest event."""
        while True:
            options = RequestOptions(cancel=self._cancel)
            events = self._events.list(after=self._after(), type=self._types, limit=200, request_options=options)
            page = events.first_page()
            # One position for the page: an event that is not yielded any more is read again, none is skipped.
            yield from page["data"]
            self._position = page.get("next_cursor") or self._position
            self._is_from_oldest = False
            if not page.get("has_more"):
                return

    def _after(self) -> str | NotGiven:
        return NOT_GIVEN if self._position is None else self._position


def _lost(error: Exception) -> TaskServiceError:
    detail = f"The stream was interrupted: {error or type(error).__name__}"
    return TaskServiceError(ErrorFacts(code="connection_failed", detail=detail, operation="events.stream"))
