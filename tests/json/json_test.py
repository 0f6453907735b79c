#!/usr/bin/env python3
"""What every command prints with --json, against docs/bouton.schema.json and the convention of docs/json.md.

    tests/json/json_test.py BOUTON [TEST...]

The commands run in a folder of their own, far from games/ and papers/, so that a path of this machine would be seen.
"""

import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    # Debian's package belongs to Debian's Python, which need not be the first one on the PATH.
    if sys.executable != "/usr/bin/python3" and os.access("/usr/bin/python3", os.X_OK) and "RETRIED" not in os.environ:
        os.execve("/usr/bin/python3", ["/usr/bin/python3", *sys.argv], dict(os.environ, RETRIED="1"))
    sys.exit("json_test.py needs a validator (python3-jsonschema)")

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCHEMA = json.loads((ROOT / "docs" / "bouton.schema.json").read_text(encoding="utf-8"))
COMMANDS = SCHEMA["$defs"]["commands"]["$defs"]
FIELDS = SCHEMA["$defs"]["fields"]["properties"]
SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
TEXTS = ("bound", "default", "elements", "p_portion", "heaps", "left", "right", "element", "question")  # words, expressions, monomials, which may be a mere number
NAMES_OF_USERS = ("counterexample", "slice", "arguments")  # objects whose keys are names from a .bouton file
BOUTON = None

MINE = """game b (x) move (x - t) for 1 <= t <= 3
lemma "slip" expect refuted at x = 4 for x >= 0: grundy(x) = x mod 5 to 50 note "a slip"
lemma "wrong" for x >= 0: grundy(x) = x mod 6 to 50
theorem "right" for x >= 0: grundy(x) = x mod 4 to 50
theorem "rests" for x >= 0: grundy(x) <= 3 using "right" at x = x to 50
lemma "never" for x >= 0 if x < 0: grundy(x) = 7 to 50
lemma "no number" for x >= 0: floor(6/x) >= 0 to 9
example "one": grundy(5) = 1
"""
MISERE = "game m (x) misere move (x - t) for 1 <= t <= 2\n"
RULES = """game walk (x) where x <= 9 loopy move (x + 1) if x >= 2 move (x - t) for 1 <= t <= 2
game three (a...) players 3 coalition move (a - t) for 1 <= t <= a
game alone (a...) players 3 prefer 0, {1, 2} move (a - t) for 1 <= t <= a
game blocked (x) block 2 move (x - t) for 1 <= t <= 4
"""
LATE = "game l (x) move (x - t) for 1 <= t <= (if x < 9000 then 3 else 4)\n"  # x mod 4 for a long time

