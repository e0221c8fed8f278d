#!/usr/bin/env bash
# Cram beside igsolve, in one run: installs igsolve if it is not there, solves the same boards with both, one thread, cold start, and
# prints CPU seconds and ratios. About three minutes.
#   bench/cram-peers.sh [BOARD ...]        3x12 3x13 3x14 3x15 4x9 4x11 5x7 5x8 5x9 without arguments; 6x7 and 7x7 take half an hour
# GRUNDY and IGSOLVE name programs to use instead of those built here.
set -euo pipefail
cd "$(dirname "$0")/.."
version=0.1.2
. bench/program.sh
igsolve=${IGSOLVE:-target/peers/bin/igsolve}
if ! [ -x "$igsolve" ]; then
    echo "installing igsolve $version, built for this processor" >&2
    RUSTFLAGS="-C target-cpu=native" cargo install --quiet igsolve --version "$version" --root target/peers
    igsolve=target/peers/bin/igsolve
fi
boards=("$@")
[ $# -gt 0 ] || boards=(3x12 3x13 3x14 3x15 4x9 4x11 5x7 5x8 5x9)

# Runs a command, its output to standard error, and prints its CPU seconds.
cpu() { bash -c 'TIMEFORMAT="%U %S"; { time "$@" >&3 2>/dev/null; } 3>&2 2>&1' cpu "$@" | awk '{ printf "%.2f", $1 + $2 }'; }

printf 'board\tgrundy_s\tigsolve_s\tratio\n'
total_ours=0 total_theirs=0
for board in "${boards[@]}"; do
    ours=$(cpu "$grundy" solve cram "$board" --nimber --threads 1 2>/dev/null)
    theirs=$(cpu "$igsolve" cram --rows "${board%x*}" --cols "${board#*x}" 2>/dev/null)
    awk -v b="$board" -v o="$ours" -v t="$theirs" 'BEGIN { printf "%s\t%s\t%s\t%.1f\n", b, o, t, t / (o > 0 ? o : 0.01) }'
    total_ours=$(awk "BEGIN { print $total_ours + $ours }")
    total_theirs=$(awk "BEGIN { print $total_theirs + $theirs }")
done
awk -v o="$total_ours" -v t="$total_theirs" 'BEGIN { printf "total\t%.2f\t%.2f\t%.1f\n", o, t, t / o }'
