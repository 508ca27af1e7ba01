#!/usr/bin/env bash
# Changes one thing at a time in the code that decides what a gather means, and looks whether a test notices.
# Survivors are explained in docs/mutants.md.
#
#   scripts/mutants.sh                        everything
#   scripts/mutants.sh core --shard 0/8       a part: `spec` or `core`, with arguments for cargo mutants
#   MUTANTS='gather-core/src/nest.rs' scripts/mutants.sh core       one file
#
# The tests are those that need seconds to compile and run: the rule book against its oracle, and small calls
# against the operators' formulas.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! cargo mutants --version >/dev/null 2>&1; then
    echo 'notice: no cargo-mutants here (`cargo install cargo-mutants`); nothing was changed'
    exit
fi
part=${1:-all}
[ $# -eq 0 ] || shift
out=${CARGO_TARGET_DIR:-target}/mutants
# What is compiled hundreds of times and run for seconds is not worth optimising.
export CARGO_PROFILE_TEST_OPT_LEVEL=0 CARGO_PROFILE_TEST_DEBUG=0
mkdir -p "$out"
status=0
if [ "$part" != core ]; then
    cargo mutants --output "$out/spec" --package gather-spec \
        --file "${MUTANTS:-gather-spec/src/{call,check,op,policy,shape\}.rs}" "$@" \
        -- --lib --test oracle || status=$?
fi
if [ "$part" != spec ]; then
    cargo mutants --output "$out/core" --package gather-core \
        --file "${MUTANTS:-gather-core/src/{plan,nest,layout,index,kernel/address,kernel/engine/tuples\}.rs}" "$@" \
        -- --features rayon --lib --test small_calls || status=$?
fi
exit $status
