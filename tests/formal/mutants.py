#!/usr/bin/env python3
"""Generated Coq files with one number of a definition or of the theorem changed: coqc must reject each of them.

    tests/formal/mutants.py FILE.v ...      (files as the generator wrote them; the library under formal/ must be built)

A file that does not compile unchanged is an error, and so is a file in which there is nothing to change. A change that happens to
leave a true statement with the same proof would show as an error here: then the change, not the generator, has to be looked at.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

HOME = pathlib.Path(__file__).resolve().parent.parent.parent
WORDS = ("Definition legal", "Definition move", "Definition inside_set", "Definition value", "Theorem ")


def accepted(text):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "mutant.v"
        file.write_text(text)
        command = ["coqc", "-Q", str(HOME / "formal"), "Bouton", str(file)]
        return subprocess.run(command, capture_output=True, timeout=300).returncode == 0


def mutants(text):
    """The last number of each definition, and of the theorem, is made larger by 1."""
    for match in re.finditer(r"^(%s).*?\.$" % "|".join(WORDS), text, re.M | re.S):
        numbers = list(re.finditer(r"(?<![\w'.])\d+(?![\w'])", match.group()))
        if not numbers or match.group().startswith("Definition legal"):
            continue
        number = numbers[-1]
        start = match.start() + number.start()
        end = match.start() + number.end()
        yield match.group().split("\n")[0][:60], text[:start] + str(int(number.group()) + 1) + text[end:]


def main():
    wrong = 0
    for name in sys.argv[1:]:
        text = pathlib.Path(name).read_text()
        if not accepted(text):
            print(f"{name}: does not compile")
            wrong += 1
            continue
        tried = 0
        for what, mutant in mutants(text):
            tried += 1
            if accepted(mutant):
                print(f"{name}: accepted although changed in: {what}")
                wrong += 1
        print(f"{name}: {tried} changes tried")
        if tried == 0:
            wrong += 1
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
