#!/usr/bin/env python3
"""Random rulesets through `discover`, and every law that is found compared with the rules as far as ten times the bound that it names.

    bench/discover_far.py COUNT [--seed 1] [--time 20] [--program BOUTON]

A law that is said to hold up to a bound and fails within ten times that bound is printed with its rules and its exception; exit code 1 if there is one. Laws of
two coordinates are compared as far as 1500."""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def rule(choose, heap, other):
    """One move on a heap: how much may be taken, under which condition."""
    bound = choose.choice([
        f"{choose.randint(1, 6)}", f"{heap}", f"floor({heap}/{choose.randint(2, 4)})", f"floor(sqrt({heap}))",
        f"floor({heap}/2) + {choose.randint(1, 3)}", *([f"{other} + {choose.randint(0, 2)}", f"floor({other}/2) + 1"] if other else [])])
    condition = choose.choice([
        "", "", f" if t mod {choose.randint(2, 3)} = 1", f" if {heap} mod {choose.randint(2, 5)} != 0", f" if t != {choose.randint(1, 3)}",
        f" if {heap} > {choose.choice([3, 10, 50, 700, 5000, 30000])} or t <= {choose.randint(1, 3)}"])
    return f"for 1 <= t <= min({heap}, {bound}){condition}"


def ruleset(choose):
    if choose.random() < 0.5:
        lines = [f"  move (x - t) {rule(choose, 'x', None)}" for _ in range(choose.randint(1, 2))]
        return "game g (x)\n" + "\n".join(lines) + "\n", 1
    lines = [f"  move (x - t, y) {rule(choose, 'x', 'y')}", f"  move (x, y - t) {rule(choose, 'y', 'x')}"]
    if choose.random() < 0.4:
        lines.append(f"  move (x - t, y - t) for 1 <= t <= min(x, y, {choose.choice(['x', '1', '2', 'floor(x/2)'])})")
    return "game g (x, y)\n" + "\n".join(lines) + "\n", 2


FARTHEST = {1: 1000000, 2: 1500, 3: 120}  # by dimension; 30 beyond


def check_far(program, laws, bounds, dimension, seconds=300, environment=None):
    """The laws of a file as far as ten times the largest bound that one of them names, or as far as can be afforded: `false`, `unsettled` (the time
    was up) or `true`; how far, and what `check` printed."""
    far = min(10 * max(bounds), FARTHEST.get(dimension, 30))
    checked = subprocess.run([program, "check", str(laws), "--to", str(far), "--time", str(seconds), "--json"], capture_output=True, text=True,
                             env=environment)
    verdicts = [json.loads(line) for line in checked.stdout.splitlines()]
    if any(verdict.get("verdict") == "refuted" for verdict in verdicts):
        return "false", far, checked.stdout
    return "unsettled" if checked.returncode != 0 else "true", far, checked.stdout


def bounds_of(answers):
    """The first number of the bound of every law among the answers of `discover --json`."""
    return [int(n) for answer in answers if answer.get("law") for n in re.findall(r"\d+", answer["bound"])[:1]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time", type=float, default=20)
    parser.add_argument("--program", default=str(ROOT / "bouton"))
    options = parser.parse_args()
    choose = random.Random(options.seed)
    tally = dict(proved=0, checked=0, none=0, false=0, unsettled=0)
    with tempfile.TemporaryDirectory() as folder:
        rules, laws = pathlib.Path(folder) / "g.bouton", pathlib.Path(folder) / "laws.bouton"
        for _ in range(options.count):
            text, dimension = ruleset(choose)
            rules.write_text(text)
            laws.unlink(missing_ok=True)
            what = choose.choice(["values", "outcomes"])
            found = subprocess.run([options.program, "discover", str(rules), "--what", what, "--json", "--time", str(options.time), "--out", str(laws)],
                                   capture_output=True, text=True)
            answers = [json.loads(line) for line in found.stdout.splitlines()]
            kinds = [answer["verdict"] for answer in answers if answer.get("law")]
            if not kinds:
                tally["none"] += 1
                continue
            tally["proved" if "proved" in kinds else "checked"] += 1
            truth, far, printed = check_far(options.program, laws, bounds_of(answers), dimension)
            if truth == "false":
                tally["false"] += 1
                print("FALSE within ten times its bound:", text, laws.read_text(), printed, sep="\n", flush=True)
            elif truth == "unsettled":
                tally["unsettled"] += 1
            print(kinds, far, [a["statement"][:80] for a in answers if a.get("law")][:1], flush=True)
    print(", ".join(f"{count} {name}" for name, count in tally.items()))
    sys.exit(1 if tally["false"] else 0)


if __name__ == "__main__":
    main()
