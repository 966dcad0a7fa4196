"""Set up and start Sightline: `python3 run.py`. Standard library only; Linux, Windows and macOS.

`run` (the default) opens the captions, `setup` only sets up, `check` runs every check and test; any other
command (demo, transcribe, doctor, ...) goes to the program. Progress goes to stderr, in a few short lines.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.abspath(__file__))
OLDEST_PYTHON = (3, 11)
STAMP = "sightline-setup.txt"

EXIT_FAILED = 1
EXIT_INTERRUPTED = 130

# What Qt's windows and the sound libraries load, and a font: none of it comes with the Python packages.
PROGRAM_PACKAGES = [
    "libportaudio2",
    "libpulse0",
    "libglib2.0-0",
    "libwayland-cursor0",
    "libwayland-egl1",
    "libegl1",
    "libgl1",
    "libxkbcommon-x11-0",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-keysyms1",
    "libxcb-shape0",
    "libxcb-xinerama0",
    "libxcb-image0",
    "libxcb-render-util0",
    "libxcb-xkb1",
    "libdbus-1-3",
    "libfontconfig1",
    "fonts-dejavu-core",
]
# What the tests drive: a screen, a window manager, a compositor, a sound server, a voice.
CHECK_PACKAGES = [
    "xvfb",
    "xauth",
    "xdotool",
    "x11-utils",
    "x11-xserver-utils",
    "openbox",
    "picom",
    "imagemagick",
    "pulseaudio",
    "pulseaudio-utils",
    "libasound2-plugins",
    "flite",
    "fonts-noto-core",
    "appstream",
    "dbus-daemon",
    "at-spi2-core",
    "strace",
    "appstream",
    "icu-devtools",
]


def say(line: str) -> None:
    """One short line of progress."""
    print("run.py: " + line, file=sys.stderr, flush=True)


class SetupError(Exception):
    """The set-up cannot go on; the text is one line that says what to do."""


# Debian's packages


def is_debian() -> bool:
    """Debian, Ubuntu and what derives from them."""
    return bool(sys.platform == "linux" and shutil.which("dpkg-query") and shutil.which("apt-get"))


def missing_packages(names: list[str]) -> list[str]:
    """Those of `names` that no installed package is or provides."""
    found = _installed("${Package}", names)
    missing = [name for name in names if name not in found]
    if missing:
        # Debian renames libraries now and then (libfoo1 to libfoo1t64); the new one provides the old name.
        provided = _installed("${Provides}", [])
        missing = [name for name in missing if name not in provided]
    return missing


def _installed(field: str, names: list[str]) -> set[str]:
    """The words of a dpkg field over the installed packages among `names`, or over all of them."""
    lines = subprocess.run(
        ["dpkg-query", "-W", "-f", "${db:Status-Status} " + field + "\\n", *names],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    ).stdout.splitlines()
    return {word.strip(",") for line in lines if line.startswith("installed ") for word in line.split()[1:]}


def root_prefix() -> list[str] | None:
    """What to put before a command to run it as root: nothing or sudo; None if that needs a password."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    if shutil.which("sudo"):
        asked = subprocess.run(
            ["sudo", "-n", "true"], stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        if asked.returncode == 0:
            return ["sudo", "-n"]
    return None


def apt_install(names: list[str]) -> bool:
    """Install `names` if it may be done without a question. Returns whether they are there now."""
    prefix = root_prefix()
    if prefix is None:
        return False
    say(f"Installing {len(names)} Debian packages...")
    environment = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive"]
    install = [*environment, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *names]
    result = _quiet(install)
    if result.returncode != 0:
        # No package lists yet (a fresh machine), or lists so old that the files they name are gone.
        _quiet([*environment, "apt-get", "update", "-qq"])
        result = _quiet(install)
    if result.returncode != 0:
        lines = [line for line in result.stdout.splitlines() if line.strip()]
        say("apt-get failed: " + (lines[-1].strip() if lines else f"exit code {result.returncode}"))
    return result.returncode == 0


def need_packages(names: list[str]) -> None:
    """Install what is missing of `names`, or print the one command that does."""
    if not is_debian():
        return
    missing = missing_packages(names)
    if missing and not apt_install(missing):
        say("Some Debian packages are missing. Install them with:")
        say("  sudo apt-get install -y --no-install-recommends " + " ".join(missing))


def _quiet(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


# The virtual environment


def venv_dir() -> str:
    """$SIGHTLINE_VENV, else .venv beside this file."""
    return os.path.abspath(os.environ.get("SIGHTLINE_VENV") or os.path.join(ROOT, ".venv"))


def venv_python(venv: str) -> str:
    """The interpreter of a virtual environment."""
    return (
        os.path.join(venv, "Scripts", "python.exe")
        if os.name == "nt"
        else os.path.join(venv, "bin", "python")
    )


def setup_hash(extras: str) -> str:
    """Changes when the project file, the extras, the folder or the interpreter do."""
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        content = file.read()
    rest = "\0".join((extras, ROOT, sys.version.split()[0]))
    return hashlib.sha256(content + rest.encode()).hexdigest()


def is_set_up(venv: str, extras: str) -> bool:
    """Whether the last set-up finished with these extras. One with `dev` serves the program too."""
    try:
        with open(os.path.join(venv, STAMP), encoding="ascii") as file:
            done = file.read().split()
    except OSError:
        return False
    return os.path.exists(venv_python(venv)) and setup_hash(extras) in done


def make_venv(venv: str) -> None:
    """A working virtual environment at `venv`, made anew when what is there does not run."""
    python = venv_python(venv)
    if os.path.exists(python):
        # pip is asked for, not only Python: without python3-venv Debian leaves half a folder behind.
        asked = _quiet([python, "-c", "import pip, sys; print('%d.%d' % sys.version_info[:2])"])
        if asked.returncode == 0 and asked.stdout.strip() == "{}.{}".format(*sys.version_info[:2]):
            return
    if _has_ensurepip() or (is_debian() and apt_install([_venv_package()]) and _has_ensurepip()):
        result = _quiet([sys.executable, "-m", "venv", "--clear", venv])
        if result.returncode == 0:
            return
        last = (result.stdout.strip().splitlines() or ["no reason given"])[-1]
        raise SetupError(f"The virtual environment {venv} cannot be made: {last}")
    raise SetupError(
        "This Python cannot make virtual environments. Install what is missing with: "
        f"sudo apt-get install -y {_venv_package()}"
    )


def _has_ensurepip() -> bool:
    return _quiet([sys.executable, "-c", "import ensurepip, venv"]).returncode == 0


def _venv_package() -> str:
    # Debian's own python3 belongs to python3-venv; a second one has a package with its version in the name.
    own = _quiet(["dpkg-query", "-S", os.path.realpath(sys.executable)]).stdout
    name = "python{}.{}".format(*sys.version_info[:2])
    return f"{name}-venv" if own.startswith(name) else "python3-venv"


def pip_install(venv: str, extras: str) -> None:
    """The program and what it needs into the virtual environment. Raises SetupError."""
    target = ROOT + (f"[{extras}]" if extras else "")
    command = [
        venv_python(venv),
        "-m",
        "pip",
        "install",
        "-q",
        "--disable-pip-version-check",
        "--no-input",
        "-e",
        target,
    ]
    environment = dict(os.environ, PIP_NO_WARN_SCRIPT_LOCATION="1", PIP_ROOT_USER_ACTION="ignore")
    result = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if result.returncode != 0:
        lines = [line for line in result.stdout.splitlines() if "ERROR" in line] or ["no reason given"]
        raise SetupError(
            "pip could not install the Python packages: " + lines[-1].strip() + " "
            "Check the network connection and the disk space, then run the same command again."
        )


def set_up(extras: str = "") -> str:
    """Make everything ready; quick when it is. Returns the virtual environment's interpreter."""
    need_packages(PROGRAM_PACKAGES + (CHECK_PACKAGES if extras else []))
    venv = venv_dir()
    if not is_set_up(venv, extras):
        size = "about 1 GB" if extras else "about 700 MB"
        say(f"Setting up ({size} on the disk, once)...")
        started = time.monotonic()
        make_venv(venv)
        pip_install(venv, extras)
        hashes = [setup_hash(extras)] + ([setup_hash("")] if extras else [])
        with open(os.path.join(venv, STAMP), "w", encoding="ascii") as file:
            file.write("\n".join(hashes) + "\n")
        say(f"Ready after {time.monotonic() - started:.0f} s.")
    return venv_python(venv)


# The checks


def check_steps(python: str, pytest_arguments: list[str]) -> list[tuple[str, list[str]]]:
    """Name and command of each check, in order."""
    scripts = os.path.dirname(python)
    return [
        ("format", [python, "-m", "ruff", "format", "--check", "."]),
        ("lint", [python, "-m", "ruff", "check", "."]),
        ("types", [python, "-m", "mypy"]),
        ("imports", [os.path.join(scripts, "lint-imports")]),
        ("tests", [python, "-m", "pytest", *pytest_arguments]),
    ]


def check(pytest_arguments: list[str]) -> int:
    """Run every check, whatever the first ones say. Returns 0 or 1."""
    python = set_up("dev")
    failed = []
    for name, command in check_steps(python, pytest_arguments):
        print(f"== {name}", flush=True)
        if subprocess.call(command, cwd=ROOT, stdin=subprocess.DEVNULL) != 0:
            failed.append(name)
    print("== " + (f"failed: {', '.join(failed)}" if failed else "all checks passed"), flush=True)
    return EXIT_FAILED if failed else 0


def start(python: str, arguments: list[str]) -> int:
    """Become the program; on Windows, which has no exec, wait for it."""
    # The user's own folder stays the current one: file names on the command line mean what they say.
    # -P: a folder named app there is not ours.
    command = [python, "-P", "-m", "app", *arguments]
    if os.name != "nt":
        os.execv(python, command)
    return subprocess.call(command)


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    if sys.version_info < OLDEST_PYTHON:
        say(
            "Sightline needs Python {}.{} or newer; this is {}.{}.".format(
                *OLDEST_PYTHON, *sys.version_info[:2]
            )
        )
        return EXIT_FAILED
    try:
        if arguments[:1] == ["check"]:
            return check(arguments[1:])
        if arguments[:1] == ["setup"]:
            set_up()
            return 0
        return start(set_up(), arguments)
    except SetupError as error:
        say(str(error))
        return EXIT_FAILED
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
