#!/usr/bin/env bash
# Computes rows of the atlas and renders its tables; without arguments it only renders them.
#   atlas/make.sh sprouts 18 19            two rows, with proofs (-- --shrink 10m: what follows goes to grundy prove)
#   atlas/make.sh cram 3x16 --no-proof     a row without a certificate
#   atlas/make.sh heap 0.77                a nim-sequence and its period
#   atlas/make.sh small                    all that takes about a minute a row
#   atlas/make.sh times                    the times of all rows by one build, about 80 minutes of CPU time; begun again, it goes on
# GRUNDY names a program to use instead of the one of this checkout.
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/program.sh
exec python3 atlas/atlas.py "$grundy" "${@:-tables}"
