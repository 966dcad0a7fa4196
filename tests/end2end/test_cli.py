"""The real program as a person runs it in a terminal: exit codes, one clear line for each failure, formats.

Every command is a process of its own; they share one data folder, so that the model's graphs are built once.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import av
import jiwer
import numpy as np
import pytest
from numpy.typing import NDArray
from whisper_normalizer.english import EnglishTextNormalizer

from tests.end2end.program import LIMIT_S, ROOT, Program, Result

SAMPLE = ROOT / "resources" / "clips" / "sample.flac"
SAMPLE_TEXT = SAMPLE.with_suffix(".txt").read_text()
FIRST_SENTENCE = "Good morning, and welcome."
RATE_HZ = 16_000
normalised: Callable[[str], str] = EnglishTextNormalizer()


@pytest.fixture(scope="module")
def sightline(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return Program(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def speech() -> NDArray[np.int16]:
    """The sample clip, 16 kHz mono."""
    resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE_HZ)
    parts = []
    with av.open(str(SAMPLE)) as container:
        for frame in container.decode(audio=0):
            parts += [each.to_ndarray()[0] for each in resampler.resample(frame)]
    parts += [each.to_ndarray()[0] for each in resampler.resample(None)]
    return np.concatenate(parts)


@pytest.fixture(scope="module")
def clips(tmp_path_factory: pytest.TempPathFactory, speech: NDArray[np.int16]) -> Path:
    """A folder of good and bad files."""
    folder = tmp_path_factory.mktemp("clips")
    write_wav(folder / "good.wav", speech[: 5 * RATE_HZ])
    write_wav(folder / "tiny.wav", speech[2 * RATE_HZ : 2 * RATE_HZ + RATE_HZ // 20])
    eight = np.zeros((5 * RATE_HZ, 8), np.int16)
    eight[:, 2] = speech[: 5 * RATE_HZ]  # The centre of 7.1, where films put speech.
    write_wav(folder / "eight.wav", eight)
    (folder / "empty.wav").touch()
    (folder / "text.wav").write_text("This is not sound.\n" * 40)
    (folder / "a folder.wav").mkdir()
    whole = SAMPLE.read_bytes()
    (folder / "cut.flac").write_bytes(whole[: len(whole) // 2])
    write_silent_film(folder / "film.mp4")
    return folder


def write_wav(path: Path, samples: NDArray[np.int16]) -> None:
    """samples: (n,) or (n, n_channels)."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(samples.shape[1] if samples.ndim == 2 else 1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(np.ascontiguousarray(samples, "<i2").tobytes())


