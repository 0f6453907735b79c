#!/usr/bin/env python3
"""Proved, therefore answered: positions of fifty digits whose answers must say `proved` and be right.

    answered_test.py BOUTON [--all]

What is right is said here, in Python, from the books or from the definition of the game; nothing of Bouton is used. A question names what it
takes to prove its claim: quick ones are part of ./test, the others of ./test proofs. The claims are proved by `value --prove`
in a cache of their own; a second question then finds them there and must not prove anything again.
"""
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BOUTON = os.path.abspath(sys.argv[1])
ALL = "--all" in sys.argv

# ---- what is right


def xor(*numbers):
    total = 0
    for number in numbers:
        total ^= number
    return total


def twos(n):
    return (n & -n).bit_length() - 1


def columns(q, piles):
    """Every column of the binary numbers adds up to a multiple of q."""
    return all(sum(pile >> i & 1 for pile in piles) % q == 0 for i in range(max(piles).bit_length()))


def mex(values):
    values, least = set(values), 0
    while least in values:
        least += 1
    return least


def periodic(values_up_to, limit):
    """A function of heaps that is eventually periodic: its first values, and the period that they show at their end."""
    values = values_up_to(limit)
    for period in range(1, limit // 3):
        start = limit
        while start > period and values[start - 1] == values[start - 1 - period]:
            start -= 1
        if start < limit // 3:
            return lambda n: values[n] if n < limit else values[n - (n - start) // period * period]
    raise AssertionError("no period")


def taking(moves):
    def values(limit):
        found = []
        for n in range(limit):
            found.append(mex(found[n - m] for m in moves if m <= n))
        return found

    return periodic(values, 2000)


def kayles(limit):
    found = []
    for n in range(limit):
        found.append(mex(found[a] ^ found[n - take - a] for take in (1, 2) if n >= take for a in range(n - take + 1)))
    return found


def josephus_nim(x, y):
    """The table of weights: floor(odd part) for x >= 2y, a logarithm otherwise (Takahashi et al., Theorem 1.1)."""
    if 2 * y <= x:
        m = x - y + 1
        return (m >> twos(m)) // 2
    return x // 2 + (y - x // 2).bit_length()


def maximum_nim(k, x):
    """Take 1 to floor(x/k): the window of the last floor(x/k) values (Levine)."""
    while x % k:
        x -= x // k + 1
    return x // k


def wythoff(k, x, y):
    x, y = min(x, y), max(x, y)
    n = (y - x) // k
    return (y - x) % k == 0 and x == ((2 - k) * n + math.isqrt((k * k + 4) * n * n)) // 2


def two_weights(x, y):
    if y == 0:
        return bin(x + 1).count("1") == 1
    if y % 2 == 0:
        return False
    h = (y + 1) // 2
    return (bin(x + h + 1).count("1") == 1 and h < (x + h + 1).bit_length() - 1) or (
        bin(x + h).count("1") == 1 and h > (x + h).bit_length() - 1
    )


def turn_nim(c, d, x, k):
    """Take at most f(k) = c k + d in turn k: P iff low(k, n) <= x <= low(k + 1, n) for some n."""

    def low(j, n):  # the sum of f(j + 2 t - 2) + 1 for 1 <= t <= n
        return n * (c * j + d + 1) + c * n * (n - 1)

    n, step = 0, 1 << 400
    while step:
        if low(k, n + step) <= x:
            n += step
        step >>= 1
    return low(k, n) <= x <= low(k + 1, n)


# ---- the questions


class Questions:
    def __init__(self):
        self.random = random.Random(1901)
        self.list = []

    def large(self, multiple=1):
        return self.random.randrange(10**49, 10**50) // multiple * multiple

    def ask(self, words, position, expected, *, outcome=False, quick=True):
        self.list.append((words.split(), [str(c) for c in position], expected, outcome, quick))


def p_or_n(lost):
    return "P" if lost else "N"


def questions():
    q = Questions()
    large = q.large
    n, m, k = large(), large(), large()
    q.ask("bachet k=7", [n], n % 8)
    q.ask("kayles", [n], periodic(kayles, 400)(n))
    q.ask("subtraction moves=2,5,7", [n], taking([2, 5, 7])(n))
    q.ask("subtraction moves=12,19", [n], taking([12, 19])(n))
    q.ask("nim", [n, m, k], xor(n, m, k))
    q.ask("nim", [n, m, k, n ^ k], m)
    q.ask("misere-nim", [n, m, n ^ m], "P", outcome=True)
    q.ask("misere-nim", [n, m, k], p_or_n(xor(n, m, k) == 0), outcome=True)
    q.ask("moore k=2", [n, m, k], p_or_n(columns(3, [n, m, k])), outcome=True)
    q.ask("moore k=2", [n, n, n], "P", outcome=True)
    q.ask("staircase-nim", [n, m, k, 5], n ^ k)
    q.ask("circular-nim", [n, m, n, m], "P", outcome=True)
    q.ask("triangular-chocolate", [n, n, 0], "P", outcome=True)
    q.ask("ryuo-nim p=2", [n, m], (n + m) % 2 + 2 * xor(n // 2, m // 2), quick=False)
    for d in (n, m):
        a = (d + math.isqrt(5 * d * d)) // 2
        q.ask("wythoff", [a, a + d], "P", outcome=True)
        q.ask("wythoff", [a, a + d + 1], "N", outcome=True)
    for x, y in ((n, 5), (n, n // 3), (n, m), (7, n), (n, n // 2)):
        q.ask("josephus-nim", [x, y], josephus_nim(x, y))
    for j in (2, 3, 1000):
        q.ask(f"maximum-nim k={j}", [n], maximum_nim(j, n), quick=False)
    e = 2**160
    for x, y in ((e - 1, 0), (n, m), (e - 8, 13), (e - 160 - 5, 320 + 9)):
        q.ask("two-weights", [x, y], p_or_n(two_weights(x, y)), outcome=True)
    for x in (n, m, k):
        q.ask("turn-nim f=2*k+1", [x, 3], p_or_n(turn_nim(2, 1, x, 3)), outcome=True, quick=False)
    q.ask("podium-nim players=3", [n, n, n], "0")
    q.ask("podium-nim lower=2", [n, n, n], "0")
    return q.list


# ---- the answers


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as cache:
        environment = dict(os.environ, BOUTON_HOME=str(ROOT), XDG_CACHE_HOME=cache, LC_ALL="C.UTF-8")

        def answer(words, position, outcome, *more):
            command = [BOUTON, "value", *words, *position, "--json", *more, *(["--what", "outcome"] if outcome else [])]
            done = subprocess.run(command, env=environment, capture_output=True, text=True)
            return json.loads(done.stdout.splitlines()[-1]), " ".join(command[1:])

        chosen = [question for question in questions() if ALL or question[4]]
        for words, position, expected, outcome, _ in chosen:
            start = time.monotonic()
            first, command = answer(words, position, outcome, "--prove")
            again, _ = answer(words, position, outcome)
            print(f"{time.monotonic() - start:6.1f} s  {' '.join(words)}: {first.get('claim', first.get('how'))}", flush=True)
            for got in (first, again):
                if str(got.get("value")) != str(expected) or got.get("warrant") != "proved":
                    failed += 1
                    print(f"{command}\n  expected {expected}, proved\n  got {json.dumps(got)}")
                    break
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
