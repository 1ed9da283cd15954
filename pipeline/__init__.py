"""The product without orchestration or screens: it runs alone from the command line."""

import os

# ONNX Runtime (1.29 and later) sends messages about every run to its maker, and looks for this once, when it starts (its
# Privacy.md, "Disabling Telemetry"). Nothing leaves this computer: so it is said before anything of ours imports it, and by
# no one taken back.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
