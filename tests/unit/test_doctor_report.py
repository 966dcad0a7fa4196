"""The report to send to someone holds nothing of the person, whatever the findings say."""

from __future__ import annotations

import json
import socket
import stat
from pathlib import Path

import pytest

from app import cli, doctor
from app.doctor import Check
from app.doctor_report import KEPT, SAID, make_report, scrub, write_report
from app.paths import find_paths
from app.settings import Settings, save
from engines.errors import StorageError

SECRETS = (
    "lindqvist", "marguerite", "kiosk-7", "jabra", "okonkwo", "zoom", "biopsy", "acme-usb", "clinic",
    "/", "\\",
)  # fmt: skip


@pytest.fixture
def somebody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home" / "marguerite-lindqvist"
    home.mkdir(parents=True)
    for name, value in {"HOME": str(home), "USER": "mlindqvist", "LOGNAME": "mlindqvist"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(socket, "gethostname", lambda: "kiosk-7")
    return home


PLANTED = (
    "/home/marguerite-lindqvist/models; C:\\Users\\mlindqvist\\x; ~/clinic; kiosk-7; mlindqvist; "
    "Jabra Evolve of Marguerite-Lindqvist; acme-usb; Okonkwo; zoom; /tmp/clinic/biopsy.sqlite3"
)


def settings() -> Settings:
    return Settings(
        model="/home/marguerite-lindqvist/okonkwo",
        loopback_device="Jabra Evolve",
        microphone_device="acme-usb",
        loopback_application="zoom",
        hot_words="Okonkwo, biopsy, clinic",
    )


def all_ids(folder: Path) -> list[str]:
    return [check.id for check in doctor.diagnose(find_paths(folder))]


def test_planted_secrets_stay_here_whatever_finding_they_are_in(somebody: Path) -> None:
    paths = find_paths(somebody / "data")
    (paths.log_dir / "sightline.log").write_text(
        f"2026-12-01 10:00:00,1 WARNING MainThread app.audio.capture: {PLANTED}\n"
        f"2026-12-01 10:00:01,1 ERROR recogniser engines.runtime.host: {PLANTED}\n"
        f"2026-12-01 10:00:02,1 ERROR {PLANTED}\nbiopsy\n"
    )
    ids = all_ids(somebody / "data")
    assert set(SAID) < set(ids)
    for state in ("ok", "warning", "problem"):
        report = make_report([Check(each, state, PLANTED, PLANTED) for each in ids], settings(), paths)
        for secret in SECRETS:
            assert secret not in report.lower(), secret
        assert "1 x warning of app.audio.capture" in report
        assert "1 x error of engines.runtime.host" in report
        assert report.count(state) >= len(ids)


def test_what_helps_is_said(somebody: Path) -> None:
    paths = find_paths(somebody / "data")
    checks = [
        Check("gpu", "ok", "NVIDIA GeForce RTX 4070 (driver 580.65, compute capability 8.9)."),
        Check("microphone", "problem", "Jabra Evolve is muted."),
    ]
    report = make_report(checks, Settings(), paths)
    assert "RTX 4070 (driver 580.65, compute capability 8.9)" in report
    assert f"problem  microphone  {KEPT}" in report
    assert "model auto, engine auto" in report


def test_the_real_doctors_report(somebody: Path) -> None:
    paths = find_paths(somebody / "marguerite")
    save(paths.settings_file, settings())
    (paths.models_dir / "okonkwo").mkdir()
    (paths.models_dir / "okonkwo" / "model.safetensors").write_bytes(b"biopsy")
    checks = doctor.diagnose(paths)
    file = somebody / "report.txt"
    write_report(file, checks, paths)
    report = file.read_text().lower()
    for secret in (*SECRETS[:-2], "/home", "/tmp", str(somebody)):
        assert secret not in report, secret
    assert "onnxruntime" in report
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_command_writes_it(somebody: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = somebody / "report.txt"
    assert (
        cli.run_command(["--data-dir", str(somebody / "d"), "doctor", "--json", "--report", str(file)]) == 0
    )
    json.loads(capsys.readouterr().out)
    assert "lindqvist" not in file.read_text()
    nowhere = somebody / "no" / "report.txt"
    assert cli.run_command(["--data-dir", str(somebody / "d"), "doctor", "--report", str(nowhere)]) == 3
    assert "cannot be written" in capsys.readouterr().err


def test_a_report_that_cannot_be_written(somebody: Path) -> None:
    with pytest.raises(StorageError, match="cannot be written"):
        write_report(somebody, [], find_paths(somebody / "data"))


def test_words_are_taken_out_whole() -> None:
    assert scrub("Ann and Annabel in /home/ann", {"ann"}) == "… and Annabel in …"
