"""A list over pages: the next page is requested when the last one was consumed, so memory does not grow with the list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Generic, NotRequired, TypedDict, TypeVar

T = TypeVar("T")


class Page(TypedDict, Generic[T]):
    data: list[T]
    next_cursor: NotRequired[str | None]
    """None or absent on the last page."""
    has_more: NotRequired[bool]
    """Only of events, whose `next_cursor` is always present."""


class PagedList(Generic[T]):
    """`for task in client.tasks.list()` yields every item and holds one page in memory. Nothing is requested before."""

    def __init__(self, read: Callable[[str | None], Page[T]]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page["data"]

    def pages(self) -> Iterator[Page[T]]:
        cursor: str | None = None
        while True:
            page = self._read(cursor)
            yield page
            following = page.get("next_cursor")
            if following is None or page.get("has_more") is False:
                return
            if following == cursor:
                raise RuntimeError("The server returned the same page twice")
            cursor = following

    def first_page(self) -> Page[T]:
        """Pass its `next_cursor` as `cursor` to get the next page, now or in another process."""
        return self._read(None)

    def to_list(self, limit: int | None = None) -> list[T]:
        """All items, or the first `limit`."""
        return list(islice(self, limit))
