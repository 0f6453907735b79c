"""The module against the command line, on random positions of games of the library, and what is special to Python."""
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import threading
import time

import numpy
import pytest

import bouton

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BOUTON_PROGRAM", str(ROOT / "build/release/bouton"))

GAMES = [("nim", {}, 3), ("wythoff", {}, 2), ("kayles", {}, 1), ("josephus-nim", {}, 2), ("maximum-nim", {"k": 3}, 1),
         ("subtraction", {"moves": {2, 5, 7}}, 1), ("podium-nim", {"players": 3}, 3), ("turn-nim", {"f": "k^2"}, 2), ("two-weights", {}, 2)]


def program(*words):
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, env={**os.environ, "BOUTON_HOME": str(ROOT)})
    assert done.returncode == 0, done.stderr
    return done.stdout


def words_of(arguments):
    return [f"{key}={bouton._argument(value)}" for key, value in arguments.items()]


@pytest.mark.parametrize("name, arguments, coordinates", GAMES)
def test_values_are_those_of_the_program(name, arguments, coordinates):
    choose = random.Random(name)
    game = bouton.game(name, **arguments)
    positions = [tuple(choose.randrange(40) for _ in range(coordinates)) for _ in range(30)]
    told = subprocess.run([PROGRAM, "value", name, *words_of(arguments), "-"], input="\n".join(" ".join(map(str, p)) for p in positions),
                          capture_output=True, text=True, env={**os.environ, "BOUTON_HOME": str(ROOT)})
    assert [game.value(*p) for p in positions] == [int(line) for line in told.stdout.split()]


@pytest.mark.parametrize("name, arguments, coordinates", GAMES)
def test_tables_and_single_values_agree(name, arguments, coordinates):
    game = bouton.game(name, **arguments)
    table = game.values([9] * coordinates)
    assert table.shape == (10,) * coordinates and not table.flags.writeable and table.base is not None
    none = numpy.iinfo(table.dtype).max  # no position: turns begin at 1
    rows = numpy.array([position for position in numpy.ndindex(*table.shape) if table[position] != none])
    assert len(rows) >= table.size - table.shape[0]
    for position in rows:
        assert table[tuple(position)] == game.value(*position)
    assert (game.values_at(rows) == table[tuple(rows.T)]).all()


def test_moves():
    for position in [(3, 4, 5), (0, 0, 1), (7, 1, 1)]:
        told = json.loads(program("moves", "nim", *position, "--json"))
        found = bouton.game("nim").moves(*position)
        assert len(found) == len(told["moves"])
        assert {m.to for m in found if m.wins} == {tuple(m["to"][0]) if isinstance(m["to"][0], list) else tuple(m["to"])
                                                   for m in told["moves"] if m.get("wins") or m.get("best")}
    halves = bouton.game("kayles").moves(3)
    assert ((1,), (1,)) in [m.to for m in halves]
    assert bouton.game("nim").winning_move(10**40, 10**40 + 3).to == (10**40, 10**40)
    assert bouton.game("nim").winning_move(5, 5) is None


def test_integers_of_any_size():
    game = bouton.game("maximum-nim", k=2)
    assert game.value(2**2000 - 1) == game.value("2^2000 - 1") == game.value(numpy.int64(7))
    assert isinstance(game.value(3**500), int)
    assert bouton.game("kayles").explain(10**30)[1] == "proved"


