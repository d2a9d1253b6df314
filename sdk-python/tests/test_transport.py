"""Requests as they arrive at a server, and what becomes of its responses."""

import gzip
import json
import threading
import time
import unittest
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from task_service import (
    Canceled,
    CancelToken,
    RequestOptions,
    RetryInfo,
    RetryOptions,
    TaskService,
    TaskServiceError,
)

PROBLEM = {"type": "/errors/x", "title": "X", "detail": "No", "request_id": "r-1"}
QUICK = RetryOptions(base_delay_seconds=0.001)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    answers: list[Callable[["Handler"], None]]
    requests: list[tuple[str, str, dict[str, str], bytes]]
    connections: set[object]

    def answer(self) -> None:
        length = int(self.headers.get("content-length", "0"))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.requests.append((self.command, self.path, headers, self.rfile.read(length)))
        self.connections.add(self.client_address)
        self.answers.pop(0)(self)

    do_GET = do_POST = do_PATCH = do_DELETE = answer

    def log_message(self, format: str, *args: Any) -> None:
        pass


def reply(status: int, body: object = None, **headers: str) -> Callable[[Handler], None]:
    def send(handler: Handler) -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = "application/json" if status < 400 else "application/problem+json"
        handler.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(data)

    return send


def problem(status: int, code: str, **headers: str) -> Callable[[Handler], None]:
    return reply(status, {**PROBLEM, "status": status, "code": code}, **headers)


def hang_up(handler: Handler) -> None:
    handler.close_connection = True


class Requests(unittest.TestCase):
    def setUp(self) -> None:
        answers: list[Callable[[Handler], None]] = []
        attributes = {"answers": answers, "requests": [], "connections": set()}
        self.handler = type("Scripted", (Handler,), attributes)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.retries: list[RetryInfo] = []
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.client = TaskService(self.url, api_key="k", retry=QUICK, on_retry=self.retries.append)
        self.addCleanup(self.client.close)

    def script(self, *answers: Callable[[Handler], None]) -> None:
        self.handler.answers.extend(answers)

    def test_share_one_key_with_their_retries(self) -> None:
        lost, busy = problem(503, "internal"), problem(429, "rate_limited", Retry_After="0")
        self.script(hang_up, lost, busy, reply(201, {"id": "a"}))
        self.assertEqual(self.client.tasks.create(title="T", due_at=None)["id"], "a")
        requests = self.handler.requests
        self.assertEqual(len({headers["idempotency-key"] for _, _, headers, _ in requests}), 1)
        self.assertEqual([json.loads(body) for *_, body in requests], [{"title": "T", "due_at": None}] * 4)
        self.assertEqual([retry.error.code for retry in self.retries], ["connection_failed", "internal", "rate_limited"])

    def test_wait_for_as_long_as_retry_after_says(self) -> None:
        self.script(problem(503, "overloaded", Retry_After="1"), reply(200, {"data": []}))
        started = time.monotonic()
        self.client.runs.claim(agent="a")
        self.assertGreaterEqual(time.monotonic() - started, 1)

    def test_are_not_repeated_when_they_could_be_applied_twice(self) -> None:
        for answer, code in ((hang_up, "connection_failed"), (problem(500, "internal"), "internal")):
            self.script(answer)
            with self.assertRaises(TaskServiceError) as raised:
                self.client.runs.claim(agent="a")
            self.assertEqual((raised.exception.code, raised.exception.attempts), (code, 1))

    def test_count_a_delete_as_done_that_is_not_found_after_a_lost_response(self) -> None:
        missing = problem(404, "task_not_found")
        self.script(hang_up, missing, missing)
        self.client.tasks.delete("T-1")
        with self.assertRaises(TaskServiceError):
            self.client.tasks.delete("T-1")

    def test_have_errors_with_their_fields(self) -> None:
        errors = [{"in": "body", "pointer": "/title", "code": "required", "message": "is missing"}]
        body = {**PROBLEM, "status": 400, "code": "invalid_request", "errors": errors}
        self.script(reply(400, body))
        with self.assertRaises(TaskServiceError) as raised:
            self.client.tasks.create(title="")
        error = raised.exception
        self.assertEqual((error.code, error.status, error.request_id), ("invalid_request", 400, "r-1"))
        self.assertEqual(error.errors[0]["pointer"], "/title")
        self.assertEqual(error.docs_url, f"{self.url}/errors/x")
        self.assertIn("/title: is missing", str(error))

    def test_report_what_is_not_the_api(self) -> None:
        page = b"<html>"
        self.script(
            reply(302, page, Location="https://elsewhere.example"),
            reply(404, page),
            reply(200, page, Content_Type="text/html"),
        )
        for part in ("redirects to https://elsewhere.example", "<html>", "not JSON but text/html"):
            with self.assertRaises(TaskServiceError) as raised:
                self.client.system.ping()
            self.assertEqual(raised.exception.code, "unexpected_response")
            self.assertIn(part, raised.exception.detail)

    def test_end_after_their_time_and_can_be_canceled(self) -> None:
        def wait(_: Handler) -> None:
            time.sleep(1)

        self.script(wait, wait)
        once = RetryOptions(max_retries=0)
        with self.assertRaises(TaskServiceError) as raised:
            self.client.system.ping(request_options=RequestOptions(timeout=0.1, retry=once))
        self.assertEqual(raised.exception.code, "timeout")
        cancel = CancelToken()
        threading.Timer(0.1, cancel.cancel).start()
        started = time.monotonic()
        with self.assertRaises(Canceled):
            self.client.system.ping(request_options=RequestOptions(cancel=cancel))
        self.assertLess(time.monotonic() - started, 0.8)

    def test_use_a_connection_again_until_the_server_closes_it(self) -> None:
        zipped = gzip.compress(b'{"status": "ok"}')
        self.script(reply(200, {"status": "ok"}), reply(200, zipped, Content_Encoding="gzip"))
        for _ in range(2):
            self.assertEqual(self.client.system.ping()["status"], "ok")
        self.assertEqual(len(self.handler.connections), 1)

        def last(handler: Handler) -> None:
            reply(200, {"status": "ok"})(handler)
            handler.close_connection = True

        self.script(last, reply(200, {"data": []}))
        self.client.system.ping()
        time.sleep(0.05)
        # Not repeatable: on a dropped connection, it would fail.
        self.client.runs.claim(agent="a")
        self.assertEqual(self.retries, [])
        self.assertEqual(len(self.handler.connections), 2)

    def test_need_one_credential_and_know_which_operations_agents_have(self) -> None:
        with self.assertRaises(ValueError):
            TaskService(self.url)
        agent = TaskService(self.url, agent_token="agt_x")
        self.addCleanup(agent.close)
        with self.assertRaises(ValueError):
            agent.tasks.create(title="T")
        self.script(reply(200, {"data": []}))
        agent.runs.claim()
        _, path, headers, _ = self.handler.requests[-1]
        self.assertEqual((path, headers["authorization"]), ("/agent/tasks/claim", "Bearer agt_x"))


if __name__ == "__main__":
    unittest.main()
