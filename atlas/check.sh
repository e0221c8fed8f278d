#!/usr/bin/env bash
# Checks every certificate of the atlas: its hash, its claim, the checker of grundy, the one in Python, and the
# verified one if it is built (make -C checkers/coq). --jobs N: so many at once.
# --quick: the one in Python for small ones only; --python BYTES: for those of up to so many bytes;
# --most BYTES: leaves out larger ones.
# --all: also what atlas/make.sh left in atlas/large, too large for the repository.
# GRUNDY names a program to use instead of the one of this checkout.
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/program.sh
exec python3 atlas/atlas.py "$grundy" check "$@"
