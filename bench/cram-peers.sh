#!/usr/bin/env bash
# Cram beside igsolve, in one run: installs igsolve if it is not there, solves the same boards with both, one thread, cold start, and
# prints CPU seconds (user and system) and ratios. Both are built for the processor at hand, as igsolve's authors advise; the plain build of
# grundy is in a column of its own. About three minutes, after the builds.
#   bench/cram-peers.sh [BOARD ...]        3x12 3x13 3x14 3x15 4x9 4x11 5x7 5x8 5x9 without arguments; 6x7 and 7x7 take half an hour
# GRUNDY, GRUNDY_NATIVE and IGSOLVE name programs to use instead of those built here.
set -euo pipefail
cd "$(dirname "$0")/.."
version=0.1.2
. bench/program.sh
native=${GRUNDY_NATIVE:-}
if [ -z "$native" ]; then
    echo "building grundy for this processor" >&2
    RUSTFLAGS="-C target-cpu=native" cargo build --quiet --release -p grundy --target-dir target/native
    native=target/native/release/grundy
fi
igsolve=${IGSOLVE:-target/peers/bin/igsolve}
if ! [ -x "$igsolve" ]; then
    echo "installing igsolve $version, built for this processor" >&2
    RUSTFLAGS="-C target-cpu=native" cargo install --quiet igsolve --version "$version" --root target/peers
    igsolve=target/peers/bin/igsolve
fi
boards=("$@")
[ $# -gt 0 ] || boards=(3x12 3x13 3x14 3x15 4x9 4x11 5x7 5x8 5x9)

# Runs a command and prints its user and system seconds.
cpu() { bash -c 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null 2>&1; } 2>&1' cpu "$@"; }

for board in "${boards[@]}"; do
    plain=$(cpu "$grundy" solve cram "$board" --nimber --threads 1)
    ours=$(cpu "$native" solve cram "$board" --nimber --threads 1)
    theirs=$(cpu "$igsolve" cram --rows "${board%x*}" --cols "${board#*x}")
    echo "$board $plain $ours $theirs"
done | awk -v OFS='\t' '
    BEGIN { print "board", "grundy_plain_s", "grundy_s", "igsolve_s", "of_it_system", "ratio" }
    function row(name, plain, ours, theirs, kernel) {
        printf "%s\t%.2f\t%.2f\t%.2f\t%.2f\t%.1f\n", name, plain, ours, theirs, kernel, theirs / (ours > 0.01 ? ours : 0.01)
        fflush()
    }
    {
        plain = $2 + $3; ours = $4 + $5; theirs = $6 + $7
        row($1, plain, ours, theirs, $7)
        all_plain += plain; all_ours += ours; all_theirs += theirs; all_system += $7
    }
    END { row("total", all_plain, all_ours, all_theirs, all_system) }'
