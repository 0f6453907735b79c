#!/usr/bin/env python3
"""Every writer, with a fault at every call: it fails for want of room, or by an error of the disk, or the program is killed there.

    tests/faults/faults_test.py PROGRAM FAULT_LIBRARY [--all] [TEST...]

The invariant: afterwards the old result is there or the new one, whole; no death by a signal but the kill; the right exit code; and the
same command then ends well, with the new result and nothing beside it. FAULT_LIBRARY is built from fault.cpp, which says what counts as a
call. Without --all a selection: few calls of each kind, spread over the run.
"""

import argparse
import hashlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

ARGUMENTS = None
CALLS = ["write", "fsync", "rename", "mmap", "truncate", "create", "remove"]
COUNTS = {"runs": 0, "faults": 0}

GAME = """game count-down (x)
  about "take one or two"
  move (x - t)  for 1 <= t <= 2

theorem "{label}" for 0 <= x: grundy(x) = x mod 3 to 30
"""


def tree(path):
    """Every file under a path with its content; what differs from run to run (times) is left out."""
    if not path.exists():
        return None
    if path.is_file():
        return hashlib.sha1(path.read_bytes()).hexdigest()
    files = {}
    for each in sorted(path.rglob("*")):
        if each.is_file():
            text = each.read_bytes()
            if each.name in ("index.html", "study.json"):  # with times
                text = b"old" if b"theorem-old" in text else b"new" if b"theorem-new" in text else text
            if each.suffix == ".pdf":
                text = re.sub(rb"/CreationDate[^>]*", b"", text)
            files[str(each.relative_to(path))] = hashlib.sha1(text).hexdigest()
    return files


