#!/usr/bin/env python3
"""Tables in every format, read back by programs that are not ours, and files that are written completely or not at all.

    tests/formats.py BOUTON [TEST...]

CSV is read by Python's csv, JSON by its json, .npy by NumPy, LaTeX by pdflatex (what it prints on its pages is compared), and the b-file
by the form that the OEIS publishes. The values must be those of `bouton value`.
"""

import csv
import itertools
import json
import os
import pathlib
import random
import re
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import numpy
except ImportError:
    # Debian's NumPy belongs to Debian's Python, which need not be the first one on the PATH.
    if sys.executable != "/usr/bin/python3" and os.access("/usr/bin/python3", os.X_OK) and "RETRIED" not in os.environ:
        os.execve("/usr/bin/python3", ["/usr/bin/python3", *sys.argv], dict(os.environ, RETRIED="1"))
    sys.exit("formats.py needs NumPy (python3-numpy)")

ROOT = pathlib.Path(__file__).resolve().parent.parent
BOUTON = None
SEED = 1901
UNSHARE = ["unshare", "--mount"] if os.getuid() == 0 else ["unshare", "--map-root-user", "--mount"]
ENVIRONMENT = dict(os.environ, BOUTON_HOME=str(ROOT), XDG_CACHE_HOME="/dev/null", LC_ALL="C.UTF-8")


def run(words, folder=None, **options):
    return subprocess.run([BOUTON, *words], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, **options)


class Sample:
    """A game with a box, perhaps cut to a window or a slice, and the right values."""

    def __init__(self, chance):
        piles = chance.randint(1, 4)
        game, self.names, *domain = chance.choice(
            [
                (["subtraction", "moves=" + ",".join(map(str, sorted(chance.sample(range(1, 9), 3))))], ["x"]),
                (["maximum-nim", f"k={chance.randint(2, 4)}"], ["x"]),
                (["kayles"], ["x"]),
                (["wythoff"], ["x", "y"]),
                (["euclid"], ["x", "y"], lambda x, y: x >= 1 and y >= 1),
                (["chocolate-bar"], ["y", "z"], lambda y, z: 2 * y <= z),
                (["turn-nim", "f=k"], ["x", "k"], lambda x, k: k >= 1),
                (["two-weights"], ["x", "y"]),
                (["staircase-nim"], ["a", "b", "c", "d"]),
                (["nim-with-pass"], [*(f"a{i + 1}" for i in range(piles)), "pass"], lambda *position: position[-1] <= 1),
                (["nim"], [f"a{i + 1}" for i in range(piles)]),
                (["podium-nim", "players=3"], [f"a{i + 1}" for i in range(piles)]),
            ]
        )
        count = len(self.names)
        self.what = chance.choice(["grundy", "outcome"])
        self.fixed = {}
        if count > 1 and chance.random() < 0.5:
            for i in chance.sample(range(count), chance.randint(1, count - 1)):
                self.fixed[i] = chance.randint(0, 1 if self.names[i] == "pass" else 4)
        self.running = [i for i in range(count) if i not in self.fixed]
        most = {1: 80, 2: 24, 3: 5, 4: 3, 5: 2}[len(self.running)]
        self.to = [chance.randint(0, most) for _ in self.running]
        self.window = chance.random() < 0.4
        self.start = [chance.randint(0, top) if self.window else 0 for top in self.to]
        self.game = [*game, "--what", self.what]
        self.words = ["table", *self.game, "--to", ",".join(map(str, self.to))]
        if self.window:
            self.words += ["--from", ",".join(map(str, self.start))]
        if self.fixed:
            by_name = chance.random() < 0.5
            self.words += ["--slice", ",".join(f"{self.names[i] if by_name else i + 1}={v}" for i, v in self.fixed.items())]
        self.exists = domain[0] if domain else lambda *position: True
        self.podium = game[0] == "podium-nim"
        self.quantity = "outcome" if self.podium else self.what

    def positions(self):
        """All that are shown, in order."""
        ranges = [range(a, b + 1) for a, b in zip(self.start, self.to)]
        for values in itertools.product(*ranges):
            position = [self.fixed.get(i) for i in range(len(self.names))]
            for i, value in zip(self.running, values):
                position[i] = value
            yield tuple(position)

    def values(self):
        """By position, as `bouton value` prints them; '' where there is no position."""
        there = [p for p in self.positions() if self.exists(*p)]
        result = run(["value", *self.game, "-"], input="".join(" ".join(map(str, p)) + "\n" for p in there))
        assert result.returncode == 0, (self.game, result.stderr)
        values = dict(zip(there, result.stdout.split(), strict=True))
        for position in [p for p in self.positions() if p not in values][:1]:
            assert "is not a position" in run(["value", *self.game, *map(str, position)]).stderr
        return {p: values.get(p, "") for p in self.positions()}