def test_periods_and_p_positions():
    period = bouton.game("kayles").period()
    assert (period.preperiod, period.period, period.proved) == (71, 12, True)
    pairs = bouton.game("wythoff").p_positions((8, 8))
    assert pairs == [(0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (7, 4)]
    assert bouton.game("wythoff").outcome(3, 5) == "P" and bouton.game("wythoff").outcome(3, 4) == "N"


def test_text_claims_proofs():
    text = """game twins (a, b)
  move (a - t, b) for 1 <= t <= a
  move (a, b - t) for 1 <= t <= b
theorem "equal": { outcome = P } = { (n, n) for n >= 0 }  to 20
claim "wrong": { outcome = P } = { (0, 0) }  to 20
"""
    checked = bouton.check(text)
    assert [c.verdict for c in checked] == ["holds", "refuted"] and checked[1].counterexample == {"a": "1", "b": "1"}
    proved = bouton.prove(text)
    assert [c.verdict for c in proved] == ["proved", "refuted"]
    assert bouton.game(text=text).value(4, 6) == 2
    assert "equal" in checked._repr_html_()


def test_files(tmp_path):
    file = tmp_path / "mine.bouton"
    file.write_text('game mine (x)\n  move (x - t) for 1 <= t <= 2\ntheorem "a" for x >= 0: grundy(x) = x mod 3  to 30\n')
    assert bouton.game(str(file)).value(7) == 1
    assert [c.verdict for c in bouton.check(file)] == ["holds"]
    assert [c.verdict for c in bouton.prove(file)] == ["proved"]


def test_discover():
    laws = bouton.discover(bouton.game(text="game three (x)  move (x - t) for 1 <= t <= 3"))
    assert laws and laws[0].verdict == "proved"


def test_pictures(tmp_path):
    picture = bouton.game("wythoff").picture((20, 20))
    assert picture._repr_svg_().startswith("<svg")
    for ending, start in ((".png", b"\x89PNG"), (".pdf", b"%PDF"), (".svg", b"<")):
        picture.save(tmp_path / ("p" + ending))
        assert (tmp_path / ("p" + ending)).read_bytes().startswith(start)
    with pytest.raises(bouton.InputError):
        picture.save(tmp_path / "p.gif")


@pytest.mark.parametrize("wrong", [
    lambda: bouton.game("no-such-game"), lambda: bouton.game(), lambda: bouton.game("nim").value(-1), lambda: bouton.game("nim").value("x"),
    lambda: bouton.game("maximum-nim", k="?"), lambda: bouton.game(text="game"), lambda: bouton.game("wythoff").value(1),
    lambda: bouton.game("wythoff").values((-1, 3)), lambda: bouton.game("wythoff").values("ab"), lambda: bouton.game("nim", seconds=-1),
    lambda: bouton.game("nim", seconds=float("nan")), lambda: bouton.check("/no/such/file.bouton"),
    lambda: bouton.game("wythoff").values_at([[-1, 2]]), lambda: bouton.game("wythoff").discover("colours"),
])
def test_bad_input(wrong):
    with pytest.raises(bouton.InputError):
        wrong()


@pytest.mark.parametrize("wrong", [lambda: bouton.game("nim").value(1.5), lambda: bouton.game("nim").value(None), lambda: bouton.game(text=7)])
def test_wrong_types(wrong):
    with pytest.raises(TypeError):
        wrong()


def test_errors_have_a_place():
    with pytest.raises(bouton.InputError) as caught:
        bouton.game(text="game g (x)\n  move (x - t) for 1 <= t <= 2x\n")
    assert (caught.value.line, caught.value.column) == (2, 30)


def test_limits():
    with pytest.raises(bouton.LimitError):
        bouton.game("wythoff", seconds=0.05).values((6000, 6000))
    with pytest.raises(bouton.LimitError):
        bouton.game("wythoff", memory=1 << 20).values((20000, 20000))


def test_ctrl_c():
    game = bouton.game("grundys-game")
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        game.values(3000000)
    assert time.monotonic() - start < 30
    assert game.value(10) == 0  # it can be asked again
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_threads_run_beside_each_other():
    """While one thread computes, others run: the lock is released."""
    ticks, done = [0], threading.Event()

    def tick():
        while not done.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    clock = threading.Thread(target=tick)
    clock.start()
    try:
        bouton.game("grundys-game").values(60000)
    finally:
        done.set()
        clock.join()
    assert ticks[0] > 3


def test_several_threads_ask_one_game():
    game, wrong = bouton.game("wythoff"), []

    def ask(seed):
        choose = random.Random(seed)
        for _ in range(200):
            x, y = choose.randrange(60), choose.randrange(60)
            if (game.value(x, y) == 0) != (game.outcome(x, y) == "P"):
                wrong.append((x, y))

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_arrays_outlive_games():
    import gc

    arrays = [bouton.game("nim").values((50, 50)) for _ in range(50)]
    gc.collect()
    for array in arrays:
        assert array[3, 5] == 6


def test_progress_is_told():
    told = []
    game = bouton.game("grundys-game", progress=told.append)
    try:
        bouton.game("grundys-game", progress=told.append, seconds=3).values(2000000)
    except bouton.LimitError:
        pass
    assert told and all(isinstance(text, str) for text in told)
    assert game.value(5) == 2


def test_documentation_of_the_module():
    import doctest

    failed, run = doctest.testmod(bouton)
    assert run > 5 and failed == 0
    for name in bouton.__all__:
        assert getattr(bouton, name).__doc__, name
    guide = re.sub(r"^```.*$", "", (ROOT / "docs/python.md").read_text(), flags=re.M)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(doctest.DocTestParser().get_doctest(guide, {}, "docs/python.md", None, 0))
    assert runner.tries > 10 and runner.failures == 0


def test_types_are_told_and_agree():
    """mypy accepts the module, and its stub names what the extension has, no more and no less."""
    import ast

    subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, str(ROOT / "python/bouton")], check=True)
    stub = {node.name: node for node in ast.parse((ROOT / "python/bouton/_bouton.pyi").read_text()).body if hasattr(node, "name")}
    module = bouton._bouton
    assert set(stub) == {name for name in dir(module) if not name.startswith("_")}
    for name in ("Game", "Period"):
        public = {name for name in dir(getattr(module, name)) if not name.startswith("_")}
        assert {node.name for node in stub[name].body} == public


def test_many_positions_at_once():
    """Where a table would be far larger than what is asked for, positions are asked one by one."""
    rows = numpy.array([[10**9, 3], [4, 10**9], [2, 1]])
    assert list(bouton.game("nim").values_at(rows)) == [10**9 ^ 3, 4 ^ 10**9, 3]
