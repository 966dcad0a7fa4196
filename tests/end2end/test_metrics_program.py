"""`--metrics-port` of the real program: figures that fit the captions, which nothing about it stops."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.end2end.program import LIMIT_S, ROOT, Program

SAMPLE_TEXT = (ROOT / "resources" / "clips" / "sample.txt").read_text()


@dataclass
class Captioned:
    """What two programs with one port left behind, while the first was scraped and hung upon."""

    program: Program
    midway: dict[str, float]
    text: str
    events: list[dict[str, Any]]
    other_events: list[dict[str, Any]]
    codes: tuple[int, int]
    err: str
    other_err: str
    port: int


def figures(text: str) -> dict[str, float]:
    """Summed over labels, histogram buckets aside."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if not sample.name.endswith("_bucket"):
                found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


def scrape(port: int) -> str | None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT_S)
    try:
        connection.request("GET", "/metrics", headers={"Host": f"localhost:{port}"})
        answer = connection.getresponse()
        assert answer.status == 200
        return answer.read().decode()
    except (ConnectionError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def start(program: Program, port: int, events: Path, **place: Path) -> subprocess.Popen[str]:
    words = ("demo", "--no-window", "--exit-at-end", "--metrics-port", str(port), "--events", events)
    return subprocess.Popen(
        program.command(*words, **place),
        cwd=ROOT,
        env=program.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def read(events: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def captioned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Captioned]:
    folder = tmp_path_factory.mktemp("data")
    program, port = Program(folder / "first"), free_port()
    first = start(program, port, folder / "first.jsonl")
    hanging: list[socket.socket] = []
    other = None
    try:
        deadline_s = time.monotonic() + LIMIT_S
        text, midway = None, dict[str, float]()
        while midway.get("sightline_end_to_end_seconds_count", 0) < 5:
            assert first.poll() is None, first.communicate()
            assert time.monotonic() < deadline_s
            text = scrape(port)
            midway = figures(text) if text else {}
            if text and not hanging:
                for asks in (b"", b"GET /metr", b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"):
                    hanging.append(socket.create_connection(("127.0.0.1", port), timeout=LIMIT_S))
                    hanging[-1].sendall(asks)
                other = start(program, port, folder / "other.jsonl", data_dir=folder / "other")
            time.sleep(0.05)
        assert other is not None
        assert text is not None
        # These hang on while the programs end.
        for asks in (b"", b"GET /metrics HTTP/1.1\r\nHost: loc"):
            hanging.append(socket.create_connection(("127.0.0.1", port), timeout=LIMIT_S))
            hanging[-1].sendall(asks)
        _, err = first.communicate(timeout=LIMIT_S)
        _, other_err = other.communicate(timeout=LIMIT_S)
        yield Captioned(
            program,
            midway,
            text,
            read(folder / "first.jsonl"),
            read(folder / "other.jsonl"),
            (first.returncode, other.returncode),
            err,
            other_err,
            port,
        )
    finally:
        for process in (first, other):
            if process is not None and process.poll() is None:
                process.kill()
                process.communicate()
        for each in hanging:
            each.close()


def spoken(events: list[dict[str, Any]]) -> str:
    return " ".join(e["text"].strip() for e in events if e["type"] == "caption" and e["final"])


def test_the_figures_fit_what_was_captioned(captioned: Captioned) -> None:
    midway, summary = captioned.midway, captioned.events[-1]
    assert summary["type"] == "summary"
    assert 5 <= midway["sightline_passes_total"] <= summary["passes"]
    assert 0 < midway["sightline_audio_seconds_total"] <= summary["audio_seconds"] + 0.01
    assert 0 < midway["sightline_compute_seconds_total"] <= summary["compute_seconds"] + 0.5
    assert midway["sightline_encode_seconds_count"] == midway["sightline_decode_seconds_count"] > 0
    parts = midway["sightline_encode_seconds_sum"] + midway["sightline_decode_seconds_sum"]
    assert parts == pytest.approx(midway["sightline_compute_seconds_total"], rel=0.2)
    whole = midway["sightline_end_to_end_seconds_sum"]
    assert whole == pytest.approx(
        midway["sightline_queue_seconds_sum"] + midway["sightline_compute_seconds_total"], rel=0.2
    )
    assert 'sightline_recogniser_info{engine="cpu",model="tiny.en"} 1.0' in captioned.text


def test_no_word_is_in_them(captioned: Captioned) -> None:
    words = {word.strip(".,").lower() for word in SAMPLE_TEXT.split() if len(word) > 5}
    told = "\n".join(line for line in captioned.text.lower().splitlines() if not line.startswith("# help"))
    assert "sightline_passes_total" in told
    assert not [word for word in words if word in told]


def test_scrapers_that_hang_stop_neither_captions_nor_the_end(captioned: Captioned) -> None:
    assert captioned.codes[0] == 0
    # A busy computer may have had something else to say.
    assert "port" not in captioned.err.lower()
    assert "Traceback" not in captioned.err
    assert "good morning" in spoken(captioned.events).lower()
    with pytest.raises(ConnectionError):
        socket.create_connection(("127.0.0.1", captioned.port), timeout=LIMIT_S)


def test_a_port_in_use_is_one_notice_and_captions_go_on(captioned: Captioned) -> None:
    assert captioned.codes[1] == 0
    said = (
        f"sightline: Port {captioned.port} is in use by another program, so the figures are not served "
        "there. Choose another with --metrics-port. Captions go on."
    )
    assert captioned.other_err.splitlines().count(said) == 1
    codes = [event["code"] for event in captioned.other_events if event["type"] == "notice"]
    assert codes.count("metrics-port") == 1
    assert "good morning" in spoken(captioned.other_events).lower()


def test_doctor_says_the_same_figures(captioned: Captioned) -> None:
    summary = captioned.events[-1]
    latest = json.loads(captioned.program("doctor", "--json").out)["figures"]
    assert sum(latest["passes"].values()) == latest["stages"]["end_to_end"]["n"] == summary["passes"]
    assert latest["audio_seconds"] == {"file": summary["audio_seconds"]}
    assert latest["compute_seconds"] == pytest.approx(summary["compute_seconds"], abs=0.5)
    text = captioned.program("doctor").out
    assert f"{summary['passes']} (" in text
    assert "tiny.en on cpu" in text


def test_a_port_that_is_none_is_wrong_usage(captioned: Captioned) -> None:
    for port in ("0", "65536", "x", "-1"):
        result = captioned.program("demo", "--no-window", f"--metrics-port={port}")
        assert result.code == 2
        assert port in result.line
