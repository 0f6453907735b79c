#!/usr/bin/env python3
"""Limits that are kept: --time, --memory, Ctrl-C and SIGTERM, whatever the program is doing; and no death by a signal, ever.

    limits_test.py BOUTON [--all] [--figures]

Every command must end by itself, with the right exit code and a message. How late it may be is no matter of right and wrong on a machine
that does other things too, so the bound here is generous (GRACE); --figures prints what was seen, for docs/reliability.md.
"""
import os
import pathlib
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
FILES = HERE / "files"
ROOT = HERE.parent.parent
BOUTON = os.path.abspath(sys.argv[1])
ALL = "--all" in sys.argv
GRACE = 15  # seconds; the promise is 1 after --time and 0.5 after a signal

passed, failed, latest = 0, 0, {}
work = tempfile.TemporaryDirectory()
environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(work.name, "cache"), BOUTON_HOME=str(ROOT))


def report(good, what, detail=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {what}\n    {detail}")


def note(kind, amount, what):
    if amount > latest.get(kind, (float("-inf"), ""))[0]:
        latest[kind] = (amount, what)


def run(words, *, limits=(), stdin=subprocess.DEVNULL, cwd=FILES, timeout=600, **more):
    def prepare():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for kind, most in limits:
            resource.setrlimit(kind, (most, most))

    start = time.monotonic()
    try:
        process = subprocess.run([BOUTON, *words], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd,
                                 env=environment, preexec_fn=prepare, timeout=timeout, **more)
    except subprocess.TimeoutExpired:
        return None, "", "it did not end", time.monotonic() - start
    return process.returncode, process.stdout.decode(errors="replace"), process.stderr.decode(errors="replace"), time.monotonic() - start


def one_message(text):
    errors = [line for line in text.splitlines() if line.startswith("error:")]
    return len(errors) == 1


# ---- --time

SLOW = [  # each would take minutes, or for ever
    "value load-hang-qsum.bouton 3",
    "shape load-hang-qsum.bouton",
    "value load-hang-josephus.bouton 3",
    "check sets-billion-laughs.bouton",
    "value fib-oom.bouton 3 --memory 64",
    "value wythoff 10^30000 10^30000 --what outcome",
    "check wythoff --to 5000",
    "prove dynamic-nim",
    "table nim --to " + ",".join(["1"] * 28),
    "table nim --to 1,30000,30000 --out short.csv",
    "table nim --to 1,60000,60000 --memory 100000 --out short.npy",
    "moves setbig-moves.bouton 1000",
    "value pow-between-cells.bouton 50",
    "study many-players --thorough --out studied",
    "period grundys-game --to 10000000",
    "josephus 10^13 10^13 --survivor",
    "atlas subtraction moves={a,b,c,d} --for '1 <= a < b < c < d <= 70' --out sets.sqlite",
    "atlas octal code=0.{a}{b}{c}{d} --for '0 <= a <= 7, 0 <= b <= 7, 0 <= c <= 7, 0 <= d <= 7 if a > 0' --to 1000000 --large --out codes.sqlite",
    "compare wythoff nim --to 30000,30000",
    "identify 0 1 2 3 1 4 3 2 1 4 2 6",
    "identify nim",
    "value 'maximum-nim(f=x-1) 10^40 + wythoff 10^20000 10^20000'",
]


def test_time():
    for line in SLOW:
        words = shlex.split(line)
        code, out, err, seconds = run([*words, "--time", "1"], cwd=work.name if "--out" in words else FILES, timeout=1 + GRACE)
        note("time", seconds - 1, line)
        # A command may also be done in time, or find an input wrong: what counts is that it ends, and says so.
        report(code in (0, 1, 2, 3) and (code in (0, 1) or one_message(err)), f"bouton {line} --time 1",
               f"exit code {code}, {seconds:.1f} s: {err.strip()[:300]}")
        if code == 3:
            report("--time" in err or "--memory" in err or "steps" in err or "digits" in err, f"what {line} says", err.strip()[:300])
    for wrong in ("nan", "-1", "1e400", "inf", "", "1s"):
        code, out, err, _ = run(["value", "nim", "3", f"--time={wrong}"])
        report(code == 2 and one_message(err), f"--time={wrong}", f"exit code {code}: {err[:200]}")


# ---- signals

BUSY = [
    ("value load-hang-qsum.bouton 3", None),
    ("value wythoff 10^30000 10^30000 --what outcome", None),
    ("prove dynamic-nim", None),
    ("check wythoff --to 5000", None),
    ("table nim --to 1,60000,60000 --memory 100000 --out signalled.npy", None),
    ("atlas subtraction moves={a,b,c,d} --for '1 <= a < b < c < d <= 70' --out signalled.sqlite", None),
    ("play nim 3 4 5", "pipe"),  # waits for a move
    ("value nim -", "pipe"),     # waits for positions
    ("value pow-between-cells.bouton 50", None),
    ("value load-hang-josephus.bouton 3 --json", None),
]


def test_signals():
    for number in (signal.SIGINT, signal.SIGTERM):
        for line, wait in BUSY:
            words = shlex.split(line)
            process = subprocess.Popen([BOUTON, *words], stdin=subprocess.PIPE if wait else subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, cwd=work.name if "--out" in words else FILES, env=environment)
            time.sleep(1)
            early = process.poll() is not None
            process.send_signal(number)
            start = time.monotonic()
            try:
                process.wait(GRACE)  # not communicate(): that closes the input, which would end it too
            except subprocess.TimeoutExpired:
                process.kill()
            seconds = time.monotonic() - start
            out, err = process.communicate()
            err = err.decode(errors="replace")
            if early:
                report(process.returncode in (2, 3), f"{line} (before the signal)", f"{process.returncode}: {err[:200]}")
                continue
            note("signal", seconds, line)
            report(process.returncode == 130 and one_message(err), f"signal {number.name}: {line}",
                   f"exit code {process.returncode} after {seconds:.1f} s: {err.strip()[:200]}")


# ---- memory

HUNGRY = [
    "value fib-oom.bouton 3",
    "value load-hang-qsum.bouton 3",
    "moves setbig-moves.bouton 1000",
    "table wythoff --to 20000,20000 --out big.csv",
    "josephus 10^9 3 --order",
    "check sets-billion-laughs.bouton",
    "value subtraction moves=9223372036854775807 5",
    "table nim --to " + ",".join(["1"] * 28),
]


def test_memory():
    for line in HUNGRY:
        words = shlex.split(line)
        for mib in (16, 256) if ALL else (64,):
            code, out, err, seconds, most = run_and_weigh([*words, "--memory", str(mib), "--time", "5"])
            note("memory", most / 1e6 - mib * 1.048576, line)
            report(code in (0, 1, 2, 3) and (code in (0, 1) or one_message(err)), f"bouton {line} --memory {mib}", f"exit code {code}: {err[:300]}")
            report(most <= mib * 1048576 + 80e6, f"memory of bouton {line} --memory {mib}", f"{most / 1e6:.0f} MB")
    # Whatever the system refuses, there is a message and an exit code.
    for megabytes in range(20, 400, 20) if ALL else (40, 80, 120, 200):
        for line in ("value nim 3 5", "prove nim", "study nim --out s", "table wythoff --to 300,300"):
            code, out, err, _ = run(shlex.split(line), limits=[(resource.RLIMIT_AS, megabytes * 1000000)], cwd=work.name)
            # 127: the system could not even load the program
            report(code in (0, 2, 3, 127) and (code in (0, 127) or "error" in err), f"ulimit -v {megabytes}000: {line}", f"exit code {code}: {err[:300]}")


def run_and_weigh(words):
    before = time.monotonic()
    process = subprocess.Popen([BOUTON, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               cwd=work.name if "--out" in words else FILES, env=environment)
    err = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, "", err, time.monotonic() - before, usage.ru_maxrss * 1024


# ---- no crash


def test_surroundings():
    gone = os.path.join(work.name, "gone")
    os.mkdir(gone)
    code, out, err, _ = run_in_deleted_folder(gone)
    report(code in (0, 2) and (out.strip() == "6" or one_message(err)), "a deleted working directory", f"{code}: {out} {err}")
    for line in ("play nim 300 400 500 --human none", "table nim --to 300,300", "value nim 3 5", "games", "check nim", "moves nim 3 5",
                 "table nim --to 300,300 --json", "josephus 100 3 --order", "--help"):
        with open("/dev/full", "w") as full:
            process = subprocess.run([BOUTON, *shlex.split(line)], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, env=environment)
        report(process.returncode == 3, f"bouton {line} > /dev/full", f"{process.returncode}: {process.stderr.decode()[:300]}")
    for line in ("prove latin1-comment.bouton --certificates certificates", "study latin1-comment.bouton --out latin1"):
        for word in ("certificates", "latin1"):
            line = line.replace(f" {word}", f" {work.name}/{word}")
        code, out, err, _ = run(shlex.split(line))
        report(code in (0, 2), line, f"{code}: {err[:300]}")
    code, out, err, _ = run(shlex.split("table empty-sum.bouton --to 6 --json"))
    report(code == 0 and "[0,1,2,3,0,1,2]" in out.replace(" ", ""), "empty sums are 0", out + err)


def run_in_deleted_folder(folder):
    script = f'cd "{folder}" && rmdir "{folder}" && exec "$0" value nim 3 5'
    process = subprocess.run(["bash", "-c", script, BOUTON], stdin=subprocess.DEVNULL, capture_output=True, env=environment)
    return process.returncode, process.stdout.decode(), process.stderr.decode(), 0


def test_closed_streams():
    """A file must never get the number of a stream that is closed."""
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        target = os.path.join(work.name, "closed.npy")
        for name in (target, target + ".journal", target + ".part"):
            pathlib.Path(name).unlink(missing_ok=True)
        command = f'exec "$0" table nim --to 40,40 --out "{target}" {closed}'
        first = subprocess.run(["bash", "-c", command, BOUTON], env=environment, cwd=work.name)
        report(first.returncode in (0, 2), f"table --out {closed}", str(first.returncode))
        code, out, err, _ = run(["table", "nim", "--to", "40,40", "--out", target], cwd=work.name)
        report(code == 0, f"the same table after {closed}", err)


for test in (test_time, test_signals, test_memory, test_surroundings, test_closed_streams):
    test()
if "--figures" in sys.argv:
    for kind, (amount, what) in sorted(latest.items()):
        unit = "MB more than --memory" if kind == "memory" else "s late"
        print(f"{kind}: at most {amount:.2f} {unit} (bouton {what})")
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
