#!/usr/bin/env bash
# Valgrind's memcheck on the unsafe paths: every width of element, aligned and not, new tensors and buffers,
# elements with padding, clones that panic. It sees what AddressSanitizer does not: a decision that depends on
# a byte that nobody wrote.
#
#   scripts/valgrind.sh
#
# Valgrind is slow, so these are tests picked by name and not the suite; scripts/asan.sh runs that.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v valgrind >/dev/null; then
    echo 'notice: no valgrind here; nothing was run under memcheck'
    [ -z "${VALGRIND_REQUIRED:-}" ]
    exit
fi

# The runner is asked for by cargo for each test binary.
host=$(rustc -vV | sed -n 's/^host: //p')
runner=CARGO_TARGET_$(echo "$host" | tr 'a-z-' 'A-Z_')_RUNNER
export "$runner=valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite --num-callers=20"

run() {
    local package=$1 test=$2
    shift 2
    # Threads that wait for each other are slow in an emulator of one.
    cargo test --quiet -p "$package" --test "$test" -- --test-threads=1 "$@"
}

# Small calls of every operator over tensors that lie in any order, by both paths, copied and cloned.
run gather-core small_calls
# Every way to run the worked cases, over every element type.
run gather-tests conformance
# Widths, index types at unaligned addresses.
run gather-tests erased i16
# Elements dropped once after a panic.
run gather-tests absence drop_everything_once
# What a hostile reader found.
run gather-tests regressions review
run gather-tests allocations
