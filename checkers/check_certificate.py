#!/usr/bin/env python3
"""Checks grundy certificates and .spr databases: a second checker, written from FORMATS.md alone, standard library only.

    python3 check_certificate.py [--jobs N] FILE...

Prints one line for each file: VERIFIED and the claim, REFUSED or UNREADABLE with the line and the reason.
--jobs N: the number of processes for the facts of a file; each fact can be checked by itself once all are read.
Exit code 0 if all files are verified, 1 if one was refused, 2 if one was unreadable.
"""

import multiprocessing
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import combinations, product

MAX_NUMBER = 2**32 - 1
MAX_LINE = 65536
MAX_READING = 2 * 10**7  # steps for reading a position
OPTION = 20  # the steps that an option takes besides those of its game


def line_bound(size):
    """The most steps for checking a line of that many bytes: a fifth of what the checker in Rust may take."""
    return 10**8 + 2 * 10**4 * size


def file_bound(size):
    """The most steps for reading and checking a file of that many bytes."""
    return 2 * 10**8 + 2 * 10**5 * size


TOO_MUCH_FILE = "up to this line, the file takes too much work for its size"


class Unreadable(Exception):
    """A text that is no certificate, game or position."""


class Refused(Exception):
    """A line that does not follow."""


class TooMuch(Refused):
    """A line that takes more work than its size allows."""


class Work:
    """Counts steps. A step is roughly one look at a spot, a cell, an edge, a heap or a digit."""

    budget = left = 0

    @classmethod
    def start(cls, steps):
        cls.budget = cls.left = steps

    @classmethod
    def spent(cls):
        return cls.budget - cls.left

    @classmethod
    def spend(cls, steps):
        cls.left -= steps
        if cls.left < 0:
            raise TooMuch("too large or too symmetric: to check it takes too much work")


def number(text, most=MAX_NUMBER):
    digits = text.lstrip("0") or text[-1:]
    if not (text.isascii() and text.isdigit()) or len(digits) > 10 or int(digits) > most:
        raise Unreadable(f"{text[:60]!r} is not a number of at most {most}")
    return int(digits)


# ---------------------------------------------------------------------------------------------------------------------
# Canonical labelling (used by Cram and Sprouts)


def least_form(count, views, form):
    """The least form(colours) over all ways to give `count` vertices the colours 0, 1, 2, ... by refinement and by breaking
    ties. views(colours) tells of each vertex what it sees, whatever the vertices are called; it is what refines. A form
    describes the whole structure, so equal forms mean isomorphic structures, whatever the views are."""

    def refine(colours):
        # The colour of a vertex is the number of vertices with smaller ones.
        different = len(set(colours))
        while different < count:
            seen = list(zip(colours, views(colours)))
            first = {}
            for place, view in enumerate(sorted(seen)):
                first.setdefault(view, place)
            colours = [first[view] for view in seen]
            if len(first) == different:
                break
            different = len(first)
        return colours

    def tied(colours):
        if len(set(colours)) == count:
            return []
        ordered = sorted(colours)
        shared = next(c for i, c in enumerate(ordered) if c == ordered[i + 1])
        return [v for v, c in enumerate(colours) if c == shared]

    def favour(colours, vertex):
        return refine([c + 1 if c == colours[vertex] and v != vertex else c for v, c in enumerate(colours)])

    def first_form(colours):
        while vertices := tied(colours):
            colours = favour(colours, vertices[0])
        return form(colours)

    def least(colours, first):
        best, seen = first, []
        for i, vertex in enumerate(tied(colours)):
            broken = favour(colours, vertex)
            below = first_form(broken) if i > 0 else first
            if below not in seen:  # an equal form comes from a symmetry, and what is below is the same too
                seen.append(below)
                best = min(best, least(broken, below))
        return best

    colours = refine([0] * count)
    return least(colours, first_form(colours))


# ---------------------------------------------------------------------------------------------------------------------
# Nim and heap games: a component is the size of a heap


class Nim:
    MAX_HEAP = 1 << 24

    def sizes(self, text):
        words = [w for w in text.replace(",", " ").replace("+", " ").split(" ") if w]
        if not words:
            raise Unreadable("no heap at all")
        return [number(w, self.MAX_HEAP) for w in words]

    def parse(self, text):
        return [n for n in self.sizes(text) if n > 0]

    def sketch(self, heap):
        return heap

    def exact(self, heap):
        return heap

    def options(self, heap):
        yield []
        for left in range(1, heap):
            yield [left]

    def theorem(self, name, text):
        if name != "bouton":
            raise Refused(f"nim has no theorem {name[:60]!r}")
        return xor(self.sizes(text))


