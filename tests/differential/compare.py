#!/usr/bin/env python3
"""Other engines against ours, on random cases, bit for bit.

    python3 tests/differential/compare.py [--cases 10000] [--engine numpy,torch] [--operator Gather] [--seed 1]

README.md beside this file says what is compared and how to read the result.
"""

import argparse
import collections
import datetime
import importlib.metadata
import io
import itertools
import os
import platform
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PEERS = ROOT / "benches" / "peers"
sys.path.append(str(PEERS))

import calls
import run as peers
from cases import Maker, withheld
from forms import FORMS, forms_of
from rules import RULES, UNASKED, check_table, explanations
from wire import Refusal, answers_in, put_answer, put_case

OPERATORS = ("GatherND", "Gather", "GatherElements")
# Differences that are shown of each engine and operator.
SHOWN = 12
# Crashes of a worker after which an engine is given up.
MOST_CRASHES = 50


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=10_000, help="cases per operator and engine that the engine offers")
    parser.add_argument("--engine", help="only these, as numpy,torch")
    parser.add_argument("--operator", help="only these, as Gather,GatherND")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--summary", type=Path, help="writes the summary to this file, as Markdown")
    parser.add_argument("--answers", type=Path, help="keeps the engines' answers here, for work on the rules")
    parser.add_argument("--runner", type=Path, help="our runner, if it is not to be built")
    return parser.parse_args()


def built_runner():
    build = ["cargo", "build", "--release", "-p", "gather-tests", "--bin", "differential-runner"]
    subprocess.run(build, cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return ROOT / target / "release" / "differential-runner"


def check_versions(engines):
    """The versions that requirements.txt pins are those that are installed."""
    pinned = dict(line.split("==") for line in (PEERS / "requirements.txt").read_text().split())
    found = {}
    for engine in engines:
        name = calls.DISTRIBUTION[engine]
        found[engine] = importlib.metadata.version(name)
        if found[engine] != pinned[name]:
            sys.exit(f"{name} must be {pinned[name]}, found {found[engine]}; see {PEERS / 'requirements.txt'}")
    return found


def our_answers(runner, cases):
    stream = b"".join(put_case(case) for case in cases)
    done = subprocess.run([runner], input=stream, stdout=subprocess.PIPE, check=True)
    answers = list(answers_in(io.BytesIO(done.stdout)))
    assert len(answers) == len(cases), "an answer for each case"
    return answers


def their_answers(engine, cases, log):
    """The answers of the engine in a process of its own, which is started again behind a case that ends it."""
    stream = [put_case(case) for case in cases]
    answers = []
    crashes = 0
    with tempfile.TemporaryFile() as given:
        given.write(b"".join(stream))
        given.flush()
        while len(answers) < len(cases):
            os.lseek(given.fileno(), sum(map(len, stream[: len(answers)])), os.SEEK_SET)
            with tempfile.TemporaryFile() as written:
                worker = [sys.executable, HERE / "engines.py", engine]
                environment = peers.environment(1)
                code = subprocess.run(worker, stdin=given, stdout=written, stderr=log, env=environment).returncode
                written.seek(0)
                answers += answers_in(io.BytesIO(written.read()))
            if code == 0 and len(answers) < len(cases):
                sys.exit(f"{engine}: {len(answers)} answers to {len(cases)} cases")
            if code > 0:
                log.seek(0)
                sys.exit(f"{engine} ended with {code} at case {len(answers)}:\n{log.read().decode()[-3000:]}")
            if code < 0:
                answers.append(Refusal("crash", f"the process ended with signal {-code}"))
                crashes += 1
                if crashes > MOST_CRASHES:
                    sys.exit(f"{engine} crashes too often, last at {cases[len(answers) - 1]}")
    return answers


def kept_answers(engine, cases, log, directory):
    if directory is None:
        return their_answers(engine, cases, log)
    asked = zlib.crc32(b"".join(put_case(case) for case in cases))
    file = directory / f"{engine}-{len(cases)}-{asked:08x}"
    if not file.exists():
        directory.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"".join(put_answer(answer) for answer in their_answers(engine, cases, log)))
    with file.open("rb") as kept:
        return list(answers_in(kept))


class Tally:
    """What became of the cases of one engine and operator."""

    def __init__(self):
        self.agree = collections.Counter()  # by form
        self.refuse = collections.Counter()  # by what we call it
        self.explained = collections.Counter()  # by rule
        self.lacking = collections.Counter()  # by what is not offered
        self.withheld = 0
        self.unexplained = []  # case, ours, theirs, and the same of the case right before if it differed
        self.before = None

    @property
    def compared(self):
        return sum(map(sum, (c.values() for c in (self.agree, self.refuse, self.explained)))) + len(self.unexplained)

    def add(self, form, case, ours, theirs):
        if not form.depth_zero and case.operator == "GatherND" and case.indices.shape == ():
            # Nothing stands between the brackets, and the engine was asked for nothing.
            self.lacking["tuples"] += 1
            return
        before, self.before = self.before, None
        lacking = form.lacks(case)
        if lacking and isinstance(theirs, Refusal) and theirs.kind == "engine":
            self.lacking[lacking] += 1
        elif isinstance(ours, Refusal) and isinstance(theirs, Refusal) and theirs.kind == "engine":
            self.refuse[ours.kind] += 1
        elif ours == theirs:
            self.agree[form.name] += 1
        else:
            self.before = (case, ours, theirs)
            self.unexplained.append((case, ours, theirs, before))

    def explain(self, engine, runner):
        differing, self.unexplained = self.unexplained, []
        names = explanations(engine, differing, lambda cases: our_answers(runner, cases))
        for difference, name in zip(differing, names):
            if name is None:
                self.unexplained.append(difference)
            else:
                self.explained[name] += 1


