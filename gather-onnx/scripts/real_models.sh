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
cd "$work/package/silero_vad/data"
cargo run --quiet --manifest-path "$OLDPWD/Cargo.toml" -p gather-onnx --example list -- \
    silero_vad.onnx silero_vad_16k_op15.onnx silero_vad_half.onnx silero_vad_op18_ifless.onnx
