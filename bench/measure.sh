#!/usr/bin/env bash
# Measures again what the page on benchmarks shows, into bench/data: about a minute on a quiet machine, then bench/plots.py draws it.
#   bench/measure.sh [sprouts] [cram] [threads] [ideas] [cram-ideas]     without arguments sprouts and cram; ideas takes six minutes, cram-ideas one
# `threads` wants a machine with 16 cores that does nothing else, and half an hour.
# MACHINE says in a few words what it ran on; SPROUTS and CRAM are lists of positions to time instead of those below; QUESTIONS (with a
# semicolon between two), THREADS and SEEDS are what `threads` asks, and DATA the folder to write to instead of bench/data, without plots.
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/program.sh
machine=${MACHINE:-"$(nproc) cores"}

head_of() { printf '# %s\n# %s, %s, %s\n' "$1" "$(date +%F)" "$("$grundy" --version)" "$machine"; }

# One set of `grundy bench` as a table.
set_of() {
    local game=$1
    shift
    head_of "grundy bench $game $*: one thread, CPU seconds, each from a cold start"
    "$grundy" bench "$game" "$@" --json | python3 -c '
import json, sys
print("position\tanswer\tcpu_s\texpansions\tcomponents\tfacts\tmemory_mb")
for row in json.load(sys.stdin)["rows"]:
    counts = [row[k] for k in ("expansions", "components", "facts")]
    print(row["position"], row["answer"], "%.3f" % row["cpu_seconds"], *counts, "%.1f" % (row["memory"] / 2**20), sep="\t")'
}

# How many times slower the first run is than the second, and its seconds in all: two files of `grundy bench --json`.
times_of() {
    python3 -c '
import json, math, sys
mine, all_of_them = (json.load(open(name))["rows"] for name in sys.argv[1:])
base = {row["position"]: row["cpu_seconds"] for row in all_of_them}
mine = [row for row in mine if row["position"] in base]
logs = [math.log(max(row["cpu_seconds"], 1e-3) / max(base[row["position"]], 1e-3)) for row in mine]
print("%.1f" % math.exp(sum(logs) / len(logs)), "%.1f" % sum(row["cpu_seconds"] for row in mine), sep="\t")' "$@"
}

# A row of a table of ideas: its name, then the arguments of `grundy bench`.
slower() {
    local name=$1
    shift
    "$grundy" bench "$@" --json >"$file.one"
    printf '%s\t%s\n' "$name" "$(times_of "$file.one" "$file.all")" >>"$file.new"
    rm "$file.one"
}

# The head of a table of ideas: a game, the positions, a remark.
ideas_of() {
    local game=$1 set=$2 remark=$3
    "$grundy" bench "$game" $set --json >"$file.all"
    head_of "grundy bench $game $set --without IDEA: CPU seconds in all ($(times_of "$file.all" "$file.all" | cut -f2) with all ideas), geometric mean of the factors$remark" >"$file.new"
    printf 'idea\tfactor\ttotal_s\n' >>"$file.new"
}

data=${DATA:-bench/data}
for what in "${@:-sprouts cram}"; do
    for one in $what; do
        file=$data/$one.tsv
        case $one in
        sprouts) set_of sprouts ${SPROUTS:-8 11 12 13 14 15 16 17 18 19 20 22 23} >"$file.new" ;;
        cram) set_of cram ${CRAM:-3x12 3x13 3x14 3x15 3x17 3x18 4x9 4x11 5x6 5x7 5x8 5x9} >"$file.new" ;;
        threads)
            IFS=';' read -ra questions <<<"${QUESTIONS:-sprouts 27;cram 7x7 --nimber}"
            seeds=${SEEDS:-1 2 3}
            head_of "grundy solve ${questions[*]/%/,} --threads N --seed $seeds: seconds by the clock, from a cold start" >"$file.new"
            for question in "${questions[@]}"; do
                for threads in ${THREADS:-1 2 4 8 16}; do
                    for seed in $seeds; do
                        command="solve $question --threads $threads --seed $seed --quiet --json"
                        echo "grundy $command" >&2
                        printf '%s\t' "$threads"
                        "$grundy" $command
                    done
                done
            done | python3 bench/threads.py >>"$file.new"
            ;;
        ideas)
            set=${IDEAS:-8 9 10 11 12 13 14 15 16 17 19 22 23}
            ideas_of sprouts "$set" "; --search pn on n = 8 to 13, dfs on n = 8 to 12"
            for idea in leaf-numbers kept-lists early-exit reductions; do
                slower "$idea" sprouts $set --without "$idea"
            done
            slower "df-pn, not PN-search" sprouts 8 9 10 11 12 13 --search pn
            slower "df-pn, not depth-first" sprouts 8 9 10 11 12 --search dfs
            rm "$file.all"
            ;;
        cram-ideas)
            set=${CRAM_IDEAS:-3x9 3x10 3x11 3x12 3x13 3x14 3x15 4x7 4x9 5x6 5x7 5x8}
            ideas_of cram "$set" ""
            for idea in leaf-numbers early-exit kept-lists reductions odds theorems; do
                slower "$idea" cram $set --without "$idea"
            done
            slower "df-pn, not depth-first" cram $set --search dfs
            rm "$file.all"
            ;;
        *) echo "usage: bench/measure.sh [sprouts] [cram] [threads] [ideas] [cram-ideas]" >&2 && exit 2 ;;
        esac
        mv "$file.new" "$file"
    done
done
[ "$data" != bench/data ] || exec python3 bench/plots.py
