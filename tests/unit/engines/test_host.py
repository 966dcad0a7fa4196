"""The engine's process: what it answers, how it is lost, and that nothing of it is left behind."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines.errors import EngineError, EngineLostError
from engines.runtime.host import HostedRecogniser, HostLimits, host_command
from engines.runtime.host_protocol import MOST_SAMPLES, Load
from engines.types import SAMPLE_RATE_HZ, RecognitionRequest

SCRIPTED = [sys.executable, str(Path(__file__).with_name("scripted_host.py"))]
LIMITS = HostLimits(pass_s=20.0, beat_s=2.0, load_s=60.0)
PATIENCE_S = 30.0


def load(engine: str = "scripted") -> Load:
    return Load("tiny.en", engine, "models", "cache")


def request(context: str = "", n_samples: int = 1600) -> RecognitionRequest:
    return RecognitionRequest(np.full(n_samples, 0.5, np.float32), 16_000, 7, 3, context=context)


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.02)


def is_gone(pid: int) -> bool:
    """True where no process has that number, not even as a zombie."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return False
    return True


@pytest.fixture
def host() -> Iterator[HostedRecogniser]:
    with contextlib.closing(HostedRecogniser(load(), command=SCRIPTED, limits=LIMITS)) as hosted:
        yield hosted


def test_a_pass_there_is_a_pass_here(host: HostedRecogniser) -> None:
    assert (host.model, host.engine, host.languages) == ("tiny.en", "scripted", ("en", "de"))
    for n_samples in (1600, MOST_SAMPLES, 0, 400):
        hypothesis = host.recognise(request(n_samples=n_samples))
        assert hypothesis.words[-1].text == f" {n_samples} {n_samples / 2:.1f}"
        assert (hypothesis.utterance_id, hypothesis.revision) == (7, 3)
        assert hypothesis.heard_until_sample == 16_000 + n_samples
    assert host.alive()


def test_more_than_30_s_is_refused_before_it_is_sent(host: HostedRecogniser) -> None:
    with pytest.raises(ValueError, match="at once"):
        host.recognise(request(n_samples=MOST_SAMPLES + 1))
    assert host.recognise(request()).words


@pytest.mark.parametrize(
    ("what", "cause"),
    [
        ("crash", "SIGSEGV"),
        ("kill", "SIGKILL"),
        ("exit", "code 3"),
        ("hang", "did not answer within 0.5 s"),
        ("hold", "did not answer within 0.5 s"),
        ("stop", "did not answer within 0.5 s"),
        ("memory", "CUDA ran out of memory"),
    ],
)
def test_whatever_befalls_it_is_an_error_that_says_so(
    what: str, cause: str, capfd: pytest.CaptureFixture[str]
) -> None:
    limits = HostLimits(pass_s=0.5) if "answer" in cause else LIMITS
    host = HostedRecogniser(load(), command=SCRIPTED, limits=limits)
    with pytest.raises(EngineLostError, match=cause):
        host.recognise(request(what))
    host.kill()
    assert is_gone(host.pid)
    assert not host.alive()
    with pytest.raises(EngineError):
        host.recognise(request())
    assert capfd.readouterr() == ("", "")


def test_a_request_larger_than_the_pipe_to_a_stopped_process_is_given_up_too() -> None:
    host = HostedRecogniser(load(), command=SCRIPTED, limits=HostLimits(pass_s=0.5))
    os.kill(host.pid, signal.SIGSTOP)
    with pytest.raises(EngineLostError, match=r"did not answer within 0\.5 s"):
        host.recognise(replace(request(), hot_words=("Okonkwo" * 20,) * 4000))
    host.kill()
    assert is_gone(host.pid)


@pytest.mark.parametrize(
    ("with_times", "limits"), [(False, HostLimits(0.5, 20.0)), (True, HostLimits(20.0, 0.5))]
)
def test_a_files_window_may_take_longer_than_a_live_one_as_long(with_times: bool, limits: HostLimits) -> None:
    asked = replace(request("hang", 24 * SAMPLE_RATE_HZ), with_times=with_times)
    with contextlib.closing(HostedRecogniser(load(), command=SCRIPTED, limits=limits)) as host:
        with pytest.raises(EngineLostError, match=r"did not answer within 0\.5 s"):
            host.recognise(asked)
        host.kill()


def test_a_foreign_error_keeps_what_was_said_to_itself(host: HostedRecogniser) -> None:
    with pytest.raises(EngineLostError, match=r"\(ZeroDivisionError\)") as caught:
        host.recognise(request("bug"))
    assert "what was said" not in str(caught.value)


