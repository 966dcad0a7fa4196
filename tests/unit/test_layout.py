"""Habits that no linter checks: see CONTRIBUTING.md."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("app", "engines", "resources", "packaging", "tests")
MOST_LINES = 500
EMPTY_NAMES = {"utils", "util", "common", "core", "manager", "helpers", "misc"}
SOURCES = sorted([ROOT / "run.py", *(file for room in ROOMS for file in (ROOT / room).rglob("*.py"))])


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def _imports(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def _uses(file: Path, *packages: str) -> set[str]:
    return {name for name in _imports(file) if any(f"{name}.".startswith(f"{each}.") for each in packages)}


@pytest.mark.parametrize("file", SOURCES, ids=_name)
def test_a_file_begins_with_its_purpose_and_stays_short(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines()
    if file.name == "__init__.py" and not lines:
        return
    assert lines, "an empty file"
    assert lines[0].startswith('"""'), "the first line says the file's purpose"
    assert ast.get_docstring(ast.parse(text)), "the first line says the file's purpose"
    assert len(lines) < MOST_LINES, f"{len(lines)} lines: split it"


def test_modules_are_named_for_what_they_hold() -> None:
    empty = [_name(file) for file in SOURCES if EMPTY_NAMES & {*file.relative_to(ROOT).parts, file.stem}]
    assert not empty


def test_packaging_is_no_package() -> None:
    """It would shadow the `packaging` library that pip, pytest and others import."""
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_every_folder_of_the_program_is_a_package() -> None:
    for room in ("app", "engines", "resources"):
        for file in (ROOT / room).rglob("*.py"):
            assert (file.parent / "__init__.py").exists(), f"{file.parent} has no __init__.py"


def test_qt_stays_in_the_windows_room() -> None:
    allowed = {"app/main.py"}
    strays = {
        _name(file): _uses(file, "PySide6")
        for room in ("app", "engines", "resources")
        for file in (ROOT / room).rglob("*.py")
        if not _name(file).startswith("app/ui/") and _name(file) not in allowed and _uses(file, "PySide6")
    }
    assert not strays


def test_inference_libraries_load_only_inside_functions_of_the_runtime() -> None:
    libraries = ("onnxruntime", "tensorrt", "tensorrt_rtx", "cuda", "pycuda", "pynvml")
    for file in [*(ROOT / "app").rglob("*.py"), *(ROOT / "engines").rglob("*.py")]:
        used = _uses(file, *libraries)
        if not used:
            continue
        assert _name(file).startswith("engines/runtime/"), f"{_name(file)} imports {used}"
        tree = ast.parse(file.read_text(encoding="utf-8"))
        at_top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
        for node in at_top:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
            assert not any(str(name).split(".")[0] in libraries for name in names), (
                f"{_name(file)} must load on a machine without {names}"
            )


def test_no_temporary_mend_without_its_issue() -> None:
    for file in SOURCES:
        if file == Path(__file__):
            continue
        for line in file.read_text(encoding="utf-8").splitlines():
            if "WORKAROUND" in line:
                assert "https://" in line, f"{_name(file)}: {line.strip()}"
