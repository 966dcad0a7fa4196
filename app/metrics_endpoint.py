"""The figures of a run for Prometheus, on 127.0.0.1 and for this user alone; threads of its own."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import socketserver
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.metrics import BOUNDS_S, Metrics, Snapshot

if TYPE_CHECKING:
    from prometheus_client.core import Metric

log = logging.getLogger(__name__)

ADDRESS = "127.0.0.1"
PATH = "/metrics"
HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""Names that the one who asks may know this computer by. A page in a browser that has its own name point here
(DNS rebinding) asks under that name."""
PATIENCE_S = 5.0
"""A scraper that takes longer is let go, whether it sends and reads nothing or a byte now and then."""
MOST_AT_ONCE = 8
CONNECTIONS = tuple(Path(f"/proc/net/{name}") for name in ("tcp", "tcp6"))
"""Linux says there whose each connection is (proc_net_tcp.rst of the kernel): field 1 its own address, 2 the
other side's, 7 the user."""


class MetricsEndpoint:
    """Answers from when it is made until `close`. Raises OSError where the port cannot be had."""

    def __init__(self, metrics: Metrics, port: int) -> None:
        self._server = _Server(_exposition(metrics), port)
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(
            target=self._server.serve_forever, name="metrics endpoint", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Give the port back. Waits for no scraper: one that hangs is let go."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(socketserver.ThreadingTCPServer):
    """Not http.server.HTTPServer, which looks up this computer's name when it is made."""

    daemon_threads = True
    block_on_close = False
    # On Windows it would share the port with another program.
    allow_reuse_address = os.name != "nt"

    def __init__(self, exposition: Callable[[], tuple[bytes, str]], port: int) -> None:
        self.exposition = exposition
        self.since_s: dict[socket.socket, float] = {}
        """When each connection that is being answered began."""
        super().__init__((ADDRESS, port), _Answer)

    def process_request(self, request: Any, client_address: Any) -> None:
        if len(self.since_s) >= MOST_AT_ONCE:
            self.shutdown_request(request)
            return
        self.since_s[request] = time.monotonic()
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        # Called once, whatever became of the request.
        self.since_s.pop(request, None)
        super().shutdown_request(request)

    def service_actions(self) -> None:
        """Called twice a second: let go of those that take too long."""
        self.let_go(time.monotonic() - PATIENCE_S)

    def let_go(self, of_before_s: float) -> None:
        """Whoever waits for such a connection sees its end."""
        for request, since_s in list(self.since_s.items()):
            if since_s <= of_before_s:
                with contextlib.suppress(OSError):
                    request.shutdown(socket.SHUT_RDWR)

    def server_close(self) -> None:
        super().server_close()
        self.let_go(time.monotonic())

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A scraper that went away or reads nothing; the standard prints a traceback."""
        log.info("metrics: a request failed (%s)", type(sys.exception()).__name__)


class _Answer(BaseHTTPRequestHandler):
    """One connection, one request."""

    server: _Server
    server_version = "Sightline"
    sys_version = ""

    def handle(self) -> None:
        uid = user_of(self.client_address, self.connection.getsockname())
        if uid is not None and uid != os.getuid():
            log.warning("metrics: another user of this computer was refused")
            return
        super().handle()

    def do_GET(self) -> None:
        if not names_this_computer(self.headers.get("Host", "")):
            self.send_error(403, "Ask for localhost")
        elif self.path.partition("?")[0] != PATH:
            self.send_error(404, f"The figures are at {PATH}")
        else:
            body, content_type = self.server.exposition()
            self.send_response(200)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the standard prints each request."""


def names_this_computer(host: str) -> bool:
    """Whether a Host header is this computer's own name, with a port or without."""
    name, colon, port = host.rpartition(":")
    if not colon or host.endswith("]"):
        return host.lower() in HOSTS
    return name.lower() in HOSTS and port.isdecimal()


def user_of(peer: tuple[str, int], own: tuple[str, int]) -> int | None:
    """The user that the other side of a connection belongs to; None where the system does not say.

    Where it does, and lists no such connection, that is nobody: -1.
    """
    is_told = False
    ends = _as_listed(peer), _as_listed(own)
    for file in CONNECTIONS:
        try:
            text = file.read_text(encoding="ascii")
        except OSError:
            continue
        is_told = True
        for line in text.splitlines()[1:]:
            fields = line.split()
            # Of an IPv4 address in an IPv6 socket the end is the same.
            if fields[1].endswith(ends[0]) and fields[2].endswith(ends[1]):
                return int(fields[7])
    return -1 if is_told else None


def _as_listed(address: tuple[str, int]) -> str:
    number = int.from_bytes(socket.inet_aton(address[0]), sys.byteorder)
    return f"{number:08X}:{address[1]:04X}"


def _exposition(metrics: Metrics) -> Callable[[], tuple[bytes, str]]:
    """What writes the figures as Prometheus reads them, with their content type."""
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
    from prometheus_client.registry import Collector

    class Figures(Collector):
        def collect(self) -> Iterator[Metric]:
            return families(metrics.snapshot())

    # Not the library's own registry, which tells of the process and the Python at work.
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Figures())
    return lambda: (generate_latest(registry), CONTENT_TYPE_LATEST)


