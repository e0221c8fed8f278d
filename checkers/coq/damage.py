#!/usr/bin/env python3
"""Damages certificates and compares the verdicts of grundy-verified with those of `grundy check`.

    damage.py GRUNDY VERIFIED [--count 10000] [--seed 1]

Fails if grundy-verified accepts a file that grundy refuses. All other differences are counted by kind and shown."""

import argparse
import collections
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ATLAS = Path(__file__).resolve().parents[2] / "atlas/certificates"
LARGEST = 3_000  # bytes; certificates of the atlas that are checked in a fraction of a second
# What the atlas does not have: Nim, sums, three heaps, games with names, walls, graphs, outcomes.
PROVED = [
    ("nim", "7 5 2"), ("nim", "3"), ("nim", "1000 4 4"), ("0.8", "20"), ("0.f3", "15"), ("c.0", "14"), ("4.07", "25"),
    ("kayles", "30 + 12"), ("dawson-chess", "40"), ("treblecross", "30"), ("officers", "33"), ("grundy", "41 7"),
    ("couples-are-forever", "30"), ("cram", "_..:./.... + graph(0-1,1-2,2-0)"), ("cram", "graph(0-1,1-2,2-3,3-4,4-0,0-5)"),
    ("cram", "3x4 + 2x5"), ("cram", "...#/_..:./#..."), ("cram", "1x9"), ("cram", "2x6 + 1x7"), ("cram", "3x3 + 3x3 + 1x4"),
]
HEADS = ["grundy certificate 1", "game nim", "game cram", "game 0.77", "game 4!.0", "game heap 0.7", "game grundy",
         "game couples-are-forever", "game .6", "game 4.7", "game sprouts", "game 8.8"]
SIGNS = "0123456789 +,#._:/|x-()\t\n*!abcdefgraphLWtheorem\r\x00\xc3\xff"


def start_files(grundy):
    """Certificates to damage, as bytes."""
    files = [path.read_bytes() for path in sorted(ATLAS.glob("*.cert"))
             if not path.name.startswith("sprouts") and path.stat().st_size <= LARGEST]
    for game, position in PROVED:
        for extra in ([], ["--nimber"]):
            done = subprocess.run([grundy, "prove", game, position, *extra], capture_output=True, check=True)
            files.append(done.stdout)
    return files


def damage(content, files, rng):
    """One change, of a line, of a number, or of bytes."""
    lines = content.split(b"\n")
    facts = [i for i, line in enumerate(lines) if b"\t" in line]
    kinds = ["byte", "insert", "delete", "head", "cut", "comment", "foreign"]
    kinds += 3 * ["nimber", "size", "drop", "swap", "double", "claim", "theorem", "cell", "known"]
    kind = rng.choice(kinds)
    if kind in ("byte", "insert", "delete"):
        at = rng.randrange(len(content))
        new = rng.choice(SIGNS).encode("latin-1")
        return {"byte": content[:at] + new + content[at + 1:], "insert": content[:at] + new + content[at:],
                "delete": content[:at] + content[at + 1:]}[kind]
    if kind == "cut":
        return content[: rng.randrange(len(content))]
    if kind == "head":
        lines[rng.randrange(min(2, len(lines)))] = rng.choice(HEADS).encode()
    elif kind == "claim" and len(lines) > 2:
        words = lines[2].split(b" ", 3)
        words[1:3] = rng.choice([[b"outcome", b"W"], [b"outcome", b"L"], [b"nimber", str(rng.randrange(6)).encode()]])
        lines[2] = b" ".join(words)
    elif kind == "comment":
        lines.insert(rng.randrange(len(lines)), rng.choice([b"# a comment", b"#", b"# \xc3\xa9", b"# \xe9", b""]))
    elif kind == "foreign":
        other = rng.choice(files).split(b"\n")
        lines[rng.randrange(len(lines))] = rng.choice(other)
    elif not facts:
        lines.append(b"end 0")
    elif kind == "nimber":
        at = rng.choice(facts)
        number, rest = lines[at].split(b"\t", 1)
        new = rng.choice([0, 1, 2, 3, 4, 7, 4294967295, 4294967296, int(number or 0) + 1 if number.isdigit() else 0])
        lines[at] = str(new).encode() + b"\t" + rest
    elif kind in ("size", "cell"):
        at = rng.choice(facts + [min(2, len(lines) - 1)])
        signs = b"0123456789" if kind == "size" else b".#_:/"
        places = [i for i, c in enumerate(lines[at]) if c in signs]
        if places:
            i = rng.choice(places)
            lines[at] = lines[at][:i] + bytes([rng.choice(signs)]) + lines[at][i + 1:]
    elif kind == "theorem":
        at = rng.choice(facts)
        if b"theorem" in lines[at] and rng.random() < 0.5:
            lines[at] = lines[at].rsplit(b"\t", 1)[0]
        else:
            lines[at] += rng.choice([b"\ttheorem central-symmetry", b"\ttheorem bouton", b"\ttheorem none", b"\t"])
    elif kind in ("drop", "double", "swap", "known"):
        at, to = rng.choice(facts), rng.choice(facts)
        if kind == "drop":
            del lines[at]
        elif kind == "double":
            lines.insert(to, lines[at])
        elif kind == "swap":
            lines[at], lines[to] = lines[to], lines[at]
        else:  # a sum of two positions of the file, with the nim-sum or a wrong one
            (n, p), (m, q) = (lines[i].split(b"\t")[:2] for i in (at, to))
            if n.isdigit() and m.isdigit():
                wrong = rng.random() < 0.3
                lines.insert(max(at, to) + 1, str(int(n) ^ int(m) ^ wrong).encode() + b"\t" + p + b" + " + q)
    # Most changes keep the count right, so that the change is judged and not the count.
    if rng.random() < 0.9:
        count = sum(b"\t" in line and not line.startswith(b"#") for line in lines)
        lines = [b"end %d" % count if line.startswith(b"end ") else line for line in lines]
    return b"\n".join(lines)


def verdict(command):
    done = subprocess.run(command, capture_output=True, timeout=600)
    words = (done.stdout + done.stderr).decode("utf-8", "replace").split("line ")
    digits = "".join(c for c in (words[1] if len(words) > 1 else "").split(":")[0] if c.isdigit())
    return done.returncode, digits, (done.stdout + done.stderr).decode("utf-8", "replace").strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("grundy")
    parser.add_argument("verified")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a directory for files on which the verdicts differ")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    files = start_files(options.grundy)
    kinds, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "damaged.cert"
        for number in range(options.count):
            content = rng.choice(files)
            for _ in range(rng.choice([1, 1, 1, 2, 3])):
                content = damage(content, files, rng) or b"\n"
            path.write_bytes(content)
            told, line, text = verdict([options.grundy, "check", "--quiet", "--threads", "1", str(path)])
            found, place, answer = verdict([options.verified, str(path)])
            kind = f"grundy {told}, grundy-verified {found}"
            if told == found == 1 and line != place:
                kind += ", another line"
            kinds[kind] += 1
            if told != found or line != place:
                if not (told == 2 and found == 2):
                    print(f"{number}: {kind}: grundy line {line}, verified line {place}: {text[:160]!r} {answer[:160]!r}")
                if options.keep and told != found:
                    Path(options.keep, f"{number}.cert").write_bytes(content)
            if found == 0 and told != 0:
                wrong += 1
                print(f"WRONG: {number}: accepted, but refused by grundy: {text}")
    print(f"{options.count} damaged certificates, seed {options.seed}:")
    for kind, count in sorted(kinds.items()):
        print(f"{count:6} {kind}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
