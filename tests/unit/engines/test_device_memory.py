"""The card's memory: what can be said without a card, and the libraries' calls played by fakes."""

import subprocess
import sys
import types
from typing import Any

import numpy as np
import pytest
from host_memory import HostMemory

from engines.errors import CardDriverError, CardLostError, CardMemoryError, EngineError
from engines.runtime import device_memory
from engines.runtime.device_bindings import BindingsMemory
from engines.runtime.device_memory import card_error, open_device


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (2, CardMemoryError),
        (100, CardDriverError),
        (803, CardDriverError),
        (700, CardLostError),
        (719, CardLostError),
        (1, EngineError),
    ],
)
def test_every_answer_of_the_driver_has_its_error(code: int, kind: type[Exception]) -> None:
    error = card_error(code, "CUDA_ERROR_X")
    assert type(error) is kind
    assert error.advice


def test_without_a_library_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_memory, "installed_libraries", tuple)
    with pytest.raises(EngineError) as caught:
        open_device()
    assert "sightline engine get" in caught.value.advice
    monkeypatch.setattr(device_memory, "installed_libraries", lambda: ("cuda-bindings",))
    with pytest.raises(EngineError, match="pycuda"):
        open_device("pycuda")
    with pytest.raises(ValueError, match="cupy"):
        open_device("cupy")


def test_importing_loads_no_library() -> None:
    code = (
        "import sys, engines.runtime.device_memory, engines.runtime.device_bindings,"
        " engines.runtime.device_pycuda;"
        "sys.exit(any(n.split('.')[0] in ('cuda', 'pycuda') for n in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


class Code(int):
    name = "CUDA_ERROR_SCRIPTED"


class ScriptedDriver(types.ModuleType):
    """cuda.bindings.driver with host memory behind it; answers[name] is the code of that call."""

    def __init__(self) -> None:
        super().__init__("cuda.bindings.driver")
        self.answers: dict[str, int] = {}
        self.calls: list[str] = []
        self.memory = HostMemory()
        enums: Any = types.SimpleNamespace
        self.CUstream_flags = enums(CU_STREAM_NON_BLOCKING=1)
        self.CUevent_flags = enums(CU_EVENT_DEFAULT=0)
        self.CUstreamCaptureMode = enums(CU_STREAM_CAPTURE_MODE_THREAD_LOCAL=1)
        self.CUdevice_attribute = enums(
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR=75, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR=76
        )

    def result(self, name: str, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        number = len(self.calls)
        if name == "cuMemAlloc":
            return (self.memory.allocate(arguments[0]).address,)
        if name == "cuMemHostAlloc":
            return (self.memory.pinned(arguments[0]).array.ctypes.data,)
        if name in ("cuMemFree", "cuMemFreeHost"):
            del self.memory.buffers[arguments[0]]
            return ()
        known: dict[str, tuple[Any, ...]] = {
            "cuDeviceGetAttribute": (8 if arguments[:1] == (75,) else 9,),
            "cuDriverGetVersion": (13010,),
            "cuDeviceGetName": (b"A card\0\0",),
            "cuDeviceGetUuid": (types.SimpleNamespace(bytes=bytes(range(16))),),
            "cuDeviceTotalMem": (1 << 33,),
            "cuMemGetInfo": (5, 10),
        }
        makes = ("Create", "Get", "Retain", "EndCapture", "Instantiate", "Elapsed", "PopCurrent")
        return known.get(name, (number,) if any(word in name for word in makes) else ())

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("cu"):
            raise AttributeError(name)

        def call(*arguments: Any) -> tuple[Any, ...]:
            self.calls.append(name)
            code = self.answers.get(name, 0)
            return (Code(code), *(self.result(name, arguments) if not code else (None,)))

        return call


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> ScriptedDriver:
    scripted = ScriptedDriver()
    bindings = types.ModuleType("cuda.bindings")
    bindings.driver = scripted  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "cuda", types.ModuleType("cuda"))
    monkeypatch.setitem(sys.modules, "cuda.bindings", bindings)
    monkeypatch.setitem(sys.modules, "cuda.bindings.driver", scripted)
    return scripted


def test_bindings_describe_the_card(driver: ScriptedDriver) -> None:
    found = BindingsMemory().properties()
    assert found.name == "A card"
    assert found.compute_capability == (8, 9)
    assert found.driver == (13, 1)
    assert found.uuid == "GPU-00010203-0405-0607-0809-0a0b0c0d0e0f"


def test_bindings_give_everything_back(driver: ScriptedDriver) -> None:
    memory = BindingsMemory()
    with memory.current():
        memory.allocate(64)
        freed = memory.allocate(64)
        pinned = memory.pinned(16)
        pinned.array[:] = 7
        stream = memory.stream()
        memory.event()
        memory.begin_capture(stream)
        memory.launch(memory.end_capture(stream), stream)
        memory.free(freed)
    assert memory.n_allocations == 3
    memory.close()
    memory.close()
    assert not driver.memory.buffers
    for made, ended in (
        ("cuStreamCreate", "cuStreamDestroy"),
        ("cuEventCreate", "cuEventDestroy"),
        ("cuGraphInstantiate", "cuGraphExecDestroy"),
        ("cuStreamEndCapture", "cuGraphDestroy"),
        ("cuDevicePrimaryCtxRetain", "cuDevicePrimaryCtxRelease"),
        ("cuCtxPushCurrent", "cuCtxPopCurrent"),
    ):
        assert driver.calls.count(made) == driver.calls.count(ended) > 0


def test_bindings_translate_errors_and_close_after_the_card_is_lost(driver: ScriptedDriver) -> None:
    memory = BindingsMemory()
    with memory.current():
        stream = memory.stream()
        driver.answers["cuMemAlloc"] = 2
        with pytest.raises(CardMemoryError):
            memory.allocate(1 << 40)
        driver.answers.update(dict.fromkeys(("cuMemcpyHtoDAsync", "cuStreamSynchronize"), 719))
        with pytest.raises(CardLostError):
            memory.to_device(0, np.zeros(4, np.uint8), stream)
        with pytest.raises(CardLostError):
            memory.synchronise(stream)
    driver.answers.update({"cuCtxPushCurrent": 719, "cuDevicePrimaryCtxRelease": 719})
    memory.close()


def test_bindings_without_a_card_say_so(driver: ScriptedDriver) -> None:
    driver.answers["cuInit"] = 100
    with pytest.raises(CardDriverError):
        BindingsMemory()


def test_bindings_without_a_driver_say_so(driver: ScriptedDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(flags: int) -> None:
        raise RuntimeError("Failed to dlopen libcuda.so.1")

    driver.cuInit = absent
    with pytest.raises(CardDriverError, match="libcuda"):
        BindingsMemory()
