#!/usr/bin/env python3
"""The atlas: computes rows, renders tables and b-files, checks certificates. Python's standard library and grundy, nothing else.

Use atlas/make.sh and atlas/check.sh, which build grundy and call this."""

import argparse
import concurrent.futures
import csv
import hashlib
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
QUICK = 3_000  # bytes; what the checker in Python reads in a few seconds
TIMES = ROOT / "bench/data/checkers.tsv"  # what bench/checkers.sh measures
SMALL = 1_000_000  # bytes; larger certificates stay out of the repository and have their hash in the table

COMMON = ["facts", "solve", "solve_version", "solve_cpu_s", "prove", "prove_version", "prove_cpu_s", "certificate", "bytes", "sha256"]
COLUMNS = {
    "sprouts": ["spots", "outcome", "first", "paper_size", "glop_smallest"] + COMMON,
    "cram": ["board", "nimber", "first", "paper"] + COMMON,
    "heap": ["code", "name", "oeis", "period", "last_exception", "theorem", "checked_to"] + COMMON,
}
HEADS = {
    "sprouts": "n-spot Sprouts in the plane, normal play: the outcome for the player to move. first: who solved it first; "
    "paper_size, glop_smallest: losing couples in the trees of the paper and of Glop; facts: in ours",
    "cram": "Cram, normal play: the nimber of the empty board. first: who computed it first; paper: what the paper says (in brackets: by symmetry); "
    "facts: losing couples in our proof",
    "heap": "nim-sequences of heap games: proved periods. The certificate is of the nimber of one heap",
}

# What runs in about a minute each.
SPROUTS = [str(n) for n in range(0, 18)]
CRAM = [f"3x{n}" for n in range(1, 16)] + [f"4x{n}" for n in range(4, 10)]
CRAM += ["5x5", "5x6", "5x7", "5x8", "6x6"]
HEAPS = {  # code: (name, OEIS, how many heaps the period needs)
    "0.77": ("Kayles", "A002186", 200),
    "0.07": ("Dawson's Kayles; Cram on 1xn", "A002187", 300),
    "0.137": ("Dawson's Chess", "A002187", 300),
    "0.7777": ("Double Kayles", "A071074", 2000),
    "0.177": ("", "A071435", 2000),
    "0.117": ("", "A071453", 2000),
    "0.124": ("", "A071461", 2000),
    "0.127": ("", "A071464", 100_000),
    "0.56": ("", "A071436", 660_000),
    "0.007": ("Treblecross", "-", 100_000),
    "4!.0": ("Grundy's game", "A002188", 20_000),
    "0.6": ("Officers; Couples-are-Forever is the same, shifted by 1", "A046695", 100_000),
}


def table(name):
    """The rows of a table, by their first column."""
    path = HERE / f"{name}.tsv"
    if not path.exists():
        return {}
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return {row[COLUMNS[name][0]]: row for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)}


def order(name, key):
    if name == "sprouts":
        return int(key)
    if name == "cram":
        return tuple(int(side) for side in key.split("x"))
    return list(HEAPS).index(key) if key in HEAPS else len(HEAPS)


def save(name, rows):
    columns = COLUMNS[name]
    lines = [f"# {HEADS[name]}", "\t".join(columns)]
    for key in sorted(rows, key=lambda key: order(name, key)):
        lines.append("\t".join(str(rows[key].get(column, "")) or "-" for column in columns))
    (HERE / f"{name}.tsv").write_text("\n".join(lines) + "\n")


def published(file, key, columns):
    """Rows of tests/vectors, by key."""
    lines = [line for line in (ROOT / "tests/vectors" / file).read_text().splitlines() if not line.startswith("#")]
    return {key(row): [row[c] for c in columns] for row in csv.DictReader(lines, delimiter="\t")}


