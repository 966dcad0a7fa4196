"""Files of every kind, whole and damaged; at once and at the pace of real time."""

from __future__ import annotations

import json
import time
import wave
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from app.audio.file_source import FileSource, read_whole
from engines.errors import InputFileError


def tone(rate_hz: int, seconds: float, n_channels: int) -> NDArray[np.float32]:
    t = np.arange(int(rate_hz * seconds)) / rate_hz
    return np.repeat((0.5 * np.sin(2 * np.pi * 440 * t)).astype(np.float32)[:, None], n_channels, axis=1)


def write_wav(path: Path, seconds: float = 1.0, rate_hz: int = 16_000, n_channels: int = 1) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(n_channels)
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes((tone(rate_hz, seconds, n_channels) * 32767).astype("<i2").tobytes())
    return path


def encode(
    path: Path, codec: str, layout: str = "stereo", rate_hz: int = 48_000, seconds: float = 2.0
) -> Path:
    n_channels = av.AudioLayout(layout).nb_channels
    samples = tone(rate_hz, seconds, n_channels)
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream(codec, rate=rate_hz, layout=layout)
        frame = av.AudioFrame.from_ndarray(samples.reshape(1, -1).copy(), format="flt", layout=layout)
        frame.sample_rate = rate_hz
        for piece in av.AudioResampler(stream.format, layout, rate_hz, 1024).resample(frame):
            container.mux(stream.encode(piece))
        container.mux(stream.encode(None))
    return path


def read_all(source: FileSource) -> tuple[NDArray[np.float32], list[int]]:
    parts, sizes = [], []
    while not source.ended:
        block = source.read(1.0)
        assert block is not None
        assert block.start_sample == sum(sizes)
        assert block.n_lost == 0
        assert block.samples.dtype == np.float32
        assert block.samples.flags.c_contiguous
        parts.append(block.samples)
        sizes.append(len(block.samples))
    return np.concatenate(parts), sizes


@pytest.mark.parametrize(
    ("name", "codec", "layout", "rate_hz"),
    [
        ("a.wav", "pcm_s24le", "stereo", 44_100),
        ("b.wav", "pcm_f32le", "mono", 96_000),
        ("c.wav", "pcm_mulaw", "mono", 8_000),
        ("d.wav", "pcm_u8", "mono", 11_025),
        ("e.wav", "pcm_f64le", "5.1", 48_000),
        ("f.flac", "flac", "stereo", 192_000),
        ("g.mp3", "libmp3lame", "stereo", 44_100),
        ("h.m4a", "aac", "7.1", 48_000),
        ("i.m4a", "aac", "5.1", 32_000),
        ("j.ogg", "libopus", "stereo", 48_000),
        ("k.webm", "libopus", "mono", 24_000),
        ("l.mkv", "aac", "mono", 22_050),
        ("m.flac", "flac", "7.1", 48_000),
    ],
)
def test_formats(tmp_path: Path, name: str, codec: str, layout: str, rate_hz: int) -> None:
    path = encode(tmp_path / name, codec, layout, rate_hz)
    notices: list[tuple[str, ...]] = []
    sound = read_whole(path, lambda *notice: notices.append(notice))
    assert sound.dtype == np.float32
    assert len(sound) / 16_000 == pytest.approx(2.0, abs=0.12)
    middle = sound[4_000:20_000]
    assert int(np.abs(np.fft.rfft(middle)).argmax()) == pytest.approx(440, abs=1)
    assert float(np.abs(middle).max()) > 0.15
    assert notices == []


def test_shared_clips_have_their_stated_length(speech_dir: Path) -> None:
    for clip in json.loads((speech_dir / "manifest.json").read_text(encoding="utf-8")):
        notices: list[tuple[str, ...]] = []
        sound = read_whole(speech_dir / clip["file"], lambda *notice: notices.append(notice))  # noqa: B023
        assert len(sound) / 16_000 == pytest.approx(clip["seconds"], abs=0.15), clip["file"]
        assert notices == [], clip["file"]


def test_blocks_are_even_and_whole(tmp_path: Path) -> None:
    path = write_wav(tmp_path / "a.wav", 1.01)
    source = FileSource(path, block_s=0.05)
    source.open()
    sound, sizes = read_all(source)
    assert source.name == "file"
    assert source.device == "a.wav"
    assert source.duration_s == pytest.approx(1.01)
    assert set(sizes[:-1]) == {800}
    assert np.array_equal(sound, read_whole(path))
    assert source.level == pytest.approx(0.5, abs=0.02)
    assert source.read(0.0) is None
    source.close()


