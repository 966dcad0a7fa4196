"""run.py: what it asks of the system, without touching this one."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sightline_run", ROOT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def project(run: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project file and an environment that are not the real ones."""
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    monkeypatch.setattr(run, "ROOT", str(tmp_path))
    monkeypatch.delenv("SIGHTLINE_VENV", raising=False)
    monkeypatch.setattr(run, "need_packages", lambda names: None)
    return tmp_path


def test_old_python_is_told_which_is_needed(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run.sys, "version_info", (3, 9, 2, "final", 0))
    assert run.main([]) == 1
    assert capsys.readouterr().err == "run.py: Sightline needs Python 3.11 or newer; this is 3.9.\n"


def test_old_python_can_read_the_file() -> None:
    import ast

    ast.parse((ROOT / "run.py").read_text(encoding="utf-8"), feature_version=(3, 7))


def test_only_the_standard_library_is_imported() -> None:
    import ast

    tree = ast.parse((ROOT / "run.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            assert name.split(".")[0] in sys.stdlib_module_names


def test_set_up_once_then_again_when_the_project_changes(
    run: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed: list[str] = []

    def make_venv(venv: str) -> None:
        python = Path(run.venv_python(venv))
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()

    monkeypatch.setattr(run, "make_venv", make_venv)
    monkeypatch.setattr(run, "pip_install", lambda venv, extras: installed.append(extras))
    assert run.set_up() == run.venv_python(str(project / ".venv"))
    assert run.set_up() == run.venv_python(str(project / ".venv"))
    assert installed == [""]
    run.set_up("dev")
    run.set_up("dev")
    run.set_up()
    assert installed == ["", "dev"], "the developers' environment serves the program too"
    (project / "pyproject.toml").write_text("[project]\nversion = '2'\n")
    run.set_up()
    assert installed == ["", "dev", ""]
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err.count("Setting up") == 3


def test_a_failed_installation_is_not_remembered(
    run: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(venv: str, extras: str) -> None:
        raise run.SetupError("pip could not install")

    monkeypatch.setattr(run, "make_venv", lambda venv: None)
    monkeypatch.setattr(run, "pip_install", fail)
    assert run.main(["setup"]) == 1
    assert not (project / ".venv" / run.STAMP).exists()
    assert "pip could not install" in capsys.readouterr().err


def test_the_environment_may_be_elsewhere(
    run: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTLINE_VENV", str(tmp_path / "other"))
    assert run.venv_dir() == str(tmp_path / "other")


def test_without_rights_the_one_command_is_printed(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "is_debian", lambda: True)
    monkeypatch.setattr(run, "missing_packages", lambda names: ["libegl1", "libxcb-cursor0"])
    monkeypatch.setattr(run, "root_prefix", lambda: None)
    run.need_packages(["libegl1"])
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == "run.py:   sudo apt-get install -y --no-install-recommends libegl1 libxcb-cursor0"


def test_package_lists_are_fetched_only_when_the_first_try_fails(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []
    codes = iter([100, 0, 0])

    def quiet(command: list[str]) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, next(codes), stdout="")

    monkeypatch.setattr(run, "root_prefix", lambda: ["sudo", "-n"])
    monkeypatch.setattr(run, "_quiet", quiet)
    assert run.apt_install(["libegl1"])
    assert [command[5] for command in asked] == ["install", "update", "install"]
    assert all(command[:4] == ["sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive"] for command in asked)


@pytest.mark.skipif(not os.path.exists("/usr/bin/dpkg-query"), reason="needs Debian's dpkg-query")
def test_what_is_missing_here(run: ModuleType) -> None:
    assert run.missing_packages(["dpkg", "sightline-no-such-package"]) == ["sightline-no-such-package"]


def test_a_renamed_package_counts(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        if "libasound2" in command:
            return subprocess.CompletedProcess(command, 1, stdout="not-installed \n")
        provides = "installed libasound2 (= 1.2.11), libasound2-data\nconfig-files libgone1\n"
        return subprocess.CompletedProcess(command, 0, stdout=provides)

    monkeypatch.setattr(run.subprocess, "run", ask)
    assert run.missing_packages(["libasound2", "libgone1"]) == ["libgone1"]


def test_every_check_runs_and_one_failure_fails(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    ran: list[list[str]] = []

    def call(command: list[str], **_: object) -> int:
        ran.append(command)
        return 1 if "mypy" in command else 0

    monkeypatch.setattr(run, "set_up", lambda extras: "/venv/bin/python")
    monkeypatch.setattr(run.subprocess, "call", call)
    assert run.main(["check", "-k", "paths"]) == 1
    assert len(ran) == 5
    assert ran[-1][-2:] == ["-k", "paths"]
    assert capfd.readouterr().out.splitlines() == [
        "== format", "== lint", "== types", "== imports", "== tests", "== failed: types",
    ]  # fmt: skip


def test_other_commands_go_to_the_program(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []

    def start(python: str, arguments: list[str]) -> int:
        started.append(arguments)
        return 4

    monkeypatch.setattr(run, "set_up", lambda: "python")
    monkeypatch.setattr(run, "start", start)
    assert run.main(["transcribe", "a.wav"]) == 4
    assert run.main([]) == 4
    assert started == [["transcribe", "a.wav"], []]


def test_interrupted(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "set_up", interrupt)
    assert run.main(["demo"]) == 130


@pytest.mark.skipif(os.name == "nt", reason="exec is not Windows's")
def test_the_programs_exit_code_passes_through(tmp_path: Path) -> None:
    """A stand-in interpreter shows what it is started with, in the caller's own folder."""
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\necho "$PWD $*"\nexit 7\n')
    python.chmod(0o755)
    code = (
        "import importlib.util as u, sys\n"
        f"s = u.spec_from_file_location('r', {str(ROOT / 'run.py')!r}); m = u.module_from_spec(s)\n"
        f"s.loader.exec_module(m); sys.exit(m.start({str(python)!r}, ['doctor', '--json']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 7
    assert done.stdout == f"{tmp_path} -P -m app doctor --json\n"
