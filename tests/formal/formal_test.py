#!/usr/bin/env python3
"""Developments of `bouton prove --formal`: Coq accepts them, wrong ones are not accepted, and the values that Coq computes are the engines'.

usage: formal_test.py [--all] BOUTON        --all: every claim of games/ and papers/ (long)
"""
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ENVIRONMENT = dict(os.environ, BOUTON_HOME=str(ROOT), XDG_CACHE_HOME="/dev/null", LC_ALL="C.UTF-8")
# (files, --only, how many claims Coq must accept)
SELECTION = [(["subtraction", "kayles", "dawsons-chess", "dawsons-kayles"], "", 10),
             (["nim", "moore"], "theorem", 3),
             (["wythoff"], "Fibonacci", 1),
             (["many-players"], "theorem 3.4", 1),
             (["many-players"], "theorem 2.2", 1),
             # proofs by goals: a formula and its use, a kernel, induction with values, outcomes, a rule function and sums, the circle
             (["bachet"], "theorem", 2),
             (["circular-nim"], "", 1),
             (["two-move-subtraction"], "theorem 3", 1),
             (["maximum-nim-josephus"], "theorem 2.2", 1),
             (["maximum-nim-josephus"], "definition 3.2 (", 1),
             (["dynamic-nim"], "2, high is low", 1),
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


# What a generated file says, changed: the proof must not go through. (file, old, new); the text before the first definition is a comment.
MUTANTS = [
    # the bound of a rule
    ("bachet/theorem_values.v", "1 <= t /\\ t <= k /\\", "1 <= t /\\ t <= k + 1 /\\"),
    ("two-move-subtraction/theorem_3.v", "((x <= x_ /\\", "((x + 1 <= x_ /\\"),
    # a family
    ("circular-nim/theorem_p_positions.v", "a = c /\\ b = d.", "a = c /\\ b = d + 1."),
    ("circular-nim/theorem_p_positions.v", "a = c /\\ b = d.", "a = c /\\ b <= d."),
    # a number in the theorem
    ("two-move-subtraction/theorem_3.v", "(x <= 0) \\/ (y <= x) \\/ (n + 1 <= 0) \\/ \n  (((g (n)) <> 2", "(x <= 0) \\/ (y <= x) \\/ (n + 1 <= 0) \\/ \n  (((g (n)) <> 1"),
    ("bachet/theorem_period.v", "<= shorter \\/", "< shorter \\/"),
    ("maximum-nim-josephus/definition_3_2_the_circle.v", "(rank (n) (k) (m)) = (if", "(rank (n) (k) (m)) = 1 + (if"),
    # a hypothesis dropped
    ("two-move-subtraction/theorem_3.v", "Hypothesis given : 1 <= x /\\ x + 1 <= y.", "Hypothesis given : x + 1 <= y."),
    ("two-move-subtraction/theorem_3.v", "(1 <= x /\\ x + 1 <= y /\\ 0 <= n) ->", "(1 <= x /\\ 0 <= n) ->"),
    ("maximum-nim-josephus/theorem_2_2.v", "Hypothesis given : 1 <= k.\n", ""),
    # another move than the proof knows
    ("two-move-subtraction/theorem_3.v", "x_' + y = x_", "x_' + y + 1 = x_"),
    ("maximum-nim-josephus/theorem_2_2.v", "t + x' = x", "t + x' = x + 1"),
    # another meaning of g, o and sums
    ("two-move-subtraction/theorem_3.v", "grundy position move p (g p)", "grundy position move p (g p + 1)"),
    ("maximum-nim-josephus/theorem_2_2.v", "(o p = 0 /\\ P_position", "(o p = 0 /\\ N_position"),
    ("dynamic-nim/claim_2_high_is_low.v", "e1_ + 2 * i_", "e1_ + i_"),
]


def changed_proofs_are_refused(folder):
    for file, old, new in MUTANTS:
        text = (folder / file).read_text()
        start = text.index("Open Scope Z_scope.")
        body = text[start:]
        expect(old in body, f"{file}: no {old}")
        answer = coqc(folder, text[:start] + body.replace(old, new, 1))
        expect(answer.returncode != 0 and "Syntax error" not in answer.stderr, f"{file}: accepted with {new}")


SEARCH = """
Ltac plain := cbv beta iota zeta; Z.to_euclidean_division_equations; lia.
Ltac there := unfold move, legal; cbv beta iota zeta; there_is
with there_is := match goal with
  | |- _ /\\ _ => split; there_is
  | |- _ \\/ _ => first [left; there_is | right; there_is]
  | |- ex _ => first [exists 0; there_is | exists 1; there_is | exists 2; there_is | exists 3; there_is | exists 4; there_is]
  | |- _ => solve [plain] end.
Ltac nowhere := let M := fresh in intros M; unfold move, legal in M; cbv beta iota zeta in M;
  repeat match goal with H : _ /\\ _ |- _ => destruct H | H : _ \\/ _ |- _ => destruct H | H : ex _ |- _ => destruct H end; plain.
"""


def moves_are_the_engines(folder):
    """On a small box the relation `move` of a file holds of a pair of positions exactly if the engine says that this is a move."""
    for file, game, words, arguments, size, arity in [("bachet/theorem_values.v", "bachet", ["k=2"], "2", 6, 1),
                                                      ("circular-nim/theorem_p_positions.v", "circular-nim", [], "", 2, 4),
                                                      ("two-move-subtraction/theorem_3.v", "subtraction", ["moves=2,3"], "2 3", 7, 1),
                                                      ("maximum-nim-josephus/theorem_2_2.v", "maximum-nim", ["k=2"], "2", 7, 1)]:
        box = list(itertools.product(range(size), repeat=arity))
        goals = []
        for p in box[::1 if arity == 1 else 3]:
            told = json.loads(run(BOUTON, "moves", game, *words, *p, "--json").stdout)
            options = {tuple(int(c) for c in move["to"]) for move in told["moves"]}
            expect(options <= set(box), f"{game}: moves out of the box")
            show = lambda q: "(" + ", ".join(map(str, q)) + ")"
            goals += [f"Goal {'' if q in options else '~ '}move {arguments} {show(p)} {show(q)}. Proof. {'there' if q in options else 'nowhere'}. Qed."
                      for q in box]
        answer = coqc(folder, (folder / file).read_text() + SEARCH + "\n".join(goals) + "\n")
        expect(answer.returncode == 0, f"{file}: other moves in Coq: {answer.stderr[-300:]}")
    # The formula of a development, computed.
    answer = coqc(folder, (folder / "bachet/theorem_values.v").read_text() + "\nCompute map (value 3) [0; 1; 2; 3; 4; 5; 6; 7; 8; 9].\n").stdout
    found = re.findall(r"-?\d+", answer.rsplit("= [", 1)[-1].split("]")[0])
    table = json.loads(run(BOUTON, "table", "bachet", "k=3", "--to", 9, "--json").stdout)
    expect(found == [str(v) for v in table["values"]], "bachet: other values in Coq")
    # Sums and the circle.
    answer = coqc(folder, """From Coq Require Import ZArith List.
From Bouton Require Import Functions.
Import ListNotations. Open Scope Z_scope.
Compute map (fun n => sum_over (fun i => i * i) 1 n) [-2; 0; 1; 2; 3; 4].
Compute map (rank 10 3) [1; 2; 3; 4; 5; 6; 7; 8; 9; 10].
Compute map (seat 10 3) [1; 2; 3; 4; 5; 6; 7; 8; 9; 10].
""").stdout
    lists = [re.findall(r"-?\d+", part.split("]")[0]) for part in answer.split("= [")[1:]]
    circle, order, at = list(range(1, 11)), [], 0
    while circle:
        at = (at + 2) % len(circle)
        order.append(circle.pop(at))
    ranks = [str(order.index(m) + 1) for m in range(1, 11)]
    expect(lists == [["0", "0", "1", "5", "14", "30"], ranks, [str(m) for m in order]], f"sums or the circle: {lists}")


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
    files = sorted(ROOT.glob("games/*/*.bouton")) + sorted(ROOT.glob("papers/*.bouton"))
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
            changed_proofs_are_refused(place / "coq")
            moves_are_the_engines(place / "coq")
            folders(place)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)
