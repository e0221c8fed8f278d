#!/usr/bin/env bash
# Compiles TikZ of every kind of picture and tree with pdflatex: a check by hand, not part of ./test, which installs no TeX.
# Usage: docs/figures/check-tikz.sh PROGRAM [FILE.pdf]; needs pdflatex and tikz (Debian: texlive-latex-base, texlive-pictures).
set -euo pipefail
grundy=$(realpath "$1")
pdf=$(realpath "${2:-figures.pdf}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

count=0
page() {
    count=$((count + 1))
    "$grundy" "$@" --format tikz >"figure$count.tex"
    # A figure wider than the page is made smaller, as a paper would.
    printf '\\noindent\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{\\input{figure%d}}\\clearpage\n' $count >>all.tex
}
printf '%s\n' '\documentclass[a4paper]{article}' '\usepackage[margin=1cm]{geometry}' '\usepackage{tikz}' '\pagestyle{empty}' '\begin{document}' >all.tex
page draw nim '7 5 4 2'
page draw nim '40 30'
page draw cram '.##../.#..#/...#.'
page draw cram '._.:./....'
page draw cram 'graph(0-1,1-2,2-0)'
page draw sprouts '0*2.1a1a.AB|AB.1a1a.CD|CD.0*2'
page draw sprouts '0*3.AB|AB + 0*2'
for kind in game outcomes nimbers solution nimber-proof; do
    page tree cram '.../.../..#' --kind $kind
    page tree sprouts 2 --kind $kind
    page tree nim '3 2 1' --kind $kind
done
page tree cram '.../.## + .../#.#/#.#' --kind nimber-proof
page tree cram 4x4 --kind solution --max-nodes 30
page tree kayles 5 --kind nimbers --depth 1
echo '\end{document}' >>all.tex
pdflatex -halt-on-error -interaction=nonstopmode all.tex >log.txt || { grep -A4 '^!' log.txt >&2; exit 1; }
cp all.pdf "$pdf"
echo "$count figures compiled into $pdf"
