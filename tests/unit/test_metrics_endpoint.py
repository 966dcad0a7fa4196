"""The figures over a real socket: right, for this user and this computer alone, and held up by nobody."""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from app import metrics_endpoint
from app.captions.types import UserNotice
from app.metrics import Metrics
from app.metrics_endpoint import MOST_AT_ONCE, MetricsEndpoint, names_this_computer, user_of
from app.metrics_watch import watched
from engines.runtime.card_state import CardState

LIMIT_S = 60.0


@pytest.fixture
def metrics() -> Metrics:
    metrics = Metrics()
    metrics.heard("loopback", 4.0)
    for took_s in (0.04, 0.4):
        metrics.passed(
            "heard",
            {"queue": took_s / 2, "end_to_end": took_s},
            compute_s=took_s,
            engine="cuda",
            model='own "model"',
        )
    metrics.noticed("engine-lost")
    metrics.lost("late", 1.5)
    metrics.set_cards([CardState("GPU-1", "RTX", 61, 2 << 30, 12 << 30, 0.37), CardState("MIG-2", "slice")])
    return metrics


@pytest.fixture
def endpoint(metrics: Metrics, monkeypatch: pytest.MonkeyPatch) -> Iterator[MetricsEndpoint]:
    # On a busy computer an honest scraper takes long, too.
    monkeypatch.setattr(metrics_endpoint, "PATIENCE_S", LIMIT_S)
    endpoint = MetricsEndpoint(metrics, 0)
    yield endpoint
    endpoint.close()


def ask(port: int, path: str = "/metrics", host: str | None = None, method: str = "GET") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT_S)
    try:
        connection.request(method, path, headers={"Host": host or f"localhost:{port}"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def until(done: Callable[[], bool]) -> None:
    deadline_s = time.monotonic() + LIMIT_S
    while not done():
        assert time.monotonic() < deadline_s
        time.sleep(0.01)


def samples(text: str) -> dict[tuple[str, tuple[str, ...]], float]:
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_the_figures_are_told_as_prometheus_reads_them(endpoint: MetricsEndpoint) -> None:
    status, text = ask(endpoint.port)
    assert status == 200
    told = samples(text)
    assert told["sightline_passes_total", ("heard",)] == 2
    assert told["sightline_audio_seconds_total", ("loopback",)] == 4
    assert told["sightline_compute_seconds_total", ()] == pytest.approx(0.44)
    assert told["sightline_end_to_end_seconds_bucket", ("0.05",)] == 1
    assert told["sightline_end_to_end_seconds_bucket", ("0.5",)] == 2
    assert told["sightline_end_to_end_seconds_count", ()] == 2
    assert told["sightline_end_to_end_seconds_sum", ()] == pytest.approx(0.44)
    assert told["sightline_encode_seconds_count", ()] == 0
    assert told["sightline_lost_seconds_total", ("late",)] == 1.5
    assert told["sightline_fallbacks_total", ()] == told["sightline_notices_total", ("engine-lost",)] == 1
    assert told["sightline_recogniser_info", ("cuda", 'own "model"')] == 1
    assert told["sightline_card_temperature_celsius", ("GPU-1",)] == 61
    assert told["sightline_card_memory_used_bytes", ("GPU-1",)] == 2 << 30
    assert told["sightline_card_load_ratio", ("GPU-1",)] == pytest.approx(0.37)
    assert ("sightline_card_load_ratio", ("MIG-2",)) not in told
    assert not any(name.startswith(("python_", "process_")) for name, _ in told), "a registry of its own"


def test_they_go_on(endpoint: MetricsEndpoint, metrics: Metrics) -> None:
    metrics.passed("failed", {}, compute_s=0.1, engine="cpu", model="tiny.en")
    told = samples(ask(endpoint.port)[1])
    assert told["sightline_passes_total", ("failed",)] == 1
    assert told["sightline_recogniser_info", ("cpu", "tiny.en")] == 1


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("localhost", True),
        ("LOCALHOST:9100", True),
        ("127.0.0.1:9100", True),
        ("[::1]", True),
        ("[::1]:9100", True),
        ("", False),
        ("evil.example", False),
        ("evil.example:9100", False),
        ("localhost.evil.example", False),
        ("localhost:evil", False),
        ("127.0.0.1.evil.example:80", False),
        ("::1", False),
        ("0.0.0.0:9100", False),
    ],
)
def test_only_this_computers_names_are_answered(host: str, is_ours: bool) -> None:
    assert names_this_computer(host) is is_ours


def test_a_page_that_bound_its_name_anew_gets_nothing(endpoint: MetricsEndpoint) -> None:
    status, text = ask(endpoint.port, host=f"evil.example:{endpoint.port}")
    assert status == 403
    assert "sightline_" not in text


def test_there_is_nothing_else(endpoint: MetricsEndpoint) -> None:
    assert ask(endpoint.port, "/")[0] == 404
    assert ask(endpoint.port, "/metrics", method="POST")[0] == 501
    assert ask(endpoint.port, "/metrics?name[]=x")[0] == 200


