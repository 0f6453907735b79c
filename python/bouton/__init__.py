"""Bouton: from the rules of a Nim-like game to its values, laws and proofs.

>>> import bouton
>>> g = bouton.game("wythoff")
>>> g.value(3, 5)
0
>>> bouton.game("nim").value(10**30, 10**30 + 7)
7
>>> g.values((3, 4))                                  # a NumPy array
array([[0, 1, 2, 3, 4],
       [1, 2, 0, 4, 5],
       [2, 0, 1, 5, 3],
       [3, 4, 5, 6, 2]], dtype=uint8)
>>> mine = bouton.game(text='game mine (x)  move (x - t) for 1 <= t <= 3')
>>> mine.period()
Period(preperiod=0, period=4, saltus=0, proved=True)

Values are Grundy numbers; of several players the place of the one to move. Every question can be stopped with Ctrl-C.
"""

from __future__ import annotations

import math
import operator
import os
import pathlib
import sys
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple, TypeVar, Union

import numpy

from . import _bouton
from .errors import Error, InputError, LimitError

__all__ = ["game", "check", "prove", "discover", "Game", "Move", "Period", "Picture", "Law", "CheckedClaim", "ProvedClaim", "Claims",
           "Error", "InputError", "LimitError"]

Integer = Union[int, str]
Bounds = Union[int, Sequence[int]]
Progress = Optional[Callable[[str], None]]


def _home() -> str:
    """The folder with games/ and papers/: BOUTON_HOME, or the one that was installed with this module."""
    if "BOUTON_HOME" in os.environ:
        return os.environ["BOUTON_HOME"]
    here = pathlib.Path(__file__).resolve()
    for parent in here.parents:
        for place in (parent, parent / "share" / "bouton"):
            if (place / "games").is_dir() and (place / "papers").is_dir():
                return str(place)
    return ""


def _show_progress(text: str) -> None:
    """On a terminal or in a notebook, one line that is written over."""
    notebook = "ipykernel" in sys.modules
    if notebook or sys.stderr.isatty():
        sys.stderr.write("\r" + text[:100].ljust(100) + "\r")
        sys.stderr.flush()


def _options(seconds: float, memory: int, threads: int, progress: Union[bool, Progress]) -> "_bouton.Options":
    if not seconds >= 0 or seconds > 1e9:
        raise InputError(f"seconds is {seconds}; give a number of seconds such as 60, or 0 for no limit")
    if memory < 0 or threads < 0:
        raise InputError("memory (in bytes) and threads are not negative; 0 leaves them to Bouton")
    teller = _show_progress if progress is True else (progress or None)
    return _bouton.Options(float(seconds), memory, threads, teller)


def _bounds(to: Bounds) -> List[int]:
    try:
        return [operator.index(b) for b in (to if isinstance(to, Iterable) else [to])]
    except TypeError:
        raise InputError(f"{to!r} is no bound: give the largest coordinates, as in (100, 100)") from None


def _argument(value: Any) -> str:
    if isinstance(value, (set, frozenset, list, tuple, range)):
        return ",".join(str(v) for v in sorted(value))
    return str(value)


class Move(NamedTuple):
    """A legal move: the position it leads to (a tuple), or, where heaps split, a tuple of several."""

    to: Any
    value: int
    """The value of what is left."""
    wins: bool
    """It wins; of several players: no other move leads to a better place."""


class Period(NamedTuple):
    """value(n + period) = value(n) + saltus for all n >= preperiod, the least such numbers; period 0: none was found."""

    preperiod: int
    period: int
    saltus: int
    proved: bool
    first: Tuple[int, ...] = ()
    text: str = ""

    def __repr__(self) -> str:
        return f"Period(preperiod={self.preperiod}, period={self.period}, saltus={self.saltus}, proved={self.proved})"


class Law(NamedTuple):
    """A law that ``discover`` found: a claim of the language."""

    law: str
    verdict: str
    """``proved`` (for all positions, accepted by the checker) or ``checked`` (as far as ``bound`` says)."""
    bound: str
    template: str
    definitions: str
    generality: str


class CheckedClaim(NamedTuple):
    claim: str
    verdict: str
    """``holds`` (in all cases up to the bound), ``refuted`` or ``error``."""
    as_expected: bool
    counterexample: Dict[str, str]
    bound: str
    cases: int
    message: str


