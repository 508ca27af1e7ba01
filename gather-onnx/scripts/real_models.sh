#!/usr/bin/env bash
# Lists the gather nodes of the models inside the Python package silero-vad, which is downloaded to a
# temporary directory and not kept.
#
#     gather-onnx/scripts/real_models.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip download --quiet --no-deps --dest "$work" silero-vad
python3 -m zipfile -e "$work"/silero_vad-*.whl "$work/package"
cargo run --quiet -p gather-onnx --example list -- "$work"/package/silero_vad/data/*.onnx
