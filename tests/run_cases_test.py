"""Tests of run_cases.py and tally.py themselves, with a shell script in the place of the program."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
FAKE = """#!/bin/bash
case $1 in
    say) shift; printf '%s\\n' "$@" ;;
    complain) echo "bad: $2" >&2; exit 2 ;;
    crash) kill -SEGV $$ ;;
    hang) sleep 60 ;;
    write) echo "$3" > "$2" ;;
    where) echo "$BOUTON_HOME/games/nim.bouton" ;;
esac
"""


class Runner(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.fake = self.folder / "a program"
        self.fake.write_text(FAKE)
        self.fake.chmod(0o755)

    def run_text(self, text, name="x.case", *options):
        (self.folder / name).write_text(text)
        command = [sys.executable, HERE / "run_cases.py", *options, self.fake, self.folder / name]
        result = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(result.stderr, "")
        return result.stdout, (self.folder / name).read_text()

    def check(self, text, passed, failed, name="x.case", *options):
        out, _ = self.run_text(text, name, *options)
        self.assertTrue(out.endswith(f"{passed} passed, {failed} failed\n"), out)
        return out

    def test_right(self):
        self.check("# c\n$ bouton say 1 '' 2\n1\n\n2\n\n# c\n$ bouton say 3\n3\n$ bouton say | cat\n\n", 3, 0)

    def test_hash_lines_right_after_the_command_are_output(self):
        self.check("$ bouton say '# a' 1\n# a\n1\n", 1, 0)

    def test_continued_command(self):
        self.check("$ bouton say 1 \\\n    2\n1\n2\n", 1, 0)

    def test_wrong(self):
        out = self.check("$ bouton say 1\n2\n\n$ bouton say 1\n\n$ bouton say\n1\n", 0, 3)
        self.assertIn("x.case:1: $ bouton say 1", out)
        self.assertIn("\n-2\n+1\n", out)

    def test_stderr_and_exit_code(self):
        self.check("$ bouton complain x\n! bad: x\n? 2\n", 1, 0)
        self.check("$ bouton complain x\n! bad: y\n? 2\n\n$ bouton complain x\n? 2\n\n$ bouton complain x\n! bad: x\n", 0, 3)

    def test_wildcards(self):
        self.check("$ bouton say 'in 3 ms' 1 2 3 4\nin [..] ms\n...\n3\n...\n", 1, 0)
        self.check("$ bouton say 'in 3 ms' 1 2\nin [..] s\n...\n\n$ bouton say 1 2\n...\n1\n", 0, 2)
        self.check("$ bouton say 1\n...\n1\n...\n", 1, 0)

    def test_escapes(self):
        self.check("$ bouton say '$ x' '! y' '? 1' ...\n\\$ x\n\\! y\n\\? 1\n\\...\n", 1, 0)

    def test_timeout_and_crash(self):
        self.assertIn("no end within", self.check("$ bouton hang\n", 0, 1, "x.case", "--timeout", "0.5"))
        self.check("$ bouton crash\n", 0, 1)

    def test_paths_are_relative(self):
        self.check("$ bouton where\ngames/nim.bouton\n", 1, 0)

    def test_update(self):
        text = "# a\n$ bouton say 5 'in 3 ms' '$ x' ''\n4\nin [..] ms\n\n# b\n$ bouton complain x\n"
        _, updated = self.run_text(text, "x.case", "--update")
        self.assertEqual(
            updated, "# a\n$ bouton say 5 'in 3 ms' '$ x' ''\n5\nin [..] ms\n\\$ x\n\n# b\n$ bouton complain x\n! bad: x\n? 2\n"
        )
        self.check(updated, 2, 0)

    def test_document(self):
        text = (
            "x\n\n```bouton my.bouton\ngame\n```\n- y\n\n  ```console\n  $ git clone bouton\n  $ ./bouton say 1\n  1\n"
            "  $ bouton complain x\n  bad: x\n  ```\n```\n$ bouton say 2\n3\n```\n"
            "```console\n$ bouton write f 7\n\n$ bouton say $(cat f my.bouton)\n7\ngame\n$ bouton crash\n```\n"
        )
        out = self.check(text, 4, 1, "x.md")
        self.assertIn("crashed with exit code 139", out)
        self.assertFalse((HERE.parent / "f").exists())


class Tally(unittest.TestCase):
    def test_sums(self):
        cases = [
            ("run", "[==========] 9\n[  PASSED  ] 7 tests.\n"),
            ("fail", "[  PASSED  ] 1 test.\n[  FAILED  ] 2 tests, listed below:\n\n 2 FAILED TESTS\n"),
            ("run", "5 passed, 0 failed\n"),
            ("run", "no count\n"),
            ("fail", "no count\n"),
        ]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "junit.xml")
            body = "".join(f'<testcase name="t" status="{s}"><system-out>{t}</system-out></testcase>' for s, t in cases)
            path.write_text(f"<testsuite>{body}</testsuite>")
            command = [sys.executable, HERE / "tally.py", path, path.with_name("missing.xml")]
            result = subprocess.run(command, capture_output=True, text=True)
        self.assertTrue(result.stdout.endswith("14 passed, 4 failed\n"), result.stdout)
        self.assertEqual(result.returncode, 1)


if __name__ == "__main__":
    unittest.main()
