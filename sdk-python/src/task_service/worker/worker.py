"""The worker loop: claims as many tasks as it has room for, and on a signal stops claiming and lets the running ones finish."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Any

from ..errors import Canceled, TaskServiceError
from ..generated.types import ClaimedTask, Task
from ..request_options import CancelToken, RequestOptions
from .end_run import RunOutcome, Settled, end_run
from .outcomes import RunStopped
from .run_calls import RunCalls
from .task_run import TaskRun

if TYPE_CHECKING:
    from ..client import TaskService

#: The returned value is the result of the task. An exception fails the run: see TaskFailure and TaskRelease.
TaskHandler = Callable[[Task, TaskRun], object]

_CLAIM_MAX = 20
# The agent cannot claim now: paused, or its budget is used up.
_REST = 10.0
_RETRY_MAX = 30.0
_TEMPORARY = ("agent_paused", "budget_exhausted", "too_many_waiting_claims")
_SIGNALS = (signal.SIGTERM, signal.SIGINT)


@dataclass(frozen=True)
class WorkerResult:
    task: Task
    run_id: str
    outcome: RunOutcome
    #: Why it failed, was released or was lost.
    error: BaseException | None = None


@dataclass(frozen=True, kw_only=True)
class WorkerOptions:
    agent: str | None
    queues: Sequence[str] | None
    concurrency: int
    lease_seconds: int
    wait_seconds: int
    drain_seconds: float
    claim_grace_seconds: float
    handle_signals: bool
    on_result: Callable[[WorkerResult], None] | None
    on_error: Callable[[TaskServiceError], None] | None


class Worker:
    def __init__(self, client: TaskService, handler: TaskHandler, options: WorkerOptions) -> None:
        self._client = client
        self._handler = handler
        self._options = options
        self._changed = threading.Condition()
        self._active: dict[str, TaskRun | None] = {}
        self._stopping = CancelToken()
        # A claim in flight is heard for a moment, so that its tasks do not wait until their leases end.
        self._late = CancelToken()
        self._failures = 0
        # Whether the running handlers were interrupted.
        self._is_drained = False

    @property
    def active_count(self) -> int:
        """Number of tasks that are being worked on."""
        return len(self._active)

    def stop(self) -> None:
        """Claims nothing more; `run()` returns when the running tasks have ended. Any thread can call it."""
        if self._stopping.is_canceled:
            return
        self._stopping.cancel()
        timer = threading.Timer(self._options.claim_grace_seconds, self._late.cancel)
        timer.daemon = True
        timer.start()
        with self._changed:
            self._changed.notify_all()

    def run(self) -> None:
        """Works until `stop()` or, in the main thread, until SIGTERM or SIGINT. Ends when the last task has ended.

        Raises if claims can never succeed, for example because the token was revoked.
        """
        with self._signals():
            try:
                while not self._stopping.is_canceled:
                    with self._changed:
                        free = self._options.concurrency - len(self._active)
                        if free <= 0:
                            self._changed.wait()
                            continue
                    self._claim(min(free, _CLAIM_MAX))
            finally:
                self._drain()

    @contextmanager
    def _signals(self) -> Iterator[None]:
        if not self._options.handle_signals or threading.current_thread() is not threading.main_thread():
            yield
            return
        earlier = {one: signal.getsignal(one) for one in _SIGNALS}

        def restore() -> None:
            for one, handler in earlier.items():
                signal.signal(one, handler)

        def on_signal(_number: int, _frame: FrameType | None) -> None:
            restore()  # the second signal does not wait
            # Not here: the main thread may hold a lock that `stop` needs.
            threading.Thread(target=self.stop).start()

        for one in _SIGNALS:
            signal.signal(one, on_signal)
        try:
            yield
        finally:
            restore()

    def _claim(self, limit: int) -> None:
        options = self._options
        fields: dict[str, Any] = {}
        if options.agent is not None:
            fields["agent"] = options.agent
        if options.queues is not None:
            fields["queues"] = options.queues
        try:
            claimed = self._client.runs.claim(
                **fields,
                max=limit,
                lease_seconds=options.lease_seconds,
                wait_seconds=options.wait_seconds,
                request_options=RequestOptions(cancel=self._late),
            )
        except Canceled:
            return
        except TaskServiceError as error:
            if self._stopping.is_canceled:
                return
            if not _is_temporary(error):
                raise
            if options.on_error is not None:
                options.on_error(error)
            self._stopping.wait(self._rest_after(error))
            return
        self._failures = 0
        for one in claimed["data"]:
            self._start(one, self._return if self._stopping.is_canceled else self._work)

    def _rest_after(self, error: TaskServiceError) -> float:
        if error.code in _TEMPORARY:
            return (error.retry_after_seconds or _REST) * (0.75 + random.random() / 2)
        limit = min(_RETRY_MAX, 0.5 * float(1 << min(self._failures, 10)))
        self._failures += 1
        return (error.retry_after_seconds or 0) + random.random() * limit

    def _start(self, claimed: ClaimedTask, work: Callable[[ClaimedTask], WorkerResult]) -> None:
        run_id = claimed["run"]["id"]
        with self._changed:
            self._active[run_id] = None

        def body() -> None:
            try:
                result = work(claimed)
                if self._options.on_result is not None:
                    self._options.on_result(result)
            finally:
                with self._changed:
                    self._active.pop(run_id, None)
                    self._changed.notify_all()

        threading.Thread(target=body, name=run_id, daemon=True).start()

    def _return(self, claimed: ClaimedTask) -> WorkerResult:
        """Claimed while the worker was stopped: nothing has begun."""
        task, run_id = claimed["task"], claimed["run"]["id"]
        try:
            self._calls_of(claimed).release()
        except TaskServiceError as error:
            return WorkerResult(task, run_id, "lost", error)
        return WorkerResult(task, run_id, "released")

    def _work(self, claimed: ClaimedTask) -> WorkerResult:
        calls = self._calls_of(claimed)
        run = TaskRun(claimed, calls, self._options.lease_seconds)
        with self._changed:
            self._active[run.id] = run
            is_late = self._is_drained
        if is_late:
            run.interrupt(RunStopped("The worker was stopped"))
        try:
            settled = Settled(result=self._handler(run.task, run))
        except Exception as error:  # it ends this run and not the worker
            settled = Settled(error=error)
        run.close()
        ending = end_run(run, calls, settled)
        return WorkerResult(run.task, run.id, ending.outcome, ending.error)

    def _calls_of(self, claimed: ClaimedTask) -> RunCalls:
        return RunCalls(self._client, claimed, self._options.lease_seconds)

    def _drain(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._active, self._options.drain_seconds)
            self._is_drained = True
            running = [run for run in self._active.values() if run is not None]
        for run in running:
            run.interrupt(RunStopped("The worker was stopped"))
        with self._changed:
            self._changed.wait_for(lambda: not self._active)


def _is_temporary(error: TaskServiceError) -> bool:
    if error.code in _TEMPORARY:
        return True
    if error.status is None:
        return error.code != "unexpected_response"
    return error.status in (408, 429) or error.status >= 500
