"""The client: the resources of the API, and what needs more than one request."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from urllib.parse import parse_qs, urlsplit

from .errors import TaskServiceError
from .event_feed import EventFeed
from .generated.resources import EventsResource, Resources
from .generated.types import EventTypeSelector
from .request_options import RequestOptions, ResponseInfo, RetryInfo, RetryOptions
from .response import HttpResponse
from .retry import Retry
from .transport import CallInput, ClientOptions, HttpTransport, Method, Route
from .worker.worker import TaskHandler, Worker, WorkerOptions, WorkerResult


class Events(EventsResource):
    def follow(
        self,
        *,
        after: str | None = None,
        types: Sequence[EventTypeSelector] | None = None,
        silence_seconds: float | None = None,
        on_reconnect: Callable[[TaskServiceError | None], None] | None = None,
    ) -> EventFeed:
        """Yields events as they happen until you end the loop: after a lost connection it continues where it was.

        Args:
            after: `position` of an earlier feed, or `next_cursor` of a page. Without it, the feed starts with new
                events; `"start"` starts with the oldest retained event.
            types: Only these types, such as `task.completed` or `run.*`.
            silence_seconds: Time without a byte, including heartbeats, after which the stream is opened again.
            on_reconnect: Called with the error before every reconnect, and with None if the server ended the stream.
        """
        return EventFeed(self, after, types, silence_seconds, on_reconnect)


class TaskService(Resources):
    """Client of one tenant. Every method returns the body of the response and raises a TaskServiceError.

    `client = TaskService("https://acme.tasks.example.com", api_key=key)`. It can be used by several threads.
    """

    events: Events

    def __init__(
        self,
        url: str,
        *,
        api_key: str | None = None,
        agent_token: str | None = None,
        timeout: float | None = None,
        retry: RetryOptions | None = None,
        headers: Mapping[str, str] | None = None,
        ssl_context: ssl.SSLContext | None = None,
        on_response: Callable[[ResponseInfo], None] | None = None,
        on_retry: Callable[[RetryInfo], None] | None = None,
    ) -> None:
        """
        Args:
            url: Base URL of your tenant.
            api_key: For everything.
            agent_token: Token of an agent (`agt_…`), instead of an API key: for workers.
            timeout: Seconds for one attempt, including the body of the response; 30 by default.
            retry: What is not set has its default.
            headers: Sent with every request.
            ssl_context: For example with your own certificate authority.
        """
        self._transport = HttpTransport(
            ClientOptions(
                url=url,
                api_key=api_key,
                agent_token=agent_token,
                timeout=timeout,
                retry=retry,
                headers=headers,
                ssl_context=ssl_context,
                on_response=on_response,
                on_retry=on_retry,
            )
        )
        super().__init__(self._transport)
        self.events = Events(self._transport)

    def request(
        self,
        method: Method,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        body: Mapping[str, object] | None = None,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> HttpResponse:
        """Sends any request, for example of an operation that this version does not have.

        Errors, retries and credentials are those of the other methods. `json.loads(response.read())` is its body.
        """
        parts = urlsplit(path)
        prefix = "/agent" if self._transport.is_agent else "/api"
        inside = parts.path.removeprefix(prefix) if parts.path.startswith(f"{prefix}/") else parts.path
        if any(segment in (".", "..") for segment in inside.split("/")) or "{" in inside:
            raise ValueError("`path` must not have dot segments or parameters")
        retry: Retry = "safe" if method != "POST" else "rejected" if idempotency_key is None else "key"
        route = Route(f"{method} {path}", method, f"/{inside.lstrip('/')}", retry=retry, agent=True)
        given = CallInput(
            query={**parse_qs(parts.query), **(query or {})},
            body=body,
            idempotency_key=idempotency_key,
            if_match=if_match,
            options=request_options,
        )
        return self._transport.open(route, given)

    def worker(
        self,
        handler: TaskHandler,
        *,
        agent: str | None = None,
        queues: Sequence[str] | None = None,
        concurrency: int = 1,
        lease_seconds: int = 60,
        wait_seconds: int = 30,
        drain_seconds: float = 10,
        claim_grace_seconds: float = 2,
        handle_signals: bool = True,
        on_result: Callable[[WorkerResult], None] | None = None,
        on_error: Callable[[TaskServiceError], None] | None = None,
    ) -> Worker:
        """Claims tasks and works on them. Nothing is claimed before `run()`.

        Args:
            handler: Called in a thread for each task. What it returns is the result of the task.
            agent: Required with an API key. An agent token identifies its agent.
            queues: By default all queues of the agent.
            concurrency: How many tasks at the same time.
            lease_seconds: Heartbeats are sent every third. If the process dies, its tasks can be claimed again after it.
            wait_seconds: How long one claim waits for a task.
            drain_seconds: How long the running handlers can continue after `stop()`. Then they are interrupted.
            claim_grace_seconds: How long a claim in flight can be answered after `stop()`; its tasks are released.
            handle_signals: Stop at SIGTERM and SIGINT, if `run()` is called in the main thread.
            on_result: After each task, in its thread.
            on_error: Claims that failed and are repeated, for your log.
        """
        if not self._transport.is_agent and agent is None:
            raise ValueError("With an API key, a worker needs the name of its `agent`")
        options = WorkerOptions(
            agent=agent,
            queues=queues,
            concurrency=concurrency,
            lease_seconds=lease_seconds,
            wait_seconds=wait_seconds,
            drain_seconds=drain_seconds,
            claim_grace_seconds=claim_grace_seconds,
            handle_signals=handle_signals,
            on_result=on_result,
            on_error=on_error,
        )
        return Worker(self, handler, options)

    def close(self) -> None:
        """Closes idle connections."""
        self._transport.close()

    def __enter__(self) -> TaskService:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