def samples(count, seed):
    """Samples in which at least one position exists, with their values."""
    chance = random.Random(seed)
    while count > 0:
        sample = Sample(chance)
        values = sample.values()
        if any(values.values()):
            count -= 1
            yield sample, values


class Folder(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="bouton-formats-")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def write(self, sample, name):
        file = self.folder / name
        result = run([*sample.words, "--out", name], self.folder)
        self.assertEqual((result.returncode, result.stdout), (0, ""), (sample.words, result.stderr))
        self.assertEqual([f.name for f in self.folder.iterdir()], [name])
        return file


class ReadBack(Folder):
    def test_csv(self):
        for sample, values in samples(25, SEED):
            file = self.write(sample, "t.csv")
            with open(file, newline="") as text:
                head, *rows = csv.reader(text)
            self.assertEqual(head, [*sample.names, sample.quantity])
            self.assertEqual({tuple(map(int, row[:-1])): row[-1] for row in rows}, values, sample.words)
            self.assertEqual(len(rows), len(values))
            file.unlink()

    def test_json(self):
        for sample, values in samples(25, SEED + 1):
            file = self.write(sample, "t.json")
            answer = json.loads(file.read_text())
            keys = ["bouton", "game", "what", "coordinates", *(["from"] if sample.window else []), "to"]
            keys += [*(["slice"] if sample.fixed else []), "warrant", "values"]
            self.assertEqual(list(answer), keys)
            self.assertEqual(answer["coordinates"], [sample.names[i] for i in sample.running])
            self.assertEqual((answer["to"], answer.get("from", sample.start)), (sample.to, sample.start))
            self.assertEqual(answer.get("slice", {}), {sample.names[i]: v for i, v in sample.fixed.items()})
            cells = answer["values"]
            for _ in sample.running[1:]:
                cells = [cell for row in cells for cell in row]
            self.assertEqual(["" if c is None else str(c) for c in cells], list(values.values()), sample.words)
            file.unlink()
            self.assertEqual(run([*sample.words, "--json"]).stdout, json.dumps(answer, separators=(",", ":")) + "\n")

    def test_npy(self):
        for sample, values in samples(25, SEED + 2):
            file = self.write(sample, "t.npy")
            array = numpy.load(file)
            self.assertEqual(array.shape, tuple(b - a + 1 for a, b in zip(sample.start, sample.to)))
            absent = 256**array.itemsize - 1
            shown = {"P": 0, "N": 1, "": absent}
            expected = [shown[v] if v in shown else int(v) for v in values.values()]
            self.assertEqual(array.ravel().tolist(), expected, sample.words)
            file.unlink()

    def test_text(self):
        for sample, values in samples(25, SEED + 3):
            file = self.write(sample, "t.txt")
            lines = file.read_text().splitlines()
            if sample.fixed:
                self.assertEqual(lines.pop(0), ", ".join(f"{sample.names[i]} = {sample.fixed[i]}" for i in sorted(sample.fixed)))
            rows = [line.split() for line in lines[1:]]
            if len(sample.running) == 2:
                self.assertEqual(lines[0].split()[1:], [str(i) for i in range(sample.start[1], sample.to[1] + 1)])
                self.assertEqual([int(row[0]) for row in rows], list(range(sample.start[0], sample.to[0] + 1)))
                self.assertEqual(len({len(line) for line in lines}), 1)
                cells = [cell for row in rows for cell in row[1:]]
            else:
                self.assertEqual([tuple(map(int, r[:-1])) for r in rows], [tuple(p[i] for i in sample.running) for p in values])
                cells = [row[-1] for row in rows]
            self.assertEqual(["" if c == "." else c for c in cells], list(values.values()), sample.words)
            file.unlink()

    def test_b_file(self):
        """https://oeis.org/SubmitB.html: lines `n a(n)`, n without gaps; comments begin with #; no other lines."""
        done = 0
        for sample, values in samples(60, SEED + 4):
            if len(sample.running) != 1:
                continue
            present = [p[sample.running[0]] for p, v in values.items() if v]
            if present != list(range(present[0], present[-1] + 1)):
                continue
            file = self.write(sample, "t.b.txt")
            text = file.read_text()
            self.assertTrue(text.isascii() and text.endswith("\n"))
            lines = [line for line in text[:-1].split("\n") if not line.startswith("#")]
            for line in lines:
                self.assertRegex(line, r"^-?\d+ -?\d+$")
            found = {int(n): int(a) for n, a in map(str.split, lines)}
            numbers = {"P": 0, "N": 1}
            expected = {p[sample.running[0]]: numbers[v] if v in numbers else int(v) for p, v in values.items() if v}
            self.assertEqual(found, expected, sample.words)
            self.assertEqual(list(found), present)
            file.unlink()
            done += 1
        self.assertGreater(done, 10)


