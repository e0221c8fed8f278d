"""Time to an answer from Python beside the program: CPU seconds of the same question, runs one after the other.

    python bench/python.py TARGET/release/grundy [RUNS [GAME:POSITION ...]]

The package must be installed from a release build (pip install ./python). Both sides search with one thread; the times are those of whole
processes, with the start of the interpreter and the import on the side of Python.
"""

import os
import statistics
import subprocess
import sys

QUESTIONS = [("sprouts", "24"), ("cram", "3x16"), ("cram", "5x9")]
CODE = "import sys, grundy; print(grundy.Solver(sys.argv[1], threads=1).outcome(sys.argv[2]).value)"


def seconds(command):
    """CPU seconds of a command, and its answer."""
    before = os.times()
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return used, answer[0 if len(answer) == 1 else 1]


def main(program, runs, questions):
    imported = [seconds([sys.executable, "-c", "import grundy; print(1)"])[0] for _ in range(runs)]
    bare = [seconds([sys.executable, "-c", "print(1)"])[0] for _ in range(runs)]
    print(f"import grundy\t{min(imported) - min(bare):.3f} s\tof a whole process {min(imported):.3f} s")
    print("question\tprogram\tPython\tratio of the medians")
    for game, position in questions:
        sides = {"program": [], "python": []}
        for _ in range(runs):
            used, answer = seconds([program, "solve", game, position, "--threads", "1", "--format", "tsv"])
            sides["program"].append(used)
            used, same = seconds([sys.executable, "-c", CODE, game, position])
            sides["python"].append(used)
            assert answer == same, (game, position)
        theirs, ours = (statistics.median(sides[side]) for side in ("program", "python"))
        print(f"{game} {position}\t{theirs:.2f}\t{ours:.2f}\t{ours / max(theirs, 0.01):.3f}", flush=True)


if __name__ == "__main__":
    asked = [tuple(question.split(":", 1)) for question in sys.argv[3:]]
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5, asked or QUESTIONS)
