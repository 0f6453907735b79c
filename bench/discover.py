#!/usr/bin/env python3
"""The benchmark of `discover`: 169 pairs of a game and a quantity (bench/discover/pairs.txt), each with a minute's time.

    bench/discover.py [--time 60] [--jobs 1] [--program BOUTON] [--cpu-clock] [--far] [--proved] [--out RESULTS.txt] [WORD...]

With --cpu-clock a minute is one of processor time, all threads together (bench/cpu_clock.c): for a machine that does other things too. WORDs select pairs whose line holds one of them. Prints a line for each pair (verdict, seconds, seconds of processor time, template, law), then the score. A law counts if
it determines all values; `part` is a law of some positions only. With --far every law is then compared with the rules as far as ten times its bound
(discover_far.py), and one that fails is an error; with --proved the exit code is 1 unless every pair is proved."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

import discover_far

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "bench" / "discover"


def pairs(words):
    for line in (FOLDER / "pairs.txt").read_text().splitlines():
        if line and not line.startswith("#") and (not words or any(word in line for word in words)):
            yield line


def cpu_clock(folder):
    """The environment in which programs measure processor time."""
    library = pathlib.Path(folder) / "cpu_clock.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", str(ROOT / "bench" / "cpu_clock.c"), "-o", str(library)], check=True)
    return {**os.environ, "LD_PRELOAD": str(library)}


def far(program, words, laws, answers, environment):
    """ false: a law fails within ten times its bound."""
    bounds = discover_far.bounds_of(answers)
    if not bounds or not laws.exists():
        return ""
    statement = next(answer for answer in answers if answer.get("law"))["law"]
    values = re.search(r"(?:grundy|outcome)\(([^()]*)\)", statement)
    dimension = values.group(1).count(",") + 1 if values else 2
    truth, reached, printed = discover_far.check_far(program, laws, bounds, dimension, 60, environment)
    if truth == "false":
        print("FALSE within ten times its bound:", *words, printed, sep="\n", flush=True)
    return f" [{truth} to {reached}]"


def run(line, seconds, program, environment, with_far=False):
    source, *words = shlex.split(line)
    if words[0].startswith("variants.bouton"):
        words[0] = str(FOLDER / words[0])
    start, cpu = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        # The guard of --time goes by the clock on the wall; without it the search takes a minute of the clock that it sees.
        limit = [] if environment else ["--time", str(seconds)]
        folder = tempfile.TemporaryDirectory() if with_far else None
        laws_file = pathlib.Path(folder.name) / "laws.bouton" if with_far else None
        out = ["--out", str(laws_file)] if with_far else []
        done = subprocess.run([program, "discover", *words, "--json", *limit, *out], text=True,
                              capture_output=True, env=environment,
                              timeout=30 * seconds if environment else seconds + 60)
    except subprocess.TimeoutExpired:
        return dict(line=line, verdict="error", seconds=time.monotonic() - start, cpu=0, law="did not stop", template="")
    took = time.monotonic() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime - cpu.ru_utime - cpu.ru_stime
    answers = [json.loads(answer) for answer in done.stdout.splitlines()]
    if done.returncode not in (0, 1) or not answers:
        return dict(line=line, verdict="error", seconds=took, cpu=cpu, law=done.stderr.strip()[-200:], template="")
    laws = [answer for answer in answers if answer.get("law")]
    whole = [law for law in laws if law["whole"]]
    if not laws:
        return dict(line=line, verdict="none", seconds=took, cpu=cpu, law="", template="")
    best = (whole or laws)[0]
    verdict = best["verdict"] if whole else "part"
    truth = far(program, words, laws_file, answers, environment) if with_far else ""
    if "false" in truth:
        verdict = "error"
    return dict(line=line, verdict=verdict, seconds=took, cpu=cpu, law=best["statement"] + truth, template=best["template"],
                method=best.get("method"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=1, help="at once; processor times are then of several")
    parser.add_argument("--program", default=str(ROOT / "bouton"), help="another build of Bouton")
    parser.add_argument("--cpu-clock", action="store_true", help="count processor time, not time")
    parser.add_argument("--far", action="store_true", help="compare the laws with the rules to ten times their bounds")
    parser.add_argument("--proved", action="store_true", help="exit code 1 unless every pair is proved")
    parser.add_argument("--out")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    results = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        environment = cpu_clock(folder) if options.cpu_clock else None
        for result in pool.map(lambda line: run(line, options.time, options.program, environment, options.far), pairs(options.words)):
            results.append(result)
            text = "{verdict:8} {seconds:5.1f} {cpu:5.1f}  {line:70} {template:18} {law}".format(**result)
            print(text[:240], flush=True)
            if options.out:
                with open(options.out, "a" if len(results) > 1 else "w") as out:
                    out.write(text + "\n")
    if not results:
        sys.exit("no such pair")
    counts = collections.Counter(result["verdict"] for result in results)
    laws = counts["proved"] + counts["checked"] + counts["formal"]
    times = [result["cpu" if options.cpu_clock else "seconds"] for result in results]
    print(f"\n{len(results)} pairs: {counts['proved'] + counts['formal']} proved, {laws} with a law, {counts['part']} in part, "
          f"{counts['none']} none, {counts['error']} errors; median {statistics.median(times):.1f} s, longest {max(times):.1f} s")
    if options.proved and counts["proved"] + counts["formal"] < len(results):
        sys.exit(1)


if __name__ == "__main__":
    main()
