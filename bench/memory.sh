#!/usr/bin/env bash
# The promise of --memory, measured: solves a position with little memory and with much, one after the other, and looks at the
# resident size five times a second. Prints the answer, the peak, the peak against the limit and the CPU time of both, and
# the ratio; fails if the answers differ or if a peak is more than 10 % above its limit.
# Usage: bench/memory.sh [POSITION] [LITTLE] [MUCH] [GRUNDY] (Linux, Python; GAME=sprouts, THREADS=1, RECORD=samples.tsv)
set -euo pipefail
cd "$(dirname "$0")/.."
export GAME=${GAME:-sprouts} THREADS=${THREADS:-1} RECORD=${RECORD:-/dev/null}
exec python3 - "${1:-27}" "${2:-500M}" "${3:-8G}" "${4:-target/release/grundy}" <<'PYTHON'
import json, os, re, subprocess, sys, time

position, little, much, grundy = sys.argv[1:]
game, threads = os.environ["GAME"], os.environ["THREADS"]
record = open(os.environ["RECORD"], "w")

def size(text):
    number, unit = re.fullmatch(r"([\d.]+)([KMG]?)", text).groups()
    return float(number) * 1024 ** " KMG".index(unit or " ")

def resident(pid):
    """VmRSS in bytes; None when the process has ended."""
    with open(f"/proc/{pid}/status") as status:
        found = re.search(r"VmRSS:\s*(\d+) kB", status.read())
    return int(found[1]) * 1024 if found else None

def solve(memory):
    began = time.time()
    command = [grundy, "solve", game, position, "--memory", memory, "--threads", threads, "--json", "-q"]
    search = subprocess.Popen(command, stdout=subprocess.PIPE)
    while (now := resident(search.pid)) is not None:
        print(memory, f"{time.time() - began:.1f}", now, sep="\t", file=record, flush=True)
        time.sleep(0.2)
    _, status, used = os.wait4(search.pid, 0)
    out = search.stdout.read()
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{' '.join(command)}: exit code {os.waitstatus_to_exitcode(status)}")
    answer, peak, cpu = json.loads(out), used.ru_maxrss * 1024, used.ru_utime + used.ru_stime
    share = peak / size(memory)
    print(f"{game} {position} --memory {memory}: {answer['outcome']}, {answer['nodes']} nodes, {answer['expansions']} expansions, "
          f"peak {peak / 2**20:.1f} MiB = {100 * share:.1f} % of the limit, {cpu:.1f} s of CPU time", flush=True)
    return answer["outcome"], share, cpu

poor, rich = solve(little), solve(much)
print(f"price in CPU time: {poor[2] / rich[2]:.2f}")
if poor[0] != rich[0]:
    sys.exit("the answers differ")
if max(poor[1], rich[1]) > 1.1:
    sys.exit("more than 10 % above the limit")
PYTHON
