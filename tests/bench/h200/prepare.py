"""Packs what a lent H200 needs into pieces that fit one call each, into .h200/ (git-ignored).

    .venv/bin/python tests/bench/h200/prepare.py --base DATA_DIR/models/base

The lent machine has Python 3.12, torch, transformers and onnx, no network, and takes 64 MiB a call. ONNX
Runtime's CUDA library (284 MB) holds code for six kinds of card; all but the H200's (sm_90) is blanked, so
that it packs into 54 MB. Everything is only unpacked there: unpack.py beside this file does that.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import lzma
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[3]
SPEECH = Path(os.environ.get("SIGHTLINE_SPEECH", ROOT.parent / "shared" / "speech"))
PIECE = 50 << 20
"""Bytes of one piece: a call takes 64 MiB, the project's own files among them."""

ONNX_RUNTIME = "onnxruntime-gpu==1.31.1"
WHEELS = (
    "tokenizers==0.23.3", "flatbuffers", "jiwer==4.0.0", "rapidfuzz",
    "whisper-normalizer==0.1.15", "more-itertools", "indic-numtowords", "text2num", "platformdirs",
    "pytools", "mako", "siphash24",
)  # fmt: skip
"""pytools, mako and siphash24 are pycuda's needs. What the machine already has is left out."""

RIVAL_WHEELS = ("ctranslate2==4.8.5",)
SKIPPED = ("providers_tensorrt", "libonnxruntime.so", "onnxruntime/transformers/", "onnxruntime/tools/")
FATBIN, SM_90 = 0xBA55ED50, 90


def download(requirement: str, into: Path, *, source: bool = False) -> None:
    """One wheel for Python 3.12 on Linux, or the sources, from the package index; once."""
    stem = requirement.partition("==")[0].replace("-", "_")
    if list(into.glob(f"{stem}-*")):
        return
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(into), requirement]
    if source:
        command += ["--no-binary=:all:"]
    else:
        command += ["--only-binary=:all:", "--python-version", "3.12", "--implementation", "cp"]
        for tag in ("2_34", "2_28", "2_27", "2_24", "2_17"):
            command += ["--platform", f"manylinux_{tag}_x86_64"]
        command += ["--platform", "manylinux2014_x86_64", "--platform", "manylinux1_x86_64"]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)


def only_sm_90(library: bytes) -> bytes:
    """The same library with every kernel's machine code for other cards blanked where sm_90's is there.

    The layout is that of CUDA's fatbinary.h: a header of 16 bytes, then entries of a header and a payload.
    """
    data = bytearray(library)
    start, end = section(library, b".nv_fatbin")
    while start < end - 16:
        magic, _, header, size = struct.unpack_from("<IHHQ", data, start)
        if magic != FATBIN:
            start += 8
            continue
        at, stop, entries = start + header, start + header + size, []
        while at < stop:
            _, _, entry_header, payload = struct.unpack_from("<HHIQ", data, at)
            (card,) = struct.unpack_from("<I", data, at + 28)
            entries.append((card, at + entry_header, payload))
            at += entry_header + payload
        if any(card == SM_90 for card, _, _ in entries):
            for card, first, payload in entries:
                if card != SM_90:
                    data[first : first + payload] = bytes(payload)
        start = stop
    return bytes(data)


