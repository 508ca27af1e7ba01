#!/usr/bin/env bash
# Lists the gather nodes of the models inside the Python package silero-vad, which is downloaded to a
# temporary directory and not kept, and has every kernel that the list offers checked.
#
#     gather-onnx/scripts/real_models.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip download --quiet --no-deps --dest "$work" silero-vad
python3 -m zipfile -e "$work"/silero_vad-*.whl "$work/package"
cargo build --quiet -p gather-cli
gather=${CARGO_TARGET_DIR:-target}/debug/gather

checked=0
for model in silero_vad silero_vad_16k_op15 silero_vad_half silero_vad_op18_ifless; do
    "$gather" onnx "$work/package/silero_vad/data/$model.onnx" | tee "$work/list"
    while read -r kernel; do
        "$gather" check "$kernel" >"$work/said" || { cat "$work/said"; exit 1; }
        checked=$((checked + 1))
    done < <(grep -o 'gather_kernel!.*' "$work/list" || true)
done
echo "$checked kernels checked"
