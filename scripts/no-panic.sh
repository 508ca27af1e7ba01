#!/usr/bin/env bash
# Looks for panics in the optimised code of gather-core's calls, and for anything that is not `core`.
#
# tests/no-panic is a library without `std` and `alloc` whose functions `entry_*` each make one call. Each is
# linked alone, what it cannot reach is thrown away, and then either the function that every panic ends in is
# still there or it is not. tests/no-panic/entries.txt says what is expected; a difference in either
# direction fails. On x86-64 all is done once more for AVX2, which is a path of its own. Needs `ld` and `nm`,
# which come with every C compiler.
set -euo pipefail
cd "$(dirname "$0")/../tests/no-panic"

linked=$(mktemp -d)
trap 'rm -rf "$linked"' EXIT

failed=0
fail() { echo "$1"; failed=1; }

# What is compiled for these features of the target.
look() {
    local features=$1 entries listed entry foreign found expected size
    local target=${CARGO_TARGET_DIR:-target}/no-panic${features:+-${features#+}}
    echo "for ${features:-the target as it is}:"
    RUSTFLAGS="${RUSTFLAGS:-} ${features:+-Ctarget-feature=$features}" \
        cargo build --quiet --release --target-dir "$target"
    local library=$target/release/libgather_no_panic.a
    entries=$(nm "$library" 2>/dev/null | sed -n 's/.* T \(entry_.*\)/\1/p' | sort)
    listed=$(sed -n 's/^[a-z]\+ \+\(entry_.*\)/\1/p' entries.txt | sort)
    if [ "$entries" != "$listed" ]; then
        fail 'entries.txt does not list the entries of src/lib.rs:'
        diff <(echo "$entries") <(echo "$listed") || true
    fi

    for entry in $entries; do
        if ! ld -static --gc-sections --warn-unresolved-symbols -e "$entry" -o "$linked/out" "$library" 2>"$linked/words"; then
            cat "$linked/words"
            fail "$entry: does not link"
            continue
        fi
        # What the compiler takes for granted everywhere, and nothing else; the last is named by the unwind
        # tables of the `core` that comes compiled with this target.
        foreign=$(sed -n 's/.*undefined reference to `\(.*\)'\''.*/\1/p' "$linked/words" | sort -u |
            grep -vxE 'mem(cpy|move|set|cmp)|bcmp|rust_eh_personality' || true)
        [ -z "$foreign" ] || fail "$entry: needs more than core: $foreign"
        if nm "$linked/out" | grep -q ' gather_panicked$'; then found=checked; else found=never; fi
        expected=$(sed -n "s/^\([a-z]\+\) \+$entry\$/\1/p" entries.txt)
        size=$(nm -S "$linked/out" | sed -n "s/^[0-9a-f]* \([0-9a-f]*\) T $entry\$/\1/p")
        printf '%-8s %-24s %6d bytes\n' "$found" "$entry" "0x${size:-0}"
        if [ "$found" != "$expected" ]; then
            fail "$entry: expected \`$expected\`, found \`$found\`: change the code, or entries.txt if this is progress"
            nm -C "$linked/out" | grep -E 'panicking|_fail' | sed 's/^[0-9a-f]* . /    reaches /' || true
        fi
    done
}

look ''
case $(rustc -vV | sed -n 's/^host: //p') in
x86_64-*) look +avx2 ;;
esac
exit $failed
