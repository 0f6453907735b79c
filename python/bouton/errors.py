"""What can go wrong. Messages are written for the person who gave the input and say what to do."""

from __future__ import annotations

from typing import Optional


class Error(Exception):
    """Something is wrong with a game, a position or a claim, or beyond the limits.

    ``file``, ``line`` and ``column`` say where, if it is about a place in a text."""

    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None


class InputError(Error, ValueError):
    """It can be mended: the rules, the arguments, the position."""


class LimitError(Error, RuntimeError):
    """Over the limit of time or memory, or beyond what can be computed."""
