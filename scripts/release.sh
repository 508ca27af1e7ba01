#!/usr/bin/env bash
# Whether the crates could be published: packages, oldest compiler, features one by one and together, licences
# and sources of dependencies, and the public API as it was decided.
#
#   scripts/release.sh          compares the API with api/*.txt
#   BLESS=1 scripts/release.sh  writes api/*.txt
#
# What needs a tool that is not here is passed over with a notice.
set -euo pipefail
cd "$(dirname "$0")/.."

published='gather-spec gather-codegen gather-macros gather-core gather-onnx gather-cli gather-candle'
step() { printf '\n== %s\n' "$1"; }
has() { cargo "${@:2}" "$1" --version >/dev/null 2>&1 || { echo "notice: no cargo-$1 here"; return 1; }; }

step 'packages'
# Together, so that each is built with the others as they would be published.
cargo package --allow-dirty --quiet $(printf -- '-p %s ' $published)
for crate in $published; do
    printf '%-16s %s files\n' "$crate" "$(cargo package --allow-dirty --quiet --list -p "$crate" | wc -l)"
done

step 'oldest compiler'
stated=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
pinned=$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)
case $pinned in
"$stated".*) echo "rust-version $stated is the pinned toolchain $pinned, with which everything is tested" ;;
*)
    echo "rust-version $stated is not the pinned toolchain $pinned"
    exit 1
    ;;
esac

step 'dependencies'
for crate in gather-spec gather-core; do
    printf '%-16s %s\n' "$crate" "$(cargo tree -q -p "$crate" -e normal --prefix none --no-dedupe | sort -u | grep -vc '^gather-' || true)"
done
if has deny; then
    cargo deny --workspace check licenses bans sources
fi

step 'features'
if has hack; then
    cargo hack check --quiet --feature-powerset -p gather-spec -p gather-codegen -p gather-core
fi

step 'public API'
if has public-api && rustdoc +nightly --version >/dev/null 2>&1; then
    mkdir -p api
    for crate in gather-spec gather-codegen gather-core gather-onnx; do
        listing=$(mktemp)
        cargo +nightly public-api --all-features --simplified --package "$crate" >"$listing" 2>/dev/null
        if [ -n "${BLESS:-}" ]; then
            cp "$listing" "api/$crate.txt"
        elif ! diff -u "api/$crate.txt" "$listing"; then
            echo "the public API of $crate changed; if that is meant, BLESS=1 scripts/release.sh"
            exit 1
        fi
        printf '%-16s %s items\n' "$crate" "$(wc -l <"$listing")"
        rm -f "$listing"
    done
fi