# (words, exit code, standard input)
EXAMPLES = [
    ("value nim 3 5 7", 0, ""),
    ("value nim 2^53 0", 0, ""),
    ("value nim 2^53+1 0", 0, ""),
    ("value nim 10^30 10^30+5", 0, ""),
    ("value josephus-nim 10^40 7", 0, ""),
    ("value kayles 10^30", 0, ""),
    ("value kayles 10^30 --what outcome", 0, ""),
    ("value wythoff 3 5 --what outcome", 0, ""),
    ("value podium-nim players=4 3 2 1", 0, ""),
    ("value mine.bouton 10", 0, ""),
    ("value wythoff -", 0, "1 2\n(4, 4)\n10 6\n"),
    ("value 'subtraction(moves=2,5) 7 + nim 1'", 0, ""),
    ("value 'kayles 10^30 + nim 1' --what outcome", 0, ""),
    ("value wythoff -", 2, "1 2\nfour\n"),
    ("value no-such-game 3", 2, ""),
    ("value nim", 2, ""),
    ("value", 2, ""),
    ("no-such-command", 2, ""),
    ("value nim 3 --no-such-option", 2, ""),
    ("moves nim 3 5", 0, ""),
    ("moves nim 3 3", 0, ""),
    ("moves nim 0", 0, ""),
    ("moves wythoff 3 4 --what outcome", 0, ""),
    ("moves podium-nim players=3 2 1", 0, ""),
    ("moves kayles 5", 0, ""),
    ("moves kayles 10^30", 0, ""),
    ("moves subtraction moves=2,5,7 10^30", 0, ""),
    ("moves nim 10^20 10^20", 0, ""),
    ("moves nim 10^30 7", 0, ""),
    ("moves 'nim 2 3 + kayles 2'", 0, ""),
    ("moves 'kayles 10^30+3 + nim 1'", 0, ""),
    ("play nim 2 3 --human none", 0, ""),
    ("play kayles 10^20", 0, "quit\n"),
    ("play 'nim 2 + kayles 2'", 0, "nonsense\n1: 1\n1: 0\n2: 0 + 0\n2: 0\n1: 0\nquit\n"),
    ("play podium-nim players=3 1 1 1 --human none", 0, ""),
    ("play misere.bouton 4 --human none", 0, ""),
    ("table subtraction moves=2,5 --to 8", 0, ""),
    ("table euclid --to 3,2", 0, ""),
    ("table wythoff --to 2,2 --what outcome", 0, ""),
    ("table nim --slice a3=3 --from 1,2 --to 2,4", 0, ""),
    ("table podium-nim players=3 --to 2,2,1", 0, ""),
    ("shape wythoff", 0, ""),
    ("shape subtraction moves=2,5", 0, ""),
    ("shape kayles", 0, ""),
    ("check mine.bouton", 1, ""),
    ("check wythoff --to 20", 0, ""),
    ("check no-such-file.bouton", 2, ""),
    ("prove mine.bouton --certificates certificates", 1, ""),
    ("prove kayles nim --certificates certificates", 0, ""),
    ("prove kayles --only Guy --formal coq", 0, ""),
    ("prove two-move-subtraction --only 'theorem 1 (i)'", 0, ""),
    ("recheck certificates", 0, ""),
    ("recheck mine.bouton certificates", 0, ""),
    ("recheck changed/mine.bouton certificates", 1, ""),
    ("period subtraction moves=2,5", 0, ""),
    ("period kayles", 0, ""),
    ("period hexadecimal code=0.3F", 0, ""),
    ("period subtract-a-square --to 1000", 0, ""),
    ("value rules.bouton#walk 7", 0, ""),
    ("value rules.bouton#walk 7 --what outcome", 0, ""),
    ("value rules.bouton#walk 7 --what remoteness", 0, ""),
    ("value nim 3 5 --what remoteness", 0, ""),
    ("value rules.bouton#three 1 2", 0, ""),
    ("value rules.bouton#alone 1 2", 0, ""),
    ("value rules.bouton#blocked 7", 0, ""),
    ("moves rules.bouton#walk 3", 0, ""),
    ("moves rules.bouton#blocked 7", 0, ""),
    ("table rules.bouton#walk --to 9", 0, ""),
    ("table rules.bouton#alone --to 2,2", 0, ""),
    ("period rules.bouton#blocked", 2, ""),
    ("misere kayles --to 6", 0, ""),
    ("misere kayles --to 4 --genus --sum 3,4:1000", 0, ""),
    ("josephus 41 3", 0, ""),
    ("josephus 10^30 7", 0, ""),
    ("josephus 10 3 --order", 0, ""),
    ("josephus 10 3 --rank 5", 0, ""),
    ("josephus 10^25 2 --seat 8", 0, ""),
    ("josephus 0 3", 2, ""),
    ("compare kayles dawsons-kayles --to 20", 1, ""),
    ("compare 'bachet k=3' 'x mod 4' --to 100", 0, ""),
    ("compare wythoff euclid --to 5,5", 1, ""),
    ("compare wythoff nim --to 5,5 --what outcome", 1, ""),
    ("study mine.bouton --time 20", 1, ""),
    ("study kayles --time 20 --out report", 0, ""),
    ("discover subtraction moves=2,5", 0, ""),
    ("discover mine.bouton --what outcomes", 0, ""),
    ("discover aliquot --what outcomes", 0, ""),
    ("discover late.bouton --time 20", 1, ""),
    ("discover nim 3", 2, ""),
    ("atlas subtraction moves='{a,b}' --for '1 <= a < b <= 9' --law 'period = a + b' --out two.sqlite", 0, ""),
    ("atlas query two.sqlite longest", 0, ""),
    ("atlas query two.sqlite exceptions", 1, ""),
    ("atlas recheck two.sqlite", 0, ""),
    ("atlas query no-such.sqlite", 2, ""),
    ("games", 0, ""),
    ("games --search wythoff", 0, ""),
    ("identify 0 1 2 3 1 4 3 2 1 4 2 6", 0, ""),
    ("identify 0 2 5 7 10 12 15 17 20 22 34 39", 0, ""),
    ("identify 0 1 2 3 4 5 6 7 8 9 10 99", 1, ""),
    ("identify 0 1 2", 2, ""),
    ("identify dawsons-chess", 0, ""),
]


def run(words, folder, text=""):
    environment = dict(os.environ, BOUTON_HOME=str(ROOT), LC_ALL="C.UTF-8", BOUTON=BOUTON)
    return subprocess.run(["bash", "-c", '"$BOUTON" ' + words], cwd=folder, env=environment, input=text, capture_output=True, text=True,
                          timeout=120)


def validator(name):
    """For the lines of one command. The whole schema goes along, so that its references are found."""
    return jsonschema.Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/commands/$defs/{name}"}]})


