#!/usr/bin/env python3
"""Kills a program that makes a table, damages what it leaves, and looks how the next run ends: right, or in a message.

    tests/kill/kill_test.py PROGRAM [--game WORDS] [--to BOUNDS] [--kill-at-call TOOL] [TEST...]

PROGRAM is called as `PROGRAM table WORDS --to BOUNDS --out x.npy`. An N in BOUNDS is doubled until the table takes 5
seconds. Without --game it is the test program slow-table, which writes its journal 20 times a second; then more is
tested. Tables and journals are read here by hand: the format is part of what is tested. For `bouton` itself, which
writes its journal once a second:

    tests/kill/kill_test.py build/release/bouton --game 'wythoff' --to N,5000 --pace 1 Stopped
"""

import argparse
import ast
import filecmp
import json
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import numpy
except ImportError:
    numpy = None

ARGUMENTS = None
WORK = None  # a folder for all tests: the right table in right.npy, an unfinished one in x.npy.part and x.npy.journal
SECONDS = 0.0  # that the right table took
UNSHARE = ["unshare", "--mount"] if os.getuid() == 0 else ["unshare", "--map-root-user", "--mount"]


def command(to=None, game=None):
    words = game or shlex.split(ARGUMENTS.game or "slow")
    return [ARGUMENTS.program, "table", *words, "--to", to or ARGUMENTS.to, "--out", "x.npy"]


def start(folder, **options):
    what = options.pop("command", None) or command()
    return subprocess.Popen(what, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def finish(process):
    """Exit code and stderr."""
    _, errors = process.communicate(timeout=600)
    return process.returncode, errors


def marked_rows(folder):
    """Rows that the journal counts, read as a person would read it: the last line that is whole."""
    try:
        lines = (folder / "x.npy.journal").read_text(errors="replace").split("\n")[1:-1]
    except FileNotFoundError:
        return 0
    return json.loads(lines[-1])["rows"] if lines else 0


def wait_for_marks(folder, count, process):
    journal = folder / "x.npy.journal"
    while not journal.exists() or journal.read_bytes().count(b"\n") < 1 + count:
        if process.poll() is not None:
            raise AssertionError(f"the program ended before {count} lines of its journal: take larger bounds")
        time.sleep(0.002)


def read_by_hand(path):
    """Header, the values' bytes and the description of a table, without NumPy."""
    data = path.read_bytes()
    assert data[:8] == b"\x93NUMPY\x01\x00"
    begin = 10 + int.from_bytes(data[8:10], "little")
    header = ast.literal_eval(data[10:begin].decode())
    size = int(header["descr"][2:])
    for length in header["shape"]:
        size *= length
    description, footer, end = data[begin + size + 1 :].decode().split("\n")
    assert end == "" and footer.startswith("bouton-table ")
    return header, data[begin : begin + size], json.loads(description)


def setUpModule():
    global WORK, SECONDS
    WORK = pathlib.Path(tempfile.mkdtemp(prefix="bouton-kill-"))
    unittest.addModuleCleanup(shutil.rmtree, WORK)
    template, n = ARGUMENTS.to, 250
    while True:
        ARGUMENTS.to = template.replace("N", str(n))
        begin = time.monotonic()
        code, errors = finish(start(WORK))
        SECONDS = time.monotonic() - begin
        if code != 0:
            raise AssertionError(errors)
        if "N" not in template or SECONDS > 5:
            break
        (WORK / "x.npy").unlink()
        n *= 2
    (WORK / "x.npy").rename(WORK / "right.npy")
    process = start(WORK)
    wait_for_marks(WORK, 3, process)
    process.kill()
    finish(process)


class Tables(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=WORK))
        self.addCleanup(shutil.rmtree, self.folder)
        self.table, self.part, self.journal = (self.folder / ("x.npy" + end) for end in ("", ".part", ".journal"))

    def unfinished(self):
        for name in ("x.npy.part", "x.npy.journal"):
            shutil.copy(WORK / name, self.folder)
        return marked_rows(self.folder)

    def finished(self):
        shutil.copy(WORK / "right.npy", self.table)

    def expect_right(self):
        self.assertTrue(filecmp.cmp(self.table, WORK / "right.npy", shallow=False), "the table is wrong")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["x.npy"])

    def rows(self):
        return int(re.split("[,)]", ARGUMENTS.to.strip("("))[0]) + 1

    def run_to_the_end(self):
        """The row from which it went on, after it ended well with the right table."""
        code, errors = finish(start(self.folder))
        self.assertEqual(code, 0, errors)
        self.expect_right()
        found = re.search(r"resuming at row (\d+) of (\d+)", errors)
        if not found:
            return 0
        self.assertEqual(int(found[2]), self.rows())
        return int(found[1])

    def expect_refused(self, *words, code=2, **options):
        before = {p.name: p.read_bytes() for p in self.folder.iterdir() if p.is_file()}
        found, errors = finish(start(self.folder, **options))
        self.assertEqual(found, code, errors)
        for word in ("error: x.npy", *words):
            self.assertIn(word, errors)
        self.assertEqual(before, {p.name: p.read_bytes() for p in self.folder.iterdir() if p.is_file()})