def test_it_listens_on_loopback_alone(endpoint: MetricsEndpoint) -> None:
    assert endpoint._server.server_address == ("127.0.0.1", endpoint.port)
    listing = Path("/proc/net/tcp")
    if listing.exists():
        ends = [line.split()[1] for line in listing.read_text().splitlines()[1:] if line.split()[3] == "0A"]
        assert [end for end in ends if end.endswith(f":{endpoint.port:04X}")] == [
            f"0100007F:{endpoint.port:04X}"
        ]


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6], ids=["ipv4", "ipv4 in ipv6"])
def test_linux_says_whose_a_connection_is(endpoint: MetricsEndpoint, family: socket.AddressFamily) -> None:
    if not Path("/proc/net/tcp").exists():
        assert user_of(("127.0.0.1", 1), ("127.0.0.1", 2)) is None
        return
    if family == socket.AF_INET6 and not Path("/proc/net/tcp6").exists():
        pytest.skip("this system has no IPv6")
    host = "::ffff:127.0.0.1" if family == socket.AF_INET6 else "127.0.0.1"
    with socket.socket(family) as ours:
        ours.connect((host, endpoint.port))
        end = ("127.0.0.1", ours.getsockname()[1])
        assert user_of(end, ("127.0.0.1", endpoint.port)) == os.getuid()
    assert user_of(("127.0.0.1", 1), ("127.0.0.1", endpoint.port)) == -1


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system tells no users of connections")
def test_another_user_gets_nothing(endpoint: MetricsEndpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same connection, seen by a program of another user."""
    if not Path("/proc/net/tcp").exists():
        monkeypatch.setattr(metrics_endpoint, "user_of", lambda peer, own: os.getuid())
    uid = os.getuid()
    monkeypatch.setattr(metrics_endpoint.os, "getuid", lambda: uid + 1)
    with pytest.raises((http.client.HTTPException, ConnectionError)):
        ask(endpoint.port)


NOBODY = 65534
ASKS = r"""
exec 3<>/dev/tcp/127.0.0.1/{port}
printf 'GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
cat <&3
"""


@pytest.mark.skipif(
    sys.platform != "linux" or os.getuid() != 0 or shutil.which("bash") is None,
    reason="ANOTHER USER'S REQUEST NOT TESTED: only root may ask as another user, with bash",
)
@pytest.mark.parametrize("uid", [0, NOBODY])
def test_a_real_other_user_gets_nothing(endpoint: MetricsEndpoint, uid: int) -> None:
    asked = subprocess.run(
        ["bash", "-c", ASKS.format(port=endpoint.port)],
        user=uid,
        extra_groups=[],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        cwd="/",
    )
    assert ("sightline_passes_total" in asked.stdout) is (uid == 0), asked.stderr
    assert uid == 0 or asked.stdout == ""


def test_where_the_system_does_not_say_all_are_answered(
    endpoint: MetricsEndpoint, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(metrics_endpoint, "CONNECTIONS", (tmp_path / "none",))
    assert ask(endpoint.port)[0] == 200


def silent(port: int) -> socket.socket:
    """A scraper that sends nothing."""
    return socket.create_connection(("127.0.0.1", port), timeout=LIMIT_S)


def test_scrapers_that_hang_hold_nobody(endpoint: MetricsEndpoint) -> None:
    hanging = [silent(endpoint.port) for _ in range(MOST_AT_ONCE - 2)]
    reading_nothing = silent(endpoint.port)
    reading_nothing.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
    try:
        assert ask(endpoint.port)[0] == 200
        endpoint.close()
        with pytest.raises(ConnectionError):
            silent(endpoint.port)
        MetricsEndpoint(Metrics(), endpoint.port).close()
        until(lambda: not endpoint._server.since_s)
    finally:
        for each in (*hanging, reading_nothing):
            each.close()


def test_more_than_are_served_are_turned_away_until_the_silent_ones_are_let_go(
    endpoint: MetricsEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    hanging = [silent(endpoint.port) for _ in range(2 * MOST_AT_ONCE)]
    until(lambda: len(endpoint._server.since_s) == MOST_AT_ONCE)
    monkeypatch.setattr(metrics_endpoint, "PATIENCE_S", 0.3)

    def is_served() -> bool:
        try:
            return ask(endpoint.port)[0] == 200
        except (http.client.HTTPException, ConnectionError):
            return False

    until(is_served)
    for each in hanging:
        assert each.recv(1) == b"", "let go, with nothing said"
        each.close()


def test_a_scraper_that_reads_nothing_of_much_is_let_go(
    endpoint: MetricsEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than a connection's buffers hold, so that the writing itself waits."""
    monkeypatch.setattr(endpoint._server, "exposition", lambda: (b"#" * (64 << 20), "text/plain"))
    with silent(endpoint.port) as stuck:
        stuck.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert stuck.recv(1) == b"H"
        monkeypatch.setattr(metrics_endpoint, "PATIENCE_S", 0.3)
        until(lambda: not endpoint._server.since_s)


def test_a_scraper_that_sends_a_byte_now_and_then_is_let_go(
    endpoint: MetricsEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    with silent(endpoint.port) as slow:
        until(lambda: bool(endpoint._server.since_s))
        monkeypatch.setattr(metrics_endpoint, "PATIENCE_S", 0.3)

        def is_let_go() -> bool:
            try:
                slow.sendall(b"G")
            except OSError:
                return True
            return not endpoint._server.since_s

        until(is_let_go)
    until(lambda: not endpoint._server.since_s)


def test_a_port_in_use_is_one_notice(metrics: Metrics, endpoint: MetricsEndpoint, tmp_path: Path) -> None:
    notices: list[UserNotice] = []
    with watched(Metrics(), tmp_path / "figures.json", endpoint.port, notices.append):
        assert ask(endpoint.port)[0] == 200, "the one who has it goes on"
    assert [notice.code for notice in notices] == ["metrics-port"]
    assert f"{endpoint.port} is in use" in notices[0].title
    assert "Captions go on" in notices[0].advice


def test_a_port_that_may_not_be_had_is_one_notice(
    metrics: Metrics, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(metrics_endpoint, "MetricsEndpoint", refuse)
    notices: list[UserNotice] = []
    with watched(metrics, tmp_path / "figures.json", 80, notices.append):
        pass
    assert "Permission denied" in notices[0].title
    assert metrics.snapshot().notices["metrics-port"] == 1
