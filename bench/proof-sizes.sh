#!/bin/sh
# Certificates for Sprouts start positions: how many facts the search left, and how many are left after shrinking.
# usage: bench/proof-sizes.sh "16 17 18" SECONDS THREADS [FOLDER]
# Proves every n, shrinks for that many seconds, checks the certificate, prints a table; the certificates stay in FOLDER
# (proofs). The program is $GRUNDY, or target/release/grundy.
set -eu
[ $# -ge 3 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
spots=$1 seconds=$2 threads=$3 folder=${4:-proofs}
grundy=${GRUNDY:-target/release/grundy}
mkdir -p "$folder"

# The smallest solution trees that Glop's authors list.
smallest() {
    case $1 in
        2) echo 3 ;; 3) echo 6 ;; 4) echo 15 ;; 5) echo 15 ;; 6) echo 43 ;; 7) echo 65 ;; 8) echo 137 ;; 9) echo 58 ;;
        10) echo 110 ;; 11) echo 113 ;; 16) echo 669 ;; 17) echo 329 ;; 18) echo 1997 ;; 19) echo 1736 ;; 20) echo 1831 ;;
        21) echo 5312 ;; 22) echo 1581 ;; 23) echo 1058 ;; 24) echo 5327 ;; 25) echo 2497 ;; *) echo - ;;
    esac
}

field() { sed -n "s/.*\"$1\":\([^,}]*\).*/\1/p"; }

printf 'n\tsearch\tshrunk\tglop\tseconds\tchecked\n'
for n in $spots; do
    file=$folder/sprouts-$n.txt
    if json=$("$grundy" prove sprouts "$n" -o "$file" --shrink "${seconds}s" --threads "$threads" --json); then
        verdict=$("$grundy" check "$file" --json) || true
        printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$n" "$(echo "$json" | field extracted)" "$(echo "$json" | field facts)" \
            "$(smallest "$n")" "$(echo "$json" | field seconds)" "$(echo "$verdict" | field valid)"
    else
        printf '%s\t-\t-\t%s\t-\tnot proved\n' "$n" "$(smallest "$n")"
    fi
done
