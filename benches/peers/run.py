#!/usr/bin/env python3
"""The Python peers on the very inputs of the Rust benchmark.

    cargo run --release -p gather-benches -- --write-inputs DIR
    python3 benches/peers/run.py --inputs DIR --json peers.json [--threads 2] [--quick]
    cargo run --release -p gather-benches -- --merge peers.json

Needs the packages of requirements.txt. Every library runs in a process of its own, which is kept to as many
cores as threads were asked for. Every answer is compared
with the expected output before it is timed; a wrong or failing one ends the run with exit code 1. The
fastest sample counts; a sample beside a slow clock is thrown away.
"""

import argparse
import gc
import importlib.metadata
import json
import os
import subprocess
import sys
import time
from pathlib import Path

# A probe may take so much longer than the fastest one so far.
TOLERANCE = 1.08
# How often the tensors are laid anew, as for the contenders in Rust: where their pages lie decides up to a fifth of the time.
PLACEMENTS = 4
# Slow windows are waited out this many times before a sample counts all the same.
PATIENCE = 6


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=Path, required=True, help="directory with the tensors")
    parser.add_argument("--json", type=Path, help="where the results go")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="fewer samples")
    parser.add_argument("--peers", help="only these, as numpy,torch")
    parser.add_argument("--only", help="only these workloads, as W1,W7")
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    return parser.parse_args()


def environment(threads):
    """Libraries read these while they are loaded."""
    count = str(threads)
    names = ("OMP", "MKL", "OPENBLAS", "TF_INTRAOP")
    settings = {f"{name}_NUM_THREADS": count for name in names}
    settings |= {"TF_NUM_INTRAOP_THREADS": count, "TF_NUM_INTEROP_THREADS": "1"}
    settings |= {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", "JAX_PLATFORMS": "cpu"}
    settings |= {"OPENVINO_TELEMETRY_OPT_OUT": "1"}
    if threads == 1:
        settings["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    return os.environ | settings


def keep_to(threads):
    """Leaves this process as many cores as it may have threads: not every library can be told (JAX)."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])


def probe():
    """A fixed piece of arithmetic."""
    start = time.perf_counter_ns()
    value = 1
    for _ in range(1000):
        value = (value * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
    return time.perf_counter_ns() - start


class Clock:
    """Samples, and whether the machine was at its usual speed."""

    def __init__(self):
        self.fastest = min(probe() for _ in range(200))

    def steady(self):
        now = probe()
        self.fastest = min(self.fastest, now)
        return now <= self.fastest * TOLERANCE

    def sample(self, calls, call):
        for _ in range(PATIENCE):
            before = self.steady()
            start = time.perf_counter_ns()
            for _ in range(calls):
                call()
            elapsed = (time.perf_counter_ns() - start) / calls
            if before and self.steady():
                break
        return elapsed

    def best(self, call, seconds):
        """Nanoseconds of the fastest sample within this time, of at least five samples."""
        call()
        start = time.perf_counter_ns()
        call()
        once = max(time.perf_counter_ns() - start, 50)
        calls = max(1, round(1e6 / once))
        samples, began = [], time.perf_counter()
        while len(samples) < 5 or time.perf_counter() - began < seconds:
            samples.append(self.sample(calls, call))
        return min(samples)


def workloads(directory, only):
    import numpy as np
    from calls import Workload

    for line in json.loads((directory / "workloads.json").read_text()):
        if only and line["id"] not in only.split(","):
            continue
        files = {
            what: np.load(directory / f"{line['id']}.{what}.npy")
            for what in ("data", "indices", "expected")
        }
        yield Workload(**line, **files)


def run_alone(peer, options):
    """One library over all workloads; prints its results as JSON."""
    import numpy as np
    from calls import CHECKED, DISTRIBUTION, PEERS

    clock, results = Clock(), {}
    placements = 1 if options.quick else PLACEMENTS
    for work in workloads(options.inputs, options.only):
        # Kept until the end, so that the next ones lie elsewhere.
        laid, best = [], {}
        for n in range(placements):
            laid.append(work.laid_anew() if n else work)
            for way in PEERS[peer](laid[-1], options.threads):
                name = f"{peer} {way.name}"
                answer = np.asarray(way.call())
                if answer.shape != work.expected.shape or not np.array_equal(answer, work.expected):
                    sys.exit(f"{work.id}: {name} gives a wrong answer")
                nanoseconds = clock.best(way.call, 0.1 if options.quick else 0.6 / placements)
                if name in best:
                    nanoseconds = min(nanoseconds, best[name]["microseconds"] * 1e3)
                best[name] = {
                    "name": name,
                    "kind": "peer",
                    "checked": CHECKED[peer],
                    "allocates": way.allocates,
                    "threads": options.threads,
                    "microseconds": nanoseconds / 1e3,
                }
        for name, entry in best.items():
            print(f"{work.id:4} {name:32} {entry['microseconds']:12.3f} us", file=sys.stderr)
        results[work.id] = list(best.values())
        work = way = answer = laid = None
        gc.collect()
    version = importlib.metadata.version(DISTRIBUTION[peer])
    print(json.dumps({"versions": {peer: version}, "workloads": results}))


def main():
    options = arguments()
    if options.alone:
        keep_to(options.threads)
        run_alone(options.alone, options)
        return
    from calls import ONE_THREAD_ONLY, PEERS

    wanted = options.peers.split(",") if options.peers else list(PEERS)
    if unknown := [peer for peer in wanted if peer not in PEERS]:
        sys.exit(f"unknown peers {', '.join(unknown)}, expected some of {', '.join(PEERS)}")
    merged = {"versions": {}, "workloads": {}}
    for peer in wanted:
        if options.threads > 1 and peer in ONE_THREAD_ONLY:
            continue
        command = [sys.executable, *sys.argv, "--alone", peer]
        done = subprocess.run(command, env=environment(options.threads), stdout=subprocess.PIPE)
        if done.returncode != 0:
            sys.exit(f"{peer} failed")
        found = json.loads(done.stdout.splitlines()[-1])
        merged["versions"] |= found["versions"]
        for work, entries in found["workloads"].items():
            merged["workloads"].setdefault(work, []).extend(entries)
    text = json.dumps(merged, indent=2) + "\n"
    if options.json:
        options.json.write_text(text)
    else:
        print(text)


if __name__ == "__main__":
    main()
