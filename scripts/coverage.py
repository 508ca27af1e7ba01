#!/usr/bin/env python3
"""Sums up lines that tests reached, crate by crate, from the report of cargo-llvm-cov or of cargo-tarpaulin.

    scripts/coverage.py REPORT.json BOUND [--missing]

Fails if a crate is below the bound in per cent. With --missing the lines that were not reached are listed.
"""

import json
import sys
from pathlib import Path

CRATES = ["gather-spec", "gather-codegen", "gather-core"]


def lines_of_tarpaulin(report):
    """Yields a path, and for each of its lines whether it was reached."""
    for file in report["files"]:
        reached = {trace["line"]: trace["stats"].get("Line", 0) > 0 for trace in file["traces"]}
        yield "/".join(file["path"]), reached


def lines_of_llvm_cov(report):
    """The same from segments: (line, column, count, has a count, begins a region, is a gap)."""
    for file in report["data"][0]["files"]:
        reached = {}
        current = None
        segments = file["segments"]
        for segment, after in zip(segments, segments[1:] + [None]):
            line, _, count, counted, entry, gap = segment
            current = count if counted and not gap else None
            if counted and entry:
                reached[line] = max(reached.get(line, 0), count)
            end = after[0] if after else line
            for inside in range(line + 1, end):
                if current is not None:
                    reached[inside] = max(reached.get(inside, 0), current)
        yield file["filename"], {line: count > 0 for line, count in reached.items()}


def crate_of(path):
    parts = Path(path).parts
    for crate in CRATES:
        if crate in parts and parts[parts.index(crate) + 1] == "src":
            return crate, "/".join(parts[parts.index(crate):])
    return None, None


def ranges(lines):
    """Neighbouring numbers as `first-last`."""
    runs = []
    for line in sorted(lines):
        if runs and line == runs[-1][1] + 1:
            runs[-1][1] = line
        else:
            runs.append([line, line])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def main():
    report = json.loads(Path(sys.argv[1]).read_text())
    bound = float(sys.argv[2])
    files = lines_of_tarpaulin(report) if "files" in report else lines_of_llvm_cov(report)
    totals = {crate: [0, 0] for crate in CRATES}
    missing = []
    for path, reached in files:
        crate, name = crate_of(path)
        if crate is None:
            continue
        totals[crate][0] += sum(reached.values())
        totals[crate][1] += len(reached)
        left = [line for line, hit in reached.items() if not hit]
        if left:
            missing.append((name, len(reached) - len(left), len(reached), ranges(left)))
    if "--missing" in sys.argv:
        for name, hit, all_lines, left in sorted(missing):
            print(f"{name} ({hit} of {all_lines}): {left}")
    failed = False
    for crate, (hit, all_lines) in totals.items():
        share = 100 * hit / all_lines if all_lines else 0.0
        failed |= share < bound
        print(f"{crate:16} {hit:5} of {all_lines:5} lines, {share:.1f} %")
    sys.exit(f"below {bound:g} %" if failed else 0)


main()
