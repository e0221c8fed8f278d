#!/usr/bin/env bash
# What one thread pays for structures that others could share: CPU time against a build in which nothing is shared (crates/search/src/plain.rs).
#   bench/one-thread.sh [RUNS]     the least of so many runs of each build, in turns (21 without an argument)
# Both builds search the same nodes. NORMAL and PLAIN are programs that were built before.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
if [ -z "${PLAIN:-}" ]; then
    RUSTFLAGS="--cfg plain" cargo build --quiet --release -p grundy --target-dir "$target/plain"
    PLAIN=$target/plain/release/grundy
fi
if [ -z "${NORMAL:-}" ]; then
    cargo build --quiet --release -p grundy
    NORMAL=$target/release/grundy
fi
exec python3 - "${1:-21}" "$NORMAL" "$PLAIN" <<'PYTHON'
import json, subprocess, sys
runs, programs = int(sys.argv[1]), dict(normal=sys.argv[2], plain=sys.argv[3])
for question in ("sprouts 16", "cram 5x7"):
    times, nodes = {name: [] for name in programs}, set()
    for _ in range(runs):
        for name, program in programs.items():
            command = [program, "bench", *question.split(), "--threads", "1", "--json"]
            row = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["rows"][0]
            times[name].append(row["cpu_seconds"])
            nodes.add(row["nodes"])
    assert len(nodes) == 1, f"the searches differ: {nodes}"
    normal, plain = min(times["normal"]), min(times["plain"])
    print(f"{question}: {normal:.3f} s, {plain:.3f} s with nothing shared: {100 * (normal / plain - 1):+.1f} %")
PYTHON
