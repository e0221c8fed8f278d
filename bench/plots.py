#!/usr/bin/env python3
"""Draws docs/benchmarks/*.svg from bench/data/*.tsv and renews the tables of docs/benchmarks.md and README.md.

Python's standard library only. A table stands between `<!-- table NAME -->` and `<!-- end -->`."""

import csv
import math
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Colours that differ for every kind of sight, and a shape each, so that print tells them apart too.
LOOKS = [("#0072b2", "circle"), ("#d55e00", "square"), ("#555555", "diamond")]


def read(name):
    path = ROOT / "bench/data" / f"{name}.tsv"
    lines = path.read_text().splitlines()
    heads = [line[2:] for line in lines if line.startswith("#")]
    rows = list(csv.DictReader([line for line in lines if not line.startswith("#")], delimiter="\t", quoting=csv.QUOTE_NONE))
    return heads, rows


def peers(game, system):
    """Seconds of a peer by position: its fastest, where it was measured more than once."""
    best = {}
    for row in read("peers")[1]:
        if (row["game"], row["system"]) == (game, system):
            best[row["position"]] = min(float(row["seconds"]), best.get(row["position"], math.inf))
    return best


def short(value):
    """A number as people read it: three digits, no more."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def shape(kind, x, y, colour):
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>'
    if kind == "square":
        return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{colour}"/>'
    return f'<path d="M{x:.1f} {y - 5.5:.1f}L{x + 5.5:.1f} {y:.1f}L{x:.1f} {y + 5.5:.1f}L{x - 5.5:.1f} {y:.1f}Z" fill="{colour}"/>'


def plot(name, title, unit, labels, series, log=True, connect=True):
    """Dots over labels; the vertical axis is logarithmic. `series` is a list of (name, {label: value})."""
    left, top, wide, high = 62, 44, max(420, (44 + 7 * max(0, max(map(len, labels)) - 4)) * len(labels)), 260
    values = [v for _, points in series for v in points.values() if v > 0]
    if log:
        low, top_value = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        top_value += top_value == low
        place = lambda v: top + high - (math.log10(v) - low) / (top_value - low) * high
        ticks = [10.0**e for e in range(low, top_value + 1)]
    else:
        most = max(values) * 1.1
        place = lambda v: top + high - v / most * high
        step = 10 ** math.floor(math.log10(most))
        step = step / 2 if most / step < 3 else step
        ticks = [i * step for i in range(int(most / step) + 1)]
    across = lambda i: left + (i + 0.5) * wide / len(labels)
    height, width = top + high + 46, left + wide + 14
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
        f"<title>{escape(title)}</title>",
        "<style>text{font:12px system-ui,sans-serif;fill:#202020}.axis{stroke:#d0d0d0}</style>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{left}" y="18" style="font-weight:600">{escape(title)}</text>',
    ]
    for tick in ticks:
        y = place(tick) if tick > 0 else top + high
        text = f"{tick:g}"
        out.append(f'<path class="axis" d="M{left} {y:.1f}H{left + wide}"/><text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{text}</text>')
    out.append(f'<text x="{left - 6}" y="{top - 12}" text-anchor="end">{escape(unit)}</text>')
    for i, label in enumerate(labels):
        out.append(f'<text x="{across(i):.1f}" y="{top + high + 18}" text-anchor="middle">{escape(label)}</text>')
    x = left
    for (who, points), (colour, kind) in zip(series, LOOKS):
        marks = {i: (across(i), place(points[label])) for i, label in enumerate(labels) if points.get(label, 0) > 0}
        # A line joins neighbours only: across a gap it would say what nobody measured.
        for i, (a, b) in marks.items():
            if connect and i + 1 in marks:
                c, d = marks[i + 1]
                out.append(f'<path stroke="{colour}" stroke-opacity="0.45" d="M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}"/>')
        out.extend(shape(kind, a, b, colour) for a, b in marks.values())
        out.append(shape(kind, x + 5, height - 10, colour) + f'<text x="{x + 15}" y="{height - 6}">{escape(who)}</text>')
        x += 30 + 7 * len(who)
    out.append("</svg>")
    (ROOT / "docs/benchmarks" / f"{name}.svg").write_text("\n".join(out) + "\n")


def beside(game, unit, systems):
    """Rows of ours with the peers beside, as a Markdown table, and the totals over what both have."""
    _, rows = read(game)
    theirs = {system: peers(game, system) for system in systems}
    head = [unit, "answer", "grundy, s"] + [f"{s}, s" for s in systems] + ["times faster", "MB"]
    lines = [f"| {' | '.join(head)} |", "|" + "---:|" * len(head)]
    ours_total = peer_total = 0.0
    logs = []
    for row in rows:
        ours, peer = float(row["cpu_s"]), theirs[systems[0]].get(row["position"])
        cells = [row["position"], row["answer"], short(ours)]
        cells += [short(theirs[s][row["position"]]) if row["position"] in theirs[s] else "" for s in systems]
        cells += [f"{peer / max(ours, 0.001):.1f}" if peer else "", row["memory_mb"]]
        lines.append(f"| {' | '.join(cells)} |")
        if peer:
            ours_total, peer_total = ours_total + ours, peer_total + peer
            logs.append(math.log(peer / max(ours, 0.001)))
    # One long row decides a total; the geometric mean gives every row one voice.
    return lines, ours_total, peer_total, math.exp(sum(logs) / len(logs))


def renew(path, name, lines):
    path = ROOT / path
    text = path.read_text()
    pattern = re.compile(rf"(<!-- table {re.escape(name)} -->\n).*?(<!-- end -->)", re.S)
    assert pattern.search(text), f"{path}: no table {name}"
    path.write_text(pattern.sub(lambda m: m[1] + "\n".join(lines) + "\n" + m[2], text))


def told(name):
    return [f"`{read(name)[0][0].split(':')[0]}`; {read(name)[0][-1]}.", ""]


def main():
    (ROOT / "docs/benchmarks").mkdir(exist_ok=True)
    page = "docs/benchmarks.md"
    speed = ["| set | grundy | peer | ratio of totals | geometric mean of ratios | least, most |", "|---|---:|---:|---:|---:|---:|"]
    for game, unit, systems, title in (
        ("sprouts", "spots", ["SPOTS"], "n-spot Sprouts: CPU seconds, one core"),
        ("cram", "board", ["igsolve", "MCGS"], "Cram nimbers: CPU seconds, one core"),
    ):
        _, rows = read(game)
        ours = {r["position"]: max(float(r["cpu_s"]), 0.001) for r in rows}
        theirs = [(s, peers(game, s)) for s in systems]
        labels = list(ours)
        labels += sorted({p for _, t in theirs for p in t} - set(labels), key=lambda p: [int(x) for x in p.split("x")])
        plot(game, title, "s", labels, [("grundy", ours)] + theirs)
        plot(f"{game}-memory", f"{game.capitalize()}: memory of the search", "MB", list(ours), [("grundy", {r["position"]: float(r["memory_mb"]) for r in rows})])
        lines, ours_total, peer_total, mean = beside(game, unit, systems)
        renew(page, game, told(game) + lines)
        both = [p for p in ours if p in theirs[0][1]]
        ratios = [theirs[0][1][p] / ours[p] for p in both]
        what = "Sprouts, n = " if game == "sprouts" else "Cram nimbers, "
        speed.append(f"| {what}{', '.join(both)} | {short(ours_total)} s | {systems[0]} {short(peer_total)} s | {peer_total / ours_total:.1f} | {mean:.1f} | {min(ratios):.1f}, {max(ratios):.0f} |")
    renew("README.md", "speed", speed)
    heads, rows = read("threads")
    games = list(dict.fromkeys(f"{r['game']} {r['position']}" for r in rows))
    labels = list(dict.fromkeys(r["threads"] for r in rows))
    times = [(g, {r["threads"]: float(r["seconds"]) for r in rows if f"{r['game']} {r['position']}" == g}) for g in games]
    plot("threads", "Seconds by the clock against threads", "s", labels, times, log=False)
    lines = ["| question | " + " | ".join(f"{t} thread" + "s" * (t != "1") for t in labels) + " |", "|---|" + "---:|" * len(labels)]
    for game, points in times:
        of = {r["threads"]: r for r in rows if f"{r['game']} {r['position']}" == game}
        cells = [f"{short(points[t])} s ({short(float(of[t]['least']))} to {short(float(of[t]['most']))})" for t in labels]
        lines.append(f"| {game} | " + " | ".join(cells) + " |")
        lines.append("| times as fast | " + " | ".join(f"{points[labels[0]] / points[t]:.1f}" for t in labels) + " |")
        lines.append("| nodes, relative | " + " | ".join(of[t]["relative_nodes"] for t in labels) + " |")
    renew(page, "threads", told("threads") + lines)
    for name, title in (("ideas", "Times slower without the idea (Sprouts)"), ("cram-ideas", "Times slower without the idea (Cram)")):
        _, rows = read(name)
        ideas = {r["idea"]: float(r["factor"]) for r in rows}
        plot(name, title, "factor", list(ideas), [("factor", ideas)], connect=False)
        lines = ["| without | times slower | seconds in all |", "|---|---:|---:|"]
        lines += [f"| {r['idea']} | {r['factor']} | {r['total_s']} |" for r in rows]
        renew(page, name, told(name) + lines)
    certificates()
    growth()
    cluster()


def cluster():
    """Simulated clusters beside the published table of SPOTS: docs/cluster.md."""
    rows = read("cluster")[1]
    total = lambda row: str(int(row["workers"]) * int(row["cores"]))
    labels = sorted({total(r) for r in rows}, key=int)
    named = lambda row: "SPOTS" if row["game"] == "SPOTS" else "1 core a worker" if row["cores"] == "1" else f"{row['cores']} cores a worker"
    # The question of SPOTS and its shapes; other questions are in the table only.
    drawn = [r for r in rows if r["position"] == "47"]
    kinds = list(dict.fromkeys(map(named, drawn)))
    plot("cluster", "Sprouts 47, simulated: efficiency by the number of cores", "", [l for l in labels if any(total(r) == l for r in drawn)],
         [(kind, {total(r): float(r["efficiency"]) for r in drawn if named(r) == kind}) for kind in kinds], log=False)
    lines = ["| question | cores | workers | expansions of one core, per core | search overhead | speed-up | efficiency |", "|---|---:|---:|---:|---:|---:|---:|"]
    for row in rows:
        each = int(row["expansions"]) / int(total(row))
        question = f"{row['game']} {row['position']}" if row["game"] != "SPOTS" else f"sprouts {row['position']}, SPOTS"
        cells = [question, f"{int(total(row)):,}", row["workers"], f"{each:,.0f}", row["overhead"], row["speed_up"], row["efficiency"]]
        lines.append(f"| {' | '.join(cells)} |")
    renew("docs/cluster.md", "cluster", [*told("cluster"), *lines])


def atlas_rows(game, key):
    """The rows of a table of the atlas, by their first column."""
    text = (ROOT / f"atlas/{game}.tsv").read_text().splitlines()
    return {r[key]: r for r in csv.DictReader([l for l in text if not l.startswith("#")], delimiter="\t", quoting=csv.QUOTE_NONE)}


def growth():
    """How proofs and times grow with the position, from the atlas. Games of a few facts say nothing."""
    number = lambda text: float(text) if text not in ("-", "") else 0
    rows = {n: r for n, r in atlas_rows("sprouts", "spots").items() if number(r["facts"]) >= 10}
    column = lambda name: {n: number(r[name]) for n, r in rows.items()}
    plot("sprouts-sizes", "n-spot Sprouts: facts in a proof", "facts", list(rows), [("grundy", column("facts")), ("paper", column("paper_size")), ("Glop", column("glop_smallest"))])
    plot("sprouts-growth", "n-spot Sprouts: CPU seconds to solve", "s", list(rows), [("grundy", column("solve_cpu_s"))])
    rows = {b: r for b, r in atlas_rows("cram", "board").items() if number(r["facts"]) >= 10}
    plot("cram-sizes", "Cram: facts in a proof", "facts", list(rows), [("grundy", {b: number(r["facts"]) for b, r in rows.items()})], connect=False)


def certificates():
    """Sizes of proofs from the atlas, and the times of the checkers where bench/checkers.sh has measured them."""
    page = "docs/certificates.md"
    for game, key in (("sprouts", "spots"), ("cram", "board")):
        atlas = atlas_rows(game, key)
        measured = (ROOT / "bench/data/checkers.tsv").exists()
        times = {r["position"]: r for r in read("checkers")[1] if r["game"] == game} if measured else {}
        heads = [key, "facts"] + (["paper", "Glop"] if game == "sprouts" else []) + ["bytes"]
        # Only checkers that were measured have a column.
        checkers = [c for c in ("grundy", "python", "verified") if any(t[c] != "-" for t in times.values())]
        heads += [{"grundy": "Rust", "python": "Python"}.get(checker, checker) + ", s" for checker in checkers]
        lines = [f"| {' | '.join(heads)} |", "|" + "---:|" * len(heads)]
        for position, row in atlas.items():
            if row["facts"] == "-" or int(row["facts"]) < 10:
                continue
            checked = times.get(position, {})
            cells = [position, row["facts"]] + ([row["paper_size"], row["glop_smallest"]] if game == "sprouts" else [])
            cells += [row["bytes"]] + [checked.get(checker, "-") for checker in checkers]
            lines.append(f"| {' | '.join(cells)} |")
        # Which measurement the seconds are from.
        renew(page, f"{game}-certificates", (told("checkers") if measured else []) + lines)


main()