class Whole(Tables):
    def test_the_file_is_what_numpy_reads(self):
        self.finished()
        header, values, description = read_by_hand(self.table)
        self.assertEqual(header["shape"], tuple(top + 1 for top in description["largest"]))
        self.assertFalse(header["fortran_order"])
        self.assertEqual(header["descr"][1:], f"u{description['width']}")
        self.assertEqual(description["absent"], 256 ** description["width"] - 1)
        if not numpy:
            self.skipTest("NumPy is not installed")
        array = numpy.load(self.table)
        self.assertEqual((array.shape, array.dtype.itemsize), (header["shape"], description["width"]))
        self.assertEqual(array.tobytes(), values)
        mapped = numpy.load(self.table, mmap_mode="r")
        self.assertTrue((mapped == array).all())

    def test_a_second_run_finds_it(self):
        self.finished()
        before = self.table.stat()
        code, errors = finish(start(self.folder))
        self.assertEqual(code, 0)
        self.assertIn("x.npy is already there", errors)
        self.assertEqual(self.table.stat().st_mtime_ns, before.st_mtime_ns)
        self.expect_right()

    def test_damaged(self):
        size = (WORK / "right.npy").stat().st_size
        for place in (0, 20, size // 2, size - 200, size - 3):
            self.finished()
            with open(self.table, "r+b") as file:
                file.seek(place)
                byte = file.read(1)[0]
                file.seek(place)
                file.write(bytes([byte ^ 4]))
            self.expect_refused("delete it or choose another name")

    def test_cut_short(self):
        size = (WORK / "right.npy").stat().st_size
        for length in (0, 5, 100, size // 2, size - 1):
            self.finished()
            os.truncate(self.table, length)
            self.expect_refused("delete it or choose another name")

    def test_foreign(self):
        self.table.write_text("my notes\n")
        self.expect_refused("is not a table made by Bouton")
        self.table.unlink()
        self.table.mkdir()
        self.expect_refused("is a folder")
        self.table.rmdir()
        if numpy:
            numpy.save(self.table, numpy.arange(10))
            self.expect_refused("another program made it")

    def test_another_table(self):
        first, *rest = ARGUMENTS.to.split(",")
        other = command(to=",".join([str(int(first) - 1), *rest]))
        self.finished()
        self.expect_refused("holds another table", command=other)
        self.table.unlink()
        self.unfinished()
        self.expect_refused("x.npy.part and x.npy.journal belong to another table", command=other)

    def test_larger_than_a_file_may_be(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))

        self.expect_refused("ulimit -f", code=3, preexec_fn=limit)

    def test_no_such_folder(self):
        code, errors = finish(start(self.folder, command=[*command()[:-1], "no/x.npy"]))
        self.assertEqual(code, 2)
        self.assertIn("no/x.npy", errors)

    def test_a_disk_that_is_too_small(self):
        mount = 'mount -t tmpfs -o size=128k none "$1" && cd "$1" && shift && "$@"; code=$?; ls; exit $code'
        words = [*UNSHARE, "sh", "-c", mount, "sh", self.folder, *command()]
        result = subprocess.run(words, capture_output=True, text=True)
        if "unshare" in result.stderr or "mount" in result.stderr:
            self.skipTest("no disk can be mounted here")
        self.assertEqual((result.returncode, result.stdout), (3, ""), result.stderr)
        self.assertRegex(result.stderr, r"^error: x.npy.part needs \d+ MiB and the disk has \d+ MiB free")


class Stopped(Tables):
    def test_unfinished_files_are_no_tables(self):
        self.unfinished()
        self.assertEqual(set(self.part.read_bytes()[:64]), {0})

    def test_killed_at_random_moments(self):
        """Until it is done. Each run goes on from the last whole line of the journal."""
        chance = random.Random(1901)
        longest = max(SECONDS / 12, ARGUMENTS.pace * 3)
        resumed = set()
        for kills in range(1000):
            marked = marked_rows(self.folder)
            process = start(self.folder)
            time.sleep(chance.uniform(0, longest))
            process.kill()
            code, errors = finish(process)
            if "resuming" in errors:
                self.assertIn(f"resuming at row {marked} of {self.rows()}", errors)
                resumed.add(marked)
            self.assertIn(code, (0, -signal.SIGKILL), errors)
            if self.table.exists():
                break
        else:
            self.fail("killed too often to come to an end")
        if self.journal.exists():  # killed between the name and the journal's removal
            self.run_to_the_end()
        self.expect_right()
        self.assertGreaterEqual(kills, 3)
        self.assertGreaterEqual(len(resumed), 2)

    def test_signals(self):
        for which in (signal.SIGINT, signal.SIGTERM):
            process = start(self.folder)
            wait_for_marks(self.folder, 2, process)
            process.send_signal(which)
            code, errors = finish(process)
            self.assertEqual(code, 130, errors)
            found = re.search(r"error: stopped; (\d+) of \d+ rows are kept in x.npy.part, and the same", errors)
            self.assertTrue(found, errors)
            self.assertEqual(int(found[1]), marked_rows(self.folder))
            self.assertFalse(self.table.exists())
            self.assertEqual(self.run_to_the_end(), int(found[1]))
            self.table.unlink()

    def test_as_it_was_killed(self):
        marked = self.unfinished()
        self.assertGreater(marked, 0)
        self.assertEqual(self.run_to_the_end(), marked)

    def test_torn_journal(self):
        for length in (1, 10, 30):
            marked = self.unfinished()
            with open(self.journal, "ab") as file:
                file.write(b'{"rows":99999,"chunks":[],"rest":"0123456789abcdef"}'[:length])
            self.assertEqual(self.run_to_the_end(), marked)
            self.table.unlink()

    def test_cut_journal(self):
        marked = self.unfinished()
        os.truncate(self.journal, self.journal.stat().st_size - 4)
        resumed = self.run_to_the_end()
        self.assertTrue(0 < resumed < marked)

    def test_journal_that_says_too_much(self):
        marked = self.unfinished()
        with open(self.journal, "ab") as file:
            file.write(b'{"rows":%d,"chunks":[],"rest":"0123456789abcdef"}\n' % (marked + 1))
        self.assertEqual(self.run_to_the_end(), marked)

    def test_damaged_values(self):
        marked = self.unfinished()
        row = (self.part.stat().st_size - 128) // self.rows()  # about
        with open(self.part, "r+b") as file:
            file.seek(128 + row * marked * 3 // 4)
            byte = file.read(1)[0]
            file.seek(-1, os.SEEK_CUR)
            file.write(bytes([byte ^ 1]))
        self.assertLess(self.run_to_the_end(), marked)

    def test_cut_values(self):
        for share in (0, 0.5):
            marked = self.unfinished()
            os.truncate(self.part, int(self.part.stat().st_size * share * marked / self.rows()))
            self.assertLess(self.run_to_the_end(), marked)
            self.table.unlink()

    def test_values_without_a_journal(self):
        self.unfinished()
        self.journal.unlink()
        self.expect_refused("x.npy.part is there without a x.npy.journal")

    def test_second_run_at_the_same_time(self):
        self.unfinished()
        process = start(self.folder)
        wait_for_marks(self.folder, 4, process)
        code, errors = finish(start(self.folder))
        self.assertEqual(code, 2, errors)
        self.assertIn("error: x.npy.journal is in use: another run is making this table", errors)
        self.assertEqual(finish(process)[0], 0)
        self.expect_right()


class SlowTable(Tables):
    """What needs a program that writes its journal often and takes any word for a game."""

    def setUp(self):
        super().setUp()
        if ARGUMENTS.game:
            self.skipTest("for slow-table only")

    def test_killed_at_every_system_call(self):
        if not ARGUMENTS.kill_at_call:
            self.skipTest("no --kill-at-call")
        small = command(to="24,3")
        self.assertEqual(finish(start(self.folder, command=small))[0], 0)
        right = self.table.read_bytes()
        for call in range(1, 10000):
            self.table.unlink()
            code, errors = finish(start(self.folder, command=[ARGUMENTS.kill_at_call, str(call), *small]))
            if code == 2:
                self.skipTest("no program can be traced here")
            if code == 1:
                break
            self.assertTrue(not self.table.exists() or self.table.read_bytes() == right, f"call {call}")
            marked = 0 if self.table.exists() else marked_rows(self.folder)
            code, errors = finish(start(self.folder, command=small))
            self.assertEqual(code, 0, f"call {call}: {errors}")
            self.assertEqual(marked > 0, "resuming" in errors, f"call {call}: {errors}")
            self.assertEqual(self.table.read_bytes(), right, f"call {call}")
            self.assertEqual([p.name for p in self.folder.iterdir()], ["x.npy"], f"call {call}")
        self.assertGreater(call, 40)

    def test_the_disk_becomes_full(self):
        """The values have their room; the journal finds none for its second block. A long name fills the first."""
        script = """
            mount -t tmpfs -o size=1m none "$1" && cd "$1" || exit 99
            shift
            "$@" & program=$!
            until grep -q rows x.npy.journal 2>/dev/null; do sleep 0.01; done
            dd if=/dev/zero of=filler bs=4k status=none 2>/dev/null
            wait $program; echo "code $?" >&2
            test -e x.npy && echo "there is a table" >&2
            rm filler
            "$@" || exit 98
            cat x.npy
        """
        words = command(game=["slow" + "-" * 3600])
        result = subprocess.run([*UNSHARE, "sh", "-c", script, "sh", self.folder, *words], capture_output=True)
        errors = result.stderr.decode()
        if result.returncode == 99 or errors.startswith("unshare"):
            self.skipTest("no disk can be mounted here")
        self.assertEqual(result.returncode, 0, errors)
        self.assertRegex(
            errors,
            r"^error: x.npy.journal cannot be written: No space left on device; (\d+) of \d+ rows are kept in "
            r"x.npy.part, and the same command goes on from there\ncode 3\nresuming at row \1 of ",
        )
        self.table.write_bytes(result.stdout)
        self.assertEqual(read_by_hand(self.table)[1], read_by_hand(WORK / "right.npy")[1])


class ShortFirstCoordinate(Tables):
    """A table of three long rows: the journal counts beginnings of rows, so that a kill costs no more than elsewhere."""

    TO = "2,40000"
    CELLS = 3 * 40001

    def setUp(self):
        super().setUp()
        if ARGUMENTS.game:
            self.skipTest("for slow-table only")
        self.command = command(to=self.TO, game=["tiles"])
        begin = time.monotonic()
        code, errors = finish(start(self.folder, command=self.command))
        self.seconds = time.monotonic() - begin
        self.assertEqual(code, 0, errors)
        self.right = self.table.read_bytes()
        self.table.unlink()

    def counted(self):
        """All cells that the last whole line of the journal counts."""
        lines = self.journal.read_text(errors="replace").split("\n")[1:-1] if self.journal.exists() else []
        if not lines:
            return 0
        mark = json.loads(lines[-1])
        return mark["rows"] * 40001 + mark.get("more", 0) + sum(a * b for a, b in mark.get("steps", []))

    def kill_after(self, seconds):
        process = start(self.folder, command=self.command)
        time.sleep(seconds)
        process.kill()
        return finish(process)

    def end(self):
        code, errors = finish(start(self.folder, command=self.command))
        self.assertEqual(code, 0, errors)
        self.assertEqual(self.table.read_bytes(), self.right)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["x.npy"])
        return errors

    def test_a_kill_costs_little(self):
        self.kill_after(0.6 * self.seconds)
        self.assertGreater(self.counted(), 0.3 * self.CELLS)
        self.assertEqual(marked_rows(self.folder), 0)
        self.assertIn(f"resuming at row 0 of 3; {self.counted()} more cells are there", self.end())

    def test_killed_at_random_moments(self):
        chance, counts = random.Random(1902), []
        for _ in range(100):
            self.kill_after(chance.uniform(0.05, self.seconds / 4))
            if self.table.exists():
                break
            counts.append(self.counted())
        self.assertEqual(counts, sorted(counts))
        self.end()
        self.assertGreaterEqual(len(set(counts)), 3)

    def test_damaged_beginnings(self):
        """What stands beyond the whole rows counts only if all of it is right."""
        self.kill_after(0.5 * self.seconds)
        self.assertGreater(self.counted(), 1000)
        with open(self.part, "r+b") as file:
            file.seek(128 + 2 * 300)
            byte = file.read(1)[0]
            file.seek(-1, os.SEEK_CUR)
            file.write(bytes([byte ^ 1]))
        self.assertIn("do not match their checksums", self.end())

    def test_beginnings_that_cannot_be(self):
        for steps in ([[1, 9]], [[99999, 1]], [[5, 1], [6, 1]], [[-1, 1]], [[1, 1 << 60]], [[1]], 7, None, [[1, 0]]):
            self.kill_after(0.3 * self.seconds)
            with open(self.journal, "ab") as file:
                lines = self.journal.read_text().split("\n")
                mark = json.loads(lines[-2])
                mark["steps"] = steps
                file.write(json.dumps(mark).encode() + b"\n")
            self.end()
            self.table.unlink()

    def test_signals(self):
        process = start(self.folder, command=self.command)
        time.sleep(0.5 * self.seconds)
        process.send_signal(signal.SIGINT)
        code, errors = finish(process)
        self.assertEqual(code, 130, errors)
        found = re.search(r"error: stopped; 0 of 3 rows and (\d+) more cells are kept in x.npy.part, and the same", errors)
        self.assertTrue(found, errors)
        self.assertEqual(int(found[1]), self.counted())
        self.assertIn(f"; {found[1]} more cells are there", self.end())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--game", help="a game of the program, with its arguments")
    parser.add_argument("--to", default="300,499")
    parser.add_argument("--pace", type=float, default=0.05, help="seconds between two lines of the journal")
    parser.add_argument("--kill-at-call", type=os.path.abspath)
    ARGUMENTS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
