"""Connections to one server, which are used again: a new one takes several round trips with TLS."""

from __future__ import annotations

import http.client
import selectors
import ssl
import threading
import time
from base64 import b64encode
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

# Servers and load balancers close idle connections; one that is this old is not worth the risk.
_IDLE_SECONDS = 30.0
_IDLE_MAX = 20


class ConnectionPool:
    """Honors HTTP_PROXY, HTTPS_PROXY and NO_PROXY."""

    def __init__(self, base_url: str, ssl_context: ssl.SSLContext | None) -> None:
        parts = urlsplit(base_url)
        self._is_tls = parts.scheme == "https"
        self._host = parts.hostname or ""
        self._port = parts.port or (443 if self._is_tls else 80)
        self._context = (ssl_context or ssl.create_default_context()) if self._is_tls else None
        self._idle: list[tuple[http.client.HTTPConnection, float]] = []
        self._lock = threading.Lock()
        self._is_closed = False
        proxy = getproxies().get(parts.scheme)
        self._proxy = urlsplit(proxy) if proxy and not proxy_bypass(self._host) else None
        #: What stands before the path in the request line: a proxy needs the whole URL, unless it only forwards bytes.
        self.target = f"{parts.scheme}://{parts.netloc}" if self._proxy and not self._is_tls else ""

    def take(self, timeout: float) -> http.client.HTTPConnection:
        """An idle connection, or a new one that is not connected yet."""
        while True:
            with self._lock:
                entry = self._idle.pop() if self._idle else None
            if entry is None:
                return self._open(timeout)
            connection, since = entry
            if time.monotonic() - since < _IDLE_SECONDS and not _is_dropped(connection):
                connection.timeout = timeout
                connection.sock.settimeout(timeout)
                return connection
            connection.close()

    def put(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if not self._is_closed and connection.sock is not None and len(self._idle) < _IDLE_MAX:
                self._idle.append((connection, time.monotonic()))
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for connection, _ in idle:
            connection.close()

    def proxy_headers(self) -> dict[str, str]:
        proxy = self._proxy
        if proxy is None or proxy.username is None:
            return {}
        user = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
        return {"Proxy-Authorization": f"Basic {b64encode(user.encode()).decode()}"}

    def _open(self, timeout: float) -> http.client.HTTPConnection:
        proxy = self._proxy
        host, port = self._host, self._port
        if proxy is not None:
            host, port = proxy.hostname or "", proxy.port or 80
        if self._context is None:
            return http.client.HTTPConnection(host, port, timeout=timeout)
        connection = http.client.HTTPSConnection(host, port, timeout=timeout, context=self._context)
        if proxy is not None:
            connection.set_tunnel(self._host, self._port, self.proxy_headers())
        return connection


def _is_dropped(connection: http.client.HTTPConnection) -> bool:
    """An idle connection has nothing to read, unless the server has closed it."""
    if connection.sock is None:
        return True
    with selectors.DefaultSelector() as selector:
        selector.register(connection.sock, selectors.EVENT_READ)
        return bool(selector.select(0))
