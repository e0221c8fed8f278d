"""Games written in Python: against mex, with sums, canonical forms, proofs, errors."""

import functools
import random
import threading

import pytest

import grundy
from grundy import Game, Solver, Sum, mex


class Listed(Game[int]):
    """A game given by the list of its options: position n has the options lists[n], each a tuple of smaller positions."""

    def __init__(self, lists):
        self.lists = lists
        self.asked = []

    def options(self, position):
        self.asked.append(position)
        for option in self.lists[position]:
            yield option[0] if len(option) == 1 else Sum(*option)


def random_lists(rng):
    lists = []
    for n in range(rng.randrange(1, 25)):
        option = lambda: tuple(rng.randrange(n) for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3])))
        lists.append([option() for _ in range(rng.randrange(6))] if n else [()] * rng.randrange(2))
    return lists


def plain_mex(lists):
    """The judge, in ten lines."""

    @functools.lru_cache(maxsize=None)
    def nimber(position):
        seen = set()
        for option in lists[position]:
            value = 0
            for part in option:
                value ^= nimber(part)
            seen.add(value)
        return next(n for n in range(len(seen) + 1) if n not in seen)

    return nimber


@pytest.mark.parametrize("search", ["dfpn", "pn", "dfs"])
def test_a_thousand_random_games(search):
    rng = random.Random(f"games {search}")
    for number in range(1000):
        lists = random_lists(rng)
        nimber = plain_mex(lists)
        game = Listed(lists)
        solver = Solver(game, search=search, threads=rng.choice([1, 1, 1, 2, 3]), seed=number)
        positions = rng.sample(range(len(lists)), min(3, len(lists)))
        for position in positions:
            assert solver.outcome(position) == ("W" if nimber(position) else "L"), (lists, position)
            assert solver.nimber(position) == nimber(position), (lists, position)
        value = functools.reduce(lambda a, b: a ^ b, map(nimber, positions))
        assert solver.nimber(Sum(*positions)) == value, (lists, positions)
        assert len(game.asked) == len(set(game.asked)), "the options of a position are asked for once"


@pytest.mark.parametrize("estimate", [lambda n: 1, lambda n: 2 ** (n / 4), lambda n: -n, lambda n: 10**300, lambda n: float("nan")])
def test_estimates_change_nothing_but_the_time(estimate):
    rng = random.Random("estimates")
    for number in range(100):
        lists = random_lists(rng)
        found = Solver(type("Estimated", (Listed,), {"estimate": lambda self, n: estimate(n)})(lists)).nimbers(range(len(lists)))
        assert found == list(map(plain_mex(lists), range(len(lists)))), lists


def test_rules_run_in_one_thread_at_a_time():
    running, seen = [], set()

    class Watched(Seats):
        def options(self, seats):
            running.append(seats)
            seen.add(threading.get_ident())
            found = list(super().options(seats))
            assert running == [seats]
            running.clear()
            return found

    for threads in (1, 3):
        seen.clear()
        assert Solver(Watched(), threads=threads).nimber(60) == grundy.sequence("0.137", 60)[60]
        assert len(seen) == 1


class Subtraction(Game[int]):
    def __init__(self, *taken):
        self.taken = taken

    def options(self, heap):
        return [heap - taken for taken in self.taken if taken <= heap]


class Seats(Game[int]):
    name = "seats"

    def options(self, seats):
        for left in range(seats):
            yield Sum(max(left - 1, 0), max(seats - left - 2, 0))


def test_a_deep_game_needs_no_deep_stack():
    assert Solver(Subtraction(1, 2, 3), search="dfs").nimber(10_003) == 3
    assert Solver(Subtraction(1, 2, 3)).nimber(2003) == 3


def test_sums_and_options():
    solver = Solver(Seats())
    assert [int(n) for n in solver.nimbers(range(12))] == grundy.sequence("0.137", 11).values
    assert solver.nimber(Sum(5, 3, 5)) == solver.nimber(3)
    assert solver.nimber(Sum()) == 0
    options = {option.position: int(option.nimber) for option in solver.options(5)}
    assert options == {Sum(0, 3): 2, Sum(0, 2): 1, Sum(1, 1): 0}
    (move,) = solver.winning_moves(5)
    assert (move.label, move.position) == ("5 -> 1 + 1", Sum(1, 1))
    answer = solver.solve(5, nimber=True)
    assert answer.nimber == 3 and answer.move == move and "seats 5: win, nimber 3" in repr(answer)
    assert solver.solve(4).move is None
    assert mex(options.values()) == 3