class Writer(unittest.TestCase):
    """A command, what it writes, and what is there before."""

    words = None  # of the command
    target = None  # what it writes
    allowed = set()  # names beside the target that may stay after a failure, until the command has ended well
    resumes = False
    expected = 0

    @classmethod
    def setUpClass(cls):
        if cls.words is None:
            raise unittest.SkipTest("not a writer")
        cls.root = pathlib.Path(tempfile.mkdtemp(prefix="bouton-faults-"))
        cls.addClassCleanup(shutil.rmtree, cls.root)
        cls.old = cls.root / "old"
        cls.old.mkdir()
        (cls.old / "g.bouton").write_text(GAME.format(label="old"))
        cls.make_old()
        (cls.old / "g.bouton").write_text(GAME.format(label="new"))
        cls.before = tree(cls.old / cls.target)
        folder = cls.fresh()
        result = cls.run_in(folder)
        assert result.returncode == cls.expected, result.stderr
        cls.after = tree(folder / cls.target)
        cls.names = sorted(p.name for p in folder.iterdir())
        assert cls.after is not None and cls.after != cls.before
        shutil.rmtree(folder)

    @classmethod
    def make_old(cls):
        pass

    @classmethod
    def fresh(cls):
        folder = cls.root / "work"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(cls.old, folder, symlinks=True)
        return folder

    @classmethod
    def run_in(cls, folder, words=None, **fault):
        environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), **fault}
        environment.setdefault("BOUTON_HOME", ARGUMENTS.home)
        COUNTS["runs"] += 1
        return subprocess.run([ARGUMENTS.program, *(words or cls.words)], cwd=folder, env=environment, capture_output=True,
                              text=True, errors="replace", timeout=120)

    def one(self, call, at, do):
        """Whether the fault came to pass."""
        folder, told = self.fresh(), self.root / "told"
        told.unlink(missing_ok=True)
        result = self.run_in(folder, LD_PRELOAD=ARGUMENTS.library, FAULT_CALLS=call, FAULT_AT=str(at), FAULT_DO=do,
                             FAULT_TOLD=str(told))
        what = f"{do} at {call} {at}: exit {result.returncode}, {result.stderr.strip()}"
        if not told.exists():
            self.assertEqual(result.returncode, self.expected, what)
            return False
        COUNTS["faults"] += 1
        if do in ("before", "after", "half"):
            self.assertEqual(result.returncode, -signal.SIGKILL, what)
        elif result.returncode != self.expected:  # it may be of no consequence: a folder that cannot be synced, a cache
            self.assertEqual(result.returncode, 2 if do == "EIO" else 3, what)
            self.assertTrue(result.stderr.startswith("error: "), what)
        state = tree(folder / self.target)
        self.assertIn(state, (self.before, self.after), f"neither old nor new after {what}")
        if result.returncode == self.expected:
            self.assertEqual(state, self.after, what)
        elif do not in ("before", "after", "half") and not self.resumes and call != "remove":
            beside = {p.name for p in folder.iterdir()} - set(self.names) - {p.name for p in self.old.iterdir()}
            self.assertEqual(beside - self.allowed, set(), what)
        again = self.run_in(folder)
        self.assertEqual(again.returncode, self.expected, f"again, after {what}: {again.stderr}")
        self.assertEqual(tree(folder / self.target), self.after, f"again, after {what}")
        if do not in ("before", "after", "half"):
            self.assertEqual(sorted(p.name for p in folder.iterdir()), self.names, f"again, after {what}")
        return True

    def through(self, do, calls=CALLS):
        for call in calls:
            at = 1
            while self.one(call, at, do) and (ARGUMENTS.all or at < 4):
                at += 1 if ARGUMENTS.all else 2
        shutil.rmtree(self.root / "work", ignore_errors=True)

    def test_no_memory(self):
        """One allocation fails: early ones one by one, later ones at growing distances."""
        at = 1
        while self.one("allocate", at, "ENOMEM"):
            at += max(1, at // 20) if ARGUMENTS.all else 3 * at
        shutil.rmtree(self.root / "work", ignore_errors=True)

    def test_no_room(self):
        self.through("ENOSPC", ["write", "fsync", "rename", "truncate", "create"])

    def test_bad_disk(self):
        self.through("EIO", ["write", "fsync", "rename", "mmap", "truncate", "create", "remove"])

    def test_no_memory_for_a_mapping(self):
        self.through("ENOMEM", ["mmap"])

    def test_killed_before(self):
        self.through("before")

    def test_killed_after(self):
        self.through("after")

    def test_killed_half_way(self):
        self.through("half", ["write"])


class Npy(Writer):
    words = ["table", "g.bouton", "--to", "3000", "--out", "t.npy"]
    target = "t.npy"
    resumes = True


class Csv(Writer):
    words = ["table", "g.bouton", "--to", "30", "--out", "t.csv"]
    target = "t.csv"

    @classmethod
    def make_old(cls):
        (cls.old / "t.csv").write_text("old\n")


class Text(Csv):
    words = ["table", "g.bouton", "--to", "30", "--out", "t.txt"]
    target = "t.txt"


class Picture(Writer):
    words = ["table", "g.bouton", "--to", "30", "--out", "t.svg"]
    target = "t.svg"

    @classmethod
    def make_old(cls):
        (cls.old / "t.svg").write_text("old\n")


class Png(Picture):
    words = ["table", "g.bouton", "--to", "30", "--out", "t.png"]
    target = "t.png"


class Josephus(Picture):
    words = ["josephus", "12", "3", "--out", "t.svg"]


class Certificates(Writer):
    words = ["prove", "g.bouton", "--certificates", "proofs"]
    target = "proofs/g"

    @classmethod
    def make_old(cls):
        assert cls.run_in(cls.old, ["prove", "g.bouton", "--certificates", "proofs"]).returncode == 0


class FirstCertificates(Writer):
    words = ["prove", "g.bouton", "--certificates", "proofs"]
    target = "proofs/g"


class Study(Writer):
    words = ["study", "g.bouton", "--out", "st"]
    target = "st"

    @classmethod
    def make_old(cls):
        assert cls.run_in(cls.old, ["study", "g.bouton", "--out", "st"]).returncode == 0
        (cls.old / "st" / "notes.txt").write_text("mine")


class FirstStudy(Writer):
    words = ["study", "g.bouton", "--out", "st"]
    target = "st"


class Cache(Writer):
    """What is known to be proved: a cache, so that no fault of it may matter."""

    words = ["prove", "g.bouton"]
    target = "cache/bouton/proofs"

    def one(self, call, at, do):
        folder, told = self.fresh(), self.root / "told"
        told.unlink(missing_ok=True)
        result = self.run_in(folder, LD_PRELOAD=ARGUMENTS.library, FAULT_CALLS=call, FAULT_AT=str(at), FAULT_DO=do,
                             FAULT_TOLD=str(told))
        killed = told.exists() and do in ("before", "after", "half")
        allowed = [-signal.SIGKILL] if killed else [0, 3] if call == "allocate" else [0]  # the proof needs memory, too
        self.assertIn(result.returncode, allowed, f"{do} at {call} {at}: {result.stderr}")
        COUNTS["faults"] += told.exists()
        found = tree(folder / self.target) or {}
        whole = {name: content for name, content in found.items() if not name.endswith(".part")}
        self.assertIn(whole, ({}, self.after), f"{do} at {call} {at}")
        self.assertEqual(self.run_in(folder).returncode, 0)
        return told.exists()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("library", type=os.path.abspath)
    parser.add_argument("--all", action="store_true", help="every call, not a selection")
    parser.add_argument("--home", default=str(pathlib.Path(__file__).resolve().parents[2]))
    ARGUMENTS, rest = parser.parse_known_args()
    program = unittest.main(argv=[sys.argv[0], *rest], exit=False)
    print(f"{COUNTS['runs']} runs, {COUNTS['faults']} faults", file=sys.stderr)
    sys.exit(not program.result.wasSuccessful())