def families(snapshot: Snapshot) -> Iterator[Metric]:
    """The figures by Prometheus's names and base units."""
    from prometheus_client.core import (
        CounterMetricFamily,
        GaugeMetricFamily,
        HistogramMetricFamily,
        InfoMetricFamily,
    )

    says = {
        "queue": "From the newest sound of a pass to its beginning",
        "encode": "The encoder's part of a pass",
        "decode": "The rest of a pass",
        "end_to_end": "From the newest sound to its words",
    }
    for stage, latency in snapshot.stages.items():
        bounds = [*map(str, BOUNDS_S), "+Inf"]
        yield HistogramMetricFamily(
            f"sightline_{stage}_seconds",
            says[stage],
            buckets=list(zip(bounds, latency.n_within, strict=True)),
            sum_value=latency.sum_s,
        )

    def counter(name: str, about: str, label: str, values: Any) -> Metric:
        family = CounterMetricFamily(f"sightline_{name}", about, labels=[label])
        for key, value in values.items():
            family.add_metric([key], value)
        return family

    yield counter("passes", "Passes of the recogniser", "outcome", snapshot.passes)
    yield counter("audio_seconds", "Sound that came", "source", snapshot.audio_s)
    yield counter("lost_seconds", "Sound that was not captioned", "reason", snapshot.lost_s)
    yield counter("notices", "What the user was told", "code", snapshot.notices)
    yield CounterMetricFamily("sightline_fallbacks", "Less was used than asked", value=snapshot.n_fallbacks)
    yield CounterMetricFamily("sightline_compute_seconds", "Spent in passes", value=snapshot.compute_s)
    if snapshot.recent_real_time_factor is not None:
        yield GaugeMetricFamily(
            "sightline_real_time_factor",
            "Seconds of computing a second of sound, of the last minute",
            value=snapshot.recent_real_time_factor,
        )
    yield InfoMetricFamily(
        "sightline_recogniser",
        "Of the latest pass",
        value={"engine": snapshot.engine, "model": snapshot.model},
    )
    for name, about in (
        ("temperature_c", "card_temperature_celsius"),
        ("memory_used_bytes", "card_memory_used_bytes"),
        ("memory_total_bytes", "card_memory_total_bytes"),
        ("load", "card_load_ratio"),
    ):
        gauge = GaugeMetricFamily(f"sightline_{about}", "Of a graphics card", labels=["uuid"])
        for card in snapshot.cards:
            if (value := getattr(card, name)) is not None:
                gauge.add_metric([card.uuid], value)
        yield gauge
