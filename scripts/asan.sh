#!/usr/bin/env bash
# The whole test suite under AddressSanitizer, with leak detection. Needs a nightly compiler; without one it
# says so and succeeds, unless ASAN_REQUIRED is set.
#
#   scripts/asan.sh [cargo test arguments]
#
# Left out are `ui` and `golden`, which run the compiler on other programs and contain no code of ours that
# could touch memory, and the doctests, which are the same calls once more, a program each. The standard
# library is the one that comes compiled; what it does on our behalf is watched where it allocates and where
# it copies memory.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! rustc +nightly --version >/dev/null 2>&1; then
    echo 'notice: no nightly compiler here; nothing was run under AddressSanitizer'
    [ -z "${ASAN_REQUIRED:-}" ]
    exit
fi
host=$(rustc +nightly -vV | sed -n 's/^host: //p')
if [ $# -eq 0 ]; then
    set -- -p gather-spec -p gather-core -p gather-tests -p gather-onnx -p gather-cli \
        --features gather-core/half,gather-core/num-complex,gather-core/ndarray,gather-core/rayon \
        --lib --bins --test ndarray --test parallel --test small_calls --test words \
        --test conformance --test limits --test zero_sizes --test properties --test strided \
        --test regressions --test kernels --test allocations --test absence --test erased --test scale \
        --test oracle --test models --test node_tests --test bad_input --test cases --test commands --test onnx
fi
# With a target, build scripts and procedural macros stay as they are. Lines for reports, nothing else.
RUSTFLAGS="${RUSTFLAGS:-} -Zsanitizer=address -Cdebuginfo=line-tables-only" \
    CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/asan" \
    ASAN_OPTIONS="${ASAN_OPTIONS:-allocator_may_return_null=1:detect_stack_use_after_return=1}" \
    cargo +nightly test --target "$host" "$@"
