#!/usr/bin/env bash
# Kills a search again and again at random moments (kill -9). After each kill the store must open and have every fact that was
# reported as saved; when a run gets to its end, the answer must be right, the checker must accept a certificate made from the
# store, and prove every fact in it.
# Usage: bench/kill.sh [KILLS] [GRUNDY]
set -euo pipefail
cd "$(dirname "$0")/.."
kills=${1:-100}
grundy=${2:-target/release/grundy}
game=cram position=5x7 nimber=1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
store=$dir/facts log=$dir/log
fail() { echo "kill $kill: $*" >&2; exit 1; }
number() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" | tail -1; }

# The last number of facts that was reported as saved: whole lines of the log only.
reported() { { grep -s '}$' "$log" || true; } | number saved; }

check_end() {
    local found
    found=$("$grundy" solve "$game" "$position" --nimber --store "$store" --json -q | number nimber)
    [ "$found" = "$nimber" ] || fail "nimber $found, expected $nimber"
    "$grundy" prove "$game" "$position" --nimber --store "$store" --effort 0 --output "$dir/certificate" -q >/dev/null ||
        fail "there is no certificate"
    "$grundy" check "$dir/certificate" >"$dir/checked" || fail "the certificate is refused"
    grep -q "^claim nimber $nimber $position$" "$dir/certificate" || fail "the certificate claims something else"
    "$grundy" store verify "$store" >/dev/null || fail "the checker does not prove the store"
}

ended=0 least=0
for kill in $(seq "$kills"); do
    rm -f "$log"
    "$grundy" solve "$game" "$position" --nimber --store "$store" --log "$log" -q >/dev/null 2>&1 &
    search=$!
    sleep "$(awk -v seed="$RANDOM" 'BEGIN { srand(seed); print 0.005 + 0.4 * rand() }')"
    if kill -9 "$search" 2>/dev/null; then
        wait "$search" 2>/dev/null || true
    else
        wait "$search" || fail "the search ended with code $?"
    fi
    saved=$(reported)
    [ "${saved:-0}" -gt "$least" ] && least=$saved
    if [ -e "$store/facts.redb" ]; then
        found=$("$grundy" store info "$store" --json | number facts) || fail "the store does not open"
        [ "$found" -ge "$least" ] || fail "$least facts were reported as saved, $found are there"
        least=$found
    elif [ "$least" -gt 0 ]; then
        fail "$least facts were reported as saved, and there is no store"
    fi
    if grep -qs '"event":"end"' "$log"; then
        check_end
        ended=$((ended + 1)) least=0
        rm -rf "$store"
    fi
done
check_end
echo "$kills kills, $ended runs to the end in between: no reported fact lost, every answer right and certified, every fact proved"