def test_tiny_clip(tmp_path: Path) -> None:
    source = FileSource(write_wav(tmp_path / "tiny.wav", 0.05, 44_100, 2))
    source.open()
    sound, _ = read_all(source)
    assert len(sound) == pytest.approx(800, abs=1)
    source.close()


def test_pause_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = write_wav(tmp_path / "a.wav")
    source = FileSource(path, block_s=0.1)
    source.open()
    first = source.read(0)
    source.close()
    assert source.read(0) is None
    assert not source.ended
    source.open()
    second = source.read(0)
    assert first is not None
    assert second is not None
    assert second.start_sample == len(first.samples)
    both = np.concatenate([first.samples, second.samples])
    assert np.array_equal(both, read_whole(path)[: len(both)])
    source.close()


def test_real_time_pace(tmp_path: Path) -> None:
    source = FileSource(write_wav(tmp_path / "a.wav", 1.0), realtime=True, block_s=0.1)
    start_ns = time.monotonic_ns()
    source.open()
    assert source.read(0.0) is None
    time.sleep(0.35)
    stamps = []
    while not source.ended:
        block = source.read(0.5)
        assert block is not None
        now_ns = time.monotonic_ns()
        end_s = (block.start_sample + len(block.samples)) / 16_000
        assert now_ns >= block.captured_ns
        assert (now_ns - start_ns) / 1e9 >= end_s
        stamps.append(block.captured_ns)
    assert np.diff(stamps) == pytest.approx(1e8, abs=2)
    assert len(stamps) == 10
    source.close()


def test_truncated_flac_gives_what_is_left_and_a_notice(tmp_path: Path) -> None:
    whole = encode(tmp_path / "a.flac", "flac", seconds=4.0)
    cut = tmp_path / "cut.flac"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    source = FileSource(cut)
    source.open()
    sound, _ = read_all(source)
    assert 1.0 < len(sound) / 16_000 < 3.5
    (notice,) = source.take_notices()
    assert notice[0] == "file-truncated"
    assert "cut.flac" in notice[1]
    assert notice[2]
    assert source.take_notices() == []
    source.close()


def test_truncated_wav_is_noticed(tmp_path: Path) -> None:
    whole = write_wav(tmp_path / "a.wav", 2.0)
    whole.write_bytes(whole.read_bytes()[:32_000])
    notices: list[str] = []
    assert len(read_whole(whole, lambda code, what, advice: notices.append(code))) > 15_000
    assert notices == ["file-truncated"]


def test_playlist_reaches_no_network(tmp_path: Path) -> None:
    path = tmp_path / "list.m3u8"
    path.write_text("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n")
    with pytest.raises(InputFileError):
        read_whole(path)


def bad_files(folder: Path) -> dict[str, tuple[Path, str]]:
    (folder / "text.wav").write_text("this is no sound\n" * 40)
    (folder / "empty.flac").touch()
    (folder / "folder.wav").mkdir()
    (folder / "head.wav").write_bytes(write_wav(folder / "ok.wav").read_bytes()[:44])
    with av.open(str(folder / "video.mp4"), "w") as container:
        stream: Any = container.add_stream("mpeg4", rate=10, width=64, height=64, pix_fmt="yuv420p")
        for _ in range(5):
            frame = av.VideoFrame.from_ndarray(np.zeros((64, 64, 3), np.uint8), format="rgb24")
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return {
        "missing": (folder / "none.wav", "does not exist"),
        "text": (folder / "text.wav", "not a sound file"),
        "empty": (folder / "empty.flac", "is empty"),
        "folder": (folder / "folder.wav", "is a folder"),
        "video": (folder / "video.mp4", "holds no sound"),
        "header": (folder / "head.wav", "sound"),
    }


@pytest.mark.parametrize("case", ["missing", "text", "empty", "folder", "video", "header"])
def test_what_cannot_be_read_is_said_in_one_line(
    tmp_path: Path, case: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path, words = bad_files(tmp_path)[case]
    capfd.readouterr()
    source = FileSource(path)
    with pytest.raises(InputFileError, match=words) as caught:
        source.open()
    assert caught.value.exit_code == 3
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.advice
    assert capfd.readouterr() == ("", "")


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_wav(tmp_path / "a.wav")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InputFileError, match="may not be read"):
        FileSource(path).open()
