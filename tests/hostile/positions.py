"""Positions and files that are short to write and hard to work on. Everything is made from a random generator with a seed."""

def graph(edges):
    return "graph(" + ",".join(f"{u}-{v}" for u, v in sorted(edges)) + ")"


def hub(n):
    return graph({(0, v) for v in range(1, n)})


def complete(n):
    return graph({(u, v) for v in range(n) for u in range(v)})


def rook(n):
    cells = [(a, b) for a in range(n) for b in range(n)]
    return graph({(a * n + b, c * n + d) for a, b in cells for c, d in cells if (a, b) < (c, d) and (a == c) != (b == d)})


def paley(p):
    squares = {x * x % p for x in range(1, p)}
    return graph({(u, v) for v in range(p) for u in range(v) if (v - u) % p in squares})


def cubic(n, rng):
    edges = set()
    for _ in range(3):
        order = list(range(n))
        rng.shuffle(order)
        edges |= {(min(u, v), max(u, v)) for u, v in zip(order[::2], order[1::2])}
    return graph(edges)


def noise(n, rng, alphabet):
    return "".join(rng.choice(alphabet) for _ in range(n))


def land(n):
    letter = lambda i, j: f"Z({max(i, j) * n + min(i, j)})"
    return "|".join("".join(letter(i, j) for j in range(n) if j != i) for i in range(n))


def graph_position(rng):
    size = rng.choice([3, 8, 20, 60, 150])
    kind = rng.randrange(6)
    if kind == 0:
        return hub(4 * size)
    if kind == 1:
        return complete(min(size, 60))
    if kind == 2:
        return rook(min(size, 12))
    if kind == 3:
        return paley(rng.choice([5, 13, 29, 37, 61]))
    if kind == 4:
        return cubic(2 * size, rng)
    return noise(size, rng, "graph(),-0123456789+* ")


def position(game, rng):
    size = rng.choice([1, 2, 5, 12, 40, 300, 2000])
    if game == "nim":
        return rng.choice([" ".join(["16777216"] * size), " ".join(str(rng.randrange(2**25)) for _ in range(size)), "0" * size + "7"])
    if game == "sprouts":
        return rng.choice(
            [
                "0*" + str(size),
                "2" * size,
                "a" + "1" * size + "a",
                ".".join("1" + "2" * (i + 1) for i in range(min(size, 28))) + "|2",
                "+".join(["2.2"] * size),
                land(min(size, 40)),
                noise(size, rng, "012.|+AaZz()*!5"),
            ]
        )
    if game in ("cram", "node-kayles", "arc-kayles", "domination", "grim") and rng.random() < 0.7:
        return graph_position(rng)
    if game == "cram":
        return rng.choice([f"{size}x{rng.randrange(40)}", "+".join(["3x3"] * size), noise(size, rng, ".#_:/|+x37")])
    if game in ("node-kayles", "arc-kayles", "domination", "grim"):
        return "+".join(["graph(0-1,1-2,2-3)"] * size)
    return " ".join(str(rng.randrange(1, 20000)) for _ in range(min(size, 40)))


def game_name(rng):
    games = ["nim", "cram", "sprouts", "node-kayles", "arc-kayles", "domination", "grim", "kayles", "0.8", "0.137"]
    return rng.choice(games + ["0." + "0" * 998 + "8", "0." + "7" * 1000, "4." + "f" * 400, noise(9, rng, "0.48fx!-é")])


def certificate(rng):
    """A certificate about a hostile position, or something that only looks like one."""
    game = game_name(rng)
    text = position(game, rng)
    fact = f"{rng.randrange(4)}\t{text}\n"
    claim = rng.choice(["outcome W", "outcome L", f"nimber {rng.randrange(5)}"])
    count = rng.choice([0, 1, 1, 3])
    whole = f"grundy certificate 1\ngame {game}\nclaim {claim} {text}\n{fact * count}end {count}\n".encode()
    kind = rng.randrange(8)
    if kind == 0:
        return rng.randbytes(rng.choice([0, 1, 100, 100_000]))
    if kind == 1:
        return b"grundy certificate 1\ngame cram\nclaim outcome W " + b"#" * 10_000_000
    if kind == 2:
        return f"[Positions+Nimber]\n{text} {rng.randrange(3)}\n".encode()
    if kind == 3:
        at = rng.randrange(len(whole))
        return whole[:at] + rng.randbytes(3) + whole[at:]
    return whole


def facts(rng, honest=False):
    """A file of facts about hostile positions; honest: one of facts that hold."""
    if honest:
        return b"grundy facts 1\ngame cram\n1\t1x2\n2\t1x4\nend 2\n"
    game = game_name(rng)
    lines = [f"{rng.randrange(4)}\t{position(game, rng)}\n" for _ in range(rng.choice([1, 1, 2, 5]))]
    return f"grundy facts 1\ngame {game}\n{''.join(lines)}end {len(lines)}\n".encode()


def table_range(rng):
    """What `grundy table` may be asked for."""
    low, size = rng.randrange(5), rng.choice([3, 40, 900, 70_000, 268_435_455, 2**32 - 1, 10**30])
    family = rng.choice(["grid", "path", "cycle", "complete", "petersen", "grid:"])
    return rng.choice([f"{low}..{size}", f"{size}..{size}", f"{low}..9x{low}..{size}", f"{family} {low}..{size}", noise(9, rng, "0123456789.x:-e ")])
