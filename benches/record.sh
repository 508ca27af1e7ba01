#!/usr/bin/env bash
# The whole record: Python peers, ours and the Rust peers, Python peers again, merged into one report.
#
#     benches/record.sh [--quick]
#
# PYTHON names an interpreter that has benches/peers/requirements.txt; INPUTS a directory for 800 MB of input
# files. Leaves benches/record/{run.json,report.html}, and their figures in README.md and benches/README.md.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
inputs=${INPUTS:-target/bench-inputs}
record=benches/record
found=$(mktemp -d)
trap 'rm -r "$found"' EXIT

ours() { cargo run --release --quiet -p gather-benches -- "$@"; }
peers() { "$python" benches/peers/run.py --inputs "$inputs" --json "$found/$1.json" --threads "$2" "${@:3}"; }

mkdir -p "$record"
ours --write-inputs "$inputs"
peers before-1 1 "$@"
peers before-2 2 "$@"
ours --json "$found/run.json" --html "$found/run.html" "$@"
peers after-1 1 "$@"
peers after-2 2 "$@"
ours --from "$found/run.json" \
    --merge "$found/before-1.json" --merge "$found/before-2.json" \
    --merge "$found/after-1.json" --merge "$found/after-2.json" \
    --json "$record/run.json" --html "$record/report.html" --figures
