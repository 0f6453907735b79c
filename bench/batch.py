"""A million positions of 62 bits through `value GAME -`, against a straightforward Python loop over the same formulas; input and output included."""
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time

PYTHON = {
    "josephus-nim": """
for line in sys.stdin:
    x, y = map(int, line.split())
    if 2 * y <= x:
        n = x - y + 1
        print((n // (n & -n) - 1) // 2)
    else:
        print(x // 2 + (y - x // 2).bit_length())
""",
    "subtraction moves=7,19": """
word = ([0] * 7 + [1] * 7) * 1 + [0] * 5 + [2] * 2 + [1] * 5
for line in sys.stdin:
    print(word[int(line) % len(word)])
""",
    "two-weights --what outcome": """
def power(n):
    return n & (n - 1) == 0
for line in sys.stdin:
    x, y = map(int, line.split())
    h = (y + 1) // 2
    if y == 0:
        p = power(x + 1)
    elif y % 2 == 0:
        p = False
    else:
        p = (power(x + h + 1) and h < (x + h + 1).bit_length() - 1) or (power(x + h) and h > (x + h).bit_length() - 1)
    print("P" if p else "N")
""",
}


def timed(command, file):
    start = time.perf_counter()
    with open(file) as stream:
        output = subprocess.run(command, stdin=stream, stdout=subprocess.PIPE, check=True).stdout
    return time.perf_counter() - start, output


random.seed(1901)
for game, loop in PYTHON.items():
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        for _ in range(1_000_000):
            numbers = [random.getrandbits(62)] + ([] if game.startswith("subtraction") else [random.getrandbits(random.choice([8, 30, 61]))])
            file.write(" ".join(map(str, numbers)) + "\n")
        file.flush()
        ours, theirs = [], []
        for _ in range(5):
            seconds, answers = timed([sys.argv[1], "value", *game.split(), "-"], file.name)
            ours.append(seconds)
            seconds, expected = timed([sys.executable, "-c", "import sys\n" + loop], file.name)
            theirs.append(seconds)
            assert answers == expected, game
    ratio = statistics.median(theirs) / statistics.median(ours)
    print(f"a million positions of {game}: {statistics.median(ours):.3f} s, Python {statistics.median(theirs):.3f} s, {ratio:.1f}x (wanted 10x)", file=sys.stderr)
    print(json.dumps({"work": f"a million positions of {game}", "baseline": "Python", "plain_seconds": statistics.median(theirs),
                      "bouton_seconds": statistics.median(ours), "ratio": ratio, "wanted": 10}))