class ProvedClaim(NamedTuple):
    claim: str
    verdict: str
    """``proved``, ``limited`` (proved for what ``generality`` names), ``refuted`` or ``open``."""
    as_expected: bool
    counterexample: Dict[str, str]
    generality: str
    method: str
    tried: Tuple[str, ...]


Claim = TypeVar("Claim", CheckedClaim, ProvedClaim)


class Claims(List[Claim]):
    """A list of verdicts; a table in a notebook."""

    def _repr_html_(self) -> str:
        import html

        rows = ""
        for one in self:  # the claim, the verdict, and how far or how
            rows += "<tr>" + "".join(f"<td>{html.escape(str(one[i]))}</td>" for i in (0, 1, 4, 5)) + "</tr>"
        return f"<table>{rows}</table>"


class Picture:
    """A picture of values: shown by notebooks, written by ``save``."""

    def __init__(self, draw: Callable[[Any], bytes]):
        self._draw = draw

    def _repr_svg_(self) -> str:
        text = self._draw(_bouton.Format.svg).decode()
        return text[text.index("<svg"):]  # an element for a page: a declaration belongs to files alone

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a .svg, .png or .pdf file."""
        ending = pathlib.Path(path).suffix
        formats = {".svg": _bouton.Format.svg, ".png": _bouton.Format.png, ".pdf": _bouton.Format.pdf}
        if ending not in formats:
            raise InputError(f"{path}: pictures are .svg, .png or .pdf files")
        pathlib.Path(path).write_bytes(self._draw(formats[ending]))


class Game:
    """One game, ready to be asked. Made by ``bouton.game``."""

    def __init__(self, inner: "_bouton.Game"):
        self._inner = inner

    @property
    def name(self) -> str:
        """With its arguments: maximum-nim(k = 3)."""
        return self._inner.name

    @property
    def coordinates(self) -> List[str]:
        """Their names; a group of any number of piles is one of them, ``a...``."""
        return self._inner.coordinates

    def __repr__(self) -> str:
        return f"<bouton game {self.name}>"

    def value(self, *position: Integer) -> int:
        """The Grundy number of a position; coordinates are integers of any size, or texts such as "10^30"."""
        return self._inner.value(*position)

    def explain(self, *position: Integer) -> Tuple[int, str, str]:
        """The value, its warrant (computed, proved, checked, conjectured), and the warrant in a sentence."""
        return self._inner.value_with_warrant(*position)

    def outcome(self, *position: Integer) -> str:
        """P if the player who has just moved wins, N if the player to move does."""
        return self._inner.outcome(*position)

    def moves(self, *position: Integer) -> List[Move]:
        """All legal moves."""
        return [_move(m) for m in self._inner.moves(*position)]

    def winning_move(self, *position: Integer) -> Optional[Move]:
        """A move that wins, from positions of any size; None if there is none."""
        move = self._inner.winning_move(*position)
        return None if move is None else _move(move)

    def values(self, to: Bounds) -> "numpy.ndarray[Any, Any]":
        """The values of all positions up to a bound (inclusive), as a read-only NumPy array of unsigned integers, without a copy.

        The largest number of the array's type stands where there is no position."""
        return self._inner.values(_bounds(to))

    def values_at(self, positions: Any) -> "numpy.ndarray[Any, Any]":
        """The values of many small positions at once: an array with a position in each row. Millions a second."""
        rows = numpy.asarray(positions)
        if rows.ndim == 1:
            rows = rows[:, None]
        if rows.ndim != 2 or not numpy.issubdtype(rows.dtype, numpy.integer):
            raise InputError("give an array of integers with a position in each row")
        if rows.size == 0:
            return numpy.zeros(len(rows), dtype=numpy.uint8)
        if rows.min() < 0:
            raise InputError("a position has no negative coordinate")
        largest = [int(m) for m in rows.max(axis=0)]
        if math.prod(m + 1 for m in largest) > max(10**7, 64 * len(rows)):  # a table would be nearly all cells that nobody asked for
            return numpy.array([self.value(*map(int, row)) for row in rows])
        table = self.values(largest)
        found: "numpy.ndarray[Any, Any]" = table[tuple(rows.T)]
        if (found == numpy.iinfo(table.dtype).max).any():
            raise InputError("there is a row that is no position of this game")
        return found

    def p_positions(self, to: Bounds) -> List[Tuple[int, ...]]:
        """The P-positions up to a bound (inclusive)."""
        return [tuple(p) for p in self._inner.p_positions(_bounds(to))]

    def period(self, outcomes: bool = False) -> Period:
        """Of the values of one heap, or of its outcomes, with a certificate that was checked; period 0: none was found."""
        p = self._inner.period(outcomes)
        return Period(p.preperiod, p.period, p.saltus, p.proved, tuple(p.first), p.text)

    def picture(self, to: Bounds) -> Picture:
        """The values up to a bound: of one coordinate a strip, of two a map, of three a map for each value of the last."""
        bounds = _bounds(to)
        picture = Picture(lambda form: self._inner.picture(bounds, form))
        picture._repr_svg_()  # whatever is wrong is told now
        return picture

    def discover(self, what: str = "values") -> List[Law]:
        """Laws of this game from its rules alone, best first: see ``bouton.discover``."""
        if what not in ("values", "outcomes"):
            raise InputError(f"what is {what!r}; give 'values' or 'outcomes'")
        return [Law(*law) for law in self._inner.laws(getattr(_bouton.Quantity, what))]

    def _repr_html_(self) -> str:
        import html

        return f"<code>{html.escape(self.name)}</code> ({html.escape(', '.join(self.coordinates))})"