def told_by(command, errors=None):
    """The exit code of a command, what it prints, and its CPU seconds, whatever else runs."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    told = child.stdout.read()
    child.stdout.close()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, told, usage.ru_utime + usage.ru_stime


def run(command):
    """Runs a command that must succeed: what it prints, and its CPU seconds."""
    code, told, seconds = told_by(command)
    if code != 0:
        sys.exit(f"{' '.join(command)}: exit code {code}")
    return told, seconds


def shown(words):
    return " ".join(f"'{w}'" if set(w) & set(" !*|#") else w for w in words)


class Maker:
    def __init__(self, grundy, extra, prove):
        self.grundy, self.extra, self.prove = grundy, extra, prove
        words = run([grundy, "--version"])[0].split()
        # The last commit that changed the program: one of documents or tests does not make another build.
        program = ["--", "crates", "Cargo.toml", "Cargo.lock", ":(exclude)crates/*/tests/*"]
        git = lambda *words: subprocess.run(["git", *words, *program], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        changed = "-changed" if git("status", "--porcelain") else ""
        self.version = f"{words[1]}-{git('log', '-1', '--format=%h') or 'unknown'}{changed}"

    def solve(self, game, position, nimber):
        words = ["solve", game, position, "--threads", "1"] + (["--nimber"] if nimber else [])
        text, seconds = run([self.grundy, *words, "--format", "tsv", "--quiet"])
        _, outcome, value = text.rstrip("\n").split("\t")
        return outcome, value, self.solved(words, seconds)

    def solved(self, words, seconds):
        return {"solve": shown(["grundy", *words]), "solve_version": self.version, "solve_cpu_s": f"{seconds:.2f}"}

    def certify(self, game, position, nimber, stem):
        """Proves it, checks the proof, and says where it is."""
        if not self.prove:
            return {}
        words = ["prove", game, position, "--threads", "1"] + (["--nimber"] if nimber else []) + self.extra
        made = HERE / "certificates" / f"{stem}.cert"
        text, seconds = run([self.grundy, *words, "--output", str(made), "--json", "--quiet"])
        run([self.grundy, "check", str(made), "--quiet"])
        content = made.read_bytes()
        place = f"certificates/{made.name}"
        if len(content) > SMALL:
            (HERE / "large").mkdir(exist_ok=True)
            made = made.rename(HERE / "large" / made.name)
            place = "-"
        return {
            "facts": json.loads(text)["facts"],
            "prove_version": self.version,
            "prove_cpu_s": f"{seconds:.2f}",
            "prove": shown(["grundy", *words, "--output", f"{stem}.cert"]),
            "certificate": place,
            "bytes": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
        }

    def sprouts(self, spots):
        known = published("sprouts-starts.tsv", lambda r: r["n"], ["outcome", "first_solved_by", "paper_size", "glop_smallest"])
        told, first, paper, glop = known.get(spots, ["?", "not in our tables", "-", "-"])
        outcome, _, row = self.solve("sprouts", spots, False)
        agree("sprouts", spots, told, outcome)
        first = {"Glop or earlier": "Lemoine and Viennot or earlier", "-": "grundy"}.get(first, first)
        row |= {"spots": spots, "outcome": outcome, "first": first, "paper_size": paper, "glop_smallest": glop}
        return row | self.certify("sprouts", spots, False, f"sprouts-{int(spots):03}")

    def cram(self, board):
        known = published("cram-boards.tsv", lambda r: tuple(sorted((int(r["rows"]), int(r["cols"])))), ["nimber", "source"])
        # Strips are Dawson's Kayles, and boards of two rows are settled by symmetry.
        other = ["-", "theory"] if min(order("cram", board)) <= 2 else ["-", "not in our tables"]
        told, first = known.get(tuple(sorted(order("cram", board))), other)
        _, nimber, row = self.solve("cram", board, True)
        agree("cram", board, told, nimber)
        first = {"open": "grundy", "paper/Glop": "Lemoine and Viennot (Glop) or earlier", "theory": "theory (Winning Ways)"}.get(first, first)
        row |= {"board": board, "nimber": nimber, "first": first}
        return row | self.certify("cram", board, True, f"cram-{board}")

    def heap(self, code):
        name, oeis, heaps = HEAPS.get(code, ("", "-", 100_000))
        words = ["table", code, f"0..{heaps}", "--format", "json"]
        text, seconds = run([self.grundy, *words, "--quiet"])
        told = json.loads(text)["period"]
        row = {"code": code, "name": name, "oeis": oeis} | self.solved(words, seconds)
        if told.startswith("period "):
            # period 12 from n = 71 (last exception 70): proved by Guy-Smith, checked to n = 166
            front, proof = told.split(": proved by ", 1)
            theorem, checked = proof.split(", checked to n = ")
            row |= {"period": front.split()[1], "theorem": theorem, "checked_to": checked}
            row["last_exception"] = front.split("last exception ")[1].rstrip(")") if "last exception" in front else "-"
        else:
            row |= {"period": "?", "checked_to": str(heaps)}
        return row | self.certify(code, "100", True, f"heap-{code.replace('!', 'x')}-100")

    def time(self, name, key, row):
        """The columns with the time that this build takes to solve a row, which must have the same value."""
        what, nimber = ("nimber", True) if name == "cram" else ("outcome", False)
        outcome, value, solved = self.solve(name, key, nimber)
        agree(name, key, row[what], value if nimber else outcome)
        return solved


def agree(game, position, told, found):
    """A value that contradicts a published one ends the run: one of the two is wrong."""
    if told.isalnum() and told != found:
        sys.exit(f"{game} {position}: {told} is published, {found} was found")


NOT_TIMED = {"solve_version": "-", "solve_cpu_s": "-"}


def one_thread(command):
    return "--threads 1 " in command + " "


def times(maker, jobs):
    """Solves the rows of Sprouts and Cram with this build, but for those that it has solved already and those whose
    command has more than one thread. The times of other builds go."""
    work = []
    for name in ("sprouts", "cram"):
        rows = {key: row if row["solve_version"] == maker.version else row | NOT_TIMED for key, row in table(name).items()}
        save(name, rows)
        work += [(name, key, row) for key, row in rows.items() if row["solve_cpu_s"] == "-" and one_thread(row["solve"])]
    # The long ones last, so that a run that is stopped has done most of the rows.
    work.sort(key=lambda item: float(item[2]["prove_cpu_s"].replace("-", "0")))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = {pool.submit(maker.time, *item): item for item in work}
        try:
            for done in concurrent.futures.as_completed(running):
                name, key, _ = running[done]
                solved = done.result()
                rows = table(name)
                save(name, rows | {key: rows[key] | solved})
                print(f"{name} {key}: {solved['solve_cpu_s']} CPU s", file=sys.stderr)
        except BaseException:
            # What has not begun stays undone.
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def render():
    """Tables as Markdown and LaTeX, and b-files, from the TSV files."""
    shown_columns = {
        "sprouts": ["spots", "outcome", "first", "facts", "paper_size", "glop_smallest", "solve_cpu_s", "certificate"],
        "cram": ["board", "nimber", "first", "paper", "facts", "solve_cpu_s", "certificate"],
        "heap": ["code", "name", "oeis", "period", "last_exception", "theorem", "checked_to", "certificate"],
    }
    for name, columns in shown_columns.items():
        rows = table(name)
        keys = sorted(rows, key=lambda key: order(name, key))
        heads = [column.replace("_cpu_s", ", CPU s").replace("_", " ") for column in columns]
        page = [f"| {' | '.join(heads)} |", "|" + "---|" * len(columns)]
        latex = ["\\begin{tabular}{" + "l" * (len(columns) - 1) + "}", " & ".join(heads[:-1]) + " \\\\ \\hline"]
        for key in keys:
            cells = [rows[key][column] for column in columns[:-1]] + [certificate(rows[key])]
            page.append(f"| {' | '.join(cells)} |")
            latex.append(" & ".join(cell.replace("_", "\\_") for cell in cells[:-1]) + " \\\\")
        latex.append("\\end{tabular}")
        (HERE / f"tables/{name}.md").write_text(f"<!-- Made by atlas/make.sh from {name}.tsv -->\n# {name.capitalize()}\n\n{HEADS[name]}.{' Times: ' + timed_by(rows) + '.' if 'solve_cpu_s' in columns else ''}\n\n" + "\n".join(page) + "\n")
        (HERE / f"tables/{name}.tex").write_text(f"% Made by atlas/make.sh from {name}.tsv\n" + "\n".join(latex) + "\n")
    results()
    paper()
    cram = {order("cram", board): row["nimber"] for board, row in table("cram").items()}
    for rows in (3, 4, 5):
        lines, n = [], 1
        while (min(rows, n), max(rows, n)) in cram or (rows, n) in cram:
            lines.append(f"{n} {cram.get((rows, n), cram.get((n, rows)))}\n")
            n += 1
        if lines:
            (HERE / f"bfiles/cram-{rows}xn.txt").write_text("".join(lines))


def certificate(row):
    """Where the certificate of a row is, as Markdown in tables/."""
    if row["certificate"] != "-":
        return f"[{row['bytes']} bytes](../{row['certificate']})"
    return f"{row['bytes']} bytes, sha256 {row['sha256'][:12]}..." if row["sha256"] != "-" else "-"


def builds(rows):
    """The builds that the times of a table are of: one, or none yet."""
    return {row["solve_version"] for row in rows.values() if row["solve_cpu_s"] != "-"}


def timed_by(rows):
    """Which build the times are of."""
    return f"CPU seconds of one thread, version {', '.join(sorted(builds(rows))) or 'none yet'}"


def by_class(rows, cell):
    """A table of Sprouts by n = 6k + r."""
    lines = ["| k | r = 0, L | 1, L | 2, L | 3, W | 4, W | 5, W |", "|---:|---:|---:|---:|---:|---:|---:|"]
    for k in range(max(map(int, rows)) // 6 + 1):
        spots = [str(6 * k + r) for r in range(6)]
        lines.append(f"| {k} | {' | '.join(cell(rows[n]) if n in rows else '' for n in spots)} |")
    return lines


def paper():
    """The tables of the paper beside ours, and the sizes of proofs by n modulo 6, in tables/paper.md."""
    known = published("sprouts-starts.tsv", lambda r: r["n"], ["paper_size"])
    ours = table("sprouts")
    both = [n for n, (size,) in known.items() if size != "-"]
    done = [n for n in both if n in ours and ours[n]["facts"] != "-"]
    page = [
        "<!-- Made by atlas/make.sh from sprouts.tsv and cram.tsv -->",
        "# The tables of the paper beside ours",
        "",
        "Lemoine and Viennot, *Nimbers are inevitable* (2012). A size is the number of losing couples in a solution tree of the paper, and of facts in a",
        "certificate of ours. A row has a certificate where the last column says so; the commands that make them are in [sprouts.tsv](../sprouts.tsv) and [cram.tsv](../cram.tsv).",
        "",
        "## Sprouts",
        f"The paper has the outcomes of {len(both)} values of n. {len(done)} of them have a certificate here: "
        f"{sum(int(ours[n]['facts']) for n in done):,} facts against {sum(int(known[n][0]) for n in done):,} losing couples in the paper.",
        "",
        "| spots | outcome | paper | ours | paper / ours | solve, CPU s | certificate |",
        "|---:|---|---:|---:|---:|---:|---|",
    ]
    for n in both:
        row, size = ours.get(n), known[n][0]
        if n not in done:
            page.append(f"| {n} | {row['outcome'] if row else '-'} | {size} | - | - | - | not yet |")
            continue
        ratio = f"{int(size) / int(row['facts']):.1f}" if int(row["facts"]) else "-"
        page.append(f"| {n} | {row['outcome']} | {size} | {row['facts']} | {ratio} | {row['solve_cpu_s']} | {certificate(row)} |")
    page += [
        "",
        "![Sprouts: sizes of proofs](../../docs/benchmarks/sprouts-sizes.svg) ![Sprouts: CPU seconds](../../docs/benchmarks/sprouts-growth.svg)",
        "",
        "Hardness follows n modulo 6: n = 3 and n = 0 are the hard classes, and n = 5 is the easy one. Facts in our proofs, by n = 6k + r; n up to 23 and n = 25 were made",
        "smaller for some minutes each, so compare within a row:",
        "",
        *by_class(ours, lambda row: row["facts"]),
        "",
        f"Times of the search, by n = 6k + r ({timed_by(ours)}):",
        "",
        *by_class(ours, lambda row: row["solve_cpu_s"]),
    ]
    page += ["", "## Cram", "W: the paper says that the first player wins; > 3: that the nimber is greater than 3.", ""]
    page += ["| board | paper | ours | facts | first computed by | certificate |", "|---|---|---:|---:|---|---|"]
    rows = table("cram")
    for board in sorted(rows, key=lambda board: order("cram", board)):
        row = rows[board]
        if row["paper"] != "-":
            page.append(f"| {board} | {row['paper']} | {row['nimber']} | {row['facts']} | {row['first']} | {certificate(row)} |")
    page += ["", "![Cram: sizes of proofs](../../docs/benchmarks/cram-sizes.svg)", ""]
    (HERE / "tables/paper.md").write_text("\n".join(page))


def in_repository(row):
    return row["certificate"] != "-"


def by_hash(row):
    """Whether a row has a certificate that is too large for the repository."""
    return row["certificate"] == "-" and row["sha256"] != "-"


def results():
    """The table of results of the README: who computed what first."""
    lines = ["| game | result | first computed by | certificate here | by hash and command |", "|---|---|---|---|---|"]
    rows = table("sprouts")
    for first in dict.fromkeys(row["first"] for row in rows.values()):
        mine = [int(n) for n, row in rows.items() if row["first"] == first]
        here, hashed = ([n for n in mine if which(rows[str(n)])] for which in (in_repository, by_hash))
        regular = all((rows[str(n)]["outcome"] == "L") == (n % 6 < 3) for n in mine)
        law = "lost exactly for n = 0, 1, 2 modulo 6" if regular else "see the atlas"
        lines.append(f"| Sprouts | n = {ranges(mine)}: {law} | {first} | {ranges(here) or '-'} | {ranges(hashed) or '-'} |")
    rows = table("cram")
    for height in (3, 4, 5, 6, 7):
        boards = [board for board in rows if board.startswith(f"{height}x")]
        for first in dict.fromkeys(rows[board]["first"] for board in boards):
            mine = [board for board in boards if rows[board]["first"] == first]
            values = ", ".join(f"{board} = {rows[board]['nimber']}" for board in mine)
            here, hashed = ([int(b.split("x")[1]) for b in mine if which(rows[b])] for which in (in_repository, by_hash))
            told = " | ".join(f"{height}x{ranges(widths)}" if widths else "-" for widths in (here, hashed))
            lines.append(f"| Cram | {values} | {first} | {told} |")
    rows = table("heap")
    known = [f"{row['code']}: {row['period']}" for row in rows.values() if row["period"] != "?"]
    lines.append(f"| heap games | proved periods: {', '.join(known)} | Guy and Smith and others, see the OEIS | | |")
    path = ROOT / "README.md"
    text = path.read_text()
    head, tail = "<!-- table results -->\n", "<!-- end results -->"
    before, rest = text.split(head)
    path.write_text(before + head + "\n".join(lines) + "\n" + tail + rest.split(tail)[1])


def ranges(numbers):
    """1, 2, 3, 5 as `1-3, 5`."""
    parts = []
    for n in sorted(numbers):
        if parts and parts[-1][1] == n - 1:
            parts[-1][1] = n
        else:
            parts.append([n, n])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


def bfiles(grundy):
    """Sequences that the OEIS lacks."""
    text, _ = run([grundy, "table", "0.007", "0..2000", "--format", "bfile", "--quiet"])
    (HERE / "bfiles/treblecross.txt").write_text(text)


def claim(name, key, row):
    """What the certificate of a row has to claim, or the beginning of it."""
    if name == "sprouts":
        return f"outcome {row['outcome']} " + (f"0*{key}" if key != "0" else "!")
    if name == "heap":
        return "nimber "
    return f"nimber {row['nimber']} {key}"


def keep_times(grundy, measured):
    """Writes the CPU seconds of checkers, by game and position. Rows that were not measured now stay as they were."""
    columns = ["game", "position", "grundy", "python", "verified"]
    rows = {}
    if TIMES.exists():
        lines = [line for line in TIMES.read_text().splitlines() if not line.startswith("#")]
        rows = {(r["game"], r["position"]): r for r in csv.DictReader(lines, delimiter="\t")}
    for (game, position), seconds in measured.items():
        rows[game, position] = {"game": game, "position": position} | {checker: f"{taken:.2f}" for checker, taken in seconds.items()}
    version = run([grundy, "--version"])[0].strip()
    machine = os.environ.get("MACHINE") or f"{os.cpu_count()} cores"
    text = ["# bench/checkers.sh: CPU seconds of each checker, one thread", f"# {time.strftime('%F')}, {version}, {machine}", "\t".join(columns)]
    for game, position in sorted(rows, key=lambda key: (key[0] != "sprouts", order(*key))):
        text.append("\t".join(rows[game, position].get(column) or "-" for column in columns))
    TIMES.write_text("\n".join(text) + "\n")


def check(grundy, jobs, most, python_limit, every, times):
    """Every certificate of the repository: its hash, its claim, all checkers: that of grundy, the one in Python, and the
    verified one if it is built and knows the game. most: leaves out certificates of more bytes; python_limit: the one in
    Python for certificates of up to so many bytes.
    every: those in large/ too, where make.sh puts what is too large for the repository. times: keeps the CPU seconds."""
    second, third = ROOT / "checkers/check_certificate.py", ROOT / "checkers/coq/grundy-verified"
    if not third.exists():
        print("the verified checker is not built: make -C checkers/coq", file=sys.stderr)
    work, elsewhere = [], []
    for name in COLUMNS:
        for key, row in table(name).items():
            path = HERE / row["certificate"]
            if row["certificate"] == "-" and row["sha256"] != "-":
                path = HERE / "large" / row["prove"].split("--output ")[1]
                if not (every and path.exists()):
                    elsewhere.append(path.name)
                    continue
            if row["sha256"] != "-":
                work.append((row, path, claim(name, key, row), (name, key)))
    # Those of games on graphs have no row in these tables.
    listed = {path for _, path, *_ in work}
    for path in sorted(set((HERE / "certificates").glob("*.cert")) - listed):
        work.append(({"bytes": path.stat().st_size, "sha256": "-"}, path, "", ("graph", path.stem)))

    def one(item):
        """What is wrong, and the CPU seconds of each checker that was asked."""
        row, path, claim, _ = item
        if row["sha256"] not in ("-", hashlib.sha256(path.read_bytes()).hexdigest()):
            return path, "the hash is another", {}
        told = path.read_text().split("\n", 3)[2]
        if not told.startswith(f"claim {claim}"):
            return path, f"'{told}' is not 'claim {claim}'", {}
        checkers = {"grundy": [grundy, "check", "--quiet", "--threads", "1", str(path)]}
        if int(row["bytes"]) <= python_limit:
            checkers["python"] = [sys.executable, str(second), str(path)]
        if third.exists() and not path.name.startswith("sprouts"):
            checkers["verified"] = [str(third), str(path)]
        seconds = {}
        for checker, command in checkers.items():
            code, told, seconds[checker] = told_by(command, errors=subprocess.STDOUT)
            if code != 0 or not told.startswith("VERIFIED"):
                return path, f"by {checker}: {told.strip()}", {}
        return path, None, seconds

    work = [item for item in work if int(item[0]["bytes"]) <= most]
    # The long ones first, so that no core waits at the end.
    work.sort(key=lambda item: -int(item[0]["bytes"]))
    began, bad, by_checker, measured = time.monotonic(), 0, dict.fromkeys(["grundy", "python", "verified"], 0), {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for (*_, (name, key)), (path, trouble, seconds) in zip(work, pool.map(one, work)):
            bad += bool(trouble)
            if name in ("sprouts", "cram") and not trouble:
                measured[name, key] = seconds
            for checker in seconds:
                by_checker[checker] += 1
            by = ", ".join(f"{checker} {taken:.1f} CPU s" for checker, taken in seconds.items())
            print(f"{path.name:20}  " + (f"REFUSED {trouble}" if trouble else f"verified by {by}"), flush=True)
    for name in elsewhere:
        print(f"{name:20}  not here: its hash is in the table, and the command that makes it")
    own = resource.getrusage(resource.RUSAGE_CHILDREN)
    counts = ", ".join(f"{count} by {checker}" for checker, count in by_checker.items())
    print(f"{len(work)} certificates: verified {counts}; {bad} refused; "
          f"{time.monotonic() - began:.0f} s, CPU time {own.ru_utime + own.ru_stime:.0f} s")
    if times:
        keep_times(grundy, measured)
    return bad


def main():
    own = sys.argv[1:]
    extra = own[own.index("--") + 1 :] if "--" in own else []
    own = own[: own.index("--")] if "--" in own else own
    parser = argparse.ArgumentParser(usage="make.sh [sprouts N... | cram BOARD... | heap CODE... | small | times | tables | bfiles] [-- OPTIONS OF PROVE]")
    parser.add_argument("grundy")
    parser.add_argument("what", choices=["sprouts", "cram", "heap", "small", "times", "tables", "bfiles", "check"])
    parser.add_argument("rows", nargs="*")
    parser.add_argument("--no-proof", action="store_true", help="answers only, no certificates")
    parser.add_argument("--most", type=int, metavar="BYTES", default=sys.maxsize, help="check: leave out certificates of more than BYTES")
    parser.add_argument("--python", type=int, metavar="BYTES", default=sys.maxsize, help="check: the checker in Python for certificates of up to BYTES")
    parser.add_argument("--quick", dest="python", action="store_const", const=QUICK, help=f"check: the same as --python {QUICK}")
    parser.add_argument("--times", action="store_true", help="check: keep the CPU seconds of the checkers in bench/data/checkers.tsv")
    parser.add_argument("--all", action="store_true", help="check: large certificates too, if they are there")
    parser.add_argument("--jobs", type=int, help="check: all cores unless told; times: one, because each may use most of the memory")
    given = parser.parse_args(own)
    if given.what == "check":
        sys.exit(1 if check(given.grundy, given.jobs or os.cpu_count(), given.most, given.python, given.all, given.times) else 0)
    (HERE / "certificates").mkdir(exist_ok=True)
    small = {"sprouts": SPROUTS, "cram": CRAM, "heap": list(HEAPS)}
    wanted = small if given.what == "small" else {given.what: given.rows} if given.what in small else {}
    maker = Maker(given.grundy, extra, not given.no_proof)
    for name, keys in wanted.items():
        for key in keys:
            row = getattr(maker, name)(key)
            # Rows are read again: another run may have added some. What is not computed now stays as it was.
            rows = table(name)
            known = rows.get(key, {})
            if name != "heap" and builds(rows) - {maker.version}:
                row |= {column: known.get(column, "-") for column in NOT_TIMED}
                print("the times here are of another build, so that this one is left out; atlas/make.sh times takes all of them", file=sys.stderr)
            rows[key] = known | row
            save(name, rows)
            print(f"{name} {key}: {row.get('outcome') or row.get('nimber') or 'period ' + row['period']}, {row.get('facts', '-')} facts, "
                  f"{row['solve_cpu_s']} s, {row.get('prove_cpu_s', '-')} s", file=sys.stderr)
    if given.what == "times":
        times(maker, given.jobs or 1)
    if given.what in ("small", "bfiles"):
        bfiles(given.grundy)
    render()


main()