def printed(pdf):
    """What an uncompressed PDF of pdflatex shows, in order: its digits, and the letters P and N."""
    shown = ""
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        for strings in re.findall(rb"\[((?:\((?:\\.|[^\\)])*\)|[-\d. ]+)*)\]TJ", stream, re.DOTALL):
            for string in re.findall(rb"\(((?:\\.|[^\\)])*)\)", strings, re.DOTALL):
                string = re.sub(rb"\\([0-7]{3}|.)", b"?", string)
                shown += "".join(re.findall("[0-9PN]", string.decode("latin-1")))
    return shown


class Latex(Folder):
    PREAMBLE = r"""\documentclass{article}
\pdfcompresslevel=0 \pdfobjcompresslevel=0
\usepackage{booktabs}
\pagestyle{empty}
\setlength{\overfullrule}{5pt}
\begin{document}
"""

    def compiled(self, tables):
        body = "\n\\clearpage\n".join(tables)
        (self.folder / "t.tex").write_text(self.PREAMBLE + body + "\\end{document}\n")
        result = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"], cwd=self.folder, capture_output=True
        )
        log = result.stdout.decode("latin-1")
        self.assertEqual(result.returncode, 0, log[-3000:])
        self.assertNotIn("Overfull", log)
        self.assertNotIn("Warning", log.replace("LaTeX Font Warning", ""))
        return printed((self.folder / "t.pdf").read_bytes())

    def expected(self, sample, values):
        """The digits in the order of the page, for tables that are small enough for one tabular."""
        digits = "".join(re.findall(r"\d", "".join(sample.names[i] for i in sample.running)))
        axes = [range(a, b + 1) for a, b in zip(sample.start, sample.to)]
        cells = list(values.values())
        if len(axes) == 1:
            return digits + "".join(map(str, axes[0])) + "".join(cells)
        if len(axes) > 2:
            rows = zip(itertools.product(*axes), cells)
            return digits + "".join("".join(map(str, position)) + cell for position, cell in rows)
        rows = "".join(f"{i}" + "".join(cells[k * len(axes[1]) :][: len(axes[1])]) for k, i in enumerate(axes[0]))
        return digits + "".join(map(str, axes[1])) + rows

    def test_small_tables(self):
        tables, expected = [], ""
        for sample, values in samples(60, SEED + 5):
            counts = [b - a + 1 for a, b in zip(sample.start, sample.to)]
            if counts[-1] > 14 or (len(counts) > 2 and len(values) > 40):
                continue
            file = self.write(sample, "t.tex")
            tables.append(file.read_text())
            expected += self.expected(sample, values)
            self.bold(sample, values, tables[-1])
            file.unlink()
        self.assertGreater(len(tables), 20)
        self.assertGreater(len(expected), 1000)
        self.assertEqual(self.compiled(tables), expected)

    def bold(self, sample, values, text):
        zeros = 0 if sample.podium else sum(v in ("0", "P") for v in values.values())
        self.assertEqual(text.count("\\textbf"), zeros, sample.words)
        self.assertTrue(text.startswith("% Made by: bouton table "))

    def test_the_command_in_the_comment_makes_it_again(self):
        words = ["table", "maximum-nim", "f=floor(x / 2)", "--to", "9", "--out", "t.tex"]
        self.assertEqual(run(words, self.folder).returncode, 0)
        before = (self.folder / "t.tex").read_text()
        command = before.split("\n")[0].removeprefix("% Made by: bouton ")
        (self.folder / "t.tex").unlink()
        subprocess.run(f"'{BOUTON}' {command}", shell=True, cwd=self.folder, env=ENVIRONMENT, check=True)
        self.assertEqual((self.folder / "t.tex").read_text(), before)

    def test_wide_and_long_tables_fit_on_pages(self):
        tables = []
        for words in (["wythoff", "--to", "90,90"], ["nim", "--to", "6,6,6"], ["kayles", "--to", "700"]):
            for what in ("grundy", "outcome"):
                result = run(["table", *words, "--what", what, "--out", "a.tex"], self.folder)
                self.assertEqual(result.returncode, 0, result.stderr)
                tables.append((self.folder / "a.tex").read_text())
        values = sum(91 * 91 + 7**3 + 701 for _ in "go")
        self.assertEqual(sum(len(re.findall(r"&", table)) for table in tables[:2]), 2 * 91 * 91 + self.labels(tables[:2]))
        self.assertGreater(len(self.compiled(tables)), values)

    def labels(self, tables):
        return sum(line.count("&") for table in tables for line in table.split("\n") if "backslash" in line)


