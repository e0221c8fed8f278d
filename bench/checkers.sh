#!/usr/bin/env bash
# Checks the certificates of the atlas and keeps how long each checker takes (CPU seconds, one thread) in bench/data/checkers.tsv; then
# draws the tables again. The options are those of atlas/check.sh. A row that is not measured stays as it was.
#   bench/checkers.sh --python 30000         the checker in Python for certificates of up to 30,000 bytes; the others with all of them
#   bench/checkers.sh --all --python 30000   also certificates that atlas/make.sh left in atlas/large
set -euo pipefail
cd "$(dirname "$0")/.."
atlas/check.sh --times "$@"
exec python3 bench/plots.py
