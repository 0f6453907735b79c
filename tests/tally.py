"""Adds up ctest's JUnit files and prints `N passed, N failed`; exit code 1 if anything failed.

    tests/tally.py JUNIT.xml...

A ctest that says itself how many checks it made (GoogleTest, run_cases.py) counts as that many, any other as one.
A missing file counts as one failure: ctest did not get as far as writing it.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree

PASSED = re.compile(r"^\[  PASSED  \] (\d+) test|^(\d+) passed, \d+ failed$", re.MULTILINE)
FAILED = re.compile(r"^ ?(\d+) FAILED TEST|^\d+ passed, (\d+) failed$", re.MULTILINE)


def total(pattern, text):
    return sum(int(number) for groups in pattern.findall(text) for number in groups if number)


def tally(case):
    text = case.findtext("system-out") or ""
    passed, failed = total(PASSED, text), total(FAILED, text)
    if case.get("status") == "run":
        return passed or 1, failed
    return passed, failed or 1


def main():
    passed = failed = 0
    for path in sys.argv[1:]:
        try:
            counts = [(case.get("name"), *tally(case)) for case in ElementTree.parse(path).iter("testcase")]
        except (OSError, ElementTree.ParseError) as error:
            counts = [(str(error), 0, 1)]
        for name, good, bad in counts:
            passed, failed = passed + good, failed + bad
            if bad:
                print(f"FAILED {path}: {name}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