def test_canonical_forms_are_used_and_may_split():
    class Grid(Game[frozenset]):
        """Place a domino; a position is the set of free cells."""

        def options(self, cells):
            for row, column in cells:
                for other in ((row + 1, column), (row, column + 1)):
                    if other in cells:
                        yield cells - {(row, column), other}

        def canonical(self, cells):
            return Sum(*map(self.turned, self.islands(cells)))

        def islands(self, cells):
            cells = set(cells)
            while cells:
                island, border = set(), {min(cells)}
                while border:
                    island |= border
                    border = {(r + a, c + b) for r, c in border for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))}
                    border = (border & cells) - island
                cells -= island
                if len(island) > 1:
                    yield island

        def turned(self, island):
            def placed(cells):
                top, left = min(r for r, _ in cells), min(c for _, c in cells)
                return tuple(sorted((r - top, c - left) for r, c in cells))

            turns = [[(r, c), (-r, c), (r, -c), (-r, -c), (c, r), (-c, r), (c, -r), (-c, -r)] for r, c in island]
            return frozenset(min(placed(turn) for turn in zip(*turns)))

    def board(rows, columns):
        return frozenset((r, c) for r in range(rows) for c in range(columns))

    solver, cram = Solver(Grid()), Solver("cram")
    for rows in range(1, 5):
        for columns in range(1, 6):
            assert solver.nimber(board(rows, columns)) == cram.nimber(f"{rows}x{columns}"), (rows, columns)
    certificate = solver.prove(board(3, 4), nimber=True)
    assert certificate.check(Grid()).claim.startswith("nimber 1 ")


def test_proofs_of_own_games():
    solver = Solver(Seats())
    for seats in (1, 5, 9, 14, 23):
        for nimber in (False, True):
            certificate = solver.prove(seats, nimber=nimber)
            verified = certificate.check(Seats())
            assert verified.game == "seats"
            assert verified.claim == f"nimber {solver.nimber(seats)} {seats}" if nimber else verified.claim
    certificate = solver.prove(Sum(7, 9), nimber=True)
    assert certificate.claim == f"nimber {solver.nimber(7) ^ solver.nimber(9)} 7 + 9"
    assert certificate.check(Seats()).facts == certificate.facts
    wrong = grundy.Certificate(certificate.text.replace("claim nimber 2", "claim nimber 5"))
    assert wrong.text != certificate.text
    with pytest.raises(grundy.Refused) as refused:
        wrong.check(Seats())
    assert refused.value.line == 3
    with pytest.raises(grundy.Unreadable, match="seats"):
        certificate.check(Subtraction(1, 2))
    with pytest.raises(grundy.Unreadable):
        certificate.check()


def test_texts_of_own_games():
    class Words(Game[str]):
        def options(self, word):
            return {word[:i] + word[i + 1 :] for i in range(len(word)) if word[i] in "aeiou"}

        def write(self, word):
            return word or "-"

        def parse(self, text):
            return "" if text == "-" else text

    certificate = Solver(Words()).prove("banana", nimber=True)
    assert certificate.claim == "nimber 1 banana"
    assert certificate.check(Words()).claim == certificate.claim

    class Tuples(Game[object]):
        """Values that need quotes and nesting."""

        def options(self, position):
            n, _ = position
            return [(k, frozenset({"a + b", ("\t\n", k)})) for k in range(n)]

    certificate = Solver(Tuples()).prove((3, None), nimber=True)
    assert certificate.check(Tuples()).claim == "nimber 3 (3, None)"


@pytest.mark.parametrize("threads", [1, 3])
def test_an_exception_comes_out_unchanged(threads):
    class Trouble(Exception):
        pass

    trouble = Trouble("on purpose")

    class Fragile(Seats):
        broken = True

        def options(self, seats):
            if seats == 3 and self.broken:
                raise trouble
            return super().options(seats)

    game = Fragile()
    solver = Solver(game, threads=threads)
    with pytest.raises(Trouble) as raised:
        solver.nimber(20)
    assert raised.value is trouble
    assert raised.traceback[-1].name == "options"
    # What was proved before is right, and the solver goes on when the game does.
    game.broken = False
    assert solver.nimber(20) == grundy.sequence("0.137", 20)[20]


def test_what_is_not_a_game_or_a_position():
    with pytest.raises(TypeError, match="grundy.Game"):
        Solver(object())

    class Nothing(Game[int]):
        pass

    with pytest.raises(NotImplementedError, match="Nothing has no method options"):
        Solver(Nothing()).nimber(1)

    class Lists(Game[int]):
        def options(self, n):
            return [[1, 2]]

    with pytest.raises(TypeError, match="unhashable"):
        Solver(Lists()).nimber(1)
    with pytest.raises(TypeError, match="unhashable"):
        Solver(Lists()).nimber([1])

    class Number(Game[int]):
        def options(self, n):
            return n

    with pytest.raises(TypeError, match="not iterable"):
        Solver(Number()).nimber(1)
    with pytest.raises(ValueError, match="store"):
        Solver(Seats(), store="nowhere")

    class Lines(Seats):
        name = "two\nlines"

    with pytest.raises(grundy.ParseError, match="one line"):
        Solver(Lines())


def test_a_game_without_end_is_noticed():
    class Circle(Game[int]):
        def options(self, n):
            return [(n + 1) % 5]

    with pytest.raises(grundy.GameError, match="leads back to itself"):
        Solver(Circle()).nimber(0)

    class Up(Game[int]):
        def options(self, n):
            return [n + 1]

    with pytest.raises(grundy.LimitReached) as limit:
        Solver(Up(), nodes=1000).nimber(0)
    assert limit.value.reason == "nodes"


def test_sequence_of_an_own_game():
    found = grundy.sequence(Seats(), 30)
    assert found.values == grundy.sequence("0.137", 30).values
    assert found.period is None
    assert found.to_bfile(28).splitlines()[0] == f"28 {found[28]}"
