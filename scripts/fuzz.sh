#!/usr/bin/env bash
# Runs every fuzz target for so many seconds each and prints how many inputs it executed.
#
#   scripts/fuzz.sh SECONDS [TARGET...]
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
if [ $# -eq 0 ]; then
    set -- dynamic typed prepared parallel erased spec_text files
fi

total=0
for target in "$@"; do
    mkdir -p "fuzz/corpus/$target"
    log=$(mktemp)
    options=(-max_total_time="$seconds" -print_final_stats=1 -timeout=120 -rss_limit_mb=4096)
    if [ -f "fuzz/seeds/$target.dict" ]; then
        options+=(-dict="fuzz/seeds/$target.dict")
    fi
    if ! cargo +nightly fuzz run -s "${FUZZ_SANITIZER:-address}" "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- "${options[@]}" >"$log" 2>&1; then
        tail -n 60 "$log"
        echo "$target: failed, see above and fuzz/artifacts/$target"
        exit 1
    fi
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
    rm -f "$log"
    total=$((total + executions))
    printf '%-10s %12d executions in %d s\n' "$target" "$executions" "$seconds"
done
printf '%-10s %12d executions\n' 'all' "$total"