def compared(engine, operator, options, runner, log):
    tally = Tally()
    source = Maker(engine, operator, options.seed)
    while (missing := options.cases - tally.compared) > 0:
        drawn = list(source.cases(missing))
        ours = our_answers(runner, [case for _, case in drawn])
        given = []
        for (form, case), answer in zip(drawn, ours):
            if lacking := form.cannot_write(case):
                tally.lacking[lacking] += 1
            elif withheld(form, case):
                tally.withheld += 1
            else:
                given.append((form, case, answer))
        theirs = kept_answers(engine, [case for _, case, _ in given], log, options.answers)
        for (form, case, answer), their in zip(given, theirs):
            tally.add(form, case, answer, their)
    tally.explain(engine, runner)
    return tally


def shown(answer):
    if isinstance(answer, Refusal):
        return f"{answer.kind}: {answer.message}"
    return f"{list(answer.shape)} {answer.bytes[:64].hex()}{'...' if len(answer.bytes) > 64 else ''}"


def report(engine, operator, tally, seconds):
    print(
        f"{engine} {operator}: {tally.compared} compared, {sum(tally.agree.values())} agree, "
        f"{sum(tally.refuse.values())} refused by both, {dict(tally.explained)} explained, "
        f"{len(tally.unexplained)} unexplained; {dict(tally.lacking)} not offered, {tally.withheld} withheld; "
        f"{seconds:.0f} s",
        flush=True,
    )
    for case, ours, theirs, _ in tally.unexplained[:SHOWN]:
        print(f"  {case}")
        print(f"    ours:   {shown(ours)}")
        print(f"    theirs: {shown(theirs)}")


def cell(counter):
    return ", ".join(f"{name} {count:,}" for name, count in sorted(counter.items())) or "–"


def summary(options, versions, tallies):
    """The tables that are committed."""
    total = sum(tally.compared for tally in tallies.values())
    unexplained = sum(len(tally.unexplained) for tally in tallies.values())
    yield "# Ours against the engines themselves"
    yield ""
    yield f"{total:,} cases compared, {unexplained} unexplained; written by `compare.py` on {datetime.date.today()},"
    yield f"seed {options.seed}, Python {platform.python_version()}, {platform.machine()}. [README.md](README.md) says what the columns mean."
    yield ""
    yield "| engine | version |"
    yield "|---|---|"
    yield from (f"| {engine} | {version} |" for engine, version in versions.items())
    yield ""
    yield "| engine | operator | compared | agree | both refuse | explained by a rule | unexplained | not offered | withheld |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for (engine, operator), tally in tallies.items():
        counts = [sum(counter.values()) for counter in (tally.agree, tally.refuse, tally.explained)]
        counts += [len(tally.unexplained), sum(tally.lacking.values()), tally.withheld]
        yield f"| {engine} | {operator} | {tally.compared:,} | " + " | ".join(f"{count:,}" for count in counts) + " |"
    yield ""
    yield "## The same in detail"
    yield ""
    yield "| engine | operator | agree, by form | both refuse | explained, by rule | not offered |"
    yield "|---|---|---|---|---|---|"
    for (engine, operator), tally in tallies.items():
        cells = (tally.agree, tally.refuse, tally.explained, tally.lacking)
        yield f"| {engine} | {operator} | " + " | ".join(map(cell, cells)) + " |"
    used = collections.Counter()
    for tally in tallies.values():
        used += tally.explained
    yield ""
    yield "## The rules"
    yield ""
    yield "Their words are in [the table of differences](../../gather-core/docs/systems.md#table-of-differences)."
    yield ""
    yield "| rule | cases |"
    yield "|---|---|"
    yield from (f"| `{rule.name}` | {used[rule.name]:,} |" for rule in RULES)
    yield from (f"| `{name}` | never asked |" for name in UNASKED)


def main():
    options = arguments()
    engines = options.engine.split(",") if options.engine else list(FORMS)
    operators = options.operator.split(",") if options.operator else OPERATORS
    for asked, known in ((engines, FORMS), (operators, OPERATORS)):
        for name in asked:
            if name not in known:
                sys.exit(f"unknown `{name}`, expected {', '.join(known)}")
    check_table((ROOT / "gather-core" / "docs" / "systems.md").read_text())
    versions = check_versions(engines)
    runner = options.runner or built_runner()
    tallies = {}
    for engine, operator in itertools.product(engines, operators):
        if not forms_of(engine, operator):
            print(f"{engine} {operator}: the engine has no such operator")
            continue
        began = time.monotonic()
        with tempfile.TemporaryFile() as log:
            tally = compared(engine, operator, options, runner, log)
        tallies[engine, operator] = tally
        report(engine, operator, tally, time.monotonic() - began)
    if options.summary:
        options.summary.write_text("\n".join(summary(options, versions, tallies)) + "\n")
    unexplained = sum(len(tally.unexplained) for tally in tallies.values())
    sys.exit(f"{unexplained} differences that no rule explains" if unexplained else 0)


if __name__ == "__main__":
    main()