def _move(move: Tuple[Tuple[Tuple[int, ...], ...], int, bool]) -> Move:
    to, value, wins = move
    return Move(to[0] if len(to) == 1 else to, value, wins)


def game(name: str = "", *, text: Optional[str] = None, seconds: float = 0, memory: int = 0, threads: int = 0,
         progress: Union[bool, Progress] = True, **arguments: Any) -> Game:
    """A game of the library by its name, or one of a text in Bouton's language.

    >>> game("maximum-nim", k=3).value(29)
    4
    >>> game("subtraction", moves={2, 5}).value(100)
    1
    >>> game(text="game mine (x, y)  move (x - 1, y)  move (x, y - 1)").value(2, 3)
    1

    ``name`` may also be a path to a .bouton file, FILE#NAME where it holds several; with ``text`` it says which of the text's games
    is meant. ``seconds``, ``memory`` (bytes) and ``threads`` limit every question; ``progress`` is a function that is told how far
    long work is, or False."""
    options = _options(seconds, memory, threads, progress)
    given = [(key, _argument(value)) for key, value in arguments.items()]
    if text is not None:
        return Game(_bouton.game_from_text(text, name, given, options))
    if not name:
        raise InputError("which game? give a name such as 'nim', or text='game mine (x) …'")
    return Game(_bouton.named_game(name, given, _home(), options))


def _is_file(text: str) -> bool:
    return "\n" not in text and not text.lstrip().startswith(("game ", "paper "))


def check(path_or_text: Union[str, "os.PathLike[str]"], to: Optional[int] = None, *, seconds: float = 0, memory: int = 0, threads: int = 0,
          progress: Union[bool, Progress] = True) -> Claims[CheckedClaim]:
    """Every claim of a file (or a game or paper of the library, or a text) against the rules, up to a bound."""
    text = os.fspath(path_or_text)
    found = _bouton.check(text, _is_file(text), to, _home(), _options(seconds, memory, threads, progress))
    return Claims(CheckedClaim(name, verdict, good, dict(at), bound, cases, message)
                  for name, verdict, good, at, bound, cases, message in found)


def prove(path_or_text: Union[str, "os.PathLike[str]"], *, seconds: float = 0, memory: int = 0, threads: int = 0,
          progress: Union[bool, Progress] = True) -> Claims[ProvedClaim]:
    """Every claim, for all positions. ``proved`` is said by a checker that shares nothing with what found the proof."""
    text = os.fspath(path_or_text)
    found = _bouton.prove(text, _is_file(text), _home(), _options(seconds, memory, threads, progress))
    return Claims(ProvedClaim(name, verdict, good, dict(at), generality, method, tuple(tried))
                  for name, verdict, good, at, generality, method, tried in found)


def discover(name_or_game: Union[str, Game], what: str = "values", *, seconds: float = 60, **arguments: Any) -> List[Law]:
    """Laws of a game from its rules alone: guessed, checked far out, proved where a proof is found; best first."""
    one = name_or_game if isinstance(name_or_game, Game) else game(name_or_game, seconds=seconds, **arguments)
    return one.discover(what)
