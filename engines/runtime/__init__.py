"""What runs the networks. Switches off, before anything imports it, what ONNX Runtime sends to its maker."""

import os

# From 1.32 on its Linux wheels keep a device's id in ~/.cache/Microsoft and send events to Microsoft; read at
# import, and inherited by an engine's own process. Older versions do not know the variable.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
