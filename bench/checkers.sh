#!/usr/bin/env bash
# Measures how long each checker takes for the certificates of the atlas, into bench/data/checkers.tsv, and draws the tables again.
# Large certificates are included when atlas/make.sh left them in atlas/large. CPU seconds, one thread; `-` where a checker was not run: Python
# reads certificates of up to LIMIT bytes (default 200000). MOST leaves out larger certificates altogether; VERIFIED= leaves out the verified checker.
#   bench/checkers.sh
#   LIMIT=0 VERIFIED= MOST=100000 bench/checkers.sh     the checker of grundy alone
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/program.sh
limit=${LIMIT:-200000}
most=${MOST:-1000000000}
verified=${VERIFIED-checkers/coq/grundy-verified}

# CPU seconds of a command that must succeed, or `-` if it fails.
cpu() { bash -c 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null 2>&1; } 2>&1 || echo failed' cpu "$@" | awk '/failed/ { bad = 1 } NR == 1 { t = $1 + $2 } END { if (bad) print "-"; else printf "%.2f\n", t }'; }

{
    printf '# %s\n# %s, %s, %s\n' "bench/checkers.sh: CPU seconds of each checker, one thread" "$(date +%F)" "$("$grundy" --version)" "${MACHINE:-$(nproc) cores}"
    printf 'game\tposition\trust\tpython\tverified\n'
    for file in atlas/certificates/{sprouts,cram}-*.cert atlas/large/{sprouts,cram}-*.cert; do
        [ -f "$file" ] && [ "$(stat -c %s "$file")" -le "$most" ] || continue
        name=$(basename "$file" .cert)
        game=${name%%-*} position=${name#*-}
        [ "$game" != sprouts ] || position=$((10#$position))
        python=- proved=-
        [ "$(stat -c %s "$file")" -gt "$limit" ] || python=$(cpu python3 checkers/check_certificate.py "$file")
        [ ! -x "$verified" ] || [ "$game" = sprouts ] || proved=$(cpu "$verified" "$file")
        printf '%s\t%s\t%s\t%s\t%s\n' "$game" "$position" "$(cpu "$grundy" check --quiet --threads 1 "$file")" "$python" "$proved"
    done
} >bench/data/checkers.tsv.new
mv bench/data/checkers.tsv.new bench/data/checkers.tsv
exec python3 bench/plots.py
