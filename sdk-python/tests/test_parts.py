"""The parts that need no server: delays, URLs, server-sent events and lists."""

import unittest
from datetime import datetime, timezone

from task_service import NOT_GIVEN, Page, PagedList, RetryOptions
from task_service.request_url import fill_path, print_query, read_base_url
from task_service.retry import delay_of, parse_retry_after, resolve_retry
from task_service.server_sent_events import StreamBlock, read_server_sent_events


class Delays(unittest.TestCase):
    def test_are_random_below_a_limit_that_doubles(self) -> None:
        policy = resolve_retry(RetryOptions(base_delay_seconds=1, max_delay_seconds=4))
        for attempt, limit in ((1, 1), (2, 2), (3, 4), (4, 4)):
            delays = [delay_of(attempt, 0, None, policy) or 0 for _ in range(200)]
            self.assertLessEqual(max(delays), limit)
            self.assertGreater(max(delays) - min(delays), limit / 2)

    def test_come_on_top_of_retry_after_and_end_with_the_time(self) -> None:
        policy = resolve_retry(RetryOptions(max_elapsed_seconds=10), RetryOptions(max_retries=2))
        self.assertGreaterEqual(delay_of(1, 0, 3, policy) or 0, 3)
        self.assertIsNone(delay_of(3, 0, None, policy))
        self.assertIsNone(delay_of(1, 9, 3, policy))

    def test_read_seconds_and_dates(self) -> None:
        self.assertEqual(parse_retry_after("7"), 7)
        self.assertEqual(parse_retry_after("Thu, 01 Jan 1970 00:01:00 GMT", now=50), 10)
        for text in (None, "", "soon"):
            self.assertIsNone(parse_retry_after(text))


class Urls(unittest.TestCase):
    def test_have_a_base_with_or_without_api(self) -> None:
        for url in ("https://a.example/work", "https://a.example/work/", "https://a.example/work/api"):
            self.assertEqual(read_base_url(url), "https://a.example/work")
        for url in ("ftp://a.example", "https://a.example/?b", "a.example"):
            with self.assertRaises(ValueError):
                read_base_url(url)

    def test_encode_parameters(self) -> None:
        self.assertEqual(fill_path("/tasks/{task}", {"task": "a/b?"}), "/tasks/a%2Fb%3F")
        for value in ("", ".", ".."):
            with self.assertRaises(ValueError):
                fill_path("/tasks/{task}", {"task": value})

    def test_repeat_lists_and_leave_out_what_is_not_given(self) -> None:
        at = datetime(2026, 11, 15, tzinfo=timezone.utc)
        query = {"status": ["ready", "triage"], "q": NOT_GIVEN, "unassigned": True, "due_since": at}
        expected = "?status=ready&status=triage&unassigned=true&due_since=2026-11-15T00%3A00%3A00%2B00%3A00"
        self.assertEqual(print_query(query), expected)
        with self.assertRaises(ValueError):
            print_query({"due_since": datetime(2026, 11, 15)})


class ServerSentEvents(unittest.TestCase):
    def test_are_read_however_they_are_cut(self) -> None:
        text = "retry: 500\r\n\r\n:comment\nid: 1\ndata: {\ndata: ü}\n\nid: 2\n\ndata: cut".encode()
        expected = [StreamBlock(None, None, 0.5), StreamBlock("1", "{\nü}"), StreamBlock("2", None)]
        for size in (1, 2, 3, 7, len(text)):
            chunks = iter([text[at : at + size] for at in range(0, len(text), size)])
            self.assertEqual(list(read_server_sent_events(lambda: next(chunks, b""))), expected, size)


class Lists(unittest.TestCase):
    def read(self, cursor: str | None) -> Page[int]:
        self.cursors.append(cursor)
        at = int(cursor or "0")
        return {"data": [at, at + 1], "next_cursor": str(at + 2) if at < 4 else None}

    def setUp(self) -> None:
        self.cursors: list[str | None] = []

    def test_request_a_page_when_the_last_one_was_consumed(self) -> None:
        numbers = PagedList(self.read)
        self.assertEqual(self.cursors, [])
        items = iter(numbers)
        self.assertEqual([next(items), next(items)], [0, 1])
        self.assertEqual(self.cursors, [None])
        self.assertEqual(list(items), [2, 3, 4, 5])
        self.assertEqual(numbers.to_list(limit=3), [0, 1, 2])
        self.assertEqual(numbers.first_page()["next_cursor"], "2")


if __name__ == "__main__":
    unittest.main()