class Heap(Nim):
    NAMES = {"kayles": "0.77", "dawson-chess": "0.137", "dawson-kayles": "0.07", "treblecross": "0.007", "officers": "0.6"}

    # Which heaps may be left, in increasing order, if these are several.
    SIGNS = {
        "": lambda heaps: True,
        "!": lambda heaps: len(set(heaps)) == len(heaps),
        "?": lambda heaps: heaps[0] != heaps[-1],
        "=": lambda heaps: heaps[0] == heaps[-1],
        "no couple": lambda heaps: sum(heaps) != 2,
    }

    def __init__(self, name):
        # Places, digits and signs, without the digits 0.
        self.places = [(taken, *digit) for taken, digit in enumerate(self.read(name)) if digit[0]]
        self.equal = any(sign == "=" for _, _, sign in self.places)
        # From a heap with 10 objects more than there are places, every digit but 1 allows a move (four heaps that all
        # differ have 10 objects at least), and no digit 1 does. The sign `=` is an exception.
        last = self.places[-1][0] if self.places else 0
        self.known = [self.find_move(n) for n in range(last + 12)]

    def read(self, name):
        """The digits of a game with their signs."""
        if name == "couples-are-forever":
            return [(4, "no couple")]
        name = "4!.0" if name == "grundy" else self.NAMES.get(name, name)
        before, point, after = name.partition(".")
        before = before or "0"
        digits = re.findall(r"([0-9a-vA-V])([!?=]?)", before + after)
        unread = re.sub(r"[0-9a-vA-V][!?=]?", "", before) + re.sub(r"[0-9a-vA-V][!?=]?", "", after)
        if not point or unread or len(before) > 2 or len(before) == 2 and before[1] not in "!?=" or len(digits) > 1001:
            raise Unreadable(f"no game is called {name[:60]!r}")
        digits = [(int(digit, 32), sign) for digit, sign in digits]
        if digits[0][0] & 3:
            raise Unreadable(f"no game is called {name[:60]!r}")
        return digits

    def moves(self, heap):
        for taken, digit, sign in self.places:
            rest = heap - taken
            if rest < 0:
                return
            if digit & 1 and rest == 0:
                yield []
            if digit & 2 and rest > 0:
                yield [rest]
            for heaps in (2, 3, 4):
                if digit >> heaps & 1:
                    yield from filter(self.SIGNS[sign], self.split(rest, heaps, 1, sign))

    def split(self, rest, heaps, smallest, sign):
        """All ways to make heaps of `rest` objects, in increasing order, none smaller than `smallest`."""
        if heaps == 1:
            if rest >= smallest:
                yield [rest]
            return
        if sign == "=":
            if rest > 0 and rest % heaps == 0:
                yield [rest // heaps] * heaps
            return
        for heap in range(smallest, rest // heaps + 1):
            for others in self.split(rest - heap, heaps - 1, heap, sign):
                yield [heap, *others]

    def find_move(self, heap):
        return next(self.moves(heap), None) is not None

    def has_move(self, heap):
        return self.known[heap] if heap < len(self.known) else self.find_move(heap) if self.equal else self.known[-1]

    def with_moves(self, heaps):
        return [n for n in heaps if self.has_move(n)]

    def parse(self, text):
        return self.with_moves(self.sizes(text))

    def options(self, heap):
        return map(self.with_moves, self.moves(heap))

    def theorem(self, name, text):
        raise Refused(f"this game has no theorem {name[:60]!r}")


# ---------------------------------------------------------------------------------------------------------------------
# Cram: a component is a graph, a tuple of the neighbours of cell 0, of cell 1, ...

# A sum of these stands for a set of numbers. Should two sets have the same sum, then cells look alike that are not, which
# costs time and nothing else.
WEIGHTS = [pow(1000003, k, 2**61 - 1) for k in range(1, 1025)]


class Cram:
    MAX_CELLS = 1024
    MAX_BOARDS = 64

    def board(self, text):
        """The edges of one board."""
        limit = self.MAX_CELLS
        edges = []
        if text.startswith("graph(") and text.endswith(")"):
            for word in text[6:-1].split(","):
                u, dash, v = word.partition("-")
                if not dash:
                    raise Unreadable(f"{word[:60]!r} is no edge")
                edges.append((number(u, limit - 1), number(v, limit - 1)))
                if edges[-1][0] == edges[-1][1]:
                    raise Unreadable(f"{word[:60]!r} is no edge")
            return edges
        height, cross, width = text.partition("x")
        walls = set()  # places with a wall on the right
        if cross:
            height, width = number(height, limit), number(width, limit)
            if height * width > limit:
                raise Unreadable("the board is too large")
            rows = ["." * width] * height
        else:
            rows = text.replace("|", "/").split("/")
            for r, row in enumerate(rows):
                rows[r] = row.replace(":", "")
                if any(c not in ".#_:" for c in row) or "::" in row or row[:1] == ":" or row[-1:] == ":":
                    raise Unreadable("a row has a character that is no cell, or a wall between no cells")
                parts = row.split(":")
                walls |= {(r, sum(map(len, parts[: i + 1])) - 1) for i in range(len(parts) - 1)}
        columns = len(rows[0]) if rows else 0
        if not rows or any(len(row) != columns or not row for row in rows):
            raise Unreadable("rows are not of the same length, or empty")
        if len(rows) * columns > limit:
            raise Unreadable("the board is too large")
        cells = {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != "#"}
        for (r, c), cell in cells.items():
            if (r, c) not in walls and (r, c + 1) in cells:
                edges.append((r * columns + c, r * columns + c + 1))
            if cell != "_" and (r + 1, c) in cells:
                edges.append((r * columns + c, (r + 1) * columns + c))
        return edges

    def graph(self, text):
        """The neighbours of every cell that has any."""
        around = {}
        if text.count("+") >= self.MAX_BOARDS:
            raise Unreadable(f"more than {self.MAX_BOARDS} boards")
        for i, board in enumerate(text.split("+")):
            for u, v in self.board(board.strip(" ")):
                around.setdefault((i, u), set()).add((i, v))
                around.setdefault((i, v), set()).add((i, u))
        return {c: frozenset(near) for c, near in around.items()}

    def parse(self, text):
        return self.components(self.graph(text))

    def options(self, component):
        board = {c: frozenset(near) for c, near in enumerate(component)}
        for u, v in ((u, v) for u, near in board.items() for v in near if u < v):
            around = board.copy()
            for c in board[u] | board[v]:
                around[c] -= {u, v}
            del around[u], around[v]
            yield self.components(around)

    def theorem(self, name, text):
        if name != "central-symmetry":
            raise Refused(f"cram has no theorem {name[:60]!r}")
        around, partner = self.graph(text), {}
        if len(around) > self.MAX_CELLS:
            raise Refused(f"that theorem is for at most {self.MAX_CELLS} cells")
        trials = [100_000]

        def pair_off():
            Work.spend(4 * len(around))
            open_cells = [u for u in sorted(around) if u not in partner]
            if not open_cells:
                return True
            u = next((u for u in open_cells if around[u] & partner.keys()), open_cells[0])
            for v in open_cells:
                if v == u or v in around[u] or len(around[u]) != len(around[v]):
                    continue
                if any(partner[w] not in around[v] for w in around[u] if w in partner):
                    continue
                if any(partner[w] not in around[u] for w in around[v] if w in partner):
                    continue
                trials[0] -= 1
                if trials[0] < 0:
                    return False
                partner[u], partner[v] = v, u
                if pair_off():
                    return True
                del partner[u], partner[v]
            return False

        if not pair_off():
            raise Refused("the cells cannot be paired off as that theorem needs it")
        for u, near in around.items():
            v = partner[u]
            assert v != u and v not in near and partner[v] == u and around[v] == {partner[w] for w in near}
        return 0

    def components(self, around):
        """The connected graphs that are left of one, reduced. Changes the graph."""
        while self.reduce(around):
            pass
        return self.split({c: near for c, near in around.items() if near})

    @staticmethod
    def parts(around):
        """The sets of vertices of the connected parts."""
        left = set(around)
        while left:
            part, new = set(), {next(iter(left))}
            while new:
                part |= new
                new = {w for v in new for w in around[v]} - part
            left -= part
            yield part

    def split(self, around):
        """The connected parts of a graph."""
        graphs = []
        for part in self.parts(around):
            names = {cell: i for i, cell in enumerate(sorted(part))}
            graphs.append(tuple([tuple(sorted([names[w] for w in around[v]])) for v in names]))
        return graphs

    @staticmethod
    def reduce(around):
        """Applies the rules in one pass over the cells; says whether it could."""
        Work.spend(len(around))

        def remove(u, v):
            Work.spend((len(around[u]) + len(around[v])) // 8)
            around[u] -= {v}
            around[v] -= {u}

        between, changed = {}, False
        for c, near in around.items():
            if len(near) == 2:
                b = between.pop(near, None)
                if b is None or around[b] != near:
                    between[near] = c
                else:
                    a, d = near
                    remove(b, d)
                    remove(c, a)
                    changed = True
        if changed:
            return True
        leaves = {}
        for near in around.values():
            if len(near) == 1:
                for n in near:
                    leaves[n] = leaves.get(n, 0) + 1
        for c in {c for n in leaves for c in around[n]}:
            near = around[c]
            own = len(near) == 1  # a leaf does not count for itself
            if near and all([leaves.get(n, 0) > own for n in near]):
                for n in near:
                    remove(c, n)
                    leaves[n] -= own
                changed = True
        return changed

    @staticmethod
    @lru_cache(maxsize=1 << 18)
    def sketch(component):
        """How many neighbours the neighbours of each cell have."""
        weight = [WEIGHTS[len(near)] for near in component]
        return tuple(sorted([sum([weight[w] for w in near]) for near in component]))

    @staticmethod
    @lru_cache(maxsize=1 << 18)
    def exact(component):
        count = len(component)
        work = sum(4 + len(near) for near in component)

        def views(colours):
            Work.spend(work)
            weight = [WEIGHTS[colour] for colour in colours]
            return [sum([weight[w] for w in near]) for near in component]

        def form(colours):
            cells = sorted(range(count), key=colours.__getitem__)
            return tuple([tuple(sorted([colours[w] for w in component[v]])) for v in cells])

        return least_form(count, views, form)


# ---------------------------------------------------------------------------------------------------------------------
# Games on any graph. In Node-Kayles, Arc-Kayles and Grim a component is as in Cram; in the domination game it is a pair: for every vertex
# whether it is dominated, and the graph as in Cram.


class ArcKayles(Cram):
    MAX_EDGES = 6000
    marked = False

    def read(self, text):
        """The neighbours of every vertex, and the dominated vertices."""
        around, marks = {}, set()
        for i, part in enumerate(text.split("+")):
            part = part.strip(" ")
            if not (part.startswith("graph(") and part.endswith(")")):
                raise Unreadable(f"expected graph(...), found {part[:60]!r}")
            edges = set()
            for entry in part[6:-1].split(",") if part != "graph()" else []:
                u, dash, v = entry.partition("-")
                if not dash and self.marked and u.endswith("*"):
                    u = u[:-1]
                    marks.add((i, number(u, self.MAX_CELLS - 1)))
                ends = [(i, number(w, self.MAX_CELLS - 1)) for w in ([u, v] if dash else [u])]
                for end in ends:
                    around.setdefault(end, set())
                if dash:
                    if ends[0] == ends[1] or frozenset(ends) in edges:
                        raise Unreadable(f"{entry[:60]!r} joins a vertex to itself, or occurs twice")
                    edges.add(frozenset(ends))
                    around[ends[0]].add(ends[1])
                    around[ends[1]].add(ends[0])
            if len(edges) > self.MAX_EDGES:
                raise Unreadable(f"more than {self.MAX_EDGES} edges")
        return {v: frozenset(near) for v, near in around.items()}, marks

    def graph(self, text):
        return self.read(text)[0]

    def theorem(self, name, text):
        raise Refused(f"this game has no theorem {name[:60]!r}")


class NodeKayles(ArcKayles):
    def options(self, component):
        for v, near in enumerate(component):
            Work.spend(len(component))
            gone = {v, *near}
            yield self.components({w: frozenset(component[w]) - gone for w in range(len(component)) if w not in gone})

    def components(self, around):
        # Of neighbours with the same closed neighbourhood one is enough.
        closed = {}
        for v, near in around.items():
            Work.spend(1 + len(near))
            closed.setdefault(near | {v}, v)
        kept = set(closed.values())
        return self.split({v: around[v] & kept for v in kept})


class Grim(ArcKayles):
    def options(self, component):
        for v, near in enumerate(component):
            Work.spend(len(component))
            if near:
                yield self.components({w: frozenset(component[w]) - {v} for w in range(len(component)) if w != v})

    def components(self, around):
        # A vertex without neighbours can never be chosen.
        Work.spend(len(around))
        return self.split({v: near for v, near in around.items() if near})


class Domination(ArcKayles):
    marked = True

    def parse(self, text):
        return self.components(*self.read(text))

    def options(self, component):
        marks, graph = component
        around = {v: frozenset(near) for v, near in enumerate(graph)}
        before = {v for v in around if marks[v]}
        for v in around:
            after = before | {v} | around[v]
            if after != before:
                yield self.components(around, after)

    def components(self, around, marks):
        Work.spend(sum(1 + len(near) for near in around.values()))
        around = {v: near - marks if v in marks else near for v, near in around.items()}
        kept, traces = set(), set()
        for v in sorted(around, key=lambda v: v in marks):  # those that are not dominated come first
            trace = (around[v] | {v}) - marks
            if v not in marks or trace and trace not in traces:
                kept.add(v)
                traces.add(trace)
        around = {v: around[v] & kept for v in kept}
        parts = []
        for part in self.parts(around):
            names = {v: i for i, v in enumerate(sorted(part))}
            graph = tuple([tuple(sorted([names[w] for w in around[v]])) for v in names])
            parts.append((tuple([v in marks for v in names]), graph))
        return parts

    @staticmethod
    def sketch(component):
        marks, graph = component
        return tuple(sorted((marks[v], len(near), sum(marks[w] for w in near)) for v, near in enumerate(graph)))

    @staticmethod
    @lru_cache(maxsize=1 << 18)
    def exact(component):
        marks, graph = component
        work = sum(4 + len(near) for near in graph)

        def views(colours):
            Work.spend(work)
            return [(marks[v], sum(WEIGHTS[colours[w]] for w in near)) for v, near in enumerate(graph)]

        def form(colours):
            order = sorted(range(len(graph)), key=colours.__getitem__)
            return tuple(marks[v] for v in order), tuple(tuple(sorted(colours[w] for w in graph[v])) for v in order)

        return least_form(len(graph), views, form)


# ---------------------------------------------------------------------------------------------------------------------
# Sprouts: a component is a tuple of regions; a region is a tuple of boundaries; a boundary is a tuple of spots. A spot is a
# number, which stays the same wherever the boundary starts:
#   0, 1, 2  it occurs once, and so many of its lives are gone
#   2 + d    it occurs on this boundary a second time, d places further on, cyclically
#   -1 - k   it is the k-th of the letters that occur in two regions


@lru_cache(maxsize=1 << 18)
def mirrored(word):
    """The boundary read backwards."""
    return tuple(t if t <= 2 else len(word) + 4 - t for t in reversed(word))


@lru_cache(maxsize=1 << 18)
def least_start(word):
    """The boundary from the start that makes it least."""
    Work.spend(len(word) ** 2 * (1 + len(word) // 4))
    return min(word[i:] + word[:i] for i in range(len(word)))


@lru_cache(maxsize=1 << 18)
def look(region):
    """What is left of a region if all letters are one: the same for equal regions."""
    alike = [tuple(max(t, -1) for t in word) for word in region]
    return tuple(sorted(min(least_start(word), least_start(mirrored(word))) for word in alike))


class Sprouts:
    MAX_SPOTS = 1000
    MAX_WAYS = 1 << 20

    def lands(self, text):
        """Lands as (lives, regions), spots being indices into lives."""
        lands = [self.land(land.strip(" ")) for land in text.split("+") if land.strip(" ") != "!"]
        if sum(len(lives) for lives, _ in lands) > self.MAX_SPOTS:
            raise Unreadable("too many spots")
        return lands

    def land(self, text):
        lives, regions, upper = [], [], {}

        def new(count):
            lives.append(count)
            if len(lives) > self.MAX_SPOTS:
                raise Unreadable("too many spots")
            return len(lives) - 1

        def boundary(text, place):
            word, lower, i = [], {}, 0
            while i < len(text):
                c = text[i]
                end = i + 1
                name = c
                if text[i : i + 2] in ("Z(", "n(", "z(", "m("):
                    end = text.find(")", i) + 1
                    if end == 0:
                        raise Unreadable("a ( without )")
                    name = ("n" if c in "Zn" else "m", number(text[i + 2 : end - 1]))
                i = end
                if name in ("0", "1", "2"):
                    word.append(new(3 - int(name)))
                elif "A" <= c <= "Z" or name[0] == "n" and name != "n":
                    if name not in upper:
                        upper[name] = (new(1), [])
                    word.append(upper[name][0])
                    upper[name][1].append(place)
                elif "a" <= c <= "z":
                    if name not in lower:
                        lower[name] = new(1)
                    word.append(lower[name])
                else:
                    raise Unreadable(f"{c!r} is no spot")
            if not word:
                raise Unreadable("a boundary without spots")
            if len(word) > 1 and any(lives[spot] == 3 for spot in word):
                raise Unreadable("a spot 0 stands alone")
            if any(word.count(spot) != 2 for spot in lower.values()):
                raise Unreadable("a lower-case letter does not occur twice on its boundary")
            return word

        for r, region in enumerate(text.split("|")):
            boundaries, ways = [], 1
            for word in region.split("."):
                if word.startswith("0*"):
                    count = number(word[2:], self.MAX_SPOTS)
                    ways *= count + 1
                    boundaries += [[new(3)] for _ in range(count)]
                else:
                    ways *= 2
                    boundaries.append(boundary(word, r))
                if ways > self.MAX_WAYS:
                    raise Unreadable("too many boundaries in a region")
            regions.append(boundaries)
        for _, places in upper.values():
            if len(places) != 2 or places[0] == places[1]:
                raise Unreadable("an upper-case letter does not occur once in each of two regions")
        return lives, regions

    def parse(self, text):
        return [form for lives, regions in self.lands(text) for form in self.components(lives, regions)]

    def options(self, component):
        lives, regions, letters = [], [], {}

        def new(count):
            lives.append(count)
            return len(lives) - 1

        for region in component:
            boundaries = []
            for word in region:
                here = []
                for i, t in enumerate(word):
                    twin = (i + t - 2) % len(word)
                    if t < 0:
                        here.append(letters[t] if t in letters else letters.setdefault(t, new(1)))
                    elif t > 2 and twin < i:
                        here.append(here[twin])
                    else:
                        here.append(new(3 - t if t <= 2 else 1))
                boundaries.append(here)
            regions.append(boundaries)
        for moved in self.moves(lives, regions):
            yield self.components(*moved)

    def moves(self, lives, regions):
        new = len(lives)

        def joined(x, y):
            after = lives + [1]
            after[x] -= 1
            after[y] -= 1
            return after

        shared = self.shared(regions)
        for r, region in enumerate(regions):
            rest = regions[:r] + regions[r + 1 :]
            # Boundaries with the same word and no letter of another region are copies: how many go where is all that counts,
            # and a move is tried with one copy (or two) only.
            kinds = []
            for b, word in enumerate(region):
                own = not shared.intersection(word)
                kinds.append((least_start(self.written(lives, word, {})),) if own else b)
            for b, word in enumerate(region):
                if kinds[b] in kinds[:b]:
                    continue
                copies = {}
                for c, other in enumerate(region):
                    if c != b:
                        copies.setdefault(kinds[c], []).append(other)
                groups = list(copies.values())
                deals = list(product(*(range(len(group) + 1) for group in groups)))
                for i, x in enumerate(word):
                    for j in range(i, len(word)):
                        y = word[j]
                        if (i == j and lives[x] < 2) or (i != j and x == y):
                            continue
                        one, two = word[i : j + 1] + [new], word[j:] + word[: i + 1] + [new]
                        if i == j:
                            two = word[i:] + word[:i] + [new]
                        for deal in deals:
                            left = [w for group, n in zip(groups, deal) for w in group[:n]]
                            right = [w for group, n in zip(groups, deal) for w in group[n:]]
                            yield joined(x, y), rest + [left + [one], right + [two]]
            seen = set()
            for b, c in combinations(range(len(region)), 2):
                if (kinds[b], kinds[c]) in seen:
                    continue
                seen.add((kinds[b], kinds[c]))
                others = [word for d, word in enumerate(region) if d not in (b, c)]
                for i, x in enumerate(region[b]):
                    for j, y in enumerate(region[c]):
                        word = []
                        for part, k in ((region[b], i), (region[c], j)):
                            word += part[k:] + (part[: k + 1] if len(part) > 1 else []) + [new]
                        yield joined(x, y), rest + [others + [word]]

    @staticmethod
    def shared(regions):
        """The spots that occur in two regions."""
        seen, twice = set(), set()
        for region in regions:
            spots = {spot for word in region for spot in word}
            twice |= spots & seen
            seen |= spots
        return twice

    def components(self, lives, regions):
        """The lands that are left of one, reduced. Changes the lives."""
        places = sum(len(word) for region in regions for word in region)
        Work.spend(10 * places + places * places // 8)
        lands = []  # (spots, spots that occur in two regions, regions)
        for region in regions:
            # Rules 1 to 3. Once is enough: they take no lives away, and dropping a region changes no other one.
            words, spots = [], set()
            for word in region:
                word = [spot for spot in word if lives[spot] > 0]
                if len(word) > 1:
                    word = [spot for i, spot in enumerate(word) if spot != word[i - 1]] or word[:1]
                if word:
                    words.append(word)
                    spots.update(word)
            if sum([lives[spot] for spot in spots]) < 2:
                continue
            # Rule 4: join it with the lands it has a spot in common with.
            shared, joined, apart = set(), [words], []
            for land in lands:
                if land[0].isdisjoint(spots):
                    apart.append(land)
                else:
                    shared |= land[1] | (land[0] & spots)
                    joined += land[2]
                    spots = spots | land[0]
            lands = apart + [(spots, shared, joined)]
        return [self.simplified(lives, regions, shared) for _, shared, regions in lands]

    def simplified(self, lives, regions, shared):
        """A land, reduced by rules 5 and 6, as a component."""
        after = []
        for region in regions:
            for i, word in enumerate(region):
                if len(word) == 2 and all(lives[spot] == 1 and spot not in shared for spot in word):
                    region[i] = word[:1]
                    lives[word[0]] = 2
            spots = {spot for word in region for spot in word}
            if sum([lives[spot] for spot in spots]) <= 3:
                single = [spot for spot in spots if lives[spot] == 1 and spot not in shared]
                if len(single) >= 2:
                    lives[single[0]] = 2
                    spots.discard(single[1])
                region = [[spot] for spot in spots]
            after.append(region)
        letters = {spot: k for k, spot in enumerate(shared)}
        return tuple([tuple([self.written(lives, word, letters) for word in region]) for region in after])

    @staticmethod
    def written(lives, word, letters):
        spots = [-1 - letters[spot] if spot in letters else 3 - lives[spot] for spot in word]
        if len(set(word)) < len(word):
            for i, spot in enumerate(word):
                if word.count(spot) == 2:
                    twin = word.index(spot) if word.index(spot) != i else word.index(spot, i + 1)
                    spots[i] = 2 + (twin - i) % len(word)
        return tuple(spots)

    @staticmethod
    def sketch(component):
        return tuple(sorted(map(look, component)))

    @staticmethod
    @lru_cache(maxsize=1 << 20)
    def exact(component):
        regions = [[(word, mirrored(word)) for word in region] for region in component]
        count = len({t for region in component for word in region for t in word if t < 0})
        places = sum(len(word) for region in component for word in region)

        def named(word, colours):
            return tuple([t if t >= 0 else -1 - colours[-1 - t] for t in word])

        def best(region, colours):
            return min(tuple(sorted([least_start(named(word[side], colours)) for word in region])) for side in (0, 1))

        def form(colours):
            return tuple(sorted([best(region, colours) for region in regions]))

        def views(colours):
            """What can be seen from a letter: the regions it is in, and the boundaries as they look from there."""
            Work.spend(10 * places)
            seen = [[] for _ in range(count)]
            for region in regions:
                whole = best(region, colours)
                for word, back in region:
                    one, two = named(word, colours), named(back, colours)
                    for i, t in enumerate(word):
                        if t < 0:
                            j = len(word) - 1 - i
                            seen[-1 - t].append((whole, min(one[i:] + one[:i], two[j:] + two[:j])))
            return [tuple(sorted(places)) for places in seen]

        return least_form(count, views, form)

    def theorem(self, name, text):
        raise Refused(f"this game has no theorem {name[:60]!r}")

    @staticmethod
    def lives(component):
        spots = [t for region in component for word in region for t in word]
        letters = len({t for t in spots if t < 0})
        return letters + sum(3 - t for t in spots if 0 <= t <= 2) + sum(1 for t in spots if t > 2) // 2


def game(name):
    games = {"nim": Nim, "cram": Cram, "sprouts": Sprouts}
    games |= {"node-kayles": NodeKayles, "arc-kayles": ArcKayles, "domination": Domination, "grim": Grim}
    return games[name]() if name in games else Heap(name.removeprefix("heap "))


# ---------------------------------------------------------------------------------------------------------------------
# What a proof is


def xor(values):
    total = 0
    for value in values:
        total ^= value
    return total


class Facts:
    """Facts on components: component -> (nimber, rank).

    Rules give components in any of their forms, because the exact one is expensive. Equal components have the same exact form
    and the same sketch, which is cheap. Most components have a sketch that no fact has; for those no exact form is computed."""

    def __init__(self, rules):
        self.rules = rules
        self.known = {}
        self.sketches = set()
        self.replies = {}

    def add(self, component, nimber, rank):
        self.known[component] = (nimber, rank)
        self.sketches.add(self.rules.sketch(component))

    def uncancelled(self, components):
        """The exact forms of the components, equal pairs cancelled."""
        left = set()
        for component in components:
            left ^= {self.rules.exact(component)}
        return left

    def evaluate(self, components, below):
        """The XOR of the components with facts below that rank, and the others, pairs cancelled."""
        total, unknown = 0, []
        Work.spend(OPTION)
        for component in self.uncancelled(components):
            nimber, rank = self.known.get(component, (0, below))
            if rank < below:
                total ^= nimber
            else:
                unknown.append(component)
        return total, unknown

    def nimber(self, components, below):
        total, unknown = self.evaluate(components, below)
        return None if unknown else total

    def value(self, components):
        """The nimber of a sum, and the rank from which it can be known; None if there are no facts for it."""
        Work.spend(OPTION)
        sketches = [self.rules.sketch(component) for component in components]
        if any(sketch not in self.sketches and sketches.count(sketch) == 1 for sketch in sketches):
            return None
        facts = [self.known.get(component) for component in self.uncancelled(components)]
        if None in facts:
            return None
        return xor(nimber for nimber, _ in facts), max((rank for _, rank in facts), default=-1)

    def has_option(self, component, value, below):
        """Whether an option is known from facts below that rank and has that nimber. Only to be asked when all facts are there,
        since it keeps what it has seen: for each nimber the least rank, and the options that it has not looked at."""
        if component not in self.replies:
            if len(self.replies) == 1 << 15:
                self.replies.clear()
            self.replies[component] = ({}, iter(self.rules.options(component)))
        found, options = self.replies[component]
        while found.get(value, below) >= below:
            option = next(options, None)
            if option is None:
                return False
            known = self.value(option)
            if known is not None:
                nimber, rank = known
                found[nimber] = min(rank, found.get(nimber, rank))
        return True

    def follows(self, component, g, below):
        smaller = set()
        for option in self.rules.options(component):
            total, unknown = self.evaluate(option, below)
            if not unknown:
                if total == g:
                    raise Refused(f"an option has nimber {g}: {option}")
                if total < g:
                    smaller.add(total)
            elif len(unknown) > 1:
                raise Refused(f"several components of an option are unknown: {option}")
            elif not self.has_option(unknown[0], g ^ total, below):
                raise Refused(f"nothing shows that an option has not nimber {g}: {option}")
        if len(smaller) < g:
            raise Refused(f"no option is known for one of the nimbers below {g}")

    def wins(self, components):
        total = self.nimber(components, float("inf"))
        if total is not None:
            return total != 0
        return any(
            self.nimber(components[:i] + components[i + 1 :] + list(option), float("inf")) == 0
            for i, component in enumerate(components)
            for option in self.rules.options(component)
        )


# ---------------------------------------------------------------------------------------------------------------------
# Files


class Lines:
    """The lines of a file; `at` is the number of the last one read."""

    def __init__(self, file):
        self.file, self.at, self.size = file, 0, 0

    def next(self):
        self.at += 1
        line = self.file.readline(MAX_LINE)
        self.size += len(line)
        if not line:
            return None
        if line.endswith(b"\n"):
            line = line[:-1]
        elif len(line) == MAX_LINE:
            raise Unreadable("the line is too long")
        try:
            return line.decode("utf-8")
        except UnicodeDecodeError:
            raise Unreadable("not text (UTF-8)") from None

    def expect(self, what):
        line = self.next()
        if line is None:
            raise Unreadable(f"the file ends where {what} should stand")
        return line


def read_position(rules, text):
    Work.start(MAX_READING)
    try:
        return list(map(rules.exact, rules.parse(text)))
    except TooMuch as reason:
        raise Unreadable(str(reason)) from None


def read_fact(facts, line, at):
    """Takes in a fact line; returns the component that remains to be checked, if there is one. Raises Refused if the line
    contradicts what stands before it."""
    columns = line.split("\t")
    if len(columns) not in (2, 3):
        raise Unreadable("expected NIMBER, tab, POSITION")
    if len(columns) == 3 and not columns[2].startswith("theorem "):
        raise Unreadable("expected 'theorem NAME' in the third column")
    nimber = number(columns[0])
    total, unknown = facts.evaluate(read_position(facts.rules, columns[1]), at)
    if len(columns) == 3:
        value = facts.rules.theorem(columns[2].removeprefix("theorem "), columns[1])
        if value != nimber:
            raise Refused(f"by that theorem the nimber is {value}")
    if not unknown and total != nimber:
        raise Refused(f"by the facts before it, the nimber is {total}")
    if len(unknown) > 1:
        raise Refused("a fact is about one component, and several are new here")
    for component in unknown:
        facts.add(component, nimber ^ total, at)
        return component if len(columns) == 2 else None


def read_claim(rules, line):
    words = line.split(" ", 3)
    if len(words) < 4 or words[0] != "claim":
        raise Unreadable("expected a claim")
    if words[1] == "nimber":
        number(words[2])
    elif words[1] != "outcome" or words[2] not in ("W", "L"):
        raise Unreadable("expected a claim")
    return words[1], words[2], read_position(rules, words[3])


class Checking:
    """How many processes check, and the facts at hand: processes are forked when all facts are read, and find them here."""

    jobs = 1
    facts = None

    @classmethod
    def refusal(cls, job):
        """Why a component does not have the nimber of its fact, or None; and the steps this took."""
        size, component = job
        Work.start(line_bound(size))
        try:
            cls.facts.follows(component, *cls.facts.known[component])
        except Refused as reason:
            return reason, Work.spent()
        return None, Work.spent()

    @classmethod
    def check(cls, facts, to_check, lines, steps):
        """Checks (line, its size, component), and raises Refused at the first that does not follow. Reading took `steps`."""
        cls.facts = facts
        components = [job for _, *job in to_check]
        pool = ProcessPoolExecutor(cls.jobs, multiprocessing.get_context("fork")) if cls.jobs > 1 else None
        # In chunks: neighbours in a file have options in common, and what one process has seen the other has not.
        refusals = pool.map(cls.refusal, components, chunksize=8) if pool else map(cls.refusal, components)
        try:
            for (lines.at, *_), (refusal, took) in zip(to_check, refusals):
                steps += took
                if steps > file_bound(lines.size):
                    raise Refused(TOO_MUCH_FILE)
                if refusal:
                    raise refusal
        finally:
            if pool:
                pool.shutdown(cancel_futures=True)


def check_certificate(lines):
    """The claim, and the number of facts. Raises Unreadable or Refused; lines.at says where."""
    rules = None
    game_line = lines.expect("a game")
    if not game_line.startswith("game "):
        raise Unreadable("expected 'game NAME'")
    rules = game(game_line.removeprefix("game "))
    facts = Facts(rules)
    claim = lines.expect("a claim")
    kind, value, position = read_claim(rules, claim)
    count, to_check, wrong, steps = 0, [], None, Work.spent()
    while True:
        if steps > file_bound(lines.size):
            raise Unreadable(TOO_MUCH_FILE)
        line = lines.expect("a fact or the end")
        if line.startswith("#"):
            continue
        if line.startswith("end "):
            if number(line.removeprefix("end ")) != count:
                raise Unreadable(f"there are {count} facts before it")
            if lines.next() is not None:
                raise Unreadable("nothing may follow the end")
            break
        count += 1
        try:
            component = read_fact(facts, line, lines.at)
            if component is not None:
                to_check.append((lines.at, len(line), component))
        except Refused as refusal:
            wrong = wrong or (lines.at, refusal)
        steps += Work.spent()
    Checking.check(facts, [job for job in to_check if not wrong or job[0] < wrong[0]], lines, steps)
    if wrong:
        lines.at = wrong[0]
        raise wrong[1]
    lines.at = 3
    Work.start(line_bound(len(claim)))
    if kind == "outcome" and value == "W":
        proved = facts.wins(position)
    else:
        proved = facts.nimber(position, float("inf")) == (0 if kind == "outcome" else number(value))
    if not proved:
        raise Refused("the facts do not prove the claim")
    return f"{claim.removeprefix('claim ')} ({len(facts.known)} facts)"


def check_database(lines):
    """A .spr file: every fact must follow from those with fewer lives."""
    rules = Sprouts()
    facts, to_check, sums, steps = Facts(rules), [], [], 0
    while (line := lines.next()) is not None:
        line = line.strip(" \t\r")
        if not line:
            continue
        position, blank, nimber = line.partition(" ")
        if not blank:
            raise Unreadable("expected POSITION, space, NIMBER")
        components, nimber = read_position(rules, position), number(nimber)
        steps += Work.spent()
        if steps > file_bound(lines.size):
            raise Unreadable(TOO_MUCH_FILE)
        if len(components) == 1 and components[0] not in facts.known:
            facts.add(components[0], nimber, rules.lives(components[0]))
            to_check.append((lines.at, len(line), components[0]))
        else:
            sums.append((lines.at, components, nimber))
    Checking.check(facts, to_check, lines, steps)
    for at, components, nimber in sums:
        lines.at = at
        Work.start(MAX_READING)
        if facts.nimber(components, float("inf")) != nimber:
            raise Refused("other lines say something else, or nothing")
    return f"database ({len(facts.known)} facts)"


def check(path):
    """The exit code for one file, after a line about it."""
    try:
        with open(path, "rb") as file:
            lines = Lines(file)
            try:
                first = lines.expect("the first line")
                if first.strip(" \t\r") == "[Positions+Nimber]":
                    verdict = check_database(lines)
                elif first == "grundy certificate 1":
                    verdict = check_certificate(lines)
                else:
                    raise Unreadable("neither a certificate nor a database")
                print(f"VERIFIED {verdict}")
                return 0
            except Refused as reason:
                print(f"REFUSED line {lines.at}: {reason}")
                return 1
            except Unreadable as reason:
                print(f"UNREADABLE line {lines.at}: {reason}")
                return 2
    except OSError as error:
        print(f"UNREADABLE line 0: {error}")
        return 2


def main(arguments):
    if arguments[:1] == ["--jobs"] and arguments[1:2] and arguments[1].isdecimal() and int(arguments[1]) > 0:
        Checking.jobs = int(arguments[1])
        arguments = arguments[2:]
    if not arguments or arguments[0].startswith("--"):
        print(__doc__, file=sys.stderr)
        return 2
    sys.setrecursionlimit(20000)
    return max(map(check, arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
