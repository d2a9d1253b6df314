"""The options of the client and of a single call."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from .errors import TaskServiceError


class NotGiven(Enum):
    """A field that is not sent, as opposed to None, which is sent as null."""

    NOT_GIVEN = 0


NOT_GIVEN: Final = NotGiven.NOT_GIVEN


@dataclass(frozen=True, kw_only=True)
class RetryOptions:
    """Full jitter: each delay is random between 0 and a limit that doubles, on top of `Retry-After`."""

    #: Retries after the first attempt; 0 disables them. Default: 6.
    max_retries: float | None = None
    #: Time for all attempts of a call. A retry that would start later is not made. Default: 120.
    max_elapsed_seconds: float | None = None
    #: Upper limit of the first delay. Default: 0.5.
    base_delay_seconds: float | None = None
    #: Default: 30.
    max_delay_seconds: float | None = None


@dataclass(frozen=True, kw_only=True)
class RequestOptions:
    """Options of one call, for example `client.tasks.get("T-1", request_options=RequestOptions(timeout=5))`."""

    #: Seconds for one attempt, including the body of the response.
    timeout: float | None = None
    retry: RetryOptions | None = None
    headers: Mapping[str, str] | None = None
    #: Cancels the call from another thread.
    cancel: CancelToken | None = None


@dataclass(frozen=True, kw_only=True)
class ResponseInfo:
    """About a response, whatever its body is."""

    #: ID of the operation, such as `tasks.create`.
    operation: str
    status: int
    headers: Mapping[str, str]
    #: Include it when you ask for help.
    request_id: str | None
    #: 1 if the first attempt succeeded.
    attempts: int


@dataclass(frozen=True, kw_only=True)
class RetryInfo:
    """About a retry that is about to be made."""

    operation: str
    #: Number of the attempt that failed.
    attempt: int
    delay_seconds: float
    error: TaskServiceError


class CancelToken:
    """Cancels calls from another thread: they raise `Canceled`."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._callbacks: dict[int, Callable[[], None]] = {}
        self._next = 0

    @property
    def is_canceled(self) -> bool:
        return self._event.is_set()

    def cancel(self) -> None:
        with self._lock:
            self._event.set()
            callbacks = list(self._callbacks.values())
        for callback in callbacks:
            callback()

    def wait(self, seconds: float) -> bool:
        """Sleeps, and returns early with True if it is canceled."""
        return self._event.wait(seconds)

    def add(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Calls back when it is canceled, at once if it is already. Returns a function that removes the callback."""
        with self._lock:
            key = self._next
            self._next += 1
            self._callbacks[key] = callback
            is_late = self._event.is_set()
        if is_late:
            callback()

        def remove() -> None:
            with self._lock:
                self._callbacks.pop(key, None)

        return remove
