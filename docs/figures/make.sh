#!/usr/bin/env bash
# Draws the figures of this folder again: those of the paper for Cram, positions of the other games, those of the tutorial.
# Usage: docs/figures/make.sh [PROGRAM [FOLDER]], where PROGRAM is grundy; without it, the one of this checkout is built. With a
# folder the figures go there; a test compares them with those that are here.
set -euo pipefail
cd "$(dirname "$0")"

if [ $# -gt 0 ]; then
    grundy=$1
    cd "${2:-.}"
else
    cargo build --quiet --release --manifest-path ../../Cargo.toml -p grundy
    grundy=${CARGO_TARGET_DIR:-../../target}/release/grundy
fi

# A position of nimber 2 that is small enough to show all of its game tree.
root='.../.../..#'
"$grundy" tree cram "$root" --kind game -o cram-game-tree.svg
"$grundy" tree cram "$root" --kind outcomes -o cram-outcomes.svg
"$grundy" tree cram "$root" --kind nimbers -o cram-nimbers.svg
"$grundy" tree cram "$root" --kind nimber-proof -o cram-partial-tree.svg
"$grundy" tree cram "$root" --kind solution -o cram-solution-winning.svg
"$grundy" tree cram 3x3 --kind solution -o cram-solution-losing.svg

# A sum W + W: as one position, and by the nimbers of its components.
sum='.../.## + .../#.#/#.#'
"$grundy" tree cram "$sum" --kind solution -o cram-sum-elementary.svg
"$grundy" tree cram "$sum" --kind nimber-proof -o cram-sum-by-nimbers.svg

# A tree too large for a page, folded.
"$grundy" tree cram 4x4 --kind solution --max-nodes 30 -o cram-folded.svg

"$grundy" tree sprouts 2 --kind outcomes -o sprouts-outcomes.svg
"$grundy" tree nim '3 2 1' --kind nimbers -o nim-nimbers.svg

"$grundy" draw nim '7 5 4 2' -o nim.svg
"$grundy" draw cram '.##../.#..#/...#.' -o cram.svg
"$grundy" draw cram '..../..#./.##./....' -o cram-block.svg
"$grundy" draw cram '.:.../.:.#./.##./....' -o cram-block-cut.svg
"$grundy" draw sprouts '0*2.1a1a.AB|AB.1a1a.CD|CD.0*2' -o sprouts.svg

# The tutorial.
"$grundy" draw nim '3 2' -o tutorial-nim.svg
"$grundy" tree cram 2x3 --kind nimbers -o tutorial-nimbers.svg
"$grundy" tree cram 2x3 --kind nimber-proof -o tutorial-proof.svg
"$grundy" draw sprouts '0*4.AB|0*4.AB' -o tutorial-sprouts.svg
