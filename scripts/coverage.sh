#!/usr/bin/env bash
# Lines that the tests reach, for the crates that everything rests on; fails below the bound.
#
#   scripts/coverage.sh [LINES]             the bound in per cent, 95 unless told
#   MISSING=1 scripts/coverage.sh           names the lines that were not reached, too
#
# Needs cargo-llvm-cov and the tools of the compiler's own LLVM: the component llvm-tools, or
# `llvm-profdata` and `llvm-cov` of that version named by LLVM_PROFDATA and LLVM_COV. Without them
# cargo-tarpaulin does, which reads what the compiler counts by itself. The suite `ui` is left out: what it
# compiles runs inside another compiler.
set -euo pipefail
cd "$(dirname "$0")/.."

bound=${1:-95}
report=${CARGO_TARGET_DIR:-target}/coverage/tarpaulin-report.json
crates=(-p gather-spec -p gather-codegen -p gather-core -p gather-tests)
features=gather-codegen/build,gather-core/half,gather-core/num-complex,gather-core/ndarray,gather-core/rayon
tests=(--lib --test oracle --test ndarray --test parallel --test small_calls --test words
    --test conformance --test limits --test zero_sizes --test properties --test strided --test regressions
    --test kernels --test golden --test allocations --test absence --test erased --test scale)
mkdir -p "$(dirname "$report")"

# The tools that read what the compiler counts must be as new as the compiler.
has_llvm_tools() {
    [ -n "${LLVM_PROFDATA:-}" ] || [ -x "$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin/llvm-profdata" ]
}

if cargo llvm-cov --version >/dev/null 2>&1 && has_llvm_tools; then
    report=${report%/*}/llvm-cov.json
    cargo llvm-cov --json --output-path "$report" "${crates[@]}" --features "$features" "${tests[@]}"
elif cargo tarpaulin --version >/dev/null 2>&1; then
    cargo tarpaulin --engine llvm --skip-clean --timeout 900 --target-dir "${report%/*}/build" --out Json --output-dir "${report%/*}" \
        "${crates[@]}" --features "$features" "${tests[@]}" >/dev/null
else
    echo 'notice: neither cargo-llvm-cov with llvm-tools nor cargo-tarpaulin here; nothing was measured'
    exit
fi
scripts/coverage.py "$report" "$bound" ${MISSING:+--missing}
