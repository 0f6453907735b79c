"""Tables of games in which coordinates grow, by `table GAME --out FILE.npy`, against plain Python dictionaries filled by levels. Processor time of the
whole process, start and file included; every cell is compared.
    bench/levels.py PROGRAM [ROUNDS]"""
import array
import ast
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time


def mex(seen):
    m = 0
    while m in seen:
        m += 1
    return m


def yama(n):
    g = {}
    for s in range(2 * n + 1):
        for x in range(s + 1):
            y = s - x
            g[x, y] = mex({g[x - t, y + 1] for t in range(2, x + 1)} | {g[x + 1, y - t] for t in range(2, y + 1)})
    return g


def knight(n):
    g = {}
    for s in range(2 * n + 1):
        for x in range(s + 1):
            y = s - x
            g[x, y] = mex({g[p] for p in ((x - 2, y - 1), (x - 2, y + 1), (x - 1, y - 2), (x + 1, y - 2)) if p in g})
    return g


def flip(n):
    g = {}
    for x in range(n + 1):
        for p in range(2):
            g[x, p] = mex({g[x - t, 1 - p] for t in range(1, min(x, 10 + p) + 1)})
    return g


def fibonacci(n):
    g = {}
    for x in range(n + 1):
        for k in range(3 * n - 2 * x + 1):
            g[x, k] = mex({g[x - t, 2 * t] for t in range(1, min(x, k) + 1)})
    return g


FLIP = "game flip (x, p) where p <= 1\n  move (x - t, 1 - p) for 1 <= t <= 10 + p\n"
WORK = [  # the game, its text if it is not in the library, the box, plain Python
    ("yama-nim", None, (300, 300), yama),
    ("knight", None, (1000, 1000), knight),
    ("flip", FLIP, (200000, 1), flip),
    ("fibonacci-nim", None, (500, 500), fibonacci),
]


def read(path):
    """The numbers of a .npy file, by rows."""
    with open(path, "rb") as f:
        assert f.read(6) == b"\x93NUMPY"
        f.read(2)
        header = ast.literal_eval(f.read(int.from_bytes(f.read(2), "little")).decode())
        numbers = array.array({"|u1": "B", "<u2": "H", "<u4": "I"}[header["descr"]])
        numbers.frombytes(f.read(numbers.itemsize * math.prod(header["shape"])))  # checksums follow
        return numbers


def bouton(program, game, text, box, folder):
    if text:
        game = os.path.join(folder, game + ".bouton")
        with open(game, "w") as f:
            f.write(text)
    out = os.path.join(folder, "table.npy")
    if os.path.exists(out):
        os.remove(out)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "table", game, "--to", ",".join(map(str, box)), "--out", out], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return read(out), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    program, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    rows = []
    for game, text, box, plain in WORK:
        with tempfile.TemporaryDirectory() as folder:
            start = time.process_time()
            expected = plain(box[0])
            python = time.process_time() - start
            times = []
            for _ in range(rounds):
                table, seconds = bouton(program, game, text, box, folder)
                times.append(seconds)
            width = box[1] + 1
            for x in range(box[0] + 1):
                for y in range(width):
                    assert table[x * width + y] == expected[x, y], (game, x, y)
        rows.append({"work": f"{game} to {box[0]},{box[1]}", "python": python, "bouton": statistics.median(times)})
        print(f"{rows[-1]['work']:<28} {python:8.3f} s {rows[-1]['bouton']:8.4f} s "
              f"{python / rows[-1]['bouton']:7.1f}x (wanted 50x)", file=sys.stderr)
    json.dump(rows, sys.stdout)


main()