def test_what_libraries_print_goes_to_the_log(
    host: HostedRecogniser, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    assert host.recognise(request("print")).words
    wait_until(lambda: "from a library's errors" in caplog.text)
    assert "from a library" in caplog.text
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(
    not Path("/proc/self/oom_score_adj").exists(), reason="OUT OF MEMORY NOT TESTED: this system is not Linux"
)
def test_where_memory_runs_out_it_goes_first(host: HostedRecogniser) -> None:
    def score(pid: int) -> int:
        return int(Path(f"/proc/{pid}/oom_score_adj").read_text())

    assert score(host.pid) > score(os.getpid())


def test_death_between_two_passes_is_noticed(host: HostedRecogniser) -> None:
    os.kill(host.pid, signal.SIGKILL)
    wait_until(lambda: not host.alive())
    assert host.cause() == "it was ended by SIGKILL"


def test_a_stopped_heart_is_noticed(host: HostedRecogniser) -> None:
    os.kill(host.pid, signal.SIGSTOP)
    wait_until(lambda: not host.alive())
    assert host.cause() == "it stopped answering"
    host.kill()
    assert is_gone(host.pid)


def test_ctrl_c_in_the_terminal_does_not_reach_it(host: HostedRecogniser) -> None:
    assert os.getsid(host.pid) != os.getsid(0)
    os.kill(host.pid, signal.SIGINT)
    assert host.recognise(request()).words


@pytest.mark.parametrize(
    ("what", "cause"),
    [("memory", "out of memory"), ("exit", "code 3"), ("hang", "too long to load")],
)
def test_an_engine_that_does_not_load(what: str, cause: str) -> None:
    with pytest.raises(EngineLostError, match=cause):
        HostedRecogniser(load(what), command=SCRIPTED, limits=HostLimits(load_s=2.0))


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(EngineLostError, match="cannot be started"):
        HostedRecogniser(load(), command=["/no/such/program"])


def test_loading_tells_how_far_it_is_and_can_be_called_off() -> None:
    heard: list[tuple[str, float]] = []
    cancelled = threading.Event()

    def progress(what: str, fraction: float) -> None:
        heard.append((what, fraction))
        cancelled.set()

    with pytest.raises(EngineLostError, match="no longer wanted"):
        HostedRecogniser(load("hang"), command=SCRIPTED, progress=progress, cancelled=cancelled)
    assert heard == [("Loading", 0.5)]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="LEAKS NOT TESTED: this system has no /proc")
def test_nothing_is_left_behind() -> None:
    def left() -> tuple[int, set[str]]:
        shared = set(os.listdir("/dev/shm")) if Path("/dev/shm").exists() else set()
        return len(os.listdir("/proc/self/fd")), shared

    def ours() -> str:
        return Path("/proc/self/maps").read_text()

    before = left()
    for end in (HostedRecogniser.close, HostedRecogniser.kill):
        host = HostedRecogniser(load(), command=SCRIPTED, limits=LIMITS)
        assert "sightline-samples" in ours()
        end(host)
        end(host)
        assert is_gone(host.pid)
    assert left()[0] == before[0]
    assert "sightline-samples" not in ours()


PARENT = """
import sys, time
sys.path[:0] = {paths!r}
from engines.runtime.host import HostedRecogniser
from engines.runtime.host_protocol import Load
host = HostedRecogniser(Load("tiny.en", "scripted", "m", "c"), command={command!r})
print(host.pid, flush=True)
{then}
"""


@pytest.mark.parametrize("then", ["time.sleep(600)", "host.recognise(busy)", ""])
def test_it_ends_when_its_parent_does(then: str) -> None:
    """Killed, killed in the middle of a pass, and at the parent's ordinary end without a close."""
    busy = (
        "import numpy as np; from engines.types import SAMPLE_RATE_HZ, RecognitionRequest\n"
        "busy = RecognitionRequest(np.zeros(16, np.float32), 0, context='hang')\n"
    )
    code = PARENT.format(paths=[str(Path(__file__).parents[3])], command=SCRIPTED, then=busy + then)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        if then:
            time.sleep(0.3)
            parent.kill()
    wait_until(lambda: is_gone(pid) or _is_zombie(pid))


def _is_zombie(pid: int) -> bool:
    """An orphan is its adopter's to wait for; in a container that may be nobody."""
    with contextlib.suppress(OSError):
        return ") Z " in Path(f"/proc/{pid}/stat").read_text()
    return False


def test_the_command_runs_this_code_whatever_folder_it_starts_in(tmp_path: Path) -> None:
    (tmp_path / "engines").mkdir()
    (tmp_path / "engines" / "__init__.py").write_text("raise SystemExit(9)")
    command = host_command()
    assert command[0] == sys.executable
    done = subprocess.run([*command, "0"], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True)
    assert done.returncode != 9


@pytest.mark.parametrize("words", [[], ["0"], ["tiny.en"], ["1", "2"]])
def test_started_by_hand_it_says_what_it_is(words: list[str]) -> None:
    done = subprocess.run(
        [*host_command(), *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr.startswith("sightline: ")
    assert done.stderr.count("\n") == 1


def test_the_frozen_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert host_command() == [sys.executable, "engine-host"]