class AllOrNothing(Folder):
    LARGE = ["table", "wythoff", "--to", "3999,3999", "--out"]

    def left(self):
        return sorted(f.name for f in self.folder.iterdir())

    def stopped(self, name, number):
        process = subprocess.Popen([BOUTON, *self.LARGE, name], cwd=self.folder, env=ENVIRONMENT, stderr=subprocess.PIPE)
        while not any(f.name.endswith(".part") and f.stat().st_size > 0 for f in self.folder.iterdir()):
            self.assertIsNone(process.poll(), "the program ended before it could be stopped: take a larger table")
            time.sleep(0.001)
        process.send_signal(number)
        errors = process.communicate(timeout=60)[1].decode()
        self.assertEqual((process.returncode, errors), (130, "error: stopped\n"))

    def test_stopped_while_writing(self):
        for name in ("t.csv", "t.txt", "t.json"):
            for number in (signal.SIGINT, signal.SIGTERM):
                self.stopped(name, number)
                self.assertEqual(self.left(), [])
        (self.folder / "t.csv").write_text("old")
        self.stopped("t.csv", signal.SIGINT)
        self.assertEqual((self.left(), (self.folder / "t.csv").read_text()), (["t.csv"], "old"))

    def refused(self, message, name="t.csv", code=2, **options):
        result = run(["table", "wythoff", "--to", "99,99", "--out", name], self.folder, **options)
        self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
        self.assertRegex(result.stderr, "^error: " + message)
        return result

    def test_larger_than_a_file_may_be(self):
        (self.folder / "t.csv").write_text("old")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        self.refused("t.csv could not be written completely: File too large; nothing was left behind", code=3, preexec_fn=limit)
        self.assertEqual((self.left(), (self.folder / "t.csv").read_text()), (["t.csv"], "old"))

    def test_full_disk(self):
        mount = 'mount -t tmpfs -o size=64k none "$1" && cd "$1" && shift && echo old >t.csv && "$@"; code=$?; ls; cat t.csv; exit $code'
        words = [*UNSHARE, "sh", "-c", mount, "sh", self.folder, BOUTON, "table", "wythoff", "--to", "99,999", "--out", "t.csv"]
        result = subprocess.run(words, env=ENVIRONMENT, capture_output=True, text=True)
        if "unshare" in result.stderr or "mount" in result.stderr:
            self.skipTest("no disk can be mounted here")
        self.assertEqual((result.returncode, result.stdout), (3, "t.csv\nold\n"), result.stderr)
        self.assertIn("No space left on device; nothing was left behind", result.stderr)

    def test_devices_are_never_replaced(self):
        link = self.folder / "t.csv"
        link.symlink_to("/dev/full")
        self.refused("t.csv could not be written completely: No space left on device", code=3)
        self.assertTrue(stat.S_ISCHR(link.stat().st_mode))
        link.unlink()
        link.symlink_to("/dev/stdout")
        result = run(["table", "nim", "--to", "1", "--out", "t.csv"], self.folder)
        self.assertEqual((result.returncode, result.stdout), (0, "a1,grundy\n0,0\n1,1\n"), result.stderr)
        with open(self.folder / "log", "w") as log:
            log.write("before\n")
            log.flush()
            words = [BOUTON, "table", "nim", "--to", "1", "--out", "t.csv"]
            subprocess.run(words, cwd=self.folder, env=ENVIRONMENT, stdout=log, check=True)
        self.assertEqual((self.folder / "log").read_text(), "before\na1,grundy\n0,0\n1,1\n")
        self.assertEqual((os.readlink(link), self.left()), ("/dev/stdout", ["log", "t.csv"]))

    def test_a_link_stays_and_its_file_is_replaced(self):
        (self.folder / "there").mkdir()
        link, file = self.folder / "t.csv", self.folder / "there" / "file"
        link.symlink_to("there/file")
        for _ in range(2):  # at first there is no such file
            self.assertEqual(run(["table", "nim", "--to", "1", "--out", "t.csv"], self.folder).returncode, 0)
            self.assertEqual((os.readlink(link), file.read_text()), ("there/file", "a1,grundy\n0,0\n1,1\n"))
            self.assertEqual([f.name for f in file.parent.iterdir()], ["file"])
        file.chmod(0o600)
        self.assertEqual(run(["table", "nim", "--to", "1", "--out", "t.csv"], self.folder).returncode, 0)
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)

    def test_places_where_no_file_can_be(self):
        (self.folder / "folder.csv").mkdir()
        self.refused("folder.csv is a folder; give the name of a file, such as folder.csv/table.csv", "folder.csv")
        self.refused("no/t.csv cannot be written: there is no folder no; make it first", "no/t.csv")
        self.refused("folder.csv/a/t.csv cannot be written: there is no folder folder.csv/a", "folder.csv/a/t.csv")
        self.refused("/sys/t.csv cannot be written: .*; choose a folder that you may write to", "/sys/t.csv")
        self.refused(".*cannot be written: File name too long", "t" * 250 + ".csv")
        self.assertEqual(self.left(), ["folder.csv"])

    def test_without_permission(self):
        as_nobody = (lambda: (os.setgid(65534), os.setuid(65534))) if os.getuid() == 0 else None  # root may do everything
        self.folder.chmod(0o555)
        self.addCleanup(self.folder.chmod, 0o755)
        try:
            able = run(["value", "nim", "1"], self.folder, preexec_fn=as_nobody).returncode == 0
        except OSError:
            able = False
        if not able:
            self.skipTest("nobody else may run the program here")
        self.refused("t.csv cannot be written: Permission denied; choose a folder", preexec_fn=as_nobody)

    def test_a_slice_never_replaces_a_table(self):
        whole = run(["table", "nim", "--to", "3,3", "--out", "t.npy"], self.folder)
        self.assertEqual(whole.returncode, 0)
        before = (self.folder / "t.npy").read_bytes()
        cut = run(["table", "nim", "--to", "3,3", "--slice", "a3=1", "--out", "t.npy"], self.folder)
        self.assertEqual((cut.returncode, cut.stderr), (2, "error: t.npy is already there; delete it or choose another name\n"))
        self.assertEqual((self.folder / "t.npy").read_bytes(), before)


if __name__ == "__main__":
    BOUTON = os.path.abspath(sys.argv.pop(1))
    unittest.main()
