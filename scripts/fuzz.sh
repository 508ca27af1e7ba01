#!/usr/bin/env bash
# Runs every fuzz target for so many seconds each, as many at once as there are processors, and prints how many
# inputs it executed.
#
#   scripts/fuzz.sh SECONDS [TARGET...]
#   FUZZ_JOBS=1 scripts/fuzz.sh SECONDS             one after the other
#   FUZZ_SANITIZER=none scripts/fuzz.sh SECONDS     several times as fast, and what reads outside is not seen
#
# Needs a nightly compiler and cargo-fuzz; without them it says so and succeeds, unless FUZZ_REQUIRED is set.
# Starts from the committed seeds in fuzz/seeds and keeps what it finds in fuzz/corpus, which is not
# committed. An input that breaks something stays in fuzz/artifacts, and the script fails.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:?"usage: scripts/fuzz.sh SECONDS [TARGET...]"}
shift
if ! cargo +nightly fuzz --version >/dev/null 2>&1; then
    echo 'notice: no nightly compiler with cargo-fuzz here (`cargo install cargo-fuzz`); nothing was fuzzed'
    [ -z "${FUZZ_REQUIRED:-}" ]
    exit
fi

export sanitizer=${FUZZ_SANITIZER:-address} seconds
at_once=${FUZZ_JOBS:-$(nproc 2>/dev/null || echo 1)}
export logs
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

build() {
    if ! cargo +nightly fuzz build -s "$sanitizer" "$@" >"$logs/build" 2>&1; then
        tail -n 60 "$logs/build"
        exit 1
    fi
}
if [ $# -eq 0 ]; then
    # By one command, which compiles several targets at once.
    build
    set -- dynamic typed prepared parallel erased spec_text files
else
    for target in "$@"; do
        build "$target"
    done
fi

# One target; it is built already.
fuzz_one() {
    local target=$1
    local options=(-max_total_time="$seconds" -print_final_stats=1 -timeout=120 -rss_limit_mb=4096)
    mkdir -p "fuzz/corpus/$target"
    if [ -f "fuzz/seeds/$target.dict" ]; then
        options+=(-dict="fuzz/seeds/$target.dict")
    fi
    if ! cargo +nightly fuzz run -s "$sanitizer" "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- "${options[@]}" >"$logs/$target" 2>&1; then
        touch "$logs/$target.failed"
    fi
}
export -f fuzz_one
printf '%s\n' "$@" | xargs -P "$at_once" -I '{}' bash -c 'fuzz_one {}'

total=0
failed=0
for target in "$@"; do
    if [ -e "$logs/$target.failed" ]; then
        tail -n 60 "$logs/$target"
        echo "$target: failed, see above and fuzz/artifacts/$target"
        failed=1
        continue
    fi
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$logs/$target" | tail -n 1)
    total=$((total + executions))
    printf '%-10s %12d executions in %d s\n' "$target" "$executions" "$seconds"
done
printf '%-10s %12d executions\n' 'all' "$total"
exit $failed
