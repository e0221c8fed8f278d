#!/usr/bin/env bash
# Canonical forms of graphs: ours beside nauty's labelg, on the same graphs. Needs nauty (Debian package nauty).
# Usage: bench/nauty.sh
set -euo pipefail
cd "$(dirname "$0")/.."
tool() { command -v "$1" || command -v "nauty-$1"; }
geng=$(tool geng) labelg=$(tool labelg) genrang=$(tool genrang)
cargo build --quiet --release -p grundy-graph --example canonize
ours=${CARGO_TARGET_DIR:-target}/release/examples/canonize
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$geng" -q -c 9 >"$folder/connected-9"
"$genrang" -q -g -S1 -r3 40 5000 >"$folder/cubic-40"
"$genrang" -q -g -S1 -r4 60 5000 >"$folder/quartic-60"
for set in connected-9 cubic-40 quartic-60; do
    count=$(wc -l <"$folder/$set")
    echo "== $set: $count graphs"
    TIMEFORMAT='%U'
    none=$( { time cat "$folder/$set" >/dev/null; } 2>&1)
    theirs=$( { time "$labelg" -q "$folder/$set" "$folder/out" 2>/dev/null; } 2>&1)
    awk -v t="$theirs" -v n="$none" -v c="$count" 'BEGIN { printf "labelg: %.2f microseconds each, reading and writing included\n", (t - n) * 1e6 / c }'
    "$ours" <"$folder/$set"
done
