#!/usr/bin/env python3
"""Atlases under kills, limits and other processes; and against a program that shares nothing with Bouton: loops in Python.

    tests/atlas/atlas_test.py BOUTON [TEST...]
"""

import os
import pathlib
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BOUTON = None
COLUMNS = "preperiod, period, saltus, outcome_preperiod, outcome_period, largest_value, settled"


def words(ranges, game="subtraction", argument="moves={a,b,c}", file="a.sqlite", *more):
    return [BOUTON, "atlas", game, argument, "--for", ranges, "--out", file, *more]


def run(command, folder, **options):
    environment = dict(os.environ, BOUTON_HOME=str(ROOT), LC_ALL="C.UTF-8")
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, **options)


def rows(file):
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as connection:
        return connection.execute("SELECT * FROM members ORDER BY member").fetchall()


def plain(moves, count):
    """Values by the definition."""
    values = []
    for n in range(count):
        options = {values[n - m] for m in moves if m <= n}
        values.append(next(v for v in range(len(moves) + 1) if v not in options))
    return values


def plain_period(values, window):
    """The least preperiod and period, from the first two equal windows."""
    seen = {}
    for n in range(len(values) - window + 1):
        key = tuple(values[n:n + window])
        if key in seen:
            return seen[key], n - seen[key]
        seen[key] = n
    return None


class Atlas(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="bouton-atlas-")
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def made(self, command):
        result = run(command, self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def test_against_python(self):
        self.made(words("1 <= a < b < c <= 14"))
        with sqlite3.connect(self.folder / "a.sqlite") as connection:
            found = connection.execute(f"SELECT a, b, c, {COLUMNS} FROM members").fetchall()
        self.assertEqual(len(found), 14 * 13 * 12 // 6)
        for a, b, c, *row in found:
            values = plain((a, b, c), 600)
            preperiod, period = plain_period(values, c)
            outcome = plain_period([min(v, 1) for v in values], c)
            self.assertEqual(row, [preperiod, period, 0, *outcome, max(values), 1], (a, b, c))

    def test_symmetry_changes_nothing(self):
        self.made(words("1 <= a < b < c <= 24"))
        self.made(words("1 <= a < b < c <= 24", file="b.sqlite") + ["--no-symmetry"])
        self.assertEqual(rows(self.folder / "a.sqlite"), rows(self.folder / "b.sqlite"))

    def test_threads_change_nothing(self):
        self.made(words("1 <= a < b < c <= 24"))
        self.made(words("1 <= a < b < c <= 24", file="b.sqlite") + ["--threads", "1"])
        self.assertEqual(rows(self.folder / "a.sqlite"), rows(self.folder / "b.sqlite"))

    def test_killed_at_any_moment(self):
        """What is there after a kill is a beginning of what there should be; and the next run goes on."""
        command = words("1 <= a < b < c <= 110")
        start = time.monotonic()
        self.made(command)
        seconds = time.monotonic() - start
        right = rows(self.folder / "a.sqlite")
        choose = random.Random(17)
        parts = set()
        for _ in range(6):
            file = self.folder / "b.sqlite"
            for left in self.folder.glob("b.sqlite*"):
                left.unlink()
            process = subprocess.Popen(words("1 <= a < b < c <= 110", file="b.sqlite"), cwd=self.folder, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, env=dict(os.environ, BOUTON_HOME=str(ROOT)))
            time.sleep(choose.uniform(0, seconds))
            process.kill()
            process.wait()
            if file.exists() and file.stat().st_size > 0:
                query = run([BOUTON, "atlas", "query", "b.sqlite", "--json"], self.folder)
                if query.returncode == 0:
                    there = rows(file)
                    parts.add(len(there))
                    self.assertEqual(there, right[:len(there)])
            self.made(words("1 <= a < b < c <= 110", file="b.sqlite"))
            self.assertEqual(rows(file), right)
            self.assertEqual(run([BOUTON, "atlas", "recheck", "b.sqlite", "--sample", "20"], self.folder).returncode, 0)
        self.assertTrue(any(0 < n < len(right) for n in parts), f"no kill came in between: {parts}")

    def test_two_processes(self):
        first = subprocess.Popen(words("1 <= a < b < c <= 200"), cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 env=dict(os.environ, BOUTON_HOME=str(ROOT)))
        file = self.folder / "a.sqlite"
        try:
            while not file.exists() or file.stat().st_size == 0:
                self.assertIsNone(first.poll())
                time.sleep(0.01)
            second = run(words("1 <= a < b < c <= 200"), self.folder)
            self.assertIsNone(first.poll(), "the first one ended too early to be in the way")
            self.assertEqual(second.returncode, 2)
            self.assertIn("another process works on this atlas", second.stderr)
        finally:
            first.kill()
            first.wait()

    def test_stopped_by_a_signal_or_the_clock(self):
        process = subprocess.Popen(words("1 <= a < b < c <= 300"), cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   env=dict(os.environ, BOUTON_HOME=str(ROOT)), text=True)
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, errors)
        done = len(rows(self.folder / "a.sqlite"))
        result = run(words("1 <= a < b < c <= 300") + ["--time", "2"], self.folder)
        self.assertEqual(result.returncode, 3)
        self.assertIn("time limit", result.stderr)
        self.assertGreaterEqual(len(rows(self.folder / "a.sqlite")), done)

    def test_no_room(self):
        def little():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (200000, 200000))

        result = run(words("1 <= a < b < c <= 40"), self.folder, preexec_fn=little)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertRegex(result.stderr, "room|completely")
        self.made(words("1 <= a < b < c <= 40"))
        self.assertEqual(len(rows(self.folder / "a.sqlite")), 40 * 39 * 38 // 6)

    def test_codes_of_guy_and_smith(self):
        """Periods and last exceptional heaps that R. K. Guy and C. A. B. Smith published in 1956."""
        self.made(words("0 <= a <= 7, 0 <= b <= 7 if a + b > 0", "octal", "code=0.{a}{b}", "a.sqlite", "--to", "3000"))
        with sqlite3.connect(self.folder / "a.sqlite") as connection:
            found = {(a, b): (preperiod, period) for a, b, preperiod, period in
                     connection.execute("SELECT a, b, preperiod, period FROM members WHERE settled = 1")}
        for code, expected in {(7, 7): (71, 12), (0, 7): (53, 34), (1, 7): (33, 34), (4, 4): (143, 24), (4, 5): (498, 20)}.items():
            self.assertEqual(found[code], expected, code)


if __name__ == "__main__":
    BOUTON = os.path.abspath(sys.argv.pop(1))
    unittest.main()