def section(library: bytes, wanted: bytes) -> tuple[int, int]:
    """Where a section of a 64-bit ELF file lies."""
    (table,) = struct.unpack_from("<Q", library, 0x28)
    size, n, names_at = struct.unpack_from("<HHH", library, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", library, table + i * size) for i in range(n)]
    names = headers[names_at][4]
    for name, _, _, _, offset, length in headers:
        if library.startswith(wanted + b"\0", names + name):
            return offset, offset + length
    raise SystemExit(f"no section {wanted.decode()}")


def pack_onnx_runtime(work: Path, out: Path) -> None:
    if (out / "part2" / "onnxruntime.tar.xz").exists():
        return
    download(ONNX_RUNTIME, work)
    (wheel,) = work.glob("onnxruntime_gpu-*.whl")
    rest = io.BytesIO()
    with zipfile.ZipFile(wheel) as archive, tarfile.open(fileobj=rest, mode="w") as tar:
        for name in archive.namelist():
            if name.endswith("/") or any(part in name for part in SKIPPED):
                continue
            data = archive.read(name)
            if name.endswith("libonnxruntime_providers_cuda.so"):
                squeezed = lzma.compress(only_sm_90(data), preset=3)
                (out / "part1").mkdir(exist_ok=True)
                (out / "part1" / "onnxruntime_cuda.so.xz").write_bytes(squeezed)
                continue
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(data), 0o755
            tar.addfile(info, io.BytesIO(data))
    (out / "part2" / "onnxruntime.tar.xz").write_bytes(lzma.compress(rest.getvalue(), preset=6))


def pack_clips(target: Path) -> int:
    """The English clips with a reference, 16 kHz int16, and their references."""
    from app.audio.file_source import read_whole

    if target.exists():
        return 0
    manifest = json.loads((SPEECH / "manifest.json").read_text())
    clips = [c for c in manifest if c["language"] == "en" and c.get("text")]
    samples = {
        c["file"]: np.round(np.clip(read_whole(SPEECH / c["file"]), -1, 1) * 32767).astype("<i2")
        for c in clips
    }
    raw = io.BytesIO()
    np.savez(raw, **samples)
    target.write_bytes(lzma.compress(raw.getvalue(), preset=6))
    texts = {c["file"]: c["text"] for c in clips}
    target.with_name("references.json").write_text(json.dumps(texts))
    return len(clips)


def split(source: Path, stem: str, out: Path, sizes: list[tuple[int, int]]) -> None:
    """The file's bytes over the parts given as (part, bytes); the last takes what is left."""
    data = source.read_bytes()
    at = 0
    for i, (part, size) in enumerate(sizes):
        last = i == len(sizes) - 1
        piece = data[at:] if last else data[at : at + size]
        at += len(piece)
        folder = out / f"part{part}"
        folder.mkdir(exist_ok=True)
        (folder / f"{stem}.{i}").write_bytes(piece)
    (out / "part2" / f"{stem}.sha256").write_text(hashlib.sha256(data).hexdigest())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / ".h200")
    parser.add_argument("--base", type=Path, help="the folder with base's model.bin, to carry base too")
    arguments = parser.parse_args()
    out: Path = arguments.out
    (out / "part2" / "wheels").mkdir(parents=True, exist_ok=True)
    from engines.models import find_model, find_silero

    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        pack_onnx_runtime(work, out)
        for requirement in WHEELS:
            download(requirement, out / "part2" / "wheels")
        download("pycuda==2026.1", out / "part2", source=True)
        n_clips = pack_clips(out / "part2" / "clips.npz.xz")
        shutil.copy(find_silero(work), out / "part2" / "silero_vad.onnx")
        tiny = find_model("tiny.en", work)
        split(tiny.weights, "tiny.en.model.bin", out, [(2, 16 << 20), (3, 0)])
        for name, path in (("config.json", tiny.config), ("tokenizer.json", tiny.tokenizer)):
            shutil.copy(path, out / "part2" / f"tiny.en.{name}")
        if arguments.base:
            (out / "part4").mkdir(exist_ok=True)
            for requirement in RIVAL_WHEELS:
                download(requirement, out / "part4")
            split(arguments.base / "model.bin", "base.model.bin", out, [(5, PIECE), (6, PIECE), (7, 0)])
            for name in ("config.json", "tokenizer.json"):
                shutil.copy(arguments.base / name, out / "part2" / f"base.{name}")
    if n_clips:
        print(f"{n_clips} clips")
    for part in sorted(out.iterdir()):
        n_bytes = sum(file.stat().st_size for file in part.rglob("*") if file.is_file())
        print(f"{part.name}: {n_bytes / (1 << 20):.1f} MiB")


if __name__ == "__main__":
    main()
