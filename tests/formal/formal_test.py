#!/usr/bin/env python3
"""Developments of `bouton prove --formal`: Coq accepts them, wrong ones are not accepted, and the values that Coq computes are the engines'.

usage: formal_test.py [--all] BOUTON        --all: every claim of games/ and papers/ (long)
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ENVIRONMENT = dict(os.environ, BOUTON_HOME=str(ROOT), LC_ALL="C.UTF-8")
# (files, --only, how many claims Coq must accept)
SELECTION = [(["subtraction", "kayles", "dawsons-chess", "dawsons-kayles"], "", 10),
             (["nim", "moore"], "theorem", 3),
             (["wythoff"], "Fibonacci", 1),
             (["many-players"], "theorem 3.4", 1),
             (["many-players"], "theorem 2.2", 1),
             ([str(ROOT / "tests/formal/rules.bouton")], "", 4)]
passed = failed = 0


def expect(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print("FAILED", what)


def run(*words, environment=ENVIRONMENT):
    return subprocess.run([str(word) for word in words], env=environment, capture_output=True, text=True)


def prove(folder, files, only, environment=ENVIRONMENT):
    words = ["prove", *files, "--formal", folder, "--json"] + (["--only", only] if only else [])
    return [json.loads(line) for line in run(BOUTON, *words, environment=environment).stdout.splitlines()]


def coqc(folder, text):
    file = folder / "Question.v"
    file.write_text(text)
    return run("coqc", "-Q", folder / "library", "Bouton", file)


def selection(folder):
    for files, only, wanted in SELECTION:
        verdicts = prove(folder, files, only)
        checked = [v for v in verdicts if v["formal"] == "checked"]
        expect(len(checked) == wanted, f"{files} {only}: {len(checked)} accepted instead of {wanted}")
        for v in verdicts:
            expect("formal_why" in v and (v["formal"] == "checked") == (v["formal_why"] is None), f"{v['claim']}: {v}")
            expect(v["formal"] != "written", f"{v['claim']}: {v['formal_why']}")


def values_are_the_engines(folder):
    """The theorem says that `value` are the values by the relation in the file; they must be those that the engine has."""
    for game, words, file in [("kayles", [], "kayles/theorem_guy_smith.v"), ("dawsons-chess", [], "dawsons-chess/theorem_guy_smith.v"),
                              ("subtraction", ["moves=2,4,7"], "subtraction/example_2_4_7.v")]:
        text = (folder / file).read_text()
        answer = coqc(folder, text + "\nCompute map value (upto 300).\n").stdout
        found = re.findall(r"-?\d+", answer.rsplit("= [", 1)[-1].split("]")[0])
        table = json.loads(run(BOUTON, "table", game, *words, "--to", 299, "--json").stdout)
        expect(found == [str(v) for v in table["values"]], f"{game}: other values in Coq")
    # The same from the rules alone, by the definition.
    options = """
Definition options (x : Z) := map (fun s => x - s) (filter (fun s => s <=? x) taken).
Lemma options_move : forall p q, In q (options p) <-> move p q.
Proof.
  intros p q. rewrite <- same_rules. unfold options, subtraction_move. rewrite in_map_iff. setoid_rewrite filter_In. setoid_rewrite Z.leb_le.
  split.
  - intros [s [<- [I H]]]. assert (1 <= s) by (revert I; unfold taken; cbn [In]; lia). split; [lia|]. split; [lia|]. exists s. split; [exact I|reflexivity].
  - intros [H [H' [s [I ->]]]]. exists s. split; [reflexivity|]. split; [exact I|lia].
Qed.
Compute map (value_within Z options 30) (upto 25).
"""
    answer = coqc(folder, (folder / "subtraction/example_2_4_7.v").read_text() + options)
    found = re.findall(r"-?\d+", answer.stdout.rsplit("= [", 1)[-1].split("]")[0])
    table = json.loads(run(BOUTON, "table", "subtraction", "moves=2,4,7", "--to", 24, "--json").stdout)
    expect(answer.returncode == 0 and found == [str(v) for v in table["values"]], "subtraction: other values by the definition in Coq")


def changed_ones_are_refused(folder):
    for file, old, new in [("kayles/theorem_guy_smith.v", "period_after value 71 12", "period_after value 70 12"),
                           ("kayles/theorem_guy_smith.v", "a <= (((-2) + x) / 2)", "a <= (((-3) + x) / 2)"),
                           ("subtraction/example_2_5.v", "In s [2; 5]", "In s [2; 6]"),
                           ("subtraction/example_2_5.v", "[0; 0; 1; 1; 0; 2; 1]", "[0; 0; 1; 1; 0; 2; 0]"),
                           ("moore/theorem_moore.v", "inside_set (k + 1)", "inside_set (k + 2)"),
                           ("nim/theorem_sprague_grundy.v", "t <= a /\\", "t < a /\\"),
                           ("many-players/theorem_3_4.v", "((n * k) - k) + 1", "((n * k) - k) + 2"),
                           ("wythoff/theorem_fibonacci_digits.v", "1 <= t /\\ t <= y", "2 <= t /\\ t <= y")]:
        text = (folder / file).read_text()
        body = text[text.index("*)"):]
        expect(old in body, f"{file}: no {old}")
        answer = coqc(folder, text[:text.index("*)")] + body.replace(old, new, 1))
        expect(answer.returncode != 0 and "Syntax error" not in answer.stderr, f"{file}: accepted with {new}")


def folders(folder):
    """Two files of one name; no coqc."""
    for name in ["one", "two"]:
        (folder / name).mkdir()
        shutil.copy(ROOT / "tests/formal/rules.bouton", folder / name / "rules.bouton")
    files = [folder / "one/rules.bouton", folder / "two/rules.bouton"]
    without = dict(ENVIRONMENT, PATH="/nowhere")
    verdicts = prove(folder / "out", files, "ranges", without)
    expect(len({v["formal_file"] for v in verdicts}) == 2, "two files of one name share a development")
    expect(all(v["formal"] == "written" and v["verdict"] == "proved" for v in verdicts), "checked without coqc")
    text = run(BOUTON, "prove", files[0], "--only", "ranges", "--formal", folder / "out", environment=without).stdout
    expect("apt install coq" in text and " proved " in text, "no word on how to get coqc")


def everything(folder):
    files = sorted(ROOT.glob("games/*.bouton")) + sorted(ROOT.glob("papers/*.bouton"))
    count = {"checked": 0, "written": 0, None: 0}
    for file in files:
        for v in prove(folder, [file], ""):
            count[v["formal"]] += 1
            if v["formal"]:
                print(f"{v['formal']:8} {v['formal_seconds']:6.1f} s  {file.name}: {v['claim']}")
                expect(v["formal"] == "checked", f"{file.name}: {v['claim']}: {v['formal_why']}")
            elif v["verdict"] in ("proved", "limited"):
                print(f"{'none':8}           {file.name}: {v['claim']}: {v['formal_why']}")
    print(count)


if __name__ == "__main__":
    BOUTON = sys.argv[-1]
    if not shutil.which("coqc"):
        print("skipped: coqc is not installed (Debian: apt install coq)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as temporary:
        place = pathlib.Path(temporary)
        if "--all" in sys.argv:
            everything(place)
        else:
            selection(place / "coq")
            values_are_the_engines(place / "coq")
            changed_ones_are_refused(place / "coq")
            folders(place)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)
