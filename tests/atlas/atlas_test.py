#!/usr/bin/env python3
"""Atlases under kills, limits and other processes; and against a program that shares nothing with Bouton: loops in Python.

    tests/atlas/atlas_test.py BOUTON [TEST...]
"""

import json
import os
import pathlib
import random
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BOUTON = None
COLUMNS = "preperiod, period, saltus, outcome_preperiod, outcome_period, largest_value, settled"


WEIGHTS = """game weights (x, y)
  parameter a
  parameter b
  let half = floor((a*x + b*y)/2)
  move (x - t, y) for 1 <= t <= x if a*t <= half
  move (x, y - t) for 1 <= t <= y if b*t <= half
"""
SLURM = """ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
SlurmctldPort={control}
SlurmdPort={node}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


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

    def test_equalities_of_codes_change_nothing(self):
        """Cousins and codes that differ in one heap only share their values: rows are the same without."""
        ranges = "0 <= a <= 7, 0 <= b <= 7, 0 <= c <= 7 if a + b + c > 0"
        self.made(words(ranges, "octal", "code=0.{a}{b}{c}", "a.sqlite", "--to", "300"))
        self.made(words(ranges, "octal", "code=0.{a}{b}{c}", "b.sqlite", "--to", "300", "--no-symmetry"))
        found = rows(self.folder / "a.sqlite")
        self.assertEqual(len(found), 511)
        self.assertEqual(found, rows(self.folder / "b.sqlite"))

    def test_every_kind_of_family(self):
        """Random members of each, by the reference engine."""
        (self.folder / "weights.bouton").write_text(WEIGHTS)
        for game, arguments, ranges, more in [
                ("subtraction", ["moves=S"], "S subset {1..9}", ["--size", "1..4"]),
                ("subtraction", ["moves={a, b..b+1}"], "a in {2, 5..7}, a < b <= 12 if gcd(a, b) = 1", []),
                ("all-but", ["without={a,b,c}"], "1 <= a < b < c <= 9", []),
                ("all-but", ["without=S"], "S subset {1, 3, 4, 7, 8}", ["--size", "4"]),
                ("octal", ["code=0.{a}{b}"], "0 <= a <= 7, 0 <= b <= 7 if a + b > 0", ["--to", "400"]),
                ("octal", ["code=4.{a}{b}"], "0 <= a <= 7, 0 <= b <= 7", ["--to", "200"]),
                ("hexadecimal", ["code=0.{a}{b}"], "0 <= a <= 15, 8 <= b <= 15", ["--to", "40"]),
                ("maximum-nim", ["f=floor(a*x/b)"], "1 <= a < b <= 6", ["--to", "300"]),
                ("take-between", ["a=i", "b=j"], "1 <= i <= j <= 6", []),
                ("weights.bouton", ["a=i", "b=j"], "1 <= i <= j <= 4", ["--to", "14"])]:
            with self.subTest(game=game, ranges=ranges):
                self.made([BOUTON, "atlas", game, *arguments, "--for", ranges, "--out", "r.sqlite", *more])
                checked = self.made([BOUTON, "atlas", "recheck", "r.sqlite", "--sample", "30", "--seed", "5", "--json"])
                answer = json.loads(checked.stdout)
                self.assertGreaterEqual(answer["recomputed"], 5, answer)
            (self.folder / "r.sqlite").unlink()

    def test_sets_of_a_size(self):
        self.made(words("S subset {1..7}", "subtraction", "moves=S", "a.sqlite", "--size", "1..3"))
        self.made(words("1 <= a < b < c <= 7", file="b.sqlite"))
        with sqlite3.connect(self.folder / "a.sqlite") as connection:
            sets = connection.execute("SELECT S1, S2, S3, period FROM members").fetchall()
        with sqlite3.connect(self.folder / "b.sqlite") as connection:
            triples = connection.execute("SELECT a, b, c, period FROM members").fetchall()
        self.assertEqual(len({frozenset(row[:3]) for row in sets}), 7 + 21 + 35)
        self.assertEqual(len(sets), 7 + 21 + 35)
        self.assertEqual([row for row in sets if len(set(row[:3])) == 3], triples)

    def test_formulas(self):
        """The first formula that fits is noted; one that fits but for one heap is not."""
        laws = ["--law", "grundy(x) = if x = 200 then 7 else x mod (a + 1)", "--law", "grundy(n) = n mod (a + 1)"]
        self.made(words("1 <= a <= 4", "bachet", "k=a", "a.sqlite", *laws))
        with sqlite3.connect(self.folder / "a.sqlite") as connection:
            self.assertEqual(connection.execute("SELECT law FROM members").fetchall(), [(1,)] * 4)

    def test_formulas_that_discover_finds(self):
        command = words("2 <= a <= 4", "ryuo-nim", "p=a", "a.sqlite", "--discover", "3", "--to", "12")
        self.made(command)
        with sqlite3.connect(self.folder / "a.sqlite") as connection:
            self.assertEqual([law is not None for (law,) in connection.execute("SELECT law FROM members")], [True] * 3)
        self.made(command)  # the laws are those of the file

    def test_published_all_but_sets(self):
        """(period, saltus, preperiod): A. Siegel; D. Sleator, M. Slusky, arXiv 1201.3299 (three numbers: no preperiod); four computed."""
        self.made(words("1 <= a < b < c <= 9", "all-but", "without={a,b,c}", "a.sqlite"))
        with sqlite3.connect(self.folder / "a.sqlite") as connection:
            found = {row[:3]: row[3:] for row in
                     connection.execute("SELECT a, b, c, period, saltus, preperiod, settled FROM members")}
        self.assertTrue(all(row[2:] == (0, 1) for row in found.values()))
        self.assertEqual((found[1, 2, 3], found[4, 7, 9]), ((4, 1, 0, 1), (8, 4, 0, 1)))
        self.made(words("7 <= c < d <= 9", "all-but", "without={1,4,c,d}", "b.sqlite"))
        with sqlite3.connect(self.folder / "b.sqlite") as connection:
            four = connection.execute("SELECT period, saltus, preperiod FROM members WHERE c = 7 AND d = 8 OR c = 8").fetchall()
        self.assertEqual(four, [(12, 4, 11), (27, 9, 32)])

    def test_bad_input(self):
        for command, code, said in [
                (words("3 <= a < b < c <= 2"), 2, "the family is empty"),
                (words("1 <= a < b < c"), 2, "no upper bound"),
                (words("1 <= a < b < c <= 5000"), 3, "would need about"),
                (words("S subset {1..9}", "subtraction", "moves=S"), 2, "--size"),
                (words("1 <= a < b < c <= 9") + ["--size", "3"], 2, "no set is chosen"),
                (words("S subset {1..9}", "subtraction", "moves=S") + ["--size", "0"], 2, "from 1 to 15"),
                (words("1 <= a < b < c <= 9") + ["--on", "gpu"], 2, "graphics processors"),
                (words("1 <= a < b < c <= 9") + ["--law", "grundy(x, y) = 0"], 2, "with 1 name"),
                (words("1 <= a < b < c <= 9") + ["--law", "grundy(a) = 0"], 2, "a variable of the family already"),
                (words("1 <= a <= 4", "nim", "x=a"), 2, "any number")]:
            with self.subTest(said=said):
                result = run(command, self.folder)
                self.assertEqual((result.returncode, result.stderr.count("error:")), (code, 1), result.stderr)
                self.assertIn(said, result.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

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


def mpirun(count):
    return ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(count)]


def has_mpi():
    return shutil.which("mpirun") and (pathlib.Path(BOUTON).parent / "bouton-mpi.so").exists()


class Ranks(unittest.TestCase):
    """Several processes, by MPI."""

    setUp, tearDown, made = Atlas.setUp, Atlas.tearDown, Atlas.made

    def test_any_number_of_ranks(self):
        if not has_mpi():
            self.skipTest("built without MPI")
        octal = words("0 <= a <= 7, 0 <= b <= 7 if a + b > 0", "octal", "code=0.{a}{b}", "o.sqlite", "--to", "300")
        for command in [words("1 <= a < b < c <= 24") + ["--law", "period = a + b"], octal]:
            file = self.folder / command[command.index("--out") + 1]
            self.made(command)
            alone = rows(file)
            for count in [1, 3]:
                file.unlink()
                result = self.made(mpirun(count) + command)
                self.assertEqual(result.stdout.count("members:"), 1, "rank 0 alone speaks")
                self.assertEqual(rows(file), alone)

    def test_a_killed_rank(self):
        """It ends the job; what is there is a beginning; another number of ranks goes on."""
        if not has_mpi():
            self.skipTest("built without MPI")
        command = words("1 <= a < b < c <= 170") + ["--threads", "1"]
        file = self.folder / "a.sqlite"
        job = subprocess.Popen(mpirun(3) + command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                               env=dict(os.environ, BOUTON_HOME=str(ROOT)))
        try:
            while not file.exists() or file.stat().st_size < 100000:  # some rows are there
                self.assertIsNone(job.poll(), "it ended too early to be killed")
                time.sleep(0.02)
            children = subprocess.run(["pgrep", "-P", str(job.pid)], capture_output=True, text=True).stdout.split()
            os.kill(int(children[-1]), signal.SIGKILL)
            _, errors = job.communicate(timeout=30)
        finally:
            job.kill()
            job.wait()
        self.assertNotEqual(job.returncode, 0)
        self.assertIn("signal 9", errors)
        part = run([BOUTON, "atlas", "query", "a.sqlite"], self.folder)  # undoes what was half done
        self.assertEqual(part.returncode, 0, part.stderr)
        left = rows(file)
        self.assertTrue(0 < len(left) < 170 * 169 * 168 // 6, len(left))
        self.made(mpirun(2) + command)
        self.made(words("1 <= a < b < c <= 170", file="b.sqlite"))
        right = rows(self.folder / "b.sqlite")
        self.assertEqual(left, right[:len(left)])
        self.assertEqual(rows(file), right)

    def test_one_message(self):
        if not has_mpi():
            self.skipTest("built without MPI")
        for command, code, said in [(words("3 <= a < b < c <= 2"), 2, "the family is empty"),
                                    (words("1 <= a < b < c <= 300") + ["--time", "2"], 3, "time limit"),
                                    (words("1 <= a <= 2", "bachet", "k=a") + ["--discover", "2"], 2, "without mpirun")]:
            result = run(mpirun(3) + command, self.folder)
            self.assertEqual((result.returncode, result.stderr.count("error:")), (code, 1), result.stderr)
            self.assertIn(said, result.stderr)

    def test_without_the_module(self):
        if not shutil.which("mpirun"):
            self.skipTest("no mpirun")
        shutil.copy(BOUTON, self.folder / "alone")
        command = words("1 <= a < b < c <= 9")
        result = run(mpirun(2) + [str(self.folder / "alone")] + command[1:], self.folder)
        self.assertEqual((result.returncode, result.stderr.count("error:")), (2, 1), result.stderr)
        self.assertIn("its part for MPI", result.stderr)


class Slurm(unittest.TestCase):
    """examples/atlas.slurm: read by a linter, and run where Slurm can be started, on this machine alone."""

    setUp, tearDown = Atlas.setUp, Atlas.tearDown

    def test_lint(self):
        if not shutil.which("shellcheck"):
            self.skipTest("no shellcheck")
        subprocess.run(["shellcheck", ROOT / "examples/atlas.slurm"], check=True)

    def test_job(self):
        if os.geteuid() != 0 or not has_mpi() or not all(map(shutil.which, ["slurmctld", "slurmd", "munged", "sbatch", "runuser"])):
            self.skipTest("Slurm cannot be started")
        os.chmod(self.folder, 0o755)
        munge, host = self.folder / "munge", socket.gethostname().split(".")[0]
        munge.mkdir()
        (munge / "key").write_bytes(os.urandom(1024))
        os.chmod(munge / "key", 0o400)
        for path in [munge, munge / "key"]:
            shutil.chown(path, "munge")
        for name in ["state", "spool"]:
            (self.folder / name).mkdir()
        with socket.socket() as one, socket.socket() as two:
            one.bind(("127.0.0.1", 0))
            two.bind(("127.0.0.1", 0))
            ports = one.getsockname()[1], two.getsockname()[1]
        (self.folder / "slurm.conf").write_text(SLURM.format(folder=self.folder, host=host, cores=os.cpu_count(), control=ports[0],
                                                             node=ports[1]))
        environment = dict(os.environ, SLURM_CONF=str(self.folder / "slurm.conf"), BOUTON=BOUTON, BOUTON_HOME=str(ROOT),
                           OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        daemons = []
        try:
            for command in [["runuser", "-u", "munge", "--", "munged", "--foreground", f"--key-file={munge}/key",
                             f"--socket={munge}/socket", f"--pid-file={munge}/pid", f"--log-file={munge}/log", f"--seed-file={munge}/seed"],
                            ["slurmctld", "-D", "-f", str(self.folder / "slurm.conf")],
                            ["slurmd", "-D", "-f", str(self.folder / "slurm.conf")]]:
                daemons.append(subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                                start_new_session=True))
                time.sleep(1)
            done = subprocess.run(["sbatch", "--wait", "--ntasks=2", "--overcommit", ROOT / "examples/atlas.slurm", "subtraction", "moves={a,b,c}",
                                   "--for", "1 <= a < b < c <= 20", "--out", "s.sqlite"], cwd=self.folder, env=environment,
                                  capture_output=True, text=True, timeout=60)
            log = "".join(path.read_text() for path in self.folder.glob("atlas-*.log"))
            self.assertEqual(done.returncode, 0, done.stderr + log)
            self.assertIn("2 tasks", log)
            self.assertEqual(len(rows(self.folder / "s.sqlite")), 20 * 19 * 18 // 6)
        finally:
            for daemon in reversed(daemons):
                os.killpg(daemon.pid, signal.SIGTERM)
                daemon.wait(timeout=20)


if __name__ == "__main__":
    BOUTON = os.path.abspath(sys.argv.pop(1))
    unittest.main()