def write_silent_film(path: Path) -> None:
    """A video without a sound stream."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for level in range(0, 200, 20):
            frame = av.VideoFrame.from_ndarray(np.full((48, 64, 3), level, np.uint8), format="rgb24")
            container.mux(stream.encode(frame))
        container.mux(stream.encode())


def word_errors(reference: str, heard: str) -> float:
    return float(jiwer.wer(normalised(reference), normalised(heard)))


# --- files that cannot be read ---


@pytest.mark.parametrize("name", ["absent.wav", "empty.wav", "text.wav", "a folder.wav", "film.mp4"])
def test_a_file_that_cannot_be_read_is_one_line_and_code_3(
    sightline: Program, clips: Path, name: str
) -> None:
    result = sightline("transcribe", clips / name)
    assert result.code == 3
    assert name in result.line
    assert result.out == ""


@pytest.mark.parametrize("name", ["absent.wav", "text.wav", "film.mp4"])
def test_run_says_the_same_of_such_a_file(sightline: Program, clips: Path, name: str) -> None:
    result = sightline("run", "--source", clips / name, "--no-window", "--exit-at-end")
    assert result.code == 3
    assert name in result.line


def test_a_cut_file_is_captioned_as_far_as_it_goes(sightline: Program, clips: Path) -> None:
    result = sightline("transcribe", clips / "cut.flac")
    assert result.code == 0
    assert "good morning" in result.out.lower()
    assert "cut.flac" in result.line
    events = sightline("transcribe", "--format", "jsonl", clips / "cut.flac").events
    notices = [event for event in events if event["type"] == "notice"]
    assert len(notices) == 1
    assert set(notices[0]) == {"type", "code", "text", "wall"}


def test_a_clip_too_short_for_a_word_has_no_words(sightline: Program, clips: Path) -> None:
    result = sightline("transcribe", clips / "tiny.wav")
    assert (result.code, result.out.strip(), result.err) == (0, "", "")


def test_eight_channels_are_heard(sightline: Program, clips: Path) -> None:
    result = sightline("transcribe", clips / "eight.wav")
    assert (result.code, result.err) == (0, "")
    assert word_errors(FIRST_SENTENCE, result.out[: len(FIRST_SENTENCE)]) == 0


def test_in_a_batch_the_good_files_are_captioned(sightline: Program, clips: Path, tmp_path: Path) -> None:
    names = ["text.wav", "good.wav", "absent.wav", "film.mp4", "eight.wav"]
    result = sightline(
        "transcribe", "--format", "srt", "--output", tmp_path / "out", *(clips / name for name in names)
    )
    assert result.code == 3
    lines = result.err.splitlines()
    assert len(lines) == 3
    for line, name in zip(lines, ["text.wav", "absent.wav", "film.mp4"], strict=True):
        assert line.startswith("sightline: ")
        assert name in line
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["eight.srt", "good.srt"]
    for name in ("eight", "good"):
        assert "good morning" in (tmp_path / "out" / f"{name}.srt").read_text(encoding="utf-8").lower()


def test_a_batch_of_json_lines_names_the_file_of_each(sightline: Program, clips: Path) -> None:
    result = sightline("transcribe", "--format", "jsonl", clips / "good.wav", clips / "tiny.wav")
    assert result.code == 0
    assert {Path(event["file"]).name for event in result.events} == {"good.wav", "tiny.wav"}


# --- wrong usage, models and engines ---


@pytest.mark.parametrize(
    "words",
    [
        ("transcribe", "--nonsense", "x.wav"),
        ("nonsense",),
        ("transcribe",),
        ("--nonsense",),
        ("run", "--threads", "9" * 20),
        ("run", "--no-window", "--source", ""),
        ("run", "--model", " "),
    ],
)
def test_a_wrong_command_line_is_code_2(sightline: Program, words: tuple[str, ...]) -> None:
    result = sightline(*words)
    assert result.code == 2
    assert "--help" in result.line


def test_steady_without_realtime_is_code_2(sightline: Program, clips: Path) -> None:
    result = sightline("transcribe", "--steady", clips / "good.wav")
    assert result.code == 2
    assert "--realtime" in result.line


def test_an_unknown_model_is_code_2_and_names_the_known(sightline: Program, clips: Path) -> None:
    result = sightline("transcribe", "--model", "enormous", clips / "good.wav")
    assert result.code == 2
    assert "enormous" in result.line
    assert "tiny.en" in result.line


def test_a_model_that_is_not_there_is_code_4_and_says_how_to_get_it(sightline: Program, clips: Path) -> None:
    result = sightline("transcribe", "--model", "base", clips / "good.wav")
    assert result.code == 4
    assert "models get base" in result.line


def test_a_model_that_was_changed_is_refused(sightline: Program, clips: Path, tmp_path: Path) -> None:
    own = tmp_path / "models" / "tiny.en" / "model.bin"
    own.parent.mkdir(parents=True)
    own.write_bytes(b"not the weights")
    for words in (("transcribe", clips / "good.wav"), ("models", "verify"), ("demo", "--no-window")):
        result = sightline(*words, data_dir=tmp_path)
        assert result.code == 4
        assert "model.bin" in result.line
        assert "models remove tiny.en" in result.line
    assert sightline("models", "remove", "tiny.en", data_dir=tmp_path).code == 0
    assert sightline("models", "verify", "tiny.en", data_dir=tmp_path).code == 0


def test_cuda_without_a_card_is_code_5(sightline: Program, clips: Path) -> None:
    result = sightline("transcribe", "--engine", "cuda", clips / "good.wav", CUDA_VISIBLE_DEVICES="-1")
    assert result.code == 5
    assert "cuda" in result.line.lower()


def test_a_language_the_model_does_not_know_is_code_2(sightline: Program, clips: Path) -> None:
    result = sightline("transcribe", "--language", "de", clips / "good.wav")
    assert result.code == 2
    assert "tiny.en" in result.line


def test_no_sound_system_is_one_line_and_code_5(sightline: Program, tmp_path: Path) -> None:
    result = sightline(
        "run",
        "--source",
        "loopback",
        "--no-window",
        PULSE_SERVER="unix:/nonexistent",
        PULSE_RUNTIME_PATH=str(tmp_path),
        XDG_RUNTIME_DIR=str(tmp_path),
    )
    assert result.code == 5
    assert result.line


# --- formats ---


def test_text_says_what_the_clip_says(sightline: Program) -> None:
    result = sightline("transcribe", SAMPLE)
    assert (result.code, result.err) == (0, "")
    assert word_errors(SAMPLE_TEXT, result.out) <= 0.1


def test_json_lines_keep_the_contract(sightline: Program, clips: Path) -> None:
    result = sightline("transcribe", "--format", "jsonl", SAMPLE)
    assert (result.code, result.err) == (0, "")
    *captions, summary = result.events
    assert set(summary) == {
        "type", "audio_seconds", "compute_seconds", "passes", "engine", "model", "peak_rss_mb"
    }  # fmt: skip
    assert summary["type"] == "summary"
    assert summary["audio_seconds"] == pytest.approx(15.66, abs=0.2)
    assert (summary["engine"], summary["model"]) == ("cpu", "tiny.en")
    check_captions(captions)
    finals = [caption for caption in captions if caption["final"]]
    assert word_errors(SAMPLE_TEXT, " ".join(caption["text"] for caption in finals)) <= 0.1


def check_captions(captions: list[dict[str, Any]]) -> None:
    """Keys, times, and that a final caption is the last of its id."""
    keys = {"type", "id", "source", "text", "final", "start", "end", "wall", "language"}
    final_ids: set[tuple[str, int]] = set()
    wall = 0.0
    for caption in captions:
        name = (caption["source"], caption["id"])
        assert caption["type"] == "caption"
        assert set(caption) == (keys | {"words"} if caption["final"] else keys)
        assert name not in final_ids, "a final caption was replaced"
        assert 0 <= caption["start"] <= caption["end"]
        assert caption["wall"] >= wall
        assert caption["language"] == "en"
        wall = caption["wall"]
        if caption["final"]:
            final_ids.add(name)
            words = caption["words"]
            assert " ".join(word["text"] for word in words).split() == caption["text"].split()
            for word in words:
                assert set(word) == {"text", "start", "end", "probability"}
                assert word["start"] <= word["end"]
                assert 0 <= word["probability"] <= 1
            starts = [word["start"] for word in words]
            assert starts == sorted(starts)
    assert {(caption["source"], caption["id"]) for caption in captions} == final_ids


def seconds(stamp: str) -> float:
    hours, minutes, rest = stamp.replace(",", ".").split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


@pytest.mark.parametrize(("form", "mark"), [("srt", ","), ("vtt", r"\.")])
def test_subtitles_are_well_formed(sightline: Program, tmp_path: Path, form: str, mark: str) -> None:
    target = tmp_path / f"captions.{form}"
    result = sightline("transcribe", "--format", form, "--output", target, SAMPLE)
    assert (result.code, result.out, result.err) == (0, "", "")
    assert [path.name for path in tmp_path.iterdir()] == [target.name], "a partial file was left"
    blocks = target.read_text(encoding="utf-8").strip().split("\n\n")
    if form == "vtt":
        assert blocks.pop(0).startswith("WEBVTT")
    stamp = rf"(\d\d:\d\d:\d\d{mark}\d\d\d)"
    before, text = 0.0, []
    for number, block in enumerate(blocks, 1):
        lines = block.split("\n")
        if form == "srt":
            assert lines.pop(0) == str(number)
        times = re.fullmatch(f"{stamp} --> {stamp}", lines.pop(0))
        assert times is not None, block
        start, end = map(seconds, times.groups())
        assert before <= start < end
        before = start
        assert 1 <= len(lines) <= 2
        text += lines
    assert len(blocks) >= 3
    assert word_errors(SAMPLE_TEXT, " ".join(text)) <= 0.1


def test_output_may_be_a_folder(sightline: Program, clips: Path, tmp_path: Path) -> None:
    assert sightline("transcribe", "--output", tmp_path, clips / "good.wav").code == 0
    assert "good morning" in (tmp_path / "good.txt").read_text(encoding="utf-8").lower()


def test_output_that_cannot_be_written_is_said(sightline: Program, clips: Path) -> None:
    target = clips / "good.wav" / "captions.txt"
    result = sightline("transcribe", "--output", target, clips / "good.wav")
    assert result.code == 3
    assert str(target) in result.line


@pytest.mark.skipif(sys.platform == "win32", reason="PIPES AND DEVICES NOT TESTED on Windows")
def test_output_may_be_a_pipe_which_stays_one(sightline: Program, clips: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, encoding="utf-8") as reader:
        result = sightline("transcribe", "--output", pipe, clips / "good.wav")
        if not pipe.is_fifo():
            reader.kill()
        out, _ = reader.communicate(timeout=LIMIT_S)
    assert (result.code, result.err) == (0, "")
    assert "good morning" in out.lower()
    assert pipe.is_fifo()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="A FULL DISK NOT TESTED: no /dev/full")
def test_a_full_disk_is_said(sightline: Program, clips: Path) -> None:
    command = sightline.command("transcribe", clips / "good.wav")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", timeout=LIMIT_S
        )
    assert done.returncode == 3
    assert Result(3, "", done.stderr).line


@pytest.mark.skipif(sys.platform != "linux", reason="NAMES THAT ARE NOT TEXT NOT TESTED but on Linux")
def test_a_name_that_is_not_text_stops_nothing(sightline: Program, clips: Path, tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"b\xff.wav")
    odd.write_bytes((clips / "good.wav").read_bytes())
    for form in ("text", "jsonl"):
        result = sightline("transcribe", "--format", form, odd, clips / "tiny.wav")
        assert (result.code, result.err) == (0, "")
        assert "good morning" in result.out.lower()
        assert form == "text" or result.events


def test_several_inputs_need_a_folder(sightline: Program, clips: Path) -> None:
    good = clips / "good.wav"
    result = sightline("transcribe", "--output", good, good, clips / "tiny.wav")
    assert result.code == 2
    assert str(good) in result.line
    assert good.stat().st_size > 100_000, "an input was overwritten"


# --- live in a terminal ---


def test_the_demo_prints_its_text_keeps_events_and_history(sightline: Program, tmp_path: Path) -> None:
    events_file = tmp_path / "events.jsonl"
    result = sightline("demo", "--no-window", "--exit-at-end", "--events", events_file)
    assert (result.code, result.err) == (0, "")
    assert word_errors(SAMPLE_TEXT, result.out) <= 0.25
    *captions, summary = [json.loads(line) for line in events_file.read_text(encoding="utf-8").splitlines()]
    check_captions(captions)
    assert summary["type"] == "summary"
    shown = [caption["text"].strip() for caption in captions if caption["final"]]
    assert result.out.splitlines() == shown

    found = sightline("history", "search", "morning")
    assert (found.code, found.err) == (0, "")
    assert "good morning" in found.out.lower()
    nothing = sightline("history", "search", "xylophone")
    assert (nothing.code, nothing.out) == (0, "")
    exported = sightline("history", "export", "--format", "txt", "--plain")
    assert exported.code == 0
    assert word_errors(" ".join(shown), exported.out) <= 0.05


def test_realtime_lines_replace_each_other_until_one_is_final(sightline: Program, clips: Path) -> None:
    result = sightline("transcribe", "--realtime", "--format", "jsonl", clips / "good.wav")
    assert (result.code, result.err) == (0, "")
    *captions, summary = result.events
    check_captions(captions)
    assert summary["passes"] > 1
    first = [caption for caption in captions if caption["id"] == captions[0]["id"]]
    assert len(first) > 2, "nothing was shown before the caption was final"
    assert [caption["final"] for caption in first] == [False] * (len(first) - 1) + [True]
    assert "good morning" in first[-1]["text"].lower()


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX SIGNALS NOT TESTED on Windows")
def test_an_interrupt_is_code_130_without_a_word(sightline: Program) -> None:
    # A shell starts what it puts in the background with SIGINT ignored, and that is inherited.
    heed = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); "
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    command = sightline.command("transcribe", "--realtime", "--format", "jsonl", SAMPLE)
    process = subprocess.Popen(
        [sys.executable, "-c", heed, *command],
        cwd=ROOT,
        env=sightline.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["type"] == "caption"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=LIMIT_S)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 130
    assert err == ""


# --- the other commands ---


def test_doctor_speaks_json_and_text(sightline: Program) -> None:
    result = sightline("doctor", "--json")
    content = json.loads(result.out)
    assert result.code == content["exit_code"] == 0
    checks = {check["id"]: check for check in content["checks"]}
    assert {"gpu", "models", "loopback", "microphone", "display"} <= set(checks)
    for check in checks.values():
        assert set(check) == {"id", "state", "sentence", "mend"}
        assert check["state"] != "problem" or check["mend"], f"{check['id']} says no way out"
    text = sightline("doctor")
    assert text.code == 0
    assert all(name in text.out for name in checks)


def test_bench_speaks_json(sightline: Program) -> None:
    result = sightline("bench", "--json", "--passes", "2")
    assert (result.code, result.err) == (0, "")
    figures = json.loads(result.out)
    assert figures["model"] == "tiny.en"
    assert figures["peak_rss_mb"] > 0


def test_bench_measures_streams(sightline: Program) -> None:
    result = sightline("bench", "--streams", "2", "--seconds", "3", "--json")
    assert (result.code, result.err) == (0, "")
    figures = json.loads(result.out)
    assert figures["streams"] == 2
    assert figures["passes"] > 0
    assert 0 < figures["p50_ms"] <= figures["p99_ms"]
    refused = sightline("bench", "--streams", "2", "--engine", "tensorrt")
    assert refused.code == 2
    assert "--engine cpu" in refused.line


def test_a_file_can_be_kept_in_the_history(sightline: Program, tmp_path: Path) -> None:
    copied = Program(tmp_path / "data")
    shutil.copytree(sightline.data_dir, copied.data_dir)
    assert copied("history", "clear", "--yes").code == 0
    assert copied("transcribe", SAMPLE).code == 0
    assert "computer" not in copied("history", "search", "computer").out
    assert copied("transcribe", "--history", SAMPLE).code == 0
    assert "computer" in copied("history", "search", "computer").out