def walk(value, path=()):
    yield path, value
    if isinstance(value, dict):
        for key, part in value.items():
            yield from walk(part, (*path, key))
    elif isinstance(value, list):
        for part in value:
            yield from walk(part, (*path, None))


def kind(value):
    """An integer that is written as a text is an integer."""
    if isinstance(value, bool) or value is None:
        return type(value).__name__
    if isinstance(value, (int, float)) or isinstance(value, str) and re.fullmatch(r"-?\d{16,}", value):
        return "number"
    return type(value).__name__


class Output(unittest.TestCase):
    """All examples are run once; the tests look at what they printed."""

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="bouton-json-")
        cls.folder = pathlib.Path(cls.temporary.name).resolve()
        (cls.folder / "mine.bouton").write_text(MINE)
        (cls.folder / "misere.bouton").write_text(MISERE)
        (cls.folder / "rules.bouton").write_text(RULES)
        (cls.folder / "late.bouton").write_text(LATE)
        (cls.folder / "changed").mkdir()
        (cls.folder / "changed" / "mine.bouton").write_text(MINE.replace("x mod 4", "(x + 4) mod 4"))
        cls.results = []  # (words, code, run, objects)
        for words, code, text in EXAMPLES:
            result = run(words + " --json", cls.folder, text)
            cls.results.append((words, code, result, [json.loads(line) for line in result.stdout.splitlines()]))

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def objects(self, command=None):
        for words, _, _, objects in self.results:
            if command is None or words.split()[0] == command:
                yield from ((words, each) for each in objects)

    def answers(self, words):
        return next(objects for example, _, _, objects in self.results if example == words)

    # ---- the examples

    def test_every_command_has_an_example(self):
        listed = re.findall(r"^  (\w+)  ", run("--help", self.folder).stdout.split("Subcommands:")[1], re.MULTILINE)
        self.assertGreater(len(listed), 10)
        listed.remove("manual")  # texts for other programs
        self.assertEqual(set(listed) - {words.split()[0] for words, *_ in EXAMPLES}, set())
        self.assertEqual(set(listed) | {"error"}, set(COMMANDS))

    def test_exit_codes(self):
        for words, code, result, objects in self.results:
            with self.subTest(words):
                self.assertEqual(result.returncode, code, result.stderr)
                self.assertTrue(objects)
                errors = [each for each in objects if "error" in each]
                if code == 2:
                    self.assertEqual(errors, objects[-1:])
                    self.assertEqual(result.stderr, "error: " + objects[-1]["error"] + "\n")
                elif not words.startswith("play"):
                    self.assertEqual(errors, [])

    def test_schema(self):
        for words, each in self.objects():
            with self.subTest(words):
                name = "error" if "error" in each else words.split()[0]
                problems = [f"{list(e.absolute_path)}: {e.message}" for e in validator(name).iter_errors(each)]
                self.assertEqual(problems, [], each)
                jsonschema.Draft202012Validator(SCHEMA).validate(each)

    def test_version(self):
        version = re.search(r"(\d+\.\d+)\.\d+", run("--version", self.folder).stdout)[1]
        for words, each in self.objects():
            self.assertEqual(next(iter(each.items())), ("bouton", version), words)

    def test_keys(self):
        for words, each in self.objects():
            for path, value in walk(each):
                if isinstance(value, dict) and (not path or path[-1] not in NAMES_OF_USERS):
                    for key in value:
                        self.assertRegex(key, f"^{SNAKE_CASE.pattern}$", words)

    def test_no_path_of_this_machine(self):
        for words, each in self.objects():
            for path, value in walk(each):
                if isinstance(value, str):
                    self.assertNotIn(str(ROOT), value, (words, path))
                    self.assertNotIn(str(self.folder), value, (words, path))
                    self.assertFalse(value.startswith("/"), (words, path, value))
        self.assertEqual({each["file"] for _, each in self.objects("games")},
                         {str(file.relative_to(ROOT)) for folder in ("games", "papers") for file in (ROOT / folder).rglob("*.bouton")
                          if re.search(r"^game ", file.read_text(), re.MULTILINE)})
        self.assertEqual(self.answers("value nim 10^30 10^30+5")[0]["file"], "games/nim/nim.bouton")

    def test_integers(self):
        """Numbers up to 2^53, digits beyond; no rounding in between."""
        for words, each in self.objects():
            for path, value in walk(each):
                if isinstance(value, int) and not isinstance(value, bool):
                    self.assertLessEqual(abs(value), 2**53, (words, path))
                elif isinstance(value, float):
                    self.assertRegex(path[-1], "seconds", words)
                elif isinstance(value, str) and re.fullmatch(r"-?\d+", value) and not set(path) & set(TEXTS):
                    self.assertGreater(abs(int(value)), 2**53, (words, path))
        value = lambda words: [(each["position"], each["value"]) for each in self.answers(words)]
        self.assertEqual(value("value nim 2^53 0"), [([2**53, 0], 2**53)])
        self.assertEqual(value("value nim 2^53+1 0"), [([str(2**53 + 1), 0], str(2**53 + 1))])
        self.assertEqual(value("value nim 10^30 10^30+5"), [([str(10**30), str(10**30 + 5)], 10**30 ^ (10**30 + 5))])
        self.assertEqual(value("value wythoff -")[0:1] + value("value wythoff 3 5 --what outcome"), [([1, 2], 0), ([3, 5], "P")])

    def test_a_field_has_one_type(self):
        kinds = {}
        for words, each in self.objects():
            for path, value in walk(each):
                if path and path[-1] and value is not None and not set(path[:-1]) & set(NAMES_OF_USERS):
                    kinds.setdefault(path[-1], {}).setdefault(kind(value), words)
        several = {key: seen for key, seen in kinds.items() if len(seen) > 1 and set(seen) != {"number"}}
        self.assertEqual(set(several) - {"value"}, set(), several)
        self.assertEqual(set(several["value"]), {"number", "str"})  # P and N

    def test_every_field_is_seen(self):
        """What the schema describes is printed by some example."""
        seen = {part for _, each in self.objects() for path, _ in walk(each) for part in path}
        self.assertEqual(set(FIELDS) - seen, {"vacuous"})

    def test_the_same_in_files(self):
        run("table wythoff --to 3,4 --out t.json", self.folder)
        self.assertEqual((self.folder / "t.json").read_text(), run("table wythoff --to 3,4 --json", self.folder).stdout)
        self.assertEqual(json.loads((self.folder / "report" / "study.json").read_text()),
                         self.answers("study kayles --time 20 --out report")[0])

    def test_one_shape_for_any_size(self):
        keys = lambda words: set(self.answers(words)[0])
        warrant = {"how", "bound", "claim", "file"}
        self.assertEqual(keys("moves kayles 5") - warrant, keys("moves kayles 10^30") - warrant)
        self.assertEqual(keys("moves nim 3 5") - warrant, keys("moves nim 10^30 7") - warrant)
        self.assertEqual(self.answers("moves nim 10^30 7")[0]["best_move"]["to"], [7, 7])

    # ---- the schema itself

    def test_schema_is_a_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_fields_are_described_once(self):
        """Every object takes its fields from the one list, and allows no other."""
        used = set()
        for path, value in walk(SCHEMA):
            if isinstance(value, dict) and value.get("type") == "object" and "properties" in value:
                self.assertIs(value["additionalProperties"], False, path)
                for name, reference in value["properties"].items():
                    self.assertEqual(reference, {"$ref": f"#/$defs/fields/properties/{name}"}, path)
                    used.add(name)
                self.assertLessEqual(set(value["required"]), set(value["properties"]), path)
        self.assertEqual(used, set(FIELDS))
        for name in FIELDS:
            self.assertRegex(name, f"^{SNAKE_CASE.pattern}$")
        self.assertLessEqual({"computed", "checked", "proved", "conjectured", "formal"}, set(FIELDS["warrant"]["enum"]))

    def test_the_schema_refuses(self):
        """One thing changed in an answer: no longer valid."""
        changed = 0
        for words, each in [next(iter(self.objects(name))) for name in COMMANDS if name != "error"]:
            valid = validator(words.split()[0]).is_valid
            self.assertTrue(valid(each), words)
            wrong = [{**each, "surprise": 1}]
            for key in each:
                wrong += [{**each, key: other} for other in ({"x": {}}, [[{}]], 1.5e300 if "seconds" not in key else -1)]
                rest = {name: value for name, value in each.items() if name != key}
                wrong += [{**rest, key + "s_": each[key]}]
                if key == "bouton" or key == "value":
                    wrong += [rest]
            for other in wrong:
                self.assertFalse(valid(other), (words, other))
                changed += 1
            for path, value in walk(each):  # an integer that was rounded, or one as a text
                if path and path[-1] in ("position", "components", "order", "n"):
                    other = copy.deepcopy(each)
                    place = other
                    for key in path[:-1]:
                        place = place[0 if key is None else key]
                    for bad in (["5"], [2**53 + 1], [1.5]) if isinstance(value, list) else ("5", 2**53 + 1, 1.5):
                        place[path[-1]] = bad
                        self.assertFalse(valid(other), (words, other))
                        changed += 1
        self.assertGreater(changed, 200)


if __name__ == "__main__":
    BOUTON = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
