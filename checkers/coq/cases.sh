#!/usr/bin/env bash
# The tests of grundy-verified: no axioms, the small certificates of the atlas, and verdicts on made-up files.
set -euo pipefail
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
fail() { echo "FAILED: $*" >&2; failed=1; }

if grep -nE '\b(Admitted|admit|Axiom|Parameter|Conjecture)\b' theory/*.v; then fail "an unproved statement"; fi
# The adviser is not trusted, so it must not reach around the checker: no casts, no output, no way to end the program.
if grep -nE '\b(Obj|Marshal|external|unsafe|print|output|prerr|exit|Unix|Sys)' program/adviser.ml; then fail "the adviser"; fi
statements=$(grep -c '^Print Assumptions' theory/Assumptions.v)
coqc -q -Q theory Grundy -o "$scratch/Assumptions.vo" theory/Assumptions.v >"$scratch/assumptions"
closed=$(grep -c '^Closed under the global context$' "$scratch/assumptions" || true)
lines=$(wc -l <"$scratch/assumptions")
echo "$closed of $statements theorems: closed under the global context"
[ "$closed" = "$statements" ] && [ "$lines" = "$statements" ] || fail "axioms: $(cat "$scratch/assumptions")"

accepted=0
for file in ../../atlas/certificates/{heap,cram}-*.cert; do
    if [ "$(stat -c %s "$file")" -le 9000 ]; then
        if ./grundy-verified "$file" >"$scratch/out"; then accepted=$((accepted + 1)); else fail "$file"; fi
    fi
done
echo "$accepted small certificates of the atlas: verified"
[ "$accepted" -ge 40 ] || fail "the small certificates of the atlas are missing"

# verdict CODE LINE-OR-FIRST-WORD TEXT: the file TEXT (with \n and \t) must end with this code and this text in the answer.
verdict() {
    printf "$3" >"$scratch/file.cert"
    local code=0
    ./grundy-verified "$scratch/file.cert" >"$scratch/out" 2>&1 || code=$?
    [ "$code" = "$1" ] && grep -qF -- "$2" "$scratch/out" || fail "code $code, '$(cat "$scratch/out")' for: $3"
}
head='grundy certificate 1\ngame'
nim="$head nim\nclaim outcome L 7 5 2\n7\t7\ttheorem bouton\n5\t5\ttheorem bouton\n2\t2\ttheorem bouton\nend 3\n"
verdict 0 'VERIFIED nim outcome L 7 5 2 (3 facts' "$nim"
verdict 0 'VERIFIED nim outcome W 3 (2 facts' "$head nim\nclaim outcome W 3\n1\t1\n2\t2\nend 2"
verdict 1 'line 3:' "$head nim\nclaim nimber 1 7 5 2\n7\t7\ttheorem bouton\n5\t5\ttheorem bouton\n2\t2\ttheorem bouton\nend 3\n"
verdict 1 'line 4:' "$head nim\nclaim nimber 2 2\n2\t2\nend 1\n"
verdict 1 'line 4:' "$head nim\nclaim nimber 2 2\n3\t2\ttheorem bouton\nend 1\n"
kayles="$head 0.77\nclaim nimber 3 3\n1\t1\n2\t2\n3\t3\nend 3\n"
verdict 0 'VERIFIED 0.77 nimber 3 3 (3 facts' "$kayles"
verdict 1 'line 5:' "${kayles/2\\t2/1\\t2}"
verdict 1 'line 5:' "$head 0.77\nclaim nimber 3 3\n# a comment\n3\t3\nend 1\n"
verdict 2 'line 7:' "${kayles/end 3/end 2}"
verdict 2 'line 8:' "${kayles}\n"
verdict 2 'line 7:' "${kayles/end 3\\n/}"
verdict 2 'line 1:' "grundy certificate 2\n"
verdict 2 'line 2:' "$head 1.77\nclaim nimber 3 3\nend 0\n"
verdict 2 'line 3:' "$head 0.77\nclaim nimber x 3\nend 0\n"
verdict 2 'line 4:' "$head cram\nclaim nimber 0 1x3\n0\t1x\nend 1\n"
verdict 2 'line 4:' "$head cram\nclaim nimber 0 1x1\n# \xff\nend 0\n"
verdict 0 'VERIFIED cram nimber 0 1x1 (0 facts' "$head cram\nclaim nimber 0 1x1\n# \xc3\xa9\nend 0\n"
verdict 0 'VERIFIED cram nimber 0 _..:./.... + graph(0-1,1-2,2-0) (3 facts' \
    "$head cram\nclaim nimber 0 _..:./.... + graph(0-1,1-2,2-0)\n1\t1x2\n1\t_.../...:.\n1\tgraph(0-1,0-2,1-2)\nend 3\n"
verdict 0 'VERIFIED cram outcome L 4x4' "$head cram\nclaim outcome L 4x4\n0\t4x4\ttheorem central-symmetry\nend 1\n"
verdict 1 'line 4:' "$head cram\nclaim outcome L 3x4\n0\t3x4\ttheorem central-symmetry\nend 1\n"
verdict 1 'line 4:' "$head cram\nclaim outcome L 1x2\n0\t1x2\ttheorem central-symmetry\nend 1\n"
verdict 0 'VERIFIED node-kayles nimber 2 graph(0-1,1-2) (2 facts' \
    "$head node-kayles\nclaim nimber 2 graph(0-1,1-2)\n1\tgraph(7)\n2\tgraph(3-1,1-2)\nend 2\n"
verdict 0 'VERIFIED domination nimber 2 graph(0*,0-1,0-2) (2 facts' \
    "$head domination\nclaim nimber 2 graph(0*,0-1,0-2)\n1\tgraph(5)\n2\tgraph(9*,9-8,9-7)\nend 2\n"
verdict 2 'line 3:' "$head node-kayles\nclaim nimber 1 graph(0*)\nend 0\n"
verdict 2 'line 3:' "$head arc-kayles\nclaim nimber 1 graph(0-1,1-0)\nend 0\n"
verdict 2 'line 3:' "$head arc-kayles\nclaim nimber 1 graph(1-1)\nend 0\n"
verdict 0 'VERIFIED arc-kayles outcome L graph() + graph(3) (0 facts' "$head arc-kayles\nclaim outcome L graph() + graph(3)\nend 0\n"
verdict 2 'Sprouts' "$head sprouts\nclaim outcome L 0*2\nend 0\n"
verdict 2 'line 1:' ""
python3 graph_cases.py ./grundy-verified || failed=1
[ "$failed" = 0 ] && echo "verdicts as expected"
exit "$failed"
